import { expect, test } from 'vitest'
import { handoffInBrief, handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { recallLines } from '../../../src/domain/context/recall-lines.ts'
import { sessionLine, sittingsOf } from '../../../src/domain/context/session-lines.ts'
import { distil } from '../../../src/domain/memory/distil.ts'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { titleSaid } from '../../../src/domain/memory/title-voice.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import type { Prompt } from '../../../src/domain/nouns/prompt.ts'
import { recallCandidate } from '../../../src/domain/retrieval/recall-candidate.ts'
import { done, edit, ROOT, type Step, shell, story, T0 } from '../samples.ts'

const NOW = Date.UTC(2026, 10, 27)
const FIRST: Step[] = [
  { asked: 'Add a retry to the uploader in upload.ts', promptId: 'a' },
  done(edit(`${ROOT}/src/upload.ts`, 'send()', 'retry(send)')),
  done(shell('npm test'), 'ok'),
  { said: 'Added a retry with backoff to the uploader.' },
]
const STORIES: Readonly<Record<string, Step[]>> = {
  'work that was finished': FIRST,
  'work that was cut off': [...FIRST, { asked: 'Rename the option of the uploader to attempts', promptId: 'b' }],
  'a question': [
    { asked: 'How does the uploader in upload.ts retry a failed request?', promptId: 'a' },
    {
      said: 'The uploader retries with `retry(send)` three times, a second apart, and then gives up with `UploadError`.',
    },
  ],
}

/** All that is told of a session whose prompts come from there. */
function told(steps: readonly Step[], origin: Prompt['origin']): string {
  const { events, prompts } = story(steps)
  const own = prompts.map((prompt) => ({ ...prompt, origin }))
  const turns = turnsOf(events, own)
  const handoff = handoffOf(turns, { isSealed: false, root: ROOT })
  const summaries = turns.flatMap((_, at) => summarise(turns.slice(0, at + 1), ROOT) ?? [])
  const observations = turns.flatMap((turn) => distil(turn, ROOT))
  const candidates = [
    ...own.map((record) => recallCandidate({ kind: 'prompt', record })),
    ...observations.map((record) => recallCandidate({ kind: 'observation', record })),
    ...summaries.map((record) => recallCandidate({ kind: 'summary', record })),
  ]
  const items = [
    ...(handoff === undefined
      ? []
      : [...handoffInBrief('Last session', handoff, [], T0), ...handoffInFull(handoff, T0)]),
    ...sittingsOf(summaries).flatMap((sitting) => sessionLine(sitting, NOW)),
    ...recallLines(
      candidates.map((each) => ({ ...each, key: 'names it' })),
      { now: NOW, root: ROOT, depth: 'rich' },
    ),
  ]
  return [...items.map(({ text }) => text), ...observations.map((each) => titleSaid(each, 200))].join('\n')
}

test.each(Object.entries(STORIES))('of %s by a script nothing is called asked by the user', (_, steps) => {
  expect(told(steps, 'script')).toContain('script asked')
  expect(told(steps, 'script')).not.toContain('user asked')
  expect(told(steps, 'person')).toContain('user asked')
  expect(told(steps, 'person')).not.toContain('script')
})

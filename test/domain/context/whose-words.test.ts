import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handoffInBrief, handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { peerSaid } from '../../../src/domain/context/peer-lines.ts'
import { recallLines } from '../../../src/domain/context/recall-lines.ts'
import { sessionLine, sittingsOf } from '../../../src/domain/context/session-lines.ts'
import { workingOn } from '../../../src/domain/coordination/working-on.ts'
import { distil } from '../../../src/domain/memory/distil.ts'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { splitSentences } from '../../../src/domain/memory/prose.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { OWN_SENTENCE, titleSaid } from '../../../src/domain/memory/title-voice.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { recallCandidate } from '../../../src/domain/retrieval/recall-candidate.ts'
import { misattributed, type Said, turn } from '../../behaviours/whose-words.ts'
import { runs } from '../../runs.ts'
import { done, edit, eventOf, ROOT, type Step, shell, story } from '../samples.ts'

const NOW = Date.UTC(2026, 10, 27)

const stepsOf = ({ asked, edits, commits, subject, said, recap }: Said, n: number): Step[] => [
  { asked: asked.text, promptId: `p${n}` },
  ...(edits ? [done(edit(`${ROOT}/src/tide.ts`, 'a', 'b'))] : []),
  ...(edits && commits ? [done(shell(`git commit -am "${subject}"`), `[main 1a2b3c${n}] ${subject}`)] : []),
  ...(said === null ? [] : [{ said: said.text }]),
  ...(recap === null ? [] : [eventOf('Recap', { text: recap.text })]),
]

/** All that is told of a session of these turns. */
function toldOf(said: readonly Said[]): readonly string[] {
  const { events, prompts } = story(said.flatMap(stepsOf))
  const own = prompts.map((prompt) => {
    const by = said.find(({ asked }) => asked.text === prompt.text)?.asked.by
    return { ...prompt, origin: by as typeof prompt.origin }
  })
  const turns = turnsOf(events, own)
  const handoff = handoffOf(turns, { isSealed: false, root: ROOT })
  const summaries = turns.flatMap((_, at) => summarise(turns.slice(0, at + 1), ROOT) ?? [])
  const observations: Observation[] = []
  for (const each of turns) observations.push(...distil(each, ROOT, observations))
  const candidates = [
    ...own.filter(({ origin }) => origin !== 'machine').map((record) => recallCandidate({ kind: 'prompt', record })),
    ...observations.map((record) => recallCandidate({ kind: 'observation', record })),
    ...summaries.map((record) => recallCandidate({ kind: 'summary', record })),
  ]
  const items = [
    ...(handoff === undefined ? [] : handoffInBrief('Last session', handoff, [], NOW)),
    ...(handoff === undefined ? [] : handoffInFull(handoff, NOW)),
    ...sittingsOf(summaries.toReversed()).flatMap((sitting) => sessionLine(sitting, NOW)),
    ...candidates.flatMap((each) =>
      ['', ...splitSentences(each.line).filter((line) => !OWN_SENTENCE.test(line))].flatMap((line) =>
        recallLines([Object.assign({ key: 'names it' }, each, { line })], { now: NOW, root: ROOT, depth: 'rich' }),
      ),
    ),
  ]
  const peer = { session: 's2', project: 'p', host: 'h', startedAt: 0, lastSeenAt: 0, claims: [] }
  const tasks = [workingOn(own, summaries.at(-1)), workingOn([], summaries.at(-1))]
  return [
    ...items.map(({ text }) => text),
    ...observations.map((each) => titleSaid(each, 200)),
    ...tasks.map((task) => peerSaid({ ...peer, workingOn: task })),
  ].flatMap((text) => text.split('\n'))
}

test('whoever says something, it stands under the name of nobody else', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (said) => {
      expect(toldOf(said).flatMap(misattributed)).toEqual([])
    }),
    { numRuns: runs(300) },
  )
})

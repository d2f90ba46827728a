import { absolutePath, relativePath } from '@hindcast/text/paths.ts'
import type { Event, EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Signal } from '../nouns/signal.ts'
import { recent } from '../recent.ts'
import { retractionIn } from './retraction.ts'
import { type Teaching, teachingsIn } from './teaching.ts'

/**
 * What a prompt teaches or takes back, as signals; none if the machine wrote it, or it is a command to the client.
 * `prompts`: those of its session, for an event from the queue, which does not carry its text.
 */
export function signalsIn(event: EventOf<'UserPromptSubmit'>, prompts: readonly Prompt[] = []): readonly Signal[] {
  const { origin, isPrivate, session, project, at, id, promptId, via } = event
  const prompt = event.prompt || (prompts.find((each) => each.event === id)?.text ?? '')
  if (origin === 'machine' || isPrivate || prompt.trimStart().startsWith('/')) return []
  return saidIn(prompt).map((said, n) => ({
    ...said,
    ...reachAt(said, event),
    id: deriveId('g', id, n),
    session,
    project,
    at,
    by: origin,
    ...(via === 'transcript' && { isPast: true }),
    promptId,
    evidence: [deriveId('p', id), id],
  }))
}

type Said = Omit<Teaching, 'type'> & Pick<Signal, 'type'>

/** The sentence that takes a rule back does not state one. */
const saidIn = recent((prompt): readonly Said[] => {
  const taken = retractionIn(prompt)
  const teachings = teachingsIn(prompt)
  if (taken === undefined) return teachings
  const { quote, named, polarity } = taken
  const retraction: Said = {
    type: 'retraction',
    quote,
    polarity,
    subject: named,
    reach: 'unsaid',
    hasHorizon: false,
    confidence: 1,
  }
  return [...teachings.filter((each) => each.quote !== quote), retraction]
})

/** The folder relative to the project's root; the root itself is the whole project. */
export function reachAt(
  { reach, folder }: Pick<Teaching, 'reach' | 'folder'>,
  { cwd, worktree }: Event,
): Pick<Signal, 'reach' | 'folder'> {
  if (folder === undefined) return { reach }
  const root = worktree ?? cwd
  const within = folder === '.' ? relativePath(absolutePath(cwd ?? ''), root) : folder
  return within === root || within === '' ? { reach: 'project', folder: undefined } : { reach, folder: within }
}

import type { TranscriptEvent } from '../../host-transcripts.ts'
import { decode } from '../codec.ts'
import { type ReaderState, recall, remember, type Spot, type Thread } from './state.ts'

/** Prompts whose counts are remembered: the running one, and those that a late line may still belong to. */
const MOST_SCOPES = 8

/** One line on its way: the state to be changed, and what was said so far. */
export interface Reading {
  readonly state: ReaderState
  readonly told: TranscriptEvent[]
}

/** Tells an event, given as the hook's payload would give it, unless another session has told it. */
export function tell(reading: Reading, spot: Spot, payload: Readonly<Record<string, unknown>>): void {
  if (spot.repeated) return
  const { state } = reading
  const { draft } = decode(
    { session_id: spot.session, cwd: spot.cwd, ...payload },
    { now: spot.at, via: 'transcript', client: { entrypoint: spot.entrypoint } },
  )
  if (!draft) return
  const { version, branch, model } = state
  reading.told.push({
    draft: { ...draft, startDir: state.startDir },
    ordinal: draft.identity.ordinal ? count(state, draft.identity.parts) : undefined,
    line: { uuid: spot.uuid, branch, version, model },
  })
}

/** The fields by which a payload names its prompt and agent. */
export const by = ({ prompt, agent }: Pick<Thread, 'prompt' | 'agent'>) => ({
  prompt_id: prompt,
  ...(agent && { agent_id: agent.id, agent_type: agent.type }),
})

/** Old prompts are forgotten, and the session never: what has no prompt counts within it. */
function count({ counts, session }: ReaderState, [scope = '', ...parts]: readonly string[]): number {
  const own = recall(counts, session)
  if (own && scope !== session) remember(counts, session, own, MOST_SCOPES)
  const before = recall(counts, scope) ?? {}
  const name = JSON.stringify(parts)
  const ordinal = before[name] ?? 0
  remember(counts, scope, { ...before, [name]: ordinal + 1 }, MOST_SCOPES)
  return ordinal
}

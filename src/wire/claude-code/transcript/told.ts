import type { Draft } from '../../../domain/events.ts'
import { decode } from '../codec.ts'
import { recall, remember, type Spot, type Thread, type TranscriptState } from './state.ts'

/** Prompts whose counts are remembered: the running one, and those that a late line may still belong to. */
const MOST_SCOPES = 8

/** An event that a transcript tells, and the line it stands in. */
export interface Told {
  readonly draft: Draft
  /** Which of those that share its identity it is, as the file tells them; undefined where it is unique by itself. */
  readonly ordinal: number | undefined
  readonly line: {
    /** None where the line has no id of its own. */
    readonly uuid?: string | undefined
    readonly branch?: string | undefined
    readonly version?: string | undefined
    readonly model?: string | undefined
  }
}

/** One line on its way: the state to be changed, and what was said so far. */
export interface Reading {
  readonly state: TranscriptState
  readonly told: Told[]
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
function count({ counts, session }: TranscriptState, [scope = '', ...parts]: readonly string[]): number {
  const own = recall(counts, session)
  if (own && scope !== session) remember(counts, session, own, MOST_SCOPES)
  const before = recall(counts, scope) ?? {}
  const name = JSON.stringify(parts)
  const ordinal = before[name] ?? 0
  remember(counts, scope, { ...before, [name]: ordinal + 1 }, MOST_SCOPES)
  return ordinal
}

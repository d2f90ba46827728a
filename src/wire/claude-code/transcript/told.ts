import { cutPrivate } from '@hindcast/redaction/tags.ts'
import type { TranscriptEvent } from '../../host-transcripts.ts'
import { decode } from '../codec.ts'
import { type ReaderState, recall, remember, type Spot, type Thread } from './state.ts'

/** How many prompts' counts are kept: the running prompt, and those that a late line may still belong to. */
const MOST_SCOPES = 8

/** A line being processed: the state to change, and the events so far. */
export interface Reading {
  readonly state: ReaderState
  readonly told: TranscriptEvent[]
}

type Payload = Readonly<Record<string, unknown>>

/** Reports an event, given in the format of the hook's payload, unless another session has reported it. */
export function emitEvent(reading: Reading, spot: Spot, payload: Payload): void {
  const told = readEvent(reading, spot, payload)
  if (told) reading.told.push(told)
}

/** The same for what a session has once, however often the transcript says it. */
export function emitOnce(reading: Reading, spot: Spot, payload: Payload): void {
  const told = readEvent(reading, spot, payload)
  if (told && told.ordinal === 0) reading.told.push(told)
}

function readEvent({ state }: Reading, spot: Spot, payload: Payload): TranscriptEvent | undefined {
  const { prompt } = payload
  if (typeof prompt === 'string' && cutPrivate(prompt).cut > 0) state.heardPrivate = true
  if (spot.repeated) return undefined
  const { draft } = decode(
    { session_id: spot.session, cwd: spot.cwd, ...payload },
    { now: spot.at, via: 'transcript', client: { entrypoint: spot.entrypoint } },
  )
  if (!draft) return undefined
  const { version, branch, model } = state
  return {
    draft: { ...draft, startDir: state.startDir },
    ordinal: draft.identity.ordinal ? countIn(state, draft.identity.parts) : undefined,
    line: { uuid: spot.uuid, branch, version, model },
  }
}

/** The payload fields that identify a prompt and agent. */
export const by = ({ prompt, agent }: Pick<Thread, 'prompt' | 'agent'>) => ({
  prompt_id: prompt,
  ...(agent && { agent_id: agent.id, agent_type: agent.type }),
})

/** Old prompts are dropped, the session never: events without a prompt are counted in it. */
function countIn({ counts, session }: ReaderState, [scope = '', ...parts]: readonly string[]): number {
  const own = recall(counts, session)
  if (own && scope !== session) remember(counts, session, own, MOST_SCOPES)
  const before = recall(counts, scope) ?? {}
  const name = JSON.stringify(parts)
  const ordinal = before[name] ?? 0
  remember(counts, scope, { ...before, [name]: ordinal + 1 }, MOST_SCOPES)
  return ordinal
}

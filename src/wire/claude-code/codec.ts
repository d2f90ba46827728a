import { mapStrings } from '@hindcast/redaction/strings.ts'
import { cutPrivate, cutPrivateLines } from '@hindcast/redaction/tags.ts'
import { wellFormed } from '@hindcast/redaction/well-formed.ts'
import * as z from 'zod'
import type { Answer } from '../../domain/answer.ts'
import { repliesTo } from '../../domain/effects.ts'
import type { Draft } from '../../domain/events.ts'
import type { Answerable, DecodeContext, Decoded } from '../host.ts'
import { type EventRow, identityOf } from './event-row.ts'
import { hookEvents, unknown } from './events.ts'
import { isObject, maybeText, text } from './fields.ts'
import { withoutPrivateEdits } from './private-edits.ts'
import { rewrittenFields } from './tools.ts'
import { transcriptEvents } from './transcript-events.ts'

/** The host name stored with this host's events. */
export const hostName = 'claude-code'

/**
 * Decodes a hook payload into an event draft: text is made well-formed, private passages are removed from every string,
 * and fields of the wrong type are dropped.
 */
export function decode(payload: unknown, context: DecodeContext): Decoded {
  if (!isObject(payload)) return { reason: 'the payload is not an object' }
  const clean = mapStrings(withoutPrivateEdits(payload), cleaned, cutPrivateLines)
  const { hook, ...envelope } = readEnvelope(clean, context)
  if (envelope.session === '') return { reason: 'the payload names no session' }
  const event = eventOf(hook, context)
  const body = event.read(clean, payload, context)
  const identity = identityOf(event.identity(body), { ...envelope, name: hook })
  // Name and body come from the same table row, but the compiler cannot track that through a union
  return { draft: { ...envelope, ...(body as object), name: event.name, identity } as Draft }
}

/** The table's row for a name; its type stands for any of the rows, so nothing is known about the body. */
function eventOf(hook: string, { via }: DecodeContext): EventRow<never> {
  const told = via === 'transcript' && Object.hasOwn(transcriptEvents, hook)
  const row = Object.hasOwn(hookEvents, hook) ? hookEvents[hook as keyof typeof hookEvents] : unknown
  return (told ? transcriptEvents[hook as keyof typeof transcriptEvents] : row) as unknown as EventRow<never>
}

/** Most strings contain no tag, and searching for one is expensive. */
function cleaned(text: string): string {
  const whole = wellFormed(text)
  return whole.includes('<') ? cutPrivate(whole).text : whole
}

const fields = z.object({
  hook_event_name: text,
  session_id: text,
  transcript_path: maybeText,
  cwd: maybeText,
  prompt_id: maybeText,
  agent_id: maybeText,
  agent_type: text,
  source: text,
})

/**
 * The fields common to all payloads, and `hook`, the host's own name for the event. `agent_type` alone does not
 * identify a subagent.
 */
function readEnvelope(payload: unknown, context: DecodeContext) {
  const { hook_event_name, session_id, transcript_path, cwd, prompt_id, agent_id, agent_type, source } =
    fields.parse(payload)
  return {
    hook: hook_event_name,
    at: context.now,
    session: session_id,
    host: hostName,
    via: context.via,
    cwd,
    agent: agent_id ? { id: agent_id, type: agent_type } : undefined,
    promptId: prompt_id,
    startDir: startDir(cwd, transcript_path) ?? (isFreshStart(hook_event_name, source) ? cwd : undefined),
  }
}

/** A compaction happens mid-session, when the agent may be in any folder. */
const isFreshStart = (hook: string, source: string): boolean => hook === 'SessionStart' && source !== 'compact'
/**
 * The folder where a session began. The client keeps the transcript in a folder named after it, with `-` for every
 * character except ASCII letters and digits; `cwd` may be a subfolder of it by now. Undefined if `cwd` is elsewhere by
 * now.
 */
export function startDir(cwd: string | undefined, transcript: string | undefined): string | undefined {
  const folder = transcript?.split(/[\\/]/).at(-2)
  if (!cwd || !folder) return undefined
  // Each character maps to one character, so the folder's name is as long as the path
  const start = cwd.slice(0, folder.length)
  const whole = start === cwd || isSeparator(cwd.charAt(folder.length)) || isSeparator(start.at(-1))
  return whole && start.replace(/[^a-zA-Z0-9]/g, '-') === folder ? start : undefined
}

const isSeparator = (character: string | undefined): boolean => character === '/' || character === '\\'

/** Encodes an answer as the host's JSON: whatever the event does not admit is left out, and nothing is ever allowed. */
export function encode(event: Answerable, answer: Answer): object {
  // A denied call is neither asked about nor rewritten
  const said: Answer = answer.deny ? { ...answer, ask: '', rewrite: undefined } : answer
  const outputs = repliesTo(event.name).flatMap((kind) => fieldOf(kind, event, said))
  const own = Object.assign({}, ...outputs.map((output) => output.own))
  const top = Object.assign({}, ...outputs.map((output) => output.top))
  return Object.keys(own).length === 0 ? top : { ...top, hookSpecificOutput: { hookEventName: event.name, ...own } }
}

/** Where an answer goes in the host's JSON: `top`, or `own`, the event's own part (`hookSpecificOutput`). */
interface Output {
  readonly top?: Readonly<Record<string, unknown>>
  readonly own?: Readonly<Record<string, unknown>>
}

type Kind = keyof Answer
type Field<K extends Kind> = (value: NonNullable<Answer[K]>, event: Answerable) => Output | undefined

function fieldOf<K extends Kind>(kind: K, event: Answerable, answer: Answer): readonly Output[] {
  const value = answer[kind]
  const isSaid = typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value !== undefined
  const field: Field<K> = answerFields[kind]
  const output = isSaid ? field(value as NonNullable<Answer[K]>, event) : undefined
  return output ? [output] : []
}

/** The output field for each kind of answer. */
const answerFields: { readonly [K in Kind]: Field<K> } = {
  // Reaches the model; on Stop and SubagentStop it keeps the turn going
  context: (context) => ({ own: { additionalContext: context } }),
  note: (note) => ({ top: { systemMessage: note } }),
  deny: (reason, event) => {
    // The permission dialog takes a decision in its own format
    if (event.name === 'PermissionRequest') return { own: { decision: { behavior: 'deny', message: reason } } }
    return { own: { permissionDecision: 'deny', permissionDecisionReason: reason } }
  },
  // If nobody can be asked, the host refuses the call and gives the reason
  ask: (reason) => ({ own: { permissionDecision: 'ask', permissionDecisionReason: reason } }),
  rewrite: (act, event) => {
    const input = rewrittenFields(event, act)
    return input && { own: { updatedInput: input } }
  },
  block: (reason) => ({ top: { decision: 'block', reason } }),
  watch: (paths) => ({ own: { watchPaths: paths } }),
  refreshSkills: () => ({ own: { reloadSkills: true } }),
}

import type { RecordEffect } from '../effects.ts'
import type { Event, ToolCall } from '../events.ts'
import type { RecordDraft } from '../nouns/event.ts'
import type { SessionChange } from '../nouns/session.ts'
import { onlyLooks } from '../shell-reads.ts'
import type { Act } from '../tool.ts'
import { isOwnCall } from '../tool.ts'
import { cap, FIELD_MAX, SIDE_MAX } from './cap.ts'

/** What every event says of its session; the store keeps the earliest start reported. */
export const sessionSeen = ({ session, host, project, at }: Event): SessionChange => ({
  id: session,
  host,
  project,
  startedAt: at,
  lastSeenAt: at,
})

/** Stores an event, and that its session was active. */
export const recordedInSession = (event: Event): readonly RecordEffect[] => [
  { kind: 'session', change: sessionSeen(event) },
  { kind: 'event', record: eventRecord(event) },
]

/** An event as stored: enough to distil from, never the raw input. */
export function eventRecord(event: Event): RecordDraft {
  const { target, filesRead, filesModified, outcome, exitCode } = event.classification
  return {
    id: event.id,
    identity: event.identity,
    name: event.name,
    at: event.at,
    session: event.session,
    project: event.project,
    host: event.host,
    via: event.via,
    agentId: event.agent?.id,
    agentType: event.agent?.type,
    promptId: event.promptId,
    cause: event.cause,
    target: target === undefined ? undefined : cap(target, FIELD_MAX),
    outcome,
    exitCode,
    filesRead,
    filesModified,
    ...('act' in event ? ofCall(event) : ofOther(event)),
  }
}

type Own = Pick<RecordDraft, 'tool' | 'durationMs' | 'input' | 'output' | 'body'>

type Called = Extract<Event, { act: Act }>

function ofCall(event: Called): Own {
  const result = event.name === 'PostToolUse' ? event.result : undefined
  const input = inputOf(event.act, result?.patch)
  const { filesWritten = [], filesDeleted = [], gitActs = [] } = event.classification
  // Hindcast's own output is already stored where it came from
  const told = isOwnCall(event.classification.target, event.tool) ? undefined : result?.text
  const output = event.name === 'PostToolUseFailure' ? event.error : told
  return {
    tool: event.tool,
    durationMs: 'durationMs' in event ? event.durationMs : undefined,
    input: input === undefined ? undefined : cap(input, SIDE_MAX),
    output: output === undefined ? undefined : cap(output, SIDE_MAX),
    body: {
      ...('toolUseId' in event ? { toolUseId: event.toolUseId } : {}),
      act: slimAct(event.act),
      ...(event.classification.check === undefined ? {} : { check: event.classification.check }),
      ...(event.classification.clientMemory ? { clientMemory: true } : {}),
      ...(event.classification.clientsOwn === undefined ? {} : { clientsOwn: event.classification.clientsOwn }),
      ...(filesWritten.length > 0 ? { filesWritten } : {}),
      ...(filesDeleted.length > 0 ? { filesDeleted } : {}),
      ...(gitActs.length > 0 ? { gitActs } : {}),
      ...(onlyLooks(event.classification.commands) ? { looks: true } : {}),
      ...(result?.lines === undefined ? {} : { lines: result.lines }),
      ...(result?.run === undefined ? {} : { run: result.run }),
      ...(result?.started === undefined ? {} : { started: result.started }),
      ...(result?.task === undefined ? {} : { task: result.task }),
      ...(result?.userModified === true ? { userModified: true } : {}),
      ...(result?.interrupted === true || ('interrupted' in event && event.interrupted) ? { interrupted: true } : {}),
      ...(event.name === 'PermissionDenied' ? refusalOf(event) : {}),
    },
  }
}

const refusalOf = ({ reason, said }: Extract<Event, { name: 'PermissionDenied' }>) => ({
  reason: cap(reason, FIELD_MAX),
  ...(said === undefined ? {} : { said: cap(said, FIELD_MAX) }),
})

/** The call's input as text: the patch rather than the whole file, if there is one. */
function inputOf(act: Act, patch?: string): string | undefined {
  switch (act.kind) {
    case 'shell':
      return act.command
    case 'edit':
      return patch || act.changes.map(({ old, new: now }) => `${signed('-', old)}\n${signed('+', now)}`).join('\n')
    case 'write':
      return patch || act.text
    case 'read':
      return act.range === undefined ? act.path : `${act.path} from line ${act.range.from}${lineCount(act.range.lines)}`
    case 'search':
      return act.path === undefined ? act.pattern : `${act.pattern} in ${act.path}`
    case 'agent':
      return `${act.description}\n${act.prompt}`
    case 'web':
      return act.target
    case 'mcp':
    case 'other':
      return act.text
  }
}

const signed = (sign: string, text: string): string => text.replace(/^/gm, sign)
const lineCount = (lines?: number): string => (lines === undefined ? '' : `, ${lines} lines`)

const SLIM = 300

/** The act without its bulk, which is in `input`. */
function slimAct(act: Act): Act {
  const slim = (text: string) => cap(text, SLIM)
  switch (act.kind) {
    case 'edit':
      return { ...act, changes: [] }
    case 'write':
      return { ...act, text: '' }
    case 'shell':
      return { ...act, command: '', ...(act.description === undefined ? {} : { description: slim(act.description) }) }
    case 'agent':
      return { ...act, description: slim(act.description), prompt: '' }
    case 'search':
      return { ...act, pattern: slim(act.pattern) }
    case 'mcp':
    case 'other':
      return { ...act, text: '' }
    default:
      return act
  }
}

/** Fields that are stored elsewhere or not at all: a prompt is its own record, a batch repeats its calls. */
const NOT_IN_BODY = new Set(
  `id identity name at session project host via cwd agent promptId cause depth classification prompt calls payload
  content summary delta worktree branch`.split(/\s+/),
)

function ofOther(event: Exclude<Event, ToolCall>): Own {
  const own = Object.entries(event).filter(([key, value]) => !NOT_IN_BODY.has(key) && value !== undefined)
  const body = Object.fromEntries(own.map(([key, value]) => [key, small(value)]))
  if (event.name === 'PostCompact') return { body, output: cap(event.summary, SIDE_MAX) }
  if (event.name === 'Unknown') return { body, input: cap(JSON.stringify(event.payload) ?? '', SIDE_MAX) }
  return { body: event.name === 'WorktreeCreate' ? { worktree: event.worktree } : body }
}

/**
 * A field, shortened if it is too long; a structure that is too large is dropped rather than cut into something else.
 */
function small(value: unknown): unknown {
  if (typeof value === 'string') return cap(value, FIELD_MAX)
  if (typeof value !== 'object' || value === null) return value
  return (JSON.stringify(value) ?? '').length <= FIELD_MAX ? value : undefined
}

import { digest } from '@hindcast/redaction/digest.ts'
import { isObject } from '../fields.ts'
import { type Line, textIn } from './line.ts'
import { type ReaderState, recall, remember, type Spot } from './state.ts'
import { by, emitEvent, emitOnce, type Reading } from './told.ts'
import { endTurn, threadOf } from './turns.ts'

type Fields = Readonly<Record<string, unknown>>
type Payload = Fields & { readonly hook_event_name: string }

/** The kind of a line: its type, with the kind of notice or attachment that it holds. */
export function kindOf({ type, fields }: Line): string {
  if (type === 'system') return `system/${textIn(fields, 'subtype') ?? ''}`
  if (type === 'attachment') return `attachment/${textIn(attachmentOf(fields), 'type') ?? ''}`
  return type
}

/** What an attachment holds. */
export const attachmentOf = ({ attachment }: Fields): Fields => (isObject(attachment) ? attachment : {})

/** What a line that the client writes beside messages says; undefined if it lacks what makes it one. */
const payloads: Readonly<Record<string, (fields: Fields) => Payload | undefined>> = {
  'system/away_summary': (fields) => withText(fields, 'content', { hook_event_name: 'Recap' }),
  'attachment/edited_text_file': (fields) => {
    const file_path = textIn(fields, 'filename')
    return file_path === undefined ? undefined : { hook_event_name: 'FileChanged', file_path, event: 'edited' }
  },
  'attachment/diagnostics': ({ files }) =>
    Array.isArray(files) ? { hook_event_name: 'Diagnostics', files } : undefined,
  'attachment/selected_lines_in_ide': (fields) => shownFile(fields, 'selected'),
  'attachment/opened_file_in_ide': (fields) => shownFile(fields, 'opened'),
  'attachment/file': (fields) => shownFile(fields, 'named'),
  'attachment/directory': (fields) => shownFile(fields, 'named'),
}

const withText = (fields: Fields, name: string, payload: Payload): Payload | undefined => {
  const found = textIn(fields, name)?.trim()
  return found ? { ...payload, [name]: found } : undefined
}

function shownFile(fields: Fields, how: string): Payload | undefined {
  const path = textIn(fields, 'filename') ?? textIn(fields, 'path') ?? textIn(fields, 'displayPath')
  return path === undefined ? undefined : { hook_event_name: 'FilesShown', path, how }
}

/** Lines that say something of the whole session, and are repeated whenever the client saves it. */
const ofSession: Readonly<Record<string, (reading: Reading, fields: Fields, spot: Spot) => boolean>> = {
  'ai-title': (reading, fields, spot) => tellTitle(reading, textIn(fields, 'aiTitle'), 'client', spot),
  // Also what the client calls a session that carries out a plan: only a command says that a person chose the title
  'custom-title': (reading, fields, spot) => tellTitle(reading, textIn(fields, 'customTitle'), 'client', spot),
  'pr-link': (reading, fields, spot) => {
    if (typeof fields.prNumber !== 'number') return false
    emitOnce(reading, spot, { ...fields, hook_event_name: 'PullRequest' })
    return true
  },
}

/** Whether lines of this kind say something besides messages. */
export const isBeside = (kind: string): boolean => Object.hasOwn(payloads, kind) || Object.hasOwn(ofSession, kind)

/** Reads a line of such a kind; false if it lacks what makes it one. */
export function besideLine(reading: Reading, line: Line, spot: Spot): boolean {
  const kind = kindOf(line)
  const fields = line.type === 'attachment' ? attachmentOf(line.fields) : line.fields
  const ofAll = Object.hasOwn(ofSession, kind) ? ofSession[kind] : undefined
  if (ofAll) return ofAll(reading, fields, spot)
  const payload = payloads[kind]?.(fields)
  const thread = threadOf(reading.state, line)
  // The client writes a recap of a session that is at rest
  const isRecap = payload?.hook_event_name === 'Recap'
  if (isRecap) endTurn(reading, thread)
  if (payload && !(isRecap && reading.state.heardPrivate)) emitEvent(reading, spot, { ...payload, ...by(thread) })
  return payload !== undefined
}

/**
 * A title, unless it is the last one from the same side, or a model may have made it of private words. Before the session has
 * begun, there is nothing to give it to.
 */
export function tellTitle(reading: Reading, title: string | undefined, by: 'person' | 'client', spot: Spot): boolean {
  const { state } = reading
  const text = title?.trim()
  if (!text) return false
  if (!state.began) state.title = { text, by }
  else if (by === 'client' && state.heardPrivate) return true
  else if (recall(state.titles, by) !== digest([text])) {
    remember(state.titles, by, digest([text]), 2)
    emitEvent(reading, spot, { hook_event_name: 'Titled', title: text, by })
  }
  return true
}

/** Gives a session that has begun the title that was read before. */
export function titleBegun(reading: Reading, spot: Spot): void {
  const { title, began }: ReaderState = reading.state
  if (!began) return
  reading.state.title = undefined
  if (title) tellTitle(reading, title.text, title.by, spot)
}

/** What people call the kinds of line that something besides messages is read from. */
export const NAMES: Readonly<Record<string, string>> = {
  'system/away_summary': 'recaps',
  'ai-title': 'titles',
  'custom-title': 'titles',
  'pr-link': 'pull requests',
  'system/compact_boundary': 'compactions',
  'attachment/queued_command': 'queued prompts',
  'attachment/edited_text_file': 'external edits',
  'attachment/diagnostics': 'editor reports',
  'attachment/selected_lines_in_ide': 'shown files',
  'attachment/opened_file_in_ide': 'shown files',
  'attachment/file': 'shown files',
  'attachment/directory': 'shown files',
}

/**
 * The kinds of line that hold nothing the product reads, so that a kind which is not among them is a find. `summary` and
 * its kin name conversations of other files.
 */
export const UNREAD: ReadonlySet<string> = new Set(
  `agent-name api-request api-request-blob api-request-shape atis-latch bridge-session file-history-delta
  file-history-snapshot last-prompt mode permission-mode progress summary tools-used system/api_error system/bridge_status
  system/informational system/local_command attachment/agent_listing_delta attachment/auto_mode attachment/auto_mode_exit
  attachment/command_permissions attachment/date attachment/date_change attachment/deferred_tools_delta
  attachment/environment attachment/goal_status attachment/hook_system_message attachment/instructions
  attachment/mcp_instructions_delta attachment/model attachment/nested_memory attachment/plan_file_reference
  attachment/plan_mode attachment/plan_mode_exit attachment/plan_mode_reentry attachment/prompt_snapshot
  attachment/remote_session_change attachment/session_context attachment/silent_turn_reminder attachment/skill_listing
  attachment/task_reminder`.split(/\s+/),
)

import { contentHash } from '../../domain/identity.ts'
import { contentOf } from '../../domain/memory/file-content.ts'
import type { FileContent } from '../../domain/nouns/file-version.ts'
import { flag, isObject, maybeText } from './fields.ts'
import { type RawCall, withoutPrivateEdits } from './private-edits.ts'

type Fields = Readonly<Record<string, unknown>>

/** Larger files are skipped, since a hook waits for the hash. */
const MAX_CHARS = 1024 * 1024
/** The field for the hash in a response from which the whole file was removed; no host uses this name. */
const KNOWN = 'hindcastHash'

/** The file's content after a call; undefined if call and response do not determine it. */
export function writtenFile(input: unknown, response: unknown): FileContent | undefined {
  if (!isObject(response) || typeof response.filePath !== 'string') return undefined
  const known = response[KNOWN]
  if (typeof known === 'string') return { hash: known }
  const text = writtenText(input, response)
  return text === undefined ? undefined : contentOf(response.filePath, text)
}

/**
 * A call without the whole file from before it, which is not part of the result, and without edits of private passages
 * in it; the response includes the hash of the file after it.
 */
export function withoutOriginal(call: RawCall): RawCall {
  const { tool_input: input, tool_response: response } = call
  if (!isObject(response) || response.originalFile === undefined) return call
  const text = writtenText(input, response)
  const { tool_input, tool_response } = withoutPrivateEdits(call)
  const known = { originalFile: undefined, [KNOWN]: text === undefined ? undefined : contentHash(text) }
  return { tool_input, tool_response: { ...(tool_response as Fields), ...known } }
}

function writtenText(input: unknown, response: Fields): string | undefined {
  const text = wholeText(isObject(input) ? input : {}, response)
  return text === undefined || text.length > MAX_CHARS ? undefined : text
}

/** A person's change to a proposed edit cannot be derived from this data. */
function wholeText(input: Fields, response: Fields): string | undefined {
  if (flag.parse(response.userModified)) return undefined
  const whole = maybeText.parse(response.content ?? input.content)
  if (whole !== undefined && 'structuredPatch' in response) return whole
  const before = maybeText.parse(response.originalFile ?? '')
  const edits = Array.isArray(response.edits) ? response.edits : [response]
  return edits.reduce<string | undefined>(edited, before)
}

function edited(text: string | undefined, edit: unknown): string | undefined {
  if (text === undefined || !isObject(edit)) return undefined
  const from = maybeText.parse(edit.oldString ?? edit.old_string)
  const to = maybeText.parse(edit.newString ?? edit.new_string)
  if (from === undefined || to === undefined) return undefined
  if (from === '') return text === '' ? to : undefined
  const parts = text.split(from)
  if (parts.length < 2) return undefined
  const all = flag.parse(edit.replaceAll ?? edit.replace_all)
  return all ? parts.join(to) : `${parts[0]}${to}${parts.slice(1).join(from)}`
}

import { type PrivateSpan, privateSpans } from '@hindcast/redaction/tags.ts'
import { flag, isObject, maybeText, objects } from './fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** A tool's input and response, as the client sends them. */
export interface RawCall {
  readonly tool_input?: unknown
  readonly tool_response?: unknown
}

/**
 * A call without the texts of edits that touch a private passage of their file. The passage's tags are often outside the
 * edit, and only the file from before the call shows them.
 */
export function withoutPrivateEdits<C extends RawCall>(call: C): C {
  const { tool_input: input, tool_response: response } = call
  if (!isObject(response) || typeof response.originalFile !== 'string') return call
  const file = response.originalFile
  const spans = privateSpans(file)
  if (spans.length === 0) return call
  const opened = (fields: Fields): Fields => withoutTexts(fields, file, spans)
  return {
    ...call,
    tool_input: isObject(input) ? opened(input) : input,
    tool_response: { ...opened(response), ...patchOutside(response, file, spans) },
  }
}

/** An edit, or a list of them, with empty texts where it touches a passage. */
function withoutTexts(edit: Fields, file: string, spans: readonly PrivateSpan[]): Fields {
  const edits = Array.isArray(edit.edits) && {
    edits: edit.edits.map((each) => (isObject(each) ? withoutTexts(each, file, spans) : each)),
  }
  const texts = TEXTS.filter((name) => typeof edit[name] === 'string')
  const touches = texts.length > 0 && touchesPassage(edit, file, spans)
  return { ...edit, ...edits, ...(touches && Object.fromEntries(texts.map((name) => [name, '']))) }
}

const TEXTS = ['old_string', 'new_string', 'oldString', 'newString'] as const

/** What is not in the file, because an earlier edit wrote it, counts as touching. */
function touchesPassage(edit: Fields, file: string, spans: readonly PrivateSpan[]): boolean {
  const from = maybeText.parse(edit.oldString ?? edit.old_string) ?? ''
  if (from === '') return false
  const all = flag.parse(edit.replaceAll ?? edit.replace_all)
  let at = file.indexOf(from)
  if (at < 0) return true
  for (; at >= 0; at = file.indexOf(from, at + from.length)) {
    if (spans.some((span) => isOverlap(span, [at, at + from.length]))) return true
    if (!all) return false
  }
  return false
}

const isOverlap = ([from, to]: PrivateSpan, [start, end]: PrivateSpan): boolean => start < to && from < end

/** The patch without the lines of the hunks that show a passage; where these are is not private. */
function patchOutside({ structuredPatch }: Fields, file: string, spans: readonly PrivateSpan[]) {
  if (!Array.isArray(structuredPatch)) return {}
  const lineAt = (offset: number) => file.slice(0, offset).split('\n').length
  const inLines = spans.map(([from, to]) => [lineAt(from), lineAt(to) + 1] as const)
  const isOutside = ({ oldStart, lines }: Fields): boolean => {
    const start = typeof oldStart === 'number' ? oldStart : 1
    const shown = Array.isArray(lines) ? lines.filter((line) => !String(line).startsWith('+')).length : 0
    return !inLines.some((span) => isOverlap(span, [start, start + Math.max(1, shown)]))
  }
  const hunks = objects.parse(structuredPatch)
  return { structuredPatch: hunks.map((hunk) => (isOutside(hunk) ? hunk : { ...hunk, lines: [] })) }
}

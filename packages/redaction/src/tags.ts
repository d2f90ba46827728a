import { mapStrings } from './strings.ts'

/** Beyond this many tags, the rest of the text is cut. */
const MAX_TAGS = 100
const PRIVATE = tagPattern('private|hindcast-context|claude-mem-context')
const REMINDER = tagPattern('system-reminder')

/** A text with its private passages removed. */
export interface PrivateCut {
  readonly text: string
  /** It contained nothing but private text and white space. */
  readonly wasPrivate: boolean
  /** How many passages were removed. */
  readonly cut: number
}

/**
 * Removes `<private>`, `<hindcast-context>` and `<claude-mem-context>` with their contents. Errs on the side of
 * removing: an unclosed tag extends to the end, tags nest, and the first private tag after the hundredth removes all
 * that follows. Linear in the text.
 */
export function cutPrivate(text: string): PrivateCut {
  const { kept, names, cut } = cutTags(text, PRIVATE, MAX_TAGS)
  return { text: kept, wasPrivate: names.has('private') && kept.trim() === '', cut }
}

/**
 * `value` (JSON-shaped) with private passages removed from every string, including keys; the same reference if nothing
 * was removed.
 */
export function cutPrivateDeep(value: unknown): unknown {
  return mapStrings(value, (text) => (text.includes('<') ? cutPrivate(text).text : text), cutPrivateLines)
}

/**
 * A text in separate lines, such as a diff's, with private passages removed across lines. If they begin inside a
 * passage, whose opening tag is not among them, everything up to its end is removed. The same reference if nothing was
 * removed.
 */
export function cutPrivateLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('<'))) return lines
  const whole = lines.join('\n')
  const [first] = whole.matchAll(PRIVATE)
  if (first === undefined) return lines
  const began = first[1] === undefined ? '' : `<${first[1]}>`
  return cutPrivate(began + whole).text.split('\n')
}

/** Text without the `<system-reminder>` passages that a host inserts into prompts and results. */
export function cutReminders(text: string): string {
  return cutTags(text, REMINDER, Number.POSITIVE_INFINITY).kept
}

/** Where the private passages of a text begin and end, as offsets in it; the same passages as `cutPrivate` removes. */
export const privateSpans = (text: string): readonly PrivateSpan[] =>
  text.includes('<') ? cutTags(text, PRIVATE, MAX_TAGS).spans : []

/** From an offset up to another one. */
export type PrivateSpan = readonly [from: number, to: number]

interface Cut {
  readonly kept: string
  readonly names: ReadonlySet<string>
  readonly spans: readonly PrivateSpan[]
  readonly cut: number
}

/** One pass; a passage ends once every tag opened in it is closed. */
function cutTags(text: string, pattern: RegExp, maxTags: number): Cut {
  const kept: string[] = []
  const names = new Set<string>()
  const spans: PrivateSpan[] = []
  const open = openTags()
  let [from, began, tags] = [0, 0, 0]
  for (const { 0: tag, 1: closing, 2: opening = '', index } of text.matchAll(pattern)) {
    if (closing !== undefined) {
      if (!open.close(closing.toLowerCase())) continue
      from = index + tag.length
      spans.push([began, from])
      continue
    }
    const name = opening.toLowerCase()
    const past = ++tags > maxTags
    if (past && open.none() && name !== 'private') continue
    if (open.none()) {
      kept.push(text.slice(from, index))
      began = index
      names.add(name)
    }
    open.open(name)
    if (past) break
  }
  const cut = kept.length
  if (open.none()) kept.push(text.slice(from))
  else spans.push([began, text.length])
  return { kept: joinApart(kept), names, spans, cut }
}

/** Counts the open tags by name. */
function openTags() {
  const counts = new Map<string, number>()
  let total = 0
  return {
    none: () => total === 0,
    open(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      total++
    },
    /** True if this closed the last open tag; closing a tag that is not open does nothing. */
    close(name: string): boolean {
      const count = counts.get(name) ?? 0
      if (count === 0) return false
      counts.set(name, count - 1)
      return --total === 0
    },
  }
}

/** Removing a passage must not create a tag from the text around it: `<pri` + `vate>`. */
function joinApart(parts: readonly string[]): string {
  const last = parts.length - 1
  return parts.map((part, at) => (at < last && /<\/?[a-z-]*$/i.test(part.slice(-24)) ? `${part} ` : part)).join('')
}

/**
 * `[1]` matches a closing tag, which must be complete; `[2]` an opening one, which counts from its name on, with or
 * without attributes, complete or not. Looks ahead only over white space: linear.
 */
function tagPattern(names: string): RegExp {
  return new RegExp(`</(${names})\\s*>|<(${names})(?![\\w.:-])`, 'gi')
}

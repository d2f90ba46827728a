import { mapStrings } from './strings.ts'

/** Tags past this many are not told apart any more. */
const MAX_TAGS = 100
const PRIVATE = tagPattern('private|hindcast-context|claude-mem-context')
const REMINDER = tagPattern('system-reminder')

/** A text after its private passages were cut. */
export interface PrivateCut {
  readonly text: string
  /** Nothing but private text and white space was there. */
  readonly wasPrivate: boolean
  /** How many passages were cut. */
  readonly cut: number
}

/**
 * Cuts `<private>`, `<hindcast-context>` and `<claude-mem-context>` with all that they hold. In doubt it cuts: an unclosed
 * tag reaches to the end, tags nest, and so does the first private tag past the hundredth. Linear in the text.
 */
export function cutPrivate(text: string): PrivateCut {
  const { kept, names, cut } = cutTags(text, PRIVATE, MAX_TAGS)
  return { text: kept, wasPrivate: names.has('private') && kept.trim() === '', cut }
}

/** `value` (JSON-shaped) with every string cut, keys too; the same reference where nothing was cut. */
export function cutPrivateDeep(value: unknown): unknown {
  return mapStrings(value, (text) => cutPrivate(text).text)
}

/** Text without the `<system-reminder>` passages that a host puts into prompts and results. */
export function cutReminders(text: string): string {
  return cutTags(text, REMINDER, Number.POSITIVE_INFINITY).kept
}

interface Cut {
  readonly kept: string
  readonly names: ReadonlySet<string>
  readonly cut: number
}

/** One pass; a passage ends where every tag that was opened in it is closed. */
function cutTags(text: string, pattern: RegExp, maxTags: number): Cut {
  const kept: string[] = []
  const names = new Set<string>()
  const open = openTags()
  let [from, tags] = [0, 0]
  for (const { 0: tag, 1: closing, 2: opening = '', index } of text.matchAll(pattern)) {
    if (closing !== undefined) {
      if (open.close(closing.toLowerCase())) from = index + tag.length
      continue
    }
    const name = opening.toLowerCase()
    const past = ++tags > maxTags
    if (past && open.none() && name !== 'private') continue
    if (open.none()) {
      kept.push(text.slice(from, index))
      names.add(name)
    }
    open.open(name)
    if (past) break
  }
  const cut = kept.length
  if (open.none()) kept.push(text.slice(from))
  return { kept: joinApart(kept), names, cut }
}

/** How many of each tag are open. */
function openTags() {
  const counts = new Map<string, number>()
  let total = 0
  return {
    none: () => total === 0,
    open(name: string) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      total++
    },
    /** True when this was the last one; a tag that was not open is not closed. */
    close(name: string): boolean {
      const count = counts.get(name) ?? 0
      if (count === 0) return false
      counts.set(name, count - 1)
      return --total === 0
    },
  }
}

/** What stood apart must not become a tag by coming together: `<pri` + `vate>`. */
function joinApart(parts: readonly string[]): string {
  const last = parts.length - 1
  return parts.map((part, at) => (at < last && /<\/?[a-z-]*$/i.test(part.slice(-24)) ? `${part} ` : part)).join('')
}

/**
 * `[1]` names a closing tag, which must be whole; `[2]` an opening one, which counts from its name on, with attributes
 * or without, finished or not. It reads ahead over white space alone: linear.
 */
function tagPattern(names: string): RegExp {
  return new RegExp(`</(${names})\\s*>|<(${names})(?![\\w.:-])`, 'gi')
}

import { readFileSync, statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { SecretRange } from '@hindcast/redaction/clean.ts'
import type { Secrets } from '../../ports/system.ts'
import { ANCHORS, type Anchor } from './anchors.ts'
import { BROKEN, encodedIn, type Hidden, overBreaks, unbroken } from './hidden.ts'
import type { Pattern } from './pattern.ts'
import { PATTERNS } from './patterns.ts'
import { type Scan, STEP, scanFor } from './starts.ts'

/**
 * How far the library's rules see beyond the part of a text that is looked at: an RSA key of 16,384 bits has 13 KB. The
 * rows of PATTERNS see all of the text.
 */
const BEYOND = 16 * 1024
/** How far before it they see: some report a secret with its name. */
const BEFORE = 64

/**
 * Secrets found by secretlint's recommended rules and by PATTERNS. The library does not count the example keys in AWS's
 * documentation (AKIAIOSFODNN7EXAMPLE and similar), so they stay.
 */
export const secretlint: Secrets = {
  find: (text) => findWhere(text, SCAN),
}

/**
 * The same, and Hindcast's own tokens, which are plain hexadecimal numbers and are known by the files that keep them.
 * Whenever a text holds such a number, as every event does, the files are looked at, so that a new token counts at once.
 */
export const knowingTokens = (files: readonly string[]): Secrets => {
  const keepers = files.map(tokensIn)
  return {
    async find(text) {
      const found = await secretlint.find(text)
      if (!hasLongNumber(text)) return found
      const tokens = new Set(keepers.flatMap((keeper) => keeper()))
      const own = [...text.matchAll(TOKEN)].filter(([token]) => tokens.has(token))
      return [...found, ...own.map(({ 0: token, index }) => rangeOf(index, token.length, 'hindcast'))]
    },
  }
}

/** The tokens in a file, which is read again when it has changed. Synchronous: a few microseconds, where a thread takes a hundred. */
function tokensIn(file: string): () => readonly string[] {
  let known: { readonly as: string; readonly tokens: readonly string[] } | undefined
  return () => {
    try {
      const { ino, size, ctimeNs } = statSync(file, { bigint: true })
      const as = [ino, size, ctimeNs].join()
      if (known?.as !== as) known = { as, tokens: readFileSync(file, 'utf8').match(TOKEN) ?? [] }
      return known.tokens
    } catch {
      return []
    }
  }
}

const TOKEN = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g
const rangeOf = (start: number, length: number, kind: string): SecretRange => ({ start, end: start + length, kind })

/** Looks at every 64th character first, and 32 to either side of it: a number of 64 digits covers two of these. */
function hasLongNumber(text: string): boolean {
  for (let at = 32; at < text.length; at += 64) {
    const near = isDigit(text, at) ? isDigit(text, at - 32) || isDigit(text, at + 32) : false
    if (near && text.slice(Math.max(0, at - 63), at + 64).search(TOKEN) >= 0) return true
  }
  return false
}

/** Whether the character at an index is a lower-case hexadecimal digit. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102)
}

/** Whatever may match where one of its words is. */
export type Rule = Pattern | Anchor | typeof BROKEN

/** All of them. */
export const RULES: readonly Rule[] = [...PATTERNS, ...ANCHORS, BROKEN]
const SCAN: Scan<Rule> = scanFor(RULES)

/** Runs the rules where `scan` says that they may match, and yields after each step. */
export async function findWhere(text: string, scan: Scan<Rule>): Promise<readonly SecretRange[]> {
  const found: SecretRange[] = []
  const search = new Search(text)
  for (let from = 0; from < text.length; from += STEP) {
    if (from > 0) await setImmediate()
    const to = Math.min(text.length, from + STEP)
    const { starts, runs } = scan(text, from, to)
    for (const { at, rules } of starts) for (const rule of rules) search.run(rule, at)
    const { ranges, kinds, broken } = search.taken()
    if (kinds.size > 0) found.push(...(await findByLibrary(text, from, to, kinds)))
    found.push(...ranges.map((range) => overBreaks(text, range)))
    const isKnown = ({ start, end }: SecretRange) => found.some((each) => each.start < end && start < each.end)
    const keys = broken.filter((range) => !isKnown(range))
    for (const hidden of [
      ...encodedIn(text, runs),
      ...keys.map(({ start, end }) => unbroken(text.slice(start, end), start)),
    ])
      found.push(...(await findHidden(hidden, scan)))
  }
  return found
}

async function findHidden({ text, outer }: Hidden, scan: Scan<Rule>): Promise<SecretRange[]> {
  return (await findWhere(text, scan)).flatMap((range) => outer(range) ?? [])
}

/** What the rules find in a text, in order of their starts. */
class Search {
  readonly #text: string
  /** Where each rule's last match ends, so that the next one does not overlap it. */
  readonly #ends = new Map<Rule, number>()
  #found = { ranges: [] as SecretRange[], kinds: new Set<string>(), broken: [] as SecretRange[] }

  constructor(text: string) {
    this.#text = text
  }

  run(rule: Rule, at: number): void {
    if (at < (this.#ends.get(rule) ?? 0)) return
    const pattern = 'broken' in rule ? rule.broken : rule.pattern
    pattern.lastIndex = at
    const match = pattern.exec(this.#text)
    if (match === null) return
    const end = at + match[0].length
    this.#ends.set(rule, end)
    if ('library' in rule) this.#found.kinds.add(rule.library)
    else if ('broken' in rule) this.#found.broken.push({ start: at, end, kind: 'broken' })
    else this.#found.ranges.push(...secretsOf(match, rule))
  }

  /** What was found since the last call. */
  taken() {
    const found = this.#found
    this.#found = { ranges: [], kinds: new Set(), broken: [] }
    return found
  }
}

function secretsOf(match: RegExpExecArray, { kind, accept, near }: Pattern): SecretRange[] {
  if (near) return near(match).map(([start, end]) => ({ start, end, kind }))
  const group = match.findIndex((each, at) => at > 0 && each !== undefined)
  const secret = match[Math.max(0, group)] ?? ''
  if (accept && !accept(secret, match)) return []
  const [start, end] = match.indices?.[Math.max(0, group)] ?? [0, 0]
  return [{ start, end, kind }]
}

/** Most texts contain no anchor, so the library is loaded with the first text that does. */
async function findByLibrary(text: string, from: number, to: number, kinds: ReadonlySet<string>) {
  const { findByRules } = await import('./rules.ts')
  const start = Math.max(0, from - BEFORE)
  const part = text.slice(start, to + BEYOND)
  return (await findByRules(part, kinds)).map((range) => inText(text, start, start + part.length, range))
}

/**
 * The range in a part of a text, relative to the whole text. A range that touches the part's end is extended over the
 * rest of the token.
 */
function inText(text: string, from: number, partEnd: number, { start, end, kind }: SecretRange): SecretRange {
  if (from + end < partEnd) return { start: from + start, end: from + end, kind }
  const token = /[\w.+/=~%-]*/y
  token.lastIndex = partEnd
  token.test(text)
  return { start: from + start, end: token.lastIndex, kind }
}

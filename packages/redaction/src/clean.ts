import { collectStrings, mapStrings } from './strings.ts'
import { wellFormed } from './well-formed.ts'

declare const clean: unique symbol
/**
 * Text without secrets, lone surrogates and NUL. Stores, models and files accept only this type, and only this folder
 * creates it (and identity.ts, of hashes).
 */
export type Clean = string & { readonly [clean]: true }

/** JSON in which every string is Clean. */
export type CleanJson =
  | Clean
  | number
  | boolean
  | null
  | undefined
  | readonly CleanJson[]
  | { readonly [key: string]: CleanJson }

/** `T` after redaction: strings become Clean, `unknown` becomes CleanJson, and unions of literals stay as they are. */
export type Cleaned<T> = unknown extends T
  ? CleanJson
  : T extends string
    ? string extends T
      ? Clean
      : T
    : T extends object
      ? { readonly [K in keyof T]: Cleaned<T[K]> }
      : T

/** The position of a secret in a text: UTF-16 offsets, end exclusive; `kind` is a short name such as `github`. */
export interface SecretRange {
  readonly start: number
  readonly end: number
  readonly kind: string
}

/** `text` with `[redacted:<kind>]` in place of each range. Total: ranges may overlap, be unsorted, reversed or out of bounds. */
export function redact(text: string, ranges: readonly SecretRange[]): Clean {
  const source = wellFormed(text)
  const kept: string[] = []
  let from = 0
  for (const { start, end, kind } of disjoint(source, ranges)) {
    kept.push(source.slice(from, start), `[redacted:${kind}]`)
    from = end
  }
  return (kept.join('') + source.slice(from)) as Clean
}

/**
 * A record with every string redacted, including keys. All strings are scanned together, each next to its key, because
 * the key can give a value away: `{ password: 'x7…' }`. `cut` may shorten a text before it is scanned.
 */
export async function redactDeep<T>(
  record: T,
  find: (text: string) => Promise<readonly SecretRange[]>,
  cut: (text: string) => string = (text) => text,
): Promise<Cleaned<T>> {
  const starts: number[] = []
  const pieces: string[] = []
  let length = 0
  const formed = mapStrings(record, (text, role) => {
    const whole = wellFormed(cut(text))
    const piece = `"${whole}"${role === 'key' ? ': ' : APART}`
    starts.push(length + 1)
    pieces.push(piece)
    length += piece.length
    return whole
  })
  const all = pieces.join('')
  const ranges = disjoint(all, await find(all))
  if (ranges.length === 0) return formed as Cleaned<T>
  const take = takeRanges(ranges)
  let at = 0
  return mapStrings(record, (text) => {
    const start = starts[at++] ?? 0
    const short = cut(text)
    return redact(short, take(start, start + short.length))
  }) as Cleaned<T>
}

/** No secret reaches across NUL, though what says that a value is one may stand in the value before: the name of its file. */
const APART = '\0\n'

/**
 * The same for a large record of short strings that recur, and in which secrets are rare: each different string is
 * scanned once, by itself. The record itself is returned if nothing has to be changed in it.
 */
export async function redactRarely<T>(
  record: T,
  find: (text: string) => Promise<readonly SecretRange[]>,
): Promise<Cleaned<T>> {
  const texts = new Set<string>()
  collectStrings(record, texts)
  const all = [...texts]
  const isPlain = all.every((text) => wellFormed(text) === text) && (await find(all.join(APART))).length === 0
  return isPlain ? (record as Cleaned<T>) : redactDeep(record, find)
}

/** Hindcast's own text, as a template: cleanLiteral`read ${path}`. Interpolated values must be Clean or numbers. */
export function cleanLiteral(words: TemplateStringsArray, ...values: readonly (Clean | number)[]): Clean {
  return String.raw({ raw: words }, ...values) as Clean
}

/** Concatenates Clean parts. */
export function cleanJoin(parts: readonly Clean[], separator: Clean): Clean {
  return parts.join(separator) as Clean
}

/** At most `max` characters: keeps head and tail, with a note of what is missing in between if it fits. */
export function capClean(text: Clean, max: number): Clean {
  if (text.length <= max) return text
  const room = max - notice(text.length).length
  if (room < 2) return text.slice(0, beforePair(text, Math.max(0, Math.floor(max)))) as Clean
  const head = beforePair(text, Math.ceil(room / 2))
  const tail = afterPair(text, text.length - Math.floor(room / 2))
  return (text.slice(0, head) + notice(tail - head) + text.slice(tail)) as Clean
}

const notice = (count: number): string => `… [${count.toLocaleString('en-US')} characters cut] …`

/**
 * Sorts and merges ranges so that they are within the text, never split a surrogate pair and never overlap; a merged
 * range takes the first kind.
 */
export function disjoint(text: string, ranges: readonly SecretRange[]): SecretRange[] {
  const merged: SecretRange[] = []
  for (const range of ranges.map((each) => within(text, each)).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (range.start === range.end) continue
    if (last === undefined || range.start >= last.end) merged.push(range)
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) }
  }
  return merged
}

/** An unreadable range (NaN) extends to the end of the text: better to cut too much than too little. */
function within(text: string, { start, end, kind }: SecretRange): SecretRange {
  const [a, b] = [Number.isNaN(start) ? 0 : start, Number.isNaN(end) ? text.length : end]
  const clamp = (at: number) => Math.min(Math.max(at, 0), text.length)
  return {
    start: beforePair(text, clamp(Math.floor(Math.min(a, b)))),
    end: afterPair(text, clamp(Math.ceil(Math.max(a, b)))),
    kind: kind.replace(/[^a-z0-9-]/gi, '').slice(0, 40) || 'secret',
  }
}

/** Returns the ranges in each successive string, with offsets relative to it. Call with the strings in order. */
function takeRanges(ranges: readonly SecretRange[]): (start: number, end: number) => SecretRange[] {
  let next = 0
  return (start, end) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    const taken: SecretRange[] = []
    for (let at = next, range = ranges[at]; range !== undefined && range.start < end; range = ranges[++at])
      taken.push({
        start: Math.max(range.start, start) - start,
        end: Math.min(range.end, end) - start,
        kind: range.kind,
      })
    return taken
  }
}

const beforePair = (text: string, at: number): number => (splitsPair(text, at) ? at - 1 : at)
const afterPair = (text: string, at: number): number => (splitsPair(text, at) ? at + 1 : at)
const splitsPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

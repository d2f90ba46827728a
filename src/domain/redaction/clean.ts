import { mapStrings } from './strings.ts'
import { wellFormed } from './well-formed.ts'

declare const clean: unique symbol
/** Text without secrets, lone surrogates and NUL. Stores, models and files accept nothing else; only this module makes it. */
export type Clean = string & { readonly [clean]: true }

/** JSON of which each text is Clean. */
export type CleanJson =
  | Clean
  | number
  | boolean
  | null
  | undefined
  | readonly CleanJson[]
  | { readonly [key: string]: CleanJson }

/** `T` after redaction: its texts are Clean, whatever is `unknown` is CleanJson, and unions of literals stay what they are. */
export type Cleaned<T> = unknown extends T
  ? CleanJson
  : T extends string
    ? string extends T
      ? Clean
      : T
    : T extends object
      ? { readonly [K in keyof T]: Cleaned<T[K]> }
      : T

/** Where a secret stands in a text: UTF-16 offsets, end exclusive; `kind` is a short name such as `github`. */
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
 * A record with every string redacted, keys too. Secrets are looked for once, in all strings together, each beside its
 * key: `{ password: 'x7…' }` says what its value is. `cut` may shorten a text before it is looked through.
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

/** Nothing that looks like a secret runs over NUL, so none is found across two values. */
const APART = '\0\n'

/** Text that Hindcast itself wrote, as a template: cleanLiteral`read ${path}`. What is put in must be Clean, or a number. */
export function cleanLiteral(words: TemplateStringsArray, ...values: readonly (Clean | number)[]): Clean {
  return String.raw({ raw: words }, ...values) as Clean
}

/** Clean parts, one after another. */
export function cleanJoin(parts: readonly Clean[], separator: Clean): Clean {
  return parts.join(separator) as Clean
}

/** At most `max` characters: head and tail stay, and what is missing is said between them where there is room to say it. */
export function capClean(text: Clean, max: number): Clean {
  if (text.length <= max) return text
  const room = max - notice(text.length).length
  if (room < 2) return text.slice(0, beforePair(text, Math.max(0, Math.floor(max)))) as Clean
  const head = beforePair(text, Math.ceil(room / 2))
  const tail = afterPair(text, text.length - Math.floor(room / 2))
  return (text.slice(0, head) + notice(tail - head) + text.slice(tail)) as Clean
}

const notice = (count: number): string => `… [${count.toLocaleString('en-US')} characters cut] …`

/** Sorted, within the text, whole surrogate pairs, and no two overlap; the first kind names a merged range. */
function disjoint(text: string, ranges: readonly SecretRange[]): SecretRange[] {
  const merged: SecretRange[] = []
  for (const range of ranges.map((each) => within(text, each)).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (range.start === range.end) continue
    if (last === undefined || range.start >= last.end) merged.push(range)
    else merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) }
  }
  return merged
}

/** A range that can't be read (NaN) reaches to the text's own end: too much is cut rather than too little. */
function within(text: string, { start, end, kind }: SecretRange): SecretRange {
  const [a, b] = [Number.isNaN(start) ? 0 : start, Number.isNaN(end) ? text.length : end]
  const clamp = (at: number) => Math.min(Math.max(at, 0), text.length)
  return {
    start: beforePair(text, clamp(Math.floor(Math.min(a, b)))),
    end: afterPair(text, clamp(Math.ceil(Math.max(a, b)))),
    kind: kind.replace(/[^a-z0-9-]/gi, '').slice(0, 40) || 'secret',
  }
}

/** Hands out the ranges within one string after another, counted from its start. Strings come in order. */
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

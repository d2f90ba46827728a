import type { LineValues } from '../../host-transcripts.ts'

/** How a line of a transcript begins; used to find a complete one after a torn one. */
const BEGINNING = /\{"(?:parentUuid|type|isSidechain|sessionId)":/g
const MOST_BEGINNINGS = 8
/**
 * Deep nesting makes the parser use excessive memory, so long lines are checked first. Real lines come nowhere near
 * this depth.
 */
const [LONG, MOST_DEPTH] = [1_000_000, 1_000]

/**
 * The values on one line: usually one, several if a line break is missing, none on an empty line. The torn part left by
 * a crash is `rest`; complete values before and after it are kept. Total, and linear in the line.
 */
export function splitValues(line: string): LineValues {
  const whole = jsonValue(line)
  if (whole) return { values: [whole.value] }
  const values: unknown[] = []
  let at = pastBlanks(line, 0)
  while (at < line.length) {
    const end = endOfValue(line, at)
    const value = end === undefined ? undefined : jsonValue(line.slice(at, end))
    if (end === undefined || !value) return unreadable(line, at, values)
    values.push(value.value)
    at = pastBlanks(line, end)
  }
  return { values }
}

function jsonValue(text: string): { readonly value: unknown } | undefined {
  if (text.length > LONG && isTooDeep(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** White space, and the NULs that a system crash leaves of a block. */
function pastBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && (text.charCodeAt(at) <= SPACE || text.charCodeAt(at) === BYTE_ORDER_MARK)) at++
  return at
}

const [SPACE, QUOTE, BACKSLASH, BYTE_ORDER_MARK] = [32, 34, 92, 0xfeff]

const [BRACE, END_BRACE, SQUARE, END_SQUARE] = [0x7b, 0x7d, 0x5b, 0x5d]

const isBracket = (code: number): boolean =>
  code === BRACE || code === END_BRACE || code === SQUARE || code === END_SQUARE
const step = (code: number): number => (code === BRACE || code === SQUARE ? 1 : -1)

/** Where the object or list that begins at `from` is closed; undefined if it is never closed, or none begins there. */
function endOfValue(text: string, from: number): number | undefined {
  const first = text.charCodeAt(from)
  if (!isBracket(first) || step(first) < 0) return undefined
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isBracket(code)) depth += step(code)
    if (depth === 0) return at + 1
  }
  return undefined
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length && depth <= MOST_DEPTH; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isBracket(code)) depth += step(code)
  }
  return depth > MOST_DEPTH
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

/**
 * Quotes inside strings are escaped, so a match is a real beginning, though possibly of an object nested in the torn
 * value.
 */
function unreadable(line: string, from: number, values: readonly unknown[]): LineValues {
  const error = `no JSON value at character ${from}`
  BEGINNING.lastIndex = from + 1
  for (let tries = 0; tries < MOST_BEGINNINGS; tries++) {
    const start = BEGINNING.exec(line)?.index
    if (start === undefined) break
    const tail = jsonValue(line.slice(start))
    if (tail) return { values: [...values, tail.value], rest: line.slice(from, start), error }
  }
  return { values, rest: line.slice(from), error }
}

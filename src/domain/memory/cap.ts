/** The limit for each side (input, output) of a call. */
export const SIDE_MAX = 8 * 1024
/** The limit for a message or another field of an event. */
export const FIELD_MAX = 4 * 1024

/**
 * At most `max` characters: two thirds from the head, one third from the tail, with a note of what is missing in
 * between. Cuts at a line end if one is near, and never inside a surrogate pair.
 */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text
  const room = max - NOTICE_ROOM
  const head = headEnd(text, Math.floor((room * 2) / 3))
  const tail = tailStart(text, text.length - Math.floor(room / 3))
  return `${text.slice(0, head)}\n… [${(tail - head).toLocaleString('en-US')} characters cut] …\n${text.slice(tail)}`
}

const NOTICE_ROOM = 48
/** A line end within this distance is preferred to the exact position. */
const NEAR = 200

function headEnd(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at)
  return line >= 0 && line > at - NEAR ? line : splitsPair(text, at) ? at - 1 : at
}

function tailStart(text: string, at: number): number {
  const line = text.slice(at, at + NEAR).indexOf('\n')
  return line >= 0 ? at + line + 1 : splitsPair(text, at) ? at + 1 : at
}

const splitsPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'

/** One line of a file, without its line ending. */
export interface FileLine {
  /** Undefined if it is longer than `MAX_LINE`. */
  readonly text?: string | undefined
  /** The bytes were not UTF-8; invalid ones appear as U+FFFD. */
  readonly garbled: boolean
  /** The offset after the line and its line break. */
  readonly end: number
  /** It ends with a line break; otherwise it may still be being written. */
  readonly whole: boolean
}

/** Longer lines are skipped: a single one would take more memory than the daemon should use. */
export const MAX_LINE = 32 * 1024 * 1024
const CHUNK = 128 * 1024
const BREAK = 10

/** The lines of a file from a byte offset on, however long; memory is bounded by `MAX_LINE`. */
export async function* linesFrom(file: FileHandle, from: number): AsyncGenerator<FileLine> {
  let parts: Buffer[] = []
  let length = 0
  let at = from
  const add = (part: Buffer) => {
    length += part.length
    if (length <= MAX_LINE) parts.push(part)
    else parts = []
  }
  const take = (end: number, whole: boolean): FileLine => {
    const line = { ...(length <= MAX_LINE ? decodedBytes(parts) : { garbled: false }), end, whole }
    parts = []
    length = 0
    return line
  }
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
    if (bytesRead === 0) break
    let start = 0
    for (let end = buffer.indexOf(BREAK); end >= 0 && end < bytesRead; end = buffer.indexOf(BREAK, start)) {
      add(buffer.subarray(start, end))
      start = end + 1
      yield take(at + start, true)
    }
    if (start < bytesRead) add(buffer.subarray(start, bytesRead))
    at += bytesRead
  }
  if (length > 0) yield take(at, false)
}

function decodedBytes(parts: readonly Buffer[]): Pick<FileLine, 'text' | 'garbled'> {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  return { text: bytes.toString('utf8'), garbled: !isUtf8(bytes) }
}

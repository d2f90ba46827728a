import { existsSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'

/** Sizes in a write-ahead log, in bytes. */
const HEADER = 32
const FRAME_HEADER = 24
/** The first word of a log: whether its checksums are of little- or big-endian words. */
const LITTLE = 0x377f0682
const BIG = 0x377f0683
/** Each restart of a log increases its first salt by one; frames of so many restarts ago are left-overs. */
const RESTARTS = 1_000_000

type Sums = readonly [number, number]

/**
 * Whether a database that nobody has open lost commits with its log: SQLite ignores the log from the first frame that is
 * not valid, and takes a log that is missing as empty. What a killed process leaves is no loss: a last frame in part,
 * or frames from before the log was restarted.
 */
export function hasLostLog(file: string): boolean {
  // Both are deleted together when the last connection closes
  if (!existsSync(`${file}-wal`)) return existsSync(`${file}-shm`)
  const log = readFileSync(`${file}-wal`)
  if (log.length <= HEADER) return false
  const magic = log.readUInt32BE(0)
  if (magic !== BIG && magic !== LITTLE) return true
  const words = wordsOf(log, magic === BIG)
  const head = sumsOf(words, 0, HEADER - 8, [0, 0])
  return !isSummed(log, HEADER - 8, head) || hasLostFrames(log, words, head)
}

function hasLostFrames(log: Buffer, words: Int32Array, head: Sums): boolean {
  const size = FRAME_HEADER + log.readUInt32BE(8)
  const [salt, second] = [log.readUInt32BE(16), log.readUInt32BE(20)]
  const isCurrent = (at: number) => log.readUInt32BE(at + 8) === salt && log.readUInt32BE(at + 12) === second
  let sums = head
  let at = HEADER
  for (; at + size <= log.length && isCurrent(at); at += size) {
    const next = sumsOf(words, at + FRAME_HEADER, size - FRAME_HEADER, sumsOf(words, at, 8, sums))
    if (!isSummed(log, at + 16, next)) break
    sums = next
  }
  for (let later = at; later + size <= log.length; later += size) {
    const age = (salt - log.readUInt32BE(later + 8)) >>> 0
    const isCommit = log.readUInt32BE(later + 4) !== 0
    if (age > RESTARTS || (later > at && isCurrent(later) && isCommit)) return true
  }
  return false
}

/** The log as numbers of this machine, which are read several times faster than bytes. */
function wordsOf(log: Buffer, isBig: boolean): Int32Array {
  const whole = log.subarray(0, log.length - (log.length % 4))
  const { buffer, byteOffset, length } = isBig === (endianness() === 'BE') ? whole : Buffer.from(whole).swap32()
  return new Int32Array(buffer, byteOffset, length / 4)
}

const isSummed = (log: Buffer, at: number, [first, second]: Sums): boolean =>
  log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second

/** SQLite's checksum over words in pairs, continued from an earlier one; `from` and `length` in bytes. */
function sumsOf(words: Int32Array, from: number, length: number, [first, second]: Sums): Sums {
  let [a, b] = [first, second]
  for (let at = from / 4; at < (from + length) / 4; at += 2) {
    a = (a + (words[at] as number) + b) | 0
    b = (b + (words[at + 1] as number) + a) | 0
  }
  return [a >>> 0, b >>> 0]
}

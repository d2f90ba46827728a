import { existsSync, readFileSync } from 'node:fs'

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
  const isBig = log.readUInt32BE(0) === BIG
  const head = sumsOf(log, 0, HEADER - 8, isBig, [0, 0])
  if ((!isBig && log.readUInt32BE(0) !== LITTLE) || !isSummed(log, HEADER - 8, head)) return true
  return hasLostFrames(log, isBig, head)
}

function hasLostFrames(log: Buffer, isBig: boolean, head: Sums): boolean {
  const size = FRAME_HEADER + log.readUInt32BE(8)
  const [salt, second] = [log.readUInt32BE(16), log.readUInt32BE(20)]
  const isCurrent = (at: number) => log.readUInt32BE(at + 8) === salt && log.readUInt32BE(at + 12) === second
  let sums = head
  let at = HEADER
  for (; at + size <= log.length && isCurrent(at); at += size) {
    const next = sumsOf(log, at + FRAME_HEADER, size - FRAME_HEADER, isBig, sumsOf(log, at, 8, isBig, sums))
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

const isSummed = (log: Buffer, at: number, [first, second]: Sums): boolean =>
  log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second

/** SQLite's checksum over words in pairs, continued from an earlier one. */
function sumsOf(log: Buffer, from: number, length: number, isBig: boolean, [first, second]: Sums): Sums {
  let [a, b] = [first, second]
  for (let at = from; at < from + length; at += 8) {
    a = (a + (isBig ? log.readUInt32BE(at) : log.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBig ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

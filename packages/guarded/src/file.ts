import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { readingBudget } from './budget.ts'

/** What may be read, and how much of it. */
export interface ReadLimits {
  /** Longer files are refused, in bytes. */
  readonly most: number
  /** The folder that the file must be in, once links are resolved. Without it, it may be anywhere: it is a file of the user's own. */
  readonly within?: string | undefined
  /** Whether it must be where it seems to be: no link within the folder leads to it. */
  readonly isDirect?: boolean
  /** Of a longer file, read `most` bytes at this end. */
  readonly part?: 'head' | 'tail'
}

/** Why a file is not read. `left out`: the budget of the work that it belongs to is spent. */
export type UnreadCause =
  | 'missing'
  | 'outside'
  | 'not a regular file'
  | 'too large'
  | 'not permitted'
  | 'unreadable'
  | 'left out'

/** Why a file is not read, with the system's code of an error, and what is known of the file. */
export interface UnreadFile {
  readonly refusal: UnreadCause
  readonly code?: string | undefined
  readonly stats?: Stats | undefined
  readonly bytes?: undefined
}

/** A file's contents, and what the system said of it; or why it is not read. */
export type FileRead =
  | { readonly bytes: Buffer; readonly stats: Stats; readonly path: string; readonly refusal?: undefined }
  | UnreadFile

/**
 * Reads a regular file, and nothing else: a device, a pipe or a socket is not even opened. All files of projects, which
 * anybody may have written, are read here or by `readGuardedSync`. Never rejects.
 */
export async function readGuarded(path: string, reading: ReadLimits): Promise<FileRead> {
  if (readingBudget()?.admits() === false) return { refusal: 'left out' }
  try {
    const top = reading.within === undefined ? undefined : await realpath(reading.within)
    const real = await realpath(path)
    const refused = placeRefused(path, real, top, reading) ?? kindRefused(await lstat(real))
    if (refused !== undefined) return refused
    const file = await open(real, FLAGS)
    try {
      const stats = await file.stat()
      const wanted = wantedOf(stats, reading)
      if (typeof wanted === 'string') return { refusal: wanted, stats }
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted.length), 0, wanted.length, wanted.from)
      return checked(buffer.subarray(0, bytesRead), stats, real, reading)
    } finally {
      await file.close()
    }
  } catch (error) {
    return refusedBy(error)
  }
}

/** The same for programs that read many files and answer nobody meanwhile. Never throws. */
export function readGuardedSync(path: string, reading: ReadLimits): FileRead {
  if (readingBudget()?.admits() === false) return { refusal: 'left out' }
  try {
    const top = reading.within === undefined ? undefined : realpathSync.native(reading.within)
    const real = realpathSync.native(path)
    const refused = placeRefused(path, real, top, reading) ?? kindRefused(lstatSync(real))
    if (refused !== undefined) return refused
    const file = openSync(real, FLAGS)
    try {
      const stats = fstatSync(file)
      const wanted = wantedOf(stats, reading)
      if (typeof wanted === 'string') return { refusal: wanted, stats }
      const bytes = Buffer.allocUnsafe(wanted.length)
      return checked(bytes.subarray(0, readSync(file, bytes, 0, wanted.length, wanted.from)), stats, real, reading)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return refusedBy(error)
  }
}

/** Opening a pipe does not wait for its writer; and what has become a link meanwhile is not followed. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0)

function placeRefused(path: string, real: string, top: string | undefined, asked: ReadLimits): UnreadFile | undefined {
  const { within, isDirect } = asked
  if (top === undefined || within === undefined) return undefined
  if (!isInside(relative(top, real))) return { refusal: 'outside' }
  // Some systems show a name in other letters than those it was asked for with
  const isSame = join(top, relative(within, path)).toLowerCase() === real.toLowerCase()
  return isDirect && !isSame ? { refusal: 'outside' } : undefined
}

const isInside = (path: string): boolean =>
  path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)

const kindRefused = (stats: Stats): UnreadFile | undefined =>
  stats.isFile() ? undefined : { refusal: 'not a regular file', stats }

/** One byte more than a whole file may have is asked for, so that one that grows is noticed. */
function wantedOf(
  stats: Stats,
  { most, part }: ReadLimits,
): { readonly length: number; readonly from: number } | UnreadCause {
  if (!stats.isFile()) return 'not a regular file'
  if (part === undefined && stats.size > most) return 'too large'
  const length = part === undefined ? stats.size + 1 : Math.min(stats.size, most)
  return { length, from: part === 'tail' ? stats.size - length : 0 }
}

function checked(bytes: Buffer, stats: Stats, path: string, { most }: ReadLimits): FileRead {
  readingBudget()?.spend(bytes.length)
  return bytes.length > most ? { refusal: 'too large', stats } : { bytes, stats, path }
}

function refusedBy(error: unknown): UnreadFile {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  return { refusal: REFUSALS[code] ?? 'unreadable', code }
}

const REFUSALS: Readonly<Record<string, UnreadCause>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'not permitted',
  EPERM: 'not permitted',
  // A link that leads to itself, or what was replaced while it was looked at
  ELOOP: 'not a regular file',
  ENXIO: 'not a regular file',
}

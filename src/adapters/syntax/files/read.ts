import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { blankPrivate } from '../../../domain/redaction/masked.ts'

/** A file as it is read: its text without private passages, or why there is none. */
export interface SourceText {
  readonly size: number
  /** 0 where it was changed a moment ago, so that the time does not tell it from a later change. */
  readonly mtime: number
  readonly hash: string
  readonly text?: string | undefined
  /** In words, such as `it is binary`; with a text, what of it is missing. */
  readonly problem?: string | undefined
}

/** Larger files are listed but not parsed, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024
/** Changes that are closer together than this may have one time. */
const RACY_MS = 50

/** Reads a regular file; undefined if it is gone or is none. A pipe or a link does not hold it up. */
export function readSource(path: string): SourceText | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EACCES' || code === 'EPERM'
      ? { size: 0, mtime: 0, hash: '', problem: 'it cannot be read' }
      : undefined
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return undefined
    const mtime = Date.now() - found.mtimeMs < RACY_MS ? 0 : found.mtimeMs
    if (found.size > MOST_BYTES) return { size: found.size, mtime, hash: '', problem: 'it is over 2 MB' }
    const bytes = bytesOf(file, found.size)
    const hash = createHash('sha1').update(bytes).digest('base64')
    return { size: found.size, mtime, hash, ...textIn(bytes) }
  } catch {
    return { size: 0, mtime: 0, hash: '', problem: 'it cannot be read' }
  } finally {
    closeSync(file)
  }
}

function bytesOf(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let read = 0
  while (read < size) {
    const more = readSync(file, bytes, read, size - read, read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}

/** The text of a source file: UTF-8, UTF-16 with a byte order mark or, where it is neither, Latin-1. */
export function textIn(bytes: Buffer): Pick<SourceText, 'text' | 'problem'> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return checked(new TextDecoder('utf-16le').decode(bytes))
  if (first === 0xfe && second === 0xff)
    return checked(new TextDecoder('utf-16le').decode(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()))
  if (bytes.includes(0)) return { problem: 'it is binary' }
  try {
    return checked(UTF_8.decode(bytes))
  } catch {
    return checked(bytes.toString('latin1'))
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Translations (`.ts`) and pages under a script's name: no language that we read begins so. */
const MARKUP = /^\s*<[?!]/

/** In minified code most of the text is in lines that nobody writes. */
const LONG_LINE = 2_000
const checked = (whole: string): Pick<SourceText, 'text' | 'problem'> => {
  const text = blankPrivate(whole)
  const open = text === whole ? { text } : { text, problem: 'its private passages are left out' }
  if (MARKUP.test(text)) return { problem: 'it is markup, not code' }
  if (text.length <= LONG_LINE) return open
  let long = 0
  for (const line of text.split('\n')) if (line.length > LONG_LINE) long += line.length
  return long > text.length / 2 ? { problem: 'it is minified' } : open
}

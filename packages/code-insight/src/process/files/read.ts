import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readGuardedSync } from '@hindcast/guarded/file.ts'
import { blankPrivate } from '@hindcast/redaction/masked.ts'
import { languageOf } from '../../analysis/known-languages.ts'
import { isRacy, timeOf } from './changed.ts'

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

/** The problem of a file for which there was no time. */
export const LEFT_OUT = 'it was left out, to answer in time'

/** Reads a source file of a project; undefined if it is gone, no regular file, or behind a link. */
export function readSource(root: string, path: string): SourceText | undefined {
  const found = readGuardedSync(join(root, path), { most: MOST_BYTES, within: root, isDirect: true })
  const size = found.stats?.size ?? 0
  const time = found.stats ? timeOf(found.stats) : 0
  const mtime = isRacy(time, Date.now()) ? 0 : time
  switch (found.refusal) {
    case undefined:
      return {
        size,
        mtime,
        hash: createHash('sha1').update(found.bytes).digest('base64'),
        ...textOf(path, found.bytes),
      }
    case 'too large':
      return { size, mtime, hash: '', problem: 'it is over 2 MB' }
    case 'not permitted':
    case 'unreadable':
      return { size: 0, mtime: 0, hash: '', problem: 'it cannot be read' }
    case 'left out':
      return { size: 0, mtime: 0, hash: '', problem: LEFT_OUT }
    default:
      return undefined
  }
}

/** How long files are looked through for names, in milliseconds. */
const LOOKING_MS = 500

/** Those of some files that have one of these names in their text, as far as that is soon found out. */
export function filesNaming<F extends { readonly path: string }>(
  root: string,
  files: readonly F[],
  names: readonly string[],
): readonly F[] {
  const until = performance.now() + LOOKING_MS
  return files.filter(({ path }) => {
    const text = performance.now() > until ? '' : (readSource(root, path)?.text ?? '')
    return names.some((name) => text.includes(name))
  })
}

/** Brackets within brackets: whoever reads settings does so by recursion. */
const DEEPEST = 100

/**
 * The text of a manifest or another file of settings, without private passages; undefined if it is gone, leads out of the project, is over 2 MB or
 * nested too deep.
 */
export function settingsText(root: string, path: string): string | undefined {
  const text = readGuardedSync(join(root, path), { most: MOST_BYTES, within: root }).bytes?.toString('utf8')
  return text === undefined || isNestedDeeper(text, DEEPEST) ? undefined : blankPrivate(text)
}

/** Whether brackets are nested deeper than this; those in strings are counted too, which does not matter. */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x28 || unit === 0x5b || unit === 0x7b) depth += 1
    else if (unit === 0x29 || unit === 0x5d || unit === 0x7d) depth = Math.max(0, depth - 1)
    if (depth > most) return true
  }
  return false
}

/** The text of a file by what its name says that it is: a script's name may be that of translations (`.ts`) or a page. */
export function textOf(path: string, bytes: Buffer): Pick<SourceText, 'text' | 'problem'> {
  const found = textIn(bytes)
  const language = languageOf(path)
  const isOther = language !== undefined && language.isMarkup !== true && MARKUP.test(found.text ?? '')
  return isOther ? { problem: 'it is markup, not code' } : found
}

/** UTF-8, UTF-16 with a byte order mark or, where it is neither, Latin-1. */
function textIn(bytes: Buffer): Pick<SourceText, 'text' | 'problem'> {
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

const MARKUP = /^\s*<[?!]/

/** In minified code most of the text, apart from data in quotes and numbers, is in lines that nobody writes. */
const LONG_LINE = 2_000
const DATA = /"[^"]*"|'[^']*'|`[^`]*`|[-\d\s.,]+/g
const checked = (whole: string): Pick<SourceText, 'text' | 'problem'> => {
  const text = blankPrivate(whole)
  const open = text === whole ? { text } : { text, problem: 'its private passages are left out' }
  if (text.length <= LONG_LINE) return open
  let [long, size] = [0, text.length]
  for (const line of text.split('\n')) {
    if (line.length <= LONG_LINE) continue
    const code = line.replace(DATA, ' ').length
    size -= line.length - code
    if (code > LONG_LINE) long += code
  }
  return long > size / 2 ? { problem: 'it is minified' } : open
}

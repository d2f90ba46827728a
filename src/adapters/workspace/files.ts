import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readGuarded } from '@hindcast/guarded/file.ts'

/** Instructions are short; nothing beyond this is read. */
const HEAD = 64 * 1024
/** Longer files are not read at all, in bytes. */
const WHOLE = 256 * 1024

/** The head of a regular file's text; empty if there is none or it cannot be read. */
export async function fileHead(path: string): Promise<string> {
  return (await readGuarded(path, { most: HEAD, part: 'head' })).bytes?.toString('utf8') ?? ''
}

/** The whole text of a regular file within `root`; undefined if it is missing, behind a link, too long or binary. */
export async function fileText(path: string, root: string): Promise<string | undefined> {
  const { bytes } = await readGuarded(path, { most: WHOLE, within: root, isDirect: true })
  try {
    return bytes === undefined || bytes.includes(0) ? undefined : UTF_8.decode(bytes)
  } catch {
    return undefined
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The end of a regular file's text, at most `most` bytes; empty if there is none. */
export async function tailOf(path: string, most: number): Promise<string> {
  return (await readGuarded(path, { most, part: 'tail' })).bytes?.toString('utf8') ?? ''
}

/** An agent works on one file many times in a row, and links are seldom moved. */
const KEEP_MS = 5_000
const MOST = 2_000

/** Resolves links, and remembers the answers for a few seconds. */
export function realPaths(now: () => number): (path: string) => Promise<string> {
  const seen = new Map<string, { readonly until: number; readonly real: Promise<string> }>()
  const resolve = (path: string): Promise<string> => {
    const known = seen.get(path)
    if (known && known.until > now()) return known.real
    if (seen.size >= MOST) seen.clear()
    const real = realPath(path, resolve)
    seen.set(path, { until: now() + KEEP_MS, real })
    return real
  }
  return resolve
}

/** Of a path that does not exist, the nearest folder that does is resolved. */
async function realPath(path: string, resolve: (folder: string) => Promise<string>): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(await resolve(folder), basename(path))
  }
}

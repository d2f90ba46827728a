import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** Instructions are short; nothing beyond this is read. */
const HEAD = 64 * 1024
/** Longer files are not read at all, in bytes. */
const WHOLE = 256 * 1024

/** The head of a regular file's text; empty if there is none or it cannot be read. */
export async function textOf(path: string): Promise<string> {
  const head = await reading(path, constants.O_RDONLY, (file) => bytesOf(file, HEAD))
  return head?.toString('utf8') ?? ''
}

/** The whole text of a regular file within `root`; undefined if it is missing, behind a link, too long or binary. */
export async function fileText(path: string, root: string): Promise<string | undefined> {
  const real = await realWithin(path, root)
  if (real === undefined) return undefined
  return reading(real, constants.O_RDONLY | constants.O_NOFOLLOW, async (file) => {
    const bytes = await bytesOf(file, WHOLE + 1)
    return bytes.length > WHOLE || bytes.includes(0) ? undefined : UTF_8.decode(bytes)
  })
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file's real path, unless a link within `root` leads to it. The root itself may be a link. */
async function realWithin(path: string, root: string): Promise<string | undefined> {
  const inside = relative(root, path)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined
  const [real, top] = await Promise.all([realpath(path), realpath(root)]).catch(() => [])
  return real !== undefined && real === join(String(top), inside) ? real : undefined
}

/** The result of reading a regular file; undefined if that fails. */
async function reading<T>(path: string, flags: number, read: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    // A pipe with that name must not block
    const file = await open(path, flags | constants.O_NONBLOCK)
    try {
      return (await file.stat()).isFile() ? await read(file) : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** The end of a regular file's text, at most `most` bytes; empty if there is none. */
export async function tailOf(path: string, most: number): Promise<string> {
  const bytes = await reading(path, constants.O_RDONLY, async (file) => {
    const { size } = await file.stat()
    const from = Math.max(0, size - most)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.subarray(0, bytesRead)
  })
  return bytes?.toString('utf8') ?? ''
}

/** The first `most` bytes, or all if there are fewer. */
async function bytesOf(file: FileHandle, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0)
  return buffer.subarray(0, bytesRead)
}

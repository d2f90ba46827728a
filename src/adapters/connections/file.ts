import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readGuarded, type UnreadCause } from '@hindcast/guarded/file.ts'
import { isDiskFull } from '../../domain/errors.ts'
import type { RefusedFile } from '../../ports.ts'

/** A text file as read. */
export interface TextFile {
  /** The path that the client uses. */
  readonly path: string
  /** The target of a symbolic link, which is the file to write. */
  readonly target: string
  /** Undefined if the file does not exist. */
  readonly text: string | undefined
  /** Permission bits; for a missing file, those it should be created with. */
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Settings and instructions are shorter, in bytes. */
const LONGEST = 32 * 1024 * 1024

/**
 * Reads UTF-8 and keeps a byte order mark. Refuses a file that cannot be read this way or, if `root` is given, one that is
 * outside of it once links are resolved.
 */
export async function readText(path: string, root?: string): Promise<TextFile | RefusedFile> {
  const found = await readGuarded(path, { most: LONGEST, within: root })
  if (found.bytes === undefined) {
    if (found.code === 'ENOENT' && !(await isLink(path))) return { path, target: path, text: undefined, mode: 0o600 }
    const kind = found.stats?.isDirectory() ? 'EISDIR' : KINDS[found.refusal]
    return refusedBy(path, { code: found.code ?? kind })
  }
  const { mode, uid, gid } = found.stats
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(found.bytes)
    return { path, target: found.path, text, mode: mode & 0o7777, owner: { uid, gid } }
  } catch (error) {
    return refusedBy(path, error)
  }
}

/** Why a file cannot be replaced, if so: it or its folder is read-only. The folder may not exist yet. */
export async function refusalToWrite(file: TextFile): Promise<RefusedFile | undefined> {
  if (file.text !== undefined && (file.mode & 0o222) === 0) return refusedBy(file.path, { code: 'EACCES' })
  try {
    if (file.text !== undefined) await access(file.target, constants.W_OK)
    await access(await existingFolder(dirname(file.target)), constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return refusedBy(file.path, error)
  }
}

/** Why a path cannot be used as a folder, if so. */
export async function refusalOfFolder(path: string): Promise<RefusedFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? undefined : { path, why: 'not a folder', remedy: 'pass the folder of the project' }
}

/**
 * Replaces the file with `text` atomically. Returns false, and does nothing, if the file has changed since it was read.
 * Throws system errors.
 */
export async function replaceText(file: TextFile, text: string, mode: number): Promise<boolean> {
  const temporary = `${file.target}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    try {
      await handle.writeFile(text)
      if (file.owner && process.getuid?.() === 0) await handle.chown(file.owner.uid, file.owner.gid)
      await handle.chmod(mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!(await isAsRead(file))) throw new ChangedSince()
    await rename(temporary, file.target)
    return true
  } catch (error) {
    await unlink(temporary)
    if (error instanceof ChangedSince) return false
    throw error
  }
}

/** Deletes the file; false if it has changed since it was read. */
export async function deleteFile(file: TextFile): Promise<boolean> {
  if (!(await isAsRead(file))) return false
  await unlink(file.target)
  return true
}

/** Sets only the permission bits. */
export const setMode = (file: TextFile, mode: number): Promise<void> => chmod(file.target, mode)

/** Creates a folder and returns the folders that it had to create, deepest first. */
export async function makeFolder(path: string): Promise<readonly string[]> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return []
  const made = [path]
  for (let at = path; at !== first && at !== dirname(at); at = dirname(at)) made.push(dirname(at))
  return made
}

/** The path without links, also those of its missing parts' folders. */
export async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  return real ?? (dirname(path) === path ? path : join(await realPathOf(dirname(path)), basename(path)))
}

/** A system error in words. */
export function refusedBy(path: string, error: unknown): RefusedFile {
  const [why, remedy] = WORDS[isDiskFull(error) ? 'ENOSPC' : codeOf(error)] ?? [
    error instanceof Error ? error.message : String(error),
    'check the path',
  ]
  return { path, why, remedy }
}

class ChangedSince extends Error {}

const KINDS: Readonly<Partial<Record<UnreadCause, string>>> = {
  'not a regular file': 'ENXIO',
  'too large': 'EFBIG',
  outside: 'EXDEV',
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['you cannot read and write it or its folder', 'change its permissions'],
  EPERM: ['you cannot write it or its folder', 'change its permissions'],
  EROFS: ['on a read-only file system', 'remount it writable'],
  ENOENT: ['a symlink to a file that does not exist', 'create the file or remove the link'],
  EISDIR: ['a folder, not a file', 'move it away'],
  ENXIO: ['not a regular file', 'move it away'],
  ENOTDIR: ['part of the path is a file', 'move that file away'],
  EFBIG: ['larger than 32 MB', 'move it away'],
  EXDEV: ['a symlink leads out of the project', 'replace the link by a file'],
  ENOSPC: ['the disk is full', 'free some space'],
  ERR_ENCODING_INVALID_ENCODED_DATA: ['not UTF-8, so the client ignores it', 'save it as UTF-8'],
}

async function isAsRead(file: TextFile): Promise<boolean> {
  const now = await readText(file.path)
  return 'text' in now && now.text === file.text && now.target === file.target
}

async function existingFolder(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    return existingFolder(dirname(path))
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { HindcastError } from '../../domain/errors.ts'
import { LINE_MAX, parseHeader } from './format.ts'
import { archiveLines } from './lines.ts'

/** The archive file in a folder of Markdown. */
export const IN_FOLDER = 'hindcast.jsonl'

/** Appends texts to a new file that becomes visible only when complete. */
export interface ArchiveWriter {
  write(text: string): Promise<void>
  /** Bytes written so far. */
  readonly bytes: number
}

/**
 * Writes a file with mode 0600 by way of a temporary file next to it, renamed at the end; if `work` throws, nothing is
 * left behind.
 */
export async function writeWhole(path: string, work: (draft: ArchiveWriter) => Promise<void>): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const handle = await open(temporary, 'wx', 0o600)
  const draft = {
    bytes: 0,
    async write(text: string) {
      const bytes = Buffer.from(text)
      await handle.writeFile(bytes)
      draft.bytes += bytes.length
    },
  }
  try {
    try {
      await work(draft)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
    return draft.bytes
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Throws `not-written` if the path has a file that is not a Hindcast archive. */
export async function refuseForeign(path: string): Promise<void> {
  refuseRelative(path)
  const there = await lstat(path).catch(() => undefined)
  if (there === undefined) return
  if (there.isFile() && (await isArchive(path))) return
  throw new HindcastError('not-written', `${path} already exists and was not written by hindcast export`)
}

/**
 * Creates a folder, or accepts one that is empty or from an earlier export. Throws `not-written` if it contains
 * anything else.
 */
export async function takeFolder(path: string): Promise<void> {
  refuseRelative(path)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const entries = await readdir(path)
  if (entries.length === 0 || (await isArchive(join(path, IN_FOLDER)))) return
  throw new HindcastError('not-written', `${path} is not empty and holds no earlier export`)
}

/** The archive file: the path itself, or the one in that folder. Throws `bad-archive` if there is none. */
export async function archiveAt(path: string): Promise<string> {
  const there = isAbsolute(path) ? await lstat(path).catch(() => undefined) : undefined
  if (there?.isDirectory()) return archiveAt(join(path, IN_FOLDER))
  if (there?.isFile() || there?.isSymbolicLink()) return path
  throw new HindcastError('bad-archive', `no export found at ${path}`)
}

const isArchive = async (path: string): Promise<boolean> => {
  try {
    for await (const { text } of archiveLines(path, LINE_MAX)) return parseHeader(text ?? '') !== undefined
  } catch {}
  return false
}

function refuseRelative(path: string): void {
  if (!isAbsolute(path) || basename(path) === '-')
    throw new HindcastError('not-written', `'${path}' is not an absolute path`)
}

import { mkdir, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { blobId } from '@hindcast/guarded/blob.ts'
import { git } from '@hindcast/guarded/git.ts'
import type { FileChange, UserFiles } from '../../ports.ts'
import {
  deleteFile,
  makeFolder,
  readText,
  realPathOf,
  refusalToWrite,
  refusedBy,
  replaceText,
  type TextFile,
} from './file.ts'
import type { Surroundings } from './places.ts'

const WAIT_MS = 10_000
/** What people write is shorter, and a longer file costs every session too much to be instructions. */
const LONGEST = 1024 * 1024
/** A new file in a project is readable like its other files. */
const NEW_FILE = 0o644

/** The person's files on this machine; copies of them are kept in `folder`. */
export const userFiles = (folder: string, hold: Surroundings['hold']): UserFiles => ({
  async read(path, root) {
    const file = await readWithin(path, root)
    return 'refused' in file ? file : { text: file.text }
  },
  change: (change, root) => changeFile(change, root).catch((error) => ({ refused: refusedBy(change.path, error).why })),
  async removeFolders(folders) {
    for (const one of folders) await rmdir(one).catch(() => undefined)
  },
  async backUp(name, text) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    const file = await readText(path)
    if ('text' in file) await replaceText(file, text, 0o600)
    return path
  },
  async dropBackup(path) {
    await rm(path, { force: true })
    await rmdir(folder).catch(() => undefined)
  },
  async existing(paths) {
    for (const path of paths) if (await isThere(path)) return path
    return undefined
  },
  isFolder: (path) =>
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  isCommitted,
  async exclusively(work) {
    const letGo = await hold(`${folder}.lock`, WAIT_MS)
    if (!letGo) throw new Error(`${folder}.lock has been held for ${WAIT_MS / 1000} s`)
    return work().finally(letGo)
  },
})

type Found = TextFile | { readonly refused: string }

/** Reads a file that is where it seems to be: no link on the way leads out of the root. */
async function readWithin(path: string, root: string | undefined): Promise<Found> {
  const file = await readText(path, root)
  if (!('text' in file)) return { refused: file.why }
  if ((file.text?.length ?? 0) > LONGEST) return { refused: 'longer than 1 MB' }
  if (root === undefined) return file
  const [top, real] = await Promise.all([realpath(root), realPathOf(file.target)])
  const inside = relative(top, real)
  if (inside === '' || inside.startsWith('..') || inside.startsWith(sep))
    return { refused: 'a symlink leads out of the project' }
  if (inside.split(sep).includes('.git')) return { refused: 'it is inside .git' }
  return file
}

async function changeFile(
  { path, before, after }: FileChange,
  root: string | undefined,
): ReturnType<UserFiles['change']> {
  const file = await readWithin(path, root)
  if ('refused' in file) return file
  if (file.text !== before) return { refused: 'it was changed at the same time' }
  const refusal = await refusalToWrite(file)
  if (refusal) return { refused: refusal.why }
  if (after === undefined)
    return (await deleteFile(file)) ? { folders: [] } : { refused: 'it was changed at the same time' }
  const folders = await makeFolder(dirname(file.target))
  const mode = before === undefined ? NEW_FILE : file.mode
  if (!(await replaceText(file, after, mode))) return { refused: 'it was changed at the same time' }
  const now = await readText(path)
  if ('text' in now && now.text === after) return { folders }
  if ('text' in now && before !== undefined) await replaceText(now, before, mode)
  return { refused: 'what was written could not be read back' }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether the newest commit has the file as it is, apart from how its lines end. */
async function isCommitted(path: string): Promise<boolean> {
  const file = await readText(path)
  if (!('text' in file) || file.text === undefined) return false
  const found = await git({ folder: dirname(file.target) }, 'committed', basename(file.target))
  const hash = /^100\d{3} blob ([0-9a-f]+)\t/.exec(found?.toString('utf8') ?? '')?.[1]
  return [file.text, file.text.replaceAll('\r\n', '\n')].some(
    (text) => hash === blobId(Buffer.from(text), hash?.length),
  )
}

import { realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '@hindcast/guarded/git.ts'
import { type FoundRepository, foundIn, isFoundOwn, isOwnRepository } from '@hindcast/guarded/git-folder.ts'
import { manifestNames } from '../analysis/known-languages.ts'

/** A project's folder, and whether git lists its files. */
export interface CodeRoot {
  readonly path: string
  readonly isGit: boolean
  /** Neither a repository nor a folder with a manifest: only some files below it are read. */
  readonly isLoose: boolean
}

/** The worktree that holds a folder, unless git ignores the folder; else the nearest folder with a manifest; else the folder. */
export async function rootOf(folder: string): Promise<CodeRoot> {
  const dir = await realpath(folder).catch(() => folder)
  const above = foldersAbove(dir)
  const top = await firstWith(above, ['.git'])
  if (top !== undefined && !(await isIgnored(dir, top)))
    return { path: top, isGit: (await foundAt(top)) !== 'borrowed', isLoose: false }
  const withManifest = await firstWith(
    above.filter((each) => top === undefined || each.startsWith(`${top}/`)),
    manifestNames,
  )
  return { path: withManifest ?? dir, isGit: false, isLoose: withManifest === undefined }
}

/** A folder and those that contain it, the nearest first. */
function foldersAbove(dir: string): readonly string[] {
  const above = [dir]
  for (let each = dir; dirname(each) !== each; ) {
    each = dirname(each)
    above.push(each)
  }
  return above
}

async function firstWith(folders: readonly string[], names: Iterable<string>): Promise<string | undefined> {
  for (const folder of folders) for (const name of names) if (await isThere(join(folder, name))) return folder
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether git ignores a folder; it has none of its files then. */
async function isIgnored(dir: string, top: string): Promise<boolean> {
  if (dir === top) return false
  if (/[\\/]node_modules([\\/]|$)/.test(dir.slice(top.length))) return true
  return (await git({ folder: top }, 'ignores', dir)) !== undefined
}

/** Whether the tops of two worktrees belong to one repository, which says so itself: what is in a worktree may lie. */
export async function areOneRepository(one: string, other: string): Promise<boolean> {
  const [repository, same] = await Promise.all([repositoryOf(one), repositoryOf(other)])
  return repository !== undefined && repository === same
}

async function repositoryOf(top: string): Promise<string | undefined> {
  const found = await foundAt(top)
  return typeof found === 'object' ? found.common : undefined
}

/** The repository of a worktree; `borrowed` if its `.git` leads to one that does not know it, of which nothing is read. */
async function foundAt(top: string): Promise<FoundRepository | 'borrowed' | undefined> {
  if (!(await isOwnRepository(top))) return 'borrowed'
  const found = foundIn((await git({ folder: top }, 'place'))?.toString('utf8'))
  return found && !(await isFoundOwn(found)) ? 'borrowed' : found
}

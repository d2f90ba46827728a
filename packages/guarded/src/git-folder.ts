import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readGuarded } from './file.ts'

/**
 * Whether the repository that a worktree's `.git` leads to is its own. What is in a folder may lie: an archive can hold a
 * `.git` that names any repository of the user's. So the repository must be inside the folder, or point back to it, as git
 * notes it there: for a linked worktree in `worktrees/NAME/gitdir`, for a submodule in `core.worktree`. Yes where that
 * cannot be looked at, as git cannot either. `found`: the common folder that git says it has, if it was asked. Never
 * rejects.
 */
export async function isOwnRepository(top: string, found?: string): Promise<boolean> {
  const stats = await lstat(join(top, '.git')).catch(() => undefined)
  if (stats === undefined) return found === undefined
  const link = await linkOf(top, stats.isFile())
  if (link === undefined) return false
  const common = await commonOf(link)
  return (found === undefined || found === common) && isNamedBack(top, link, common)
}

/** What git says of a folder in a repository: the common folder, the top of the worktree, and the worktree's own git folder. */
export interface FoundRepository {
  readonly common: string
  readonly top: string
  readonly own: string
}

/**
 * The same of what git found, whose answer counts: it follows links, and reads names with blanks, zero bytes and other
 * encodings, in ways of its own. No where what it names is not there under this name.
 */
export async function isFoundOwn({ common, top, own }: FoundRepository): Promise<boolean> {
  const [link, shared, folder] = await Promise.all([own, common, top].map((path) => realpath(path).catch(() => '')))
  if (!link || !shared || !folder) return false
  return isNamedBack(folder, link, shared)
}

/** `link`: the git folder of the worktree at `top`, in the repository at `common`; all without links. */
async function isNamedBack(top: string, link: string, common: string): Promise<boolean> {
  if (isIn(common, top)) return true
  if (common === link) return (await treesIn(link)).some((tree) => tree === top)
  const noted = (await textOf(join(link, 'gitdir'))).trim()
  return dirname(link) === join(common, 'worktrees') && noted !== '' && (await placeOf(resolve(link, noted))) === top
}

/** What git says of a folder; undefined if it knows no repository there, or one whose name has a line break. */
export function foundIn(answer: string | undefined): FoundRepository | undefined {
  const lines = (answer ?? '').replace(/\n$/, '').split('\n')
  const [common = '', top = '', own = ''] = lines
  return lines.length === 3 && lines.every((line) => isAbsolute(line)) ? { common, top, own } : undefined
}

/** The git folder that a worktree's `.git` is, or leads to; without links. */
async function linkOf(top: string, isFile: boolean): Promise<string | undefined> {
  const path = join(top, '.git')
  if (!isFile) return real(path)
  const named = linkIn(await textOf(path))
  return named === undefined ? undefined : real(resolve(top, named))
}

/** The folder that the text of a `.git` file names. */
export const linkIn = (text: string): string | undefined => /^gitdir: (.+?)\s*$/.exec(text)?.[1]

async function commonOf(link: string): Promise<string> {
  const named = (await textOf(join(link, 'commondir'))).trim()
  return named === '' ? link : real(resolve(link, named))
}

/** The worktrees that a repository's configuration names. */
async function treesIn(link: string): Promise<readonly string[]> {
  const texts = await Promise.all(['config', 'config.worktree'].map((name) => textOf(join(link, name))))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^\s*worktree\s*=\s*"?(.+?)"?\s*$/gim)].map(([, tree]) => tree),
  )
  return Promise.all(named.flatMap((tree) => (tree === undefined ? [] : [real(resolve(link, tree))])))
}

/** The folder of a `.git`, without links. */
const placeOf = (path: string): Promise<string> => real(dirname(path))

const HEAD = 64 * 1024
const textOf = async (path: string): Promise<string> =>
  (await readGuarded(path, { most: HEAD, part: 'head' })).bytes?.toString('utf8') ?? ''

const isIn = (path: string, folder: string): boolean => path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`)
const real = (path: string): Promise<string> => realpath(path).catch(() => path)

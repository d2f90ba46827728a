import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '@hindcast/guarded/git.ts'
import { IgnoreRules } from '../../analysis/ignore-rules.ts'
import { outputFolders } from '../../analysis/known-languages.ts'
import type { CodeRoot } from '../root.ts'
import { isRacy, statOf, timeOf } from './changed.ts'
import { settingsText } from './read.ts'

/** The files of a project. Paths are POSIX, from its root. */
export interface Listing {
  readonly files: readonly string[]
  /** The folders that hold them, whose times of change tell whether the list is still right. `` is the root. */
  readonly folders: readonly string[]
  /** There are more files than are looked at. */
  readonly isCut: boolean
}

/** More than this is not one project. */
const MOST_FILES = 200_000
/** Folders in folders deeper than this are none that people make, and each level makes every path longer to look up. */
const MOST_LEVELS = 100
/** Where nothing says that a folder is a project, it may be a home folder. */
const MOST_LOOSE = 5_000

/** Folders that are never a project's own source. */
const NEVER: ReadonlySet<string> = new Set([
  ...['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', '.tox', '.nox', '.mypy_cache'],
  ...['.pytest_cache', '.ruff_cache', '.yarn', '.next', '.nuxt', '.gradle', 'site-packages'],
])

/** Where rules of our own stand, written like .gitignore. */
const OWN_RULES = '.hindcastignore'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x1f\x7f]/

/**
 * Lists a project's files as git sees them or, without git, all that no .gitignore excludes. `skipped`: names of folders
 * that are never a project's own, either; `spared`: folders of this one that are left out.
 */
export async function listFiles(
  root: CodeRoot,
  skipped: readonly string[] = [],
  spared: readonly string[] = [],
): Promise<Listing> {
  const never = new Set([...NEVER, ...outputFolders, ...skipped])
  const most = root.isLoose ? MOST_LOOSE : MOST_FILES
  const listed = root.isGit ? await gitFiles(root.path) : undefined
  const walked = listed ? undefined : await walk(root.path, most, never)
  const own = rulesAt(root.path, OWN_RULES)
  const all = listed ?? walked?.files ?? []
  const environments = environmentsIn(all)
  const isOwn = (path: string) =>
    !isUnlisted(path) && !isBelow(path, never) && !environments.some((folder) => path.startsWith(folder))
  const files = all.filter((path) => isOwn(path) && !isSpared(path, spared) && !own?.ignores(path))
  return {
    files: files.slice(0, most),
    folders: [...new Set([...foldersOf(files), ...(walked?.folders ?? [])])],
    isCut: files.length > most || walked?.isCut === true,
  }
}

/** Whether a file is in one of these folders. */
export const isSpared = (path: string, spared: readonly string[]): boolean =>
  spared.some((folder) => isIn(path, folder))

const isBelow = (path: string, names: ReadonlySet<string>): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((name) => names.has(name))

/** Every folder above these files. */
function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set([''])
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** Git waits forever for the writer of a pipe that is called .gitignore; then the folders are walked, for a while. */
const GIT_MS = 5_000
const WITHOUT_GIT_MS = 10 * 60_000
const withoutGit = new Map<string, number>()

/** Tracked and untracked files; those that are in conflict are listed several times. */
async function gitFiles(root: string): Promise<readonly string[] | undefined> {
  if ((withoutGit.get(root) ?? 0) > Date.now()) return undefined
  const listed = await git({ folder: root, withinMs: GIT_MS }, 'files')
  if (listed === undefined) withoutGit.set(root, Date.now() + WITHOUT_GIT_MS)
  // A repository within the repository is listed as a folder
  return (
    listed && [...new Set(listed.toString('utf8').split('\0'))].filter((path) => path !== '' && !path.endsWith('/'))
  )
}

interface Walk {
  readonly files: string[]
  readonly folders: string[]
  isCut: boolean
}

/** All files below a folder; links are not followed, so that there is no loop. */
async function walk(root: string, most: number, never: ReadonlySet<string>): Promise<Walk> {
  const found: Walk = { files: [], folders: [], isCut: false }
  const rules: { readonly folder: string; readonly ignores: IgnoreRules }[] = []
  const isIgnored = (path: string) =>
    rules.some(
      ({ folder, ignores }) =>
        isIn(path, folder) && ignores.ignores(folder === '' ? path : path.slice(folder.length + 1)),
    )
  const pending = ['']
  for (let folder = pending.shift(); folder !== undefined; folder = pending.shift()) {
    if (found.files.length + found.folders.length > most) return { ...found, isCut: true }
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    found.folders.push(folder)
    const hasRules = entries.some(({ name }) => name === '.gitignore')
    const ignores = hasRules ? rulesAt(root, folder === '' ? '.gitignore' : `${folder}/.gitignore`) : undefined
    if (ignores) rules.push({ folder, ignores })
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !never.has(entry.name) && !isTooDeep(path) && !isIgnored(`${path}/`))
        pending.push(path)
      else if (entry.isFile() && !isIgnored(path)) found.files.push(path)
    }
  }
  return found
}

/** Whether a path names none of the files that are looked at: it leads too deep, or a line break in it would pass for lines of an answer. */
export const isUnlisted = (path: string): boolean => CONTROL.test(path) || isTooDeep(path)
const isTooDeep = (path: string): boolean => path.split('/', MOST_LEVELS + 2).length > MOST_LEVELS + 1

const isIn = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`)

/** The folders of Python's virtual environments, whatever they are called. */
const environmentsIn = (files: readonly string[]): readonly string[] =>
  files.filter((path) => path.endsWith('/pyvenv.cfg')).map((path) => path.slice(0, -'pyvenv.cfg'.length))

function rulesAt(root: string, path: string): IgnoreRules | undefined {
  const text = settingsText(root, path) ?? ''
  return text.trim() === '' ? undefined : new IgnoreRules(text)
}

/**
 * When each folder last gained or lost a file, and each file of rules changed; -1 if it is gone. A list that was begun at `listedFrom` may lack
 * what came since: 0.
 */
export function folderTimes(
  root: string,
  folders: readonly string[],
  listedFrom = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, number> {
  const watched = [...folders, '.gitignore', OWN_RULES]
  return new Map(
    watched.map((path) => {
      const found = statOf(join(root, path))
      const time = found ? timeOf(found) : -1
      return [path, isRacy(time, listedFrom) ? 0 : time]
    }),
  )
}

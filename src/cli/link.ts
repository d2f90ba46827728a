import { access, constants, lstat, mkdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute, join, sep } from 'node:path'
import type { Home } from '../config/home.ts'

const NAME = 'hindcast'

/** Folders for a user's own programs, where we may put a link. */
const ownFolders = (): readonly string[] => [join(homedir(), '.local', 'bin'), join(homedir(), 'bin')]

/**
 * Links `hindcast` into a folder of the user's own programs, if one is on PATH and no other program has that name.
 * Returns what a person types: the name, or the launcher's absolute path.
 */
export async function linkProgram(home: Home, launcher: string): Promise<string> {
  const folders = pathFolders()
  const taken = await firstWhere(folders, (folder) => isThere(join(folder, NAME)))
  if (taken !== undefined && !(await isOurs(home, join(taken, NAME))))
    return (await isOfNpm(join(taken, NAME))) ? NAME : launcher
  const place = taken ?? (await firstWhere(ownFolders(), async (own) => folders.includes(own) && isUsable(own)))
  if (place === undefined) return launcher
  const link = join(place, NAME)
  const draft = `${link}.${process.pid}`
  try {
    await symlink(launcher, draft)
    await rename(draft, link)
    return NAME
  } catch {
    await rm(draft, { force: true })
    return launcher
  }
}

/** Removes our links and returns them; a link to anything else stays. */
export async function unlinkProgram(home: Home): Promise<readonly string[]> {
  const links = [...new Set([...pathFolders(), ...ownFolders()])].map((folder) => join(folder, NAME))
  const ours: string[] = []
  for (const link of links) if (await isOurs(home, link)) ours.push(link)
  for (const link of ours) await rm(link, { force: true })
  return ours
}

/** Without the folders that npm adds while it runs a script. */
const pathFolders = (): readonly string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.endsWith(join('node_modules', '.bin')))

async function isOurs(home: Home, link: string): Promise<boolean> {
  const target = await readlink(link).catch(() => '')
  return target.startsWith(home.apps + sep)
}

/** Whether `npm install -g` put it there. */
const isOfNpm = async (link: string): Promise<boolean> => basename(await realpath(link).catch(() => '')) === 'cli.js'

async function firstWhere(folders: readonly string[], isSo: (folder: string) => Promise<boolean>) {
  for (const folder of folders) if (await isSo(folder)) return folder
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Whether a link can be put into a folder; one that is on PATH but missing is made. */
const isUsable = (folder: string): Promise<boolean> =>
  mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK | constants.X_OK))
    .then(
      () => true,
      () => false,
    )

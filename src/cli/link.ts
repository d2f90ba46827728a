import { access, constants, lstat, mkdir, readlink, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute, join, sep } from 'node:path'
import type { Home } from '../config/home.ts'

const NAME = 'hindcast'

/** Folders for a user's own programs, where we may put a link. */
const ownFolders = (): readonly string[] => [join(homedir(), '.local', 'bin'), join(homedir(), 'bin')]

/**
 * Links `hindcast` into the home's `bin`, and into a folder of the user's own programs, if one is on PATH and no other program
 * has that name. Returns what a person types: the name, or the absolute path of the link in the home.
 */
export async function linkProgram(home: Home, launcher: string): Promise<string> {
  await mkdir(home.bin, { recursive: true, mode: 0o700 })
  const own = await linkLauncher(home.bin, launcher)
  const folders = pathFolders()
  const taken = await firstWhere(folders, (folder) => linkExists(join(folder, NAME)))
  if (taken !== undefined && !(await leadsToUs(home, join(taken, NAME))))
    return (await isOfNpm(join(taken, NAME))) ? NAME : own
  const place =
    taken ?? (await firstWhere(ownFolders(), async (folder) => folders.includes(folder) && isUsable(folder)))
  if (place === undefined) return own
  return linkLauncher(place, launcher).then(
    () => NAME,
    () => own,
  )
}

/** Puts the link into a folder, in the place of one that is there. */
async function linkLauncher(folder: string, launcher: string): Promise<string> {
  const link = join(folder, NAME)
  const draft = `${link}.${process.pid}`
  try {
    await symlink(launcher, draft)
    await rename(draft, link)
    return link
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes our links and returns them; a link to anything else stays. */
export async function unlinkProgram(home: Home): Promise<readonly string[]> {
  const links = [...new Set([...pathFolders(), ...ownFolders(), home.bin])].map((folder) => join(folder, NAME))
  const ours: string[] = []
  for (const link of links) if (await leadsToUs(home, link)) ours.push(link)
  for (const link of ours) await rm(link, { force: true })
  // Anything else in that folder is not ours, and stays
  await rmdir(home.bin).catch(() => undefined)
  return ours
}

/** Without the folders that npm adds while it runs a script. */
const pathFolders = (): readonly string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.endsWith(join('node_modules', '.bin')))

async function leadsToUs(home: Home, link: string): Promise<boolean> {
  const target = await readlink(link).catch(() => '')
  return target.startsWith(home.apps + sep)
}

/** Whether `npm install -g` put it there. */
const isOfNpm = async (link: string): Promise<boolean> => basename(await realpath(link).catch(() => '')) === 'cli.js'

async function firstWhere(folders: readonly string[], isSo: (folder: string) => Promise<boolean>) {
  for (const folder of folders) if (await isSo(folder)) return folder
  return undefined
}

const linkExists = (path: string): Promise<boolean> =>
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

import { lstat, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { git } from '@hindcast/guarded/git.ts'
import { foundIn, isFoundOwn, isOwnRepository, linkIn } from '@hindcast/guarded/git-folder.ts'
import { digest } from '@hindcast/redaction/digest.ts'
import { projectId } from '../../domain/identity.ts'
import { remoteIn, worktreeHomes } from '../../domain/worktree.ts'
import type { Place, Workspace } from '../../ports.ts'
import { fileHead, fileText, realPaths, tailOf } from './files.ts'
import { stillIn } from './transcripts.ts'

const KEEP_MS = 30_000

/**
 * Identifies projects with git: worktrees of one repository share its common dir; outside git, the real path is used.
 */
export function gitWorkspace(now: () => number = Date.now): Workspace {
  const seen = new Map<string, { until: number; place: Promise<Place> }>()
  return {
    locate(dir) {
      const known = seen.get(dir)
      if (known && known.until > now()) return known.place
      if (seen.size > 500) seen.clear()
      const place = locate(dir)
      seen.set(dir, { until: now() + KEEP_MS, place })
      return place
    },
    // Whoever knows what is recorded can tell
    lookalike: async () => undefined,
    isThere: mayExist,
    firstCommit,
    stillIn,
    textOf: fileHead,
    fileText,
    headMovedAt,
    realPath: realPaths(now),
  }
}

async function locate(dir: string): Promise<Place> {
  const folder = await real(dir)
  const top = isAbsolute(dir) ? await topOf(folder) : undefined
  // A process less: starting one holds up every answer for some milliseconds
  if (top === undefined && isAbsolute(dir) && (await isFolder(folder))) return ownPlace(folder)
  if (top !== undefined && !(await isOwnRepository(top))) return unconfirmed(top)
  return (await repositoryOf(dir, top)) ?? (await formerlyOf(dir)) ?? ownPlace(folder)
}

const ownPlace = (root: string): Place => ({ project: { id: projectId(root), name: projectName(root), root } })

/** The nearest folder with a `.git`: this one or one above it. Undefined if it is certainly in no worktree. */
async function topOf(folder: string): Promise<string | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    if (await mayExist(join(top, '.git'))) return top
    if (dirname(top) === top) return undefined
  }
}

/** The repository of a folder, according to git. `top`: the nearest folder with a `.git`, which was found to be its own. */
async function repositoryOf(dir: string, top?: string): Promise<Place | undefined> {
  const found = foundIn(await gitAnswer(dir, 'place'))
  if (found === undefined) return undefined
  if (!(await isFoundOwn(found))) return unconfirmed(top ?? dir)
  const { common, top: worktree, own } = found
  const [key, branch] = await Promise.all([real(common), branchOf(dir, own)])
  // Git passes over a `.git` that is none; and a configuration, or a folder that looks like a bare repository, can name any worktree
  if (worktree && worktree !== top && !(await isOwnRepository(worktree, key))) return unconfirmed(top ?? dir)
  return { project: await projectAt(key, worktree), worktree: worktree || undefined, branch: branch || undefined }
}

/**
 * A folder whose `.git` leads to a repository that does not point back: a worktree that was pruned or moved by hand, or one
 * that only says so. It is a project of its own, unless it is recorded as part of that repository.
 */
async function unconfirmed(top: string): Promise<Place> {
  const link = linkIn(await fileHead(join(top, '.git')))
  const common = link && (/^(.+?)[\\/]worktrees[\\/][^\\/]+$/.exec(link)?.[1] ?? link)
  const { project } = ownPlace(top)
  if (common === undefined) return { project, worktree: top }
  const claimed = await projectAt(await real(resolve(top, common)), top)
  // It looks like the other, so that a person is asked
  return { project: { ...claimed, ...project }, worktree: top, claimed }
}

/**
 * What tells a clone from all others: the first line of its HEAD's log, made when it was cloned or first committed to,
 * with the second and by whom. The folder keeps it when it is moved. A file's first line costs no process.
 */
const originIn = (log: string): string | undefined => {
  const end = log.indexOf('\n')
  return end < 1 ? undefined : digest(['clone', log.slice(0, end)])
}

async function projectAt(common: string, worktree?: string): Promise<Place['project']> {
  const root = rootOf(common, worktree)
  const [config, log] = await Promise.all([fileHead(join(common, 'config')), fileHead(join(common, 'logs', 'HEAD'))])
  const remote = remoteIn(config)
  const origin = originIn(log)
  return {
    id: projectId(common),
    name: projectName(root),
    root,
    ...(remote !== undefined && { remote }),
    ...(origin !== undefined && { origin }),
  }
}

/** The repository of a folder that was deleted inside it. */
async function formerlyOf(dir: string): Promise<Place | undefined> {
  if (!isAbsolute(dir)) return undefined
  let above = dir
  while (!(await isFolder(above)) && dirname(above) !== above) above = dirname(above)
  const around = above === dir ? undefined : await repositoryOf(above)
  // A home folder under version control is not the repository of everything that was in it
  if (!around?.worktree || isWithin(homedir(), around.worktree)) return undefined
  const own = worktreeHomes(dir)[0]?.worktree
  return { ...around, branch: undefined, worktree: own && isWithin(own, around.worktree) ? own : around.worktree }
}

/** Also if it can't be looked at; only git knows then. */
const mayExist = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
const isWithin = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`)

/**
 * Git logs every move of HEAD; a commit leaves the files as they are. In a linked worktree, `.git` is a file that names
 * the folder.
 */
async function headMovedAt(worktree: string): Promise<number | undefined> {
  const link = linkIn(await fileHead(join(worktree, '.git')))
  const log = join(link === undefined ? join(worktree, '.git') : resolve(worktree, link), 'logs', 'HEAD')
  const moves = (await tailOf(log, LOG_READ)).split('\n').filter((line) => line !== '' && !/\tcommit\b/.test(line))
  const seconds = / (\d{9,11}) [+-]\d{4}\t/.exec(moves.at(-1) ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** The log's last lines. */
const LOG_READ = 8 * 1024

/** A shallow clone has only a part of its history. */
async function firstCommit(folder: string): Promise<string | undefined> {
  const found = foundIn((await git({ folder }, 'place'))?.toString('utf8'))
  if (found === undefined || (await mayExist(join(found.common, 'shallow')))) return undefined
  const oldest = (await git({ folder }, 'roots'))?.toString('utf8').trim().split('\n').at(-1)
  return oldest && digest(['first', oldest])
}

/** The branch that HEAD names. Usually its file says so, which saves a process; with reftable storage, git is asked. */
async function branchOf(dir: string, gitDir: string): Promise<string> {
  const head = await fileHead(join(gitDir, 'HEAD'))
  if (/^[0-9a-f]{40,64}\s*$/.test(head)) return ''
  const named = /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1]
  return named === undefined || named === '.invalid' ? gitAnswer(dir, 'branch') : named
}

/** The root folder of a repository, by its common dir. A submodule's is inside the .git of another repository. */
function rootOf(common: string, worktree: string | undefined): string {
  if (basename(common) === '.git') return dirname(common)
  return /[\\/]\.git[\\/]modules[\\/]/.test(common) && worktree ? worktree : common
}

const projectName = (root: string): string => basename(root) || root

/** Starting more processes at a time would hold up answers: a client that begins many sessions at once has many folders. */
const AT_ONCE = 2
const inLane = lanes(AT_ONCE)

/** Git's output, or empty: no git, no repository, or a missing folder. */
const gitAnswer = (folder: string, command: 'place' | 'branch'): Promise<string> =>
  inLane(async () => (await git({ folder }, command))?.toString('utf8').replace(/\n$/, '') ?? '')

/** Does work in as many lanes, taking turns, one piece after another in each. */
function lanes(count: number) {
  const ends: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve())
  let turn = 0
  return <T>(work: () => Promise<T>): Promise<T> => {
    const lane = turn++ % count
    const done = Promise.resolve(ends[lane]).then(work)
    ends[lane] = done.catch(() => undefined)
    return done
  }
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path)

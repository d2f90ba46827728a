import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { execa } from 'execa'
import { projectId } from '../../domain/identity.ts'
import type { Place, Workspace } from '../../ports.ts'
import { fileText, textOf } from './files.ts'
import { stillIn } from './transcripts.ts'

const KEEP_MS = 30_000

/** Finds projects by git: worktrees of one repository share its common dir; elsewhere the real path counts. */
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
    stillIn,
    textOf,
    fileText,
  }
}

async function locate(dir: string): Promise<Place> {
  const paths = await git(
    dir,
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    '--show-toplevel',
    '--git-dir',
  )
  const [common, worktree, own = ''] = paths.split('\n')
  if (!common) {
    const root = await real(dir)
    return { project: { id: projectId(root), name: nameOf(root), root } }
  }
  const [key, branch] = await Promise.all([real(common), branchOf(dir, own)])
  const root = rootOf(key, worktree)
  const place: Place = { project: { id: projectId(key), name: nameOf(root), root } }
  return { ...place, worktree: worktree || undefined, branch: branch || undefined }
}

/** What HEAD names. As a rule its file says so, which spares a second process; where references are kept in tables, git is asked. */
async function branchOf(dir: string, gitDir: string): Promise<string> {
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '')
  if (/^[0-9a-f]{40,64}\s*$/.test(head)) return ''
  const named = /^ref: refs\/heads\/(.+?)\s*$/.exec(head)?.[1]
  return named === undefined || named === '.invalid' ? git(dir, 'symbolic-ref', '--short', '-q', 'HEAD') : named
}

/** Where a repository's files are, by its common dir. A submodule's lies inside the .git of another repository. */
function rootOf(common: string, worktree: string | undefined): string {
  if (basename(common) === '.git') return dirname(common)
  return /[\\/]\.git[\\/]modules[\\/]/.test(common) && worktree ? worktree : common
}

const nameOf = (root: string): string => basename(root) || root

/** Git's answer, or nothing: no git, no repository, a folder that is gone. The caller's GIT_* variables are not heard. */
async function git(cwd: string, ...args: string[]): Promise<string> {
  const { PATH, HOME, SYSTEMROOT } = process.env
  const env = { PATH, HOME, SYSTEMROOT, GIT_OPTIONAL_LOCKS: '0' }
  const done = await execa('git', args, { cwd, env, extendEnv: false, reject: false, timeout: 2_000, stdin: 'ignore' })
  return done.failed ? '' : done.stdout.trim()
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path)

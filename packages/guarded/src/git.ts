import { devNull } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { readingBudget } from './budget.ts'
import { type GitCommand, gitCommands } from './git-commands.ts'
import { runGit } from './git-process.ts'
import { settingsOfUser } from './git-settings.ts'

/** Where git is asked, and how. */
export interface GitAsked {
  readonly folder: string
  /** Whose PATH and HOME count; this process's, if it isn't said. Nothing else of it reaches git. */
  readonly env?: NodeJS.ProcessEnv | undefined
  /** What git reads on its standard input. */
  readonly input?: string | undefined
  /** How long it may take; 2 s if it isn't said, and never longer than the budget of the work that it belongs to allows. */
  readonly withinMs?: number | undefined
}

const PATIENCE_MS = 2_000

/**
 * Asks git something about a folder. Of a repository's configuration, nothing that names a program counts; of the user's
 * own, only which folders are safe and which files are ignored. Undefined if git fails, takes too long, says too much or is
 * not there.
 */
export async function git<C extends GitCommand>(
  { folder, env = process.env, input, withinMs = PATIENCE_MS }: GitAsked,
  command: C,
  ...given: Parameters<(typeof gitCommands)[C]>
): Promise<Buffer | undefined> {
  const wordsOf: (...given: string[]) => readonly string[] = gitCommands[command]
  const settings = [...GUARD, ...(await settingsOfUser(env))].flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const words = ['--no-pager', ...settings, ...wordsOf(...given)]
  const leftMs = readingBudget()?.leftMs ?? withinMs
  return leftMs === 0
    ? undefined
    : runGit({ folder, words, env: guarded(env), input, withinMs: Math.min(withinMs, leftMs) })
}

/** What the command line says counts more than any file. */
const GUARD: readonly (readonly [name: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.attributesFile', devNull],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['fetch.recurseSubmodules', 'false'],
  ['submodule.recurse', 'false'],
  ['maintenance.auto', 'false'],
  ['gc.auto', '0'],
  // Threads and large windows take address space, which is limited
  ['index.threads', '1'],
  ['core.preloadIndex', 'false'],
  ['pack.threads', '1'],
  ['core.packedGitWindowSize', '16m'],
  ['core.packedGitLimit', '256m'],
]

/** Without a home, older releases read no global configuration either. */
const guarded = ({ PATH = '', SYSTEMROOT }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  // A relative folder would be one of the project's
  PATH: PATH.split(delimiter).filter(isAbsolute).join(delimiter),
  SYSTEMROOT,
  HOME: devNull,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // No protocol has this name, so that none may be used
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  MALLOC_ARENA_MAX: '1',
})

import { execa } from 'execa'

const PATIENCE_MS = 2_000

/**
 * Runs git in a folder. It ignores the caller's GIT_* variables, and runs nothing that a repository's own configuration
 * names: a watcher of its files, hooks, a transport for objects that are missing. `diff` and whatever else applies filters
 * would still run those.
 */
export async function gitIn(
  cwd: string,
  { PATH, HOME, SYSTEMROOT }: NodeJS.ProcessEnv,
  ...words: readonly string[]
): Promise<{ readonly exitCode: number | undefined; readonly stdout: string }> {
  const trusted = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', ...words]
  const { exitCode, stdout } = await execa('git', trusted, {
    cwd,
    env: { PATH, HOME, SYSTEMROOT, GIT_OPTIONAL_LOCKS: '0', GIT_ALLOW_PROTOCOL: 'none' },
    extendEnv: false,
    reject: false,
    timeout: PATIENCE_MS,
    stdin: 'ignore',
  })
  return { exitCode, stdout: stdout ?? '' }
}

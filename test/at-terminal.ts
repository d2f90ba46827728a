import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where the programs that open a terminal are missing, its tests cannot run. */
export const hasTerminals = existsSync('/usr/bin/script') && existsSync('/usr/bin/setsid')

/**
 * Runs a program as a person does: in the foreground of a terminal that no agent has opened, even if an agent runs the tests.
 * `shown`: all that it printed.
 */
export async function atTerminal(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<{ readonly code: number; readonly shown: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-terminal-'))
  const [screen, code] = [join(folder, 'screen'), join(folder, 'code')]
  const line = words.map(quoted).join(' ')
  const opened = ['--fork', 'sh', '-c', OPENS, 'sh', line, screen, code]
  spawn('setsid', opened, { cwd, env: { SHELL: '/bin/sh', ...env }, stdio: 'ignore' })
  try {
    for (let waited = 0; !existsSync(code); waited += 20) {
      if (waited > 300_000) throw new Error(`still running in its terminal: ${words.join(' ')}`)
      await sleep(20)
    }
    return { code: Number(readFileSync(code, 'utf8')), shown: readFileSync(screen, 'utf8').replaceAll('\r\n', '\n') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens a terminal, runs the first argument in it, and writes what it showed and its exit code to the other two. */
const OPENS = 'script -qec "$1" /dev/null >"$2" 2>&1 </dev/null; echo $? >"$3.new"; mv "$3.new" "$3"'

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

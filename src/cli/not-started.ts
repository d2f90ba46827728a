import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Home } from '../config/home.ts'
import { isLocked } from '../daemon/examined.ts'
import { isElsewhere, isRunning } from '../daemon/standby-process.ts'
import { readState } from '../daemon/state.ts'
import { FREE_SPACE, HindcastError } from '../domain/errors.ts'
import { symptom } from '../domain/symptom.ts'
import { fullDisk } from '../hook/disk.ts'

/** This many programs for each processor make everything slow. */
const BUSY = 2

/** Why no daemon could be started since `began` (epoch milliseconds): what was seen, and what speaks for which cause. */
export async function notStarted(home: Home, began: number, waitedMs: number): Promise<HindcastError> {
  const [said, held, full, state] = await Promise.all([
    lastWords(home, began),
    isLocked(home.lock),
    fullDisk(home.dir),
    readState(home),
  ])
  // It names its remedy, too
  if (said !== undefined && full === undefined) return new HindcastError('not-started', said, { remedy: '' })
  const ranOut = Date.now() - began >= waitedMs
  const outcome = ranOut ? `nothing was listening after ${waitedMs / 1_000} s` : 'it exited'
  const seen = held ? `a process holds ${home.lock}, but no daemon can be reached from here` : (said ?? outcome)
  const causes = [full, ...(held ? holders(home, state?.pid) : []), ranOut || held ? slowMachine() : undefined]
  const remedy = held ? 'end that process, or set HINDCAST_HOME to another folder' : 'run hindcast doctor'
  return new HindcastError('not-started', symptom(seen, causes), { remedy: full ? FREE_SPACE : remedy })
}

/** Who may hold the lock: the process that `daemon.json` names, if it is to be seen, or one that cannot be seen from here. */
function holders({ dir }: Home, pid: number | undefined): readonly string[] {
  const isSeen = pid !== undefined && isRunning(pid)
  if (isSeen && isElsewhere(pid))
    return [`the daemon (pid ${pid}) runs in another network namespace, such as a container's`]
  if (isSeen) return [`the daemon (pid ${pid}) does not answer`]
  return [
    `a daemon in another container, or on another machine, shares ${dir}`,
    'another daemon is still starting or stopping',
  ]
}

function slowMachine(): string | undefined {
  const [load = 0] = loadavg()
  const processors = availableParallelism()
  return load > BUSY * processors
    ? `the machine is busy (load ${load.toFixed(0)} on ${processors} processors)`
    : undefined
}

/** What a daemon that exited since a time said, remedy included. */
async function lastWords(home: Home, since: number): Promise<string | undefined> {
  const text = await readFile(join(home.logs, 'daemon.err'), 'utf8').catch(() => '')
  const [, at = '', said] = /^(\S+Z) hindcast: (.+)$/.exec(text.trimEnd().split('\n').at(-1) ?? '') ?? []
  return Date.parse(at) >= since ? said : undefined
}

import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Home } from '../config/home.ts'
import { isLocked } from '../daemon/examined.ts'
import { FREE_SPACE, HindcastError } from '../domain/errors.ts'
import { symptom } from '../domain/symptom.ts'
import { fullDisk } from '../hook/disk.ts'
import { elsewhereSaid, whereRuns } from './reach.ts'

/** This many programs for each processor make everything slow. */
const BUSY = 2

/** Why no daemon could be started since `began` (epoch milliseconds): what was seen, and what speaks for which cause. */
export async function notStarted(home: Home, began: number, waitedMs: number): Promise<HindcastError> {
  const [said, held, full, found] = await Promise.all([
    lastWords(home, began),
    isLocked(home.lock),
    fullDisk(home.dir),
    whereRuns(home),
  ])
  // It names its remedy, too
  if (said !== undefined && full === undefined) return new HindcastError('not-started', said, { remedy: '' })
  const ranOut = Date.now() - began >= waitedMs
  const outcome = ranOut ? `nothing was listening after ${waitedMs / 1_000} s` : 'it exited'
  const seen = held ? `a process holds ${home.lock}, but no daemon can be reached from here` : (said ?? outcome)
  const causes = [full, ...(held ? holders(home, found) : []), ranOut || held ? slowMachine() : undefined]
  const there = found && !found.isElsewhere ? 'end that process' : 'use Hindcast where that process runs'
  const remedy = held ? `${there}, or set HINDCAST_HOME to another folder here` : 'run hindcast doctor'
  return new HindcastError('not-started', symptom(seen, causes), { remedy: full ? FREE_SPACE : remedy })
}

/** Who may hold the lock: the daemon that `daemon.json` names, if it is seen here, or one that cannot be seen. */
function holders({ dir }: Home, found: Awaited<ReturnType<typeof whereRuns>>): readonly string[] {
  if (found?.isElsewhere) return [elsewhereSaid(found.pid)]
  if (found) return [`the daemon (pid ${found.pid}) does not answer`]
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

import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { isLocked } from '../daemon/examined.ts'
import { isElsewhere } from '../daemon/standby-process.ts'
import { readState } from '../daemon/state.ts'
import { isDaemon } from '../hook/daemon-process.ts'

/** For a daemon that is starting to write its process id, and for one that is leaving to let go of the lock. */
const UNSETTLED_MS = 3_000 * patience()
const LOOK_MS = 50

/** Where the daemon runs that `daemon.json` names: nowhere that is seen here, in another network, or here. */
export async function whereRuns(
  home: Home,
): Promise<{ readonly pid: number; readonly isElsewhere: boolean } | undefined> {
  const pid = (await readState(home))?.pid
  return pid !== undefined && isDaemon(pid) ? { pid, isElsewhere: isElsewhere(pid) } : undefined
}

/** What is said of a daemon in another network namespace. */
export const elsewhereSaid = (pid: number): string =>
  `the daemon (pid ${pid}) runs in another network namespace, such as a container's or the one around it`

/**
 * Why this home's daemon, which is running, can be neither asked nor ended from here; undefined if it can, or if none is
 * running. A daemon with its own process ids is not seen at all: only its lock is.
 */
export async function outOfReach(home: Home): Promise<string | undefined> {
  for (const until = performance.now() + UNSETTLED_MS; await isLocked(home.lock); await sleep(LOOK_MS)) {
    const found = await whereRuns(home)
    if (found) return found.isElsewhere ? elsewhereSaid(found.pid) : undefined
    if (performance.now() > until)
      return `a process that is not seen here, such as one in another container or on another machine, holds ${home.lock}`
  }
  return undefined
}

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'

/** The file that names the process that holds the daemon's socket, for the daemon and for whoever would start another. */
const fileIn = (home: string): string => join(home, 'standby')

/** Records which process is the standby process of a home; undefined: none. */
export function recordStandby(home: string, pid: number | undefined): void {
  try {
    if (pid === undefined) rmSync(fileIn(home), { force: true })
    else writeFileSync(fileIn(home), `${pid} ${bootOf()} ${beganAt(pid)}\n`, { mode: 0o600 })
  } catch {
    // The disk is full or read-only: another daemon may be started in vain, and finds the port in use
  }
}

/**
 * Whether a standby process holds the port of this home's daemon: if the daemon is dead, it is starting the successor, and
 * any other daemon would find the port in use.
 */
export function hasStandby(home: string): boolean {
  const recorded = recordedIn(home)
  return recorded !== undefined && isRunning(recorded.pid) && beganAt(recorded.pid) === recorded.began
}

/**
 * Whether the daemon and its standby process were both killed while the machine was running: clients may have sent the
 * hook token to another program on their port since.
 */
export function wasPortFree(home: string): boolean {
  const recorded = recordedIn(home)
  return recorded !== undefined && recorded.boot === bootOf() && !hasStandby(home)
}

function recordedIn(home: string) {
  try {
    const [pid, boot, ...began] = readFileSync(fileIn(home), 'utf8').trim().split(' ')
    return { pid: Number(pid), boot, began: began.join(' ') }
  } catch {
    return undefined
  }
}

/** Differs after each start of the machine, if the system says so. */
function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return '-'
  }
}

/**
 * Whether a process is running; one that has ended, but whose parent has not noticed, is not. `others`: the answer if it
 * is another user's.
 */
export function isRunning(pid: number, others = false): boolean {
  try {
    return process.kill(pid, 0) && statOf(pid)[0] !== 'Z'
  } catch (error) {
    return others && (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a process is stopped, as by SIGSTOP: it does nothing until it is told to go on. False if the system does not say. */
export const isStopped = (pid: number): boolean => statOf(pid)[0] === 'T'

/** When a process started, in the system's own ticks; empty if the system does not say. */
export const startTime = (pid: number): string => statOf(pid)[19] ?? ''

/** The same in epoch milliseconds, to a few milliseconds; undefined if the system does not say. */
export function startedAt(pid: number): number | undefined {
  const ticks = startTime(pid)
  return ticks === '' ? undefined : Date.now() - uptime() * 1_000 + (Number(ticks) / TICKS) * 1_000
}

/** How long a process's main thread has had a processor, and has waited for one, in milliseconds. */
export interface Scheduled {
  readonly ranMs: number
  readonly waitedMs: number
}

/** Undefined if the system does not say, as only Linux does. */
export function schedulingOf(pid: number | `self/task/${string}`): Scheduled | undefined {
  try {
    const [ran = Number.NaN, waited = Number.NaN] = readFileSync(`/proc/${pid}/schedstat`, 'latin1')
      .split(' ')
      .map(Number)
    return Number.isFinite(ran + waited) ? { ranMs: ran / 1e6, waitedMs: waited / 1e6 } : undefined
  } catch {
    return undefined
  }
}

/**
 * How long all threads of this process have waited for a processor, in milliseconds: an answer waits for the store's as well.
 * 0 if the system does not say.
 */
export function threadsWaitedMs(): number {
  try {
    const tasks = readdirSync('/proc/self/task').map((id) => schedulingOf(`self/task/${id}`)?.waitedMs ?? 0)
    return tasks.reduce((sum, ms) => sum + ms, 0)
  } catch {
    return 0
  }
}

/** Whoever had a processor for so long, and said nothing, will not say anything. */
const ENDLESS_MS = 800
/** The share of the time in which one waits for a processor that makes silence prove nothing. */
const STARVED = 0.25

/** Whether a process has a network of its own, so that its ports cannot be reached from here; false if the system does not say. */
export function isElsewhere(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
  } catch {
    return false
  }
}

/**
 * Whether a process that said nothing for `ms` milliseconds, from `before` to `after`, hangs rather than waits for a
 * processor on a busy machine. True if the system does not say.
 */
export function isHanging(before: Scheduled | undefined, after: Scheduled | undefined, ms: number): boolean {
  if (before === undefined || after === undefined) return true
  return after.ranMs - before.ranMs >= ENDLESS_MS || after.waitedMs - before.waitedMs < STARVED * ms
}

/** Per second, as Linux reports them to programs on every architecture that Node supports. */
const TICKS = 100

/** The fields of /proc/PID/stat from the third, its state, on; none if the system does not have it. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** The same, also on systems without /proc: a process id alone may belong to another process after a restart of the machine. */
function beganAt(pid: number): string {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const ps = () => spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8', timeout: 1_000 })
  return startTime(pid) || (ps().stdout ?? '').trim()
}

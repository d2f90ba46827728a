import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { symptom } from '../domain/symptom.ts'
import { apart, type Finding, ill, type Look, roughAgo, well } from './finding.ts'
import type { Case, DoctorParts } from './parts.ts'

/** The daemon from outside: whether it runs, is of this release, and listens on the port that clients know. */
export const daemonLooks = (at: Case): readonly Look[] => [
  { name: 'daemon', look: () => daemon(at) },
  { name: 'version', look: () => version(at) },
  { name: 'port', look: () => port(at) },
]

const HEALTH_MS = 3_000

const UP = 'run hindcast up'
const ELSEWHERE = 'use Hindcast where it runs, or set HINDCAST_HOME to another folder here'

/** Shown for everything that only the daemon can check. */
export async function absenceOf({ home, isLocked, isElsewhere }: DoctorParts): Promise<Case['absent']> {
  const { pid } = await stateIn(home.daemon)
  return pid !== undefined && isElsewhere(pid) && (await isLocked())
    ? {
        why: `the daemon (pid ${pid}) runs in another network namespace, so it cannot be reached from here`,
        remedy: ELSEWHERE,
      }
    : { why: 'the daemon is not running', remedy: UP }
}

async function daemon(at: Case): Promise<readonly Finding[]> {
  const { running, clock, home, isLocked, start } = at
  if (running) {
    const { pid, startedAt } = running.ports.daemon()
    return [well('daemon', `pid ${pid}, started ${roughAgo(clock.now() - startedAt)}`)]
  }
  const isLeft = existsSync(join(home.dir, 'disconnected.json'))
  const repair = async () => ((await start()) ? 'started; run hindcast doctor again for the rest' : 'it does not start')
  if (isLeft && (await stateIn(home.daemon)).port === undefined) return [ill('daemon', 'stopped by hindcast down', UP)]
  if (await isLocked()) return [await unreachable(at, isLeft ? undefined : repair)]
  return [isLeft ? ill('daemon', 'stopped by hindcast down', UP) : ill('daemon', 'not running', UP, repair)]
}

/** A daemon is running, but this program cannot use it. `revive` replaces one that does not answer. */
async function unreachable(at: Case, revive?: () => Promise<string>): Promise<Finding> {
  const { home, status: ask } = at
  const { pid, port } = await stateIn(home.daemon)
  const remedy = `kill ${pid ?? 'that process'}, then ${UP}`
  if (pid === undefined || port === undefined)
    return ill('daemon', 'a daemon is running, but daemon.json does not name its port', remedy)
  const status = await ask()
  if (status?.running) return well('daemon', `pid ${pid}`)
  if (status)
    return ill('daemon', `pid ${pid} is a fallback: the daemon cannot start`, `fix what is listed below, then ${UP}`)
  if ((await health(port)) === pid) return ill('daemon', `pid ${pid} does not have the token of this home`, UP)
  const silent = symptom(`pid ${pid} holds the lock but does not answer`, reasons(at, pid))
  return at.isElsewhere(pid) ? ill('daemon', silent, ELSEWHERE) : ill('daemon', silent, UP, revive)
}

/** The caller's release is the person's, the launcher's the client's: with the daemon's they should be one. */
async function version({ running, version: own, callerVersion, launcher }: Case): Promise<readonly Finding[]> {
  if (!running) return []
  const installed = (await readFile(join(launcher, '../version'), 'utf8').catch(() => '')).trim()
  const other = [callerVersion, installed].find((one) => one && one !== own)
  if (!other) return [well('version', own)]
  return [ill('version', `the daemon is version ${own}, this program ${other}`, UP)]
}

async function port(at: Case): Promise<readonly Finding[]> {
  const { running, home, isLocked } = at
  const { port: said, pid } = await stateIn(home.daemon)
  if (said === undefined)
    return running ? [ill('port', 'daemon.json does not name a port', 'run hindcast restart')] : []
  const own = running?.ports.daemon()
  if (own && own.port !== said)
    return [ill('port', `daemon.json says ${said}, but the daemon listens on ${own.port}`, 'run hindcast restart')]
  // Whoever listens on that port here is another program
  if (at.absent.remedy === ELSEWHERE) return [apart('port', `${said} there; ${at.absent.why}`, ELSEWHERE)]
  const answer = await health(said)
  if (typeof answer === 'string')
    return [
      running || answer !== REFUSED
        ? ill('port', symptom(`${answer} on ${said}`, reasons(at, pid)), 'run hindcast restart')
        : apart('port', `${said}; ${at.absent.why}`, at.absent.remedy),
    ]
  // Whoever took the port of a dead daemon can claim its pid, too
  if (answer === (own?.pid ?? pid) && (running || (await isLocked())))
    return [well('port', `127.0.0.1:${said} answers`)]
  return [ill('port', `another program is using ${said}`, `${UP}; it takes the next free port`)]
}

/** What speaks for one cause or another of a daemon's silence. */
function reasons({ isElsewhere }: Case, pid: number | undefined): readonly (string | undefined)[] {
  const [load = 0] = loadavg()
  const processors = availableParallelism()
  return [
    load > 2 * processors ? `the machine is busy (load ${load.toFixed(0)} on ${processors} processors)` : undefined,
    pid !== undefined && isElsewhere(pid)
      ? `the daemon (pid ${pid}) has another network, as in a container`
      : undefined,
  ]
}

/** What the last daemon said of itself. */
async function stateIn(path: string): Promise<{ port?: number; pid?: number }> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as { port?: number; pid?: number }
  } catch {
    return {}
  }
}

const REFUSED = 'nothing listens'

/** The process that answers as a daemon does, -1 for a stranger; in words, what happened instead of an answer. */
async function health(at: number): Promise<number | string> {
  try {
    const reply = await fetch(`http://127.0.0.1:${at}/health`, { signal: AbortSignal.timeout(HEALTH_MS) })
    const text = await reply.text()
    return pidIn(text)
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
    if (name === 'TimeoutError') return `no answer within ${HEALTH_MS / 1_000} s`
    return cause?.code === 'ECONNREFUSED' ? REFUSED : `no answer (${cause?.code ?? name})`
  }
}

function pidIn(text: string): number {
  try {
    const { pid } = JSON.parse(text) as { pid?: unknown }
    return typeof pid === 'number' ? pid : -1
  } catch {
    return -1
  }
}

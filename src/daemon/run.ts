import { spawn } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileLog } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { allowedEnvironment } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { asHindcastError } from '../domain/errors.ts'
import { hookTokenOf } from '../http/guard.ts'
import type { Clock, Lifecycle, Log } from '../ports.ts'
import { PROTOCOL, VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'
import { compose, type Daemon, type Parts, type Programs } from './compose.ts'
import { fallbackServer } from './fallback-server.ts'
import {
  type DaemonState,
  isRestingSince,
  newToken,
  readState,
  rememberPlaces,
  tokenOf,
  writePrivate,
  writeState,
} from './state.ts'

/** How long a daemon answers `{}` after `down`: a client takes a moment to notice that its hooks are gone. */
const LINGER_MS = 6_000
/** How long the answer to the call that stops the daemon may take. */
const ANSWERED_MS = 50

/** What was started for a daemon before its main code was loaded. */
export interface Started extends Programs {
  /** Called when it listens. */
  readonly listening: () => void
}

/**
 * Runs the single daemon of a home until it is stopped or no longer needed. Returns immediately if one is already
 * running.
 */
export async function runDaemon(home: Home, { listening, ...programs }: Started): Promise<void> {
  process.umask(0o077)
  await mkdir(home.dir, { recursive: true, mode: 0o700 })
  await chmod(home.dir, 0o700)
  const known = await readState(home)
  const letGo = await takeLock(home)
  if (!letGo) return
  const clock: Clock = { now: () => Date.now() }
  const log = fileLog(home.logs, 'daemon', clock)
  logUncaught(log)
  const { token, isNew } = known?.moved ? { token: newToken(), isNew: true } : await tokenOf(home)
  const leave = once(async (why: string, then = () => {}) => {
    log.info('leaving', { why })
    await daemon.close().catch((error: Error) => log.error('closing', { why: error.message }))
    letGo()
    then()
    process.exit(0)
  })
  let connected: ReturnType<typeof keepConnected> | undefined
  const lifecycle = lifecycleOf(home, programs.app, leave, () => daemon)
  const told = { token, lastPort: known?.port, lastWanted: known?.wanted }
  const wantedMayDiffer = () => connected?.mayDiffer()
  const parts = { home, hosts, ...programs, ...told, clock, log, leave, lifecycle, wantedMayDiffer }
  const daemon = await compose(parts).catch((thrown) => instead(parts, thrown))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal))
  const { port } = daemon
  const wanted = known ? known.wanted : daemon.wanted()
  const state = { pid: process.pid, port, version: VERSION, protocol: PROTOCOL, startedAt: clock.now(), wanted }
  const moved = known !== undefined && (isNew || port !== known.port || daemon.token !== token)
  // A relay may have started this one while a person stopped the one before
  if (await isRestingSince(home, performance.timeOrigin)) return leave('taken down')
  await announce(home, daemon, { ...state, ...(moved && { moved }) }, known)
  listening()
  connected = keepConnected(home, daemon, state, log)
  if (moved) await connected.write()
  else connected.mayDiffer()
  log.info('listening', { port, version: VERSION, node: process.version })
}

function logUncaught(log: Log): void {
  process.on('uncaughtException', (error) => log.error('uncaught', { why: error.stack ?? error.message }))
  process.on('unhandledRejection', (reason) => log.error('unhandled', { why: String(reason) }))
}

/** A client applies changed settings immediately, and several switches are often changed together. */
const GATHER_MS = 200

/**
 * Keeps the entries in clients' settings up to date: rewrites them shortly after they become outdated, or immediately
 * on `write`.
 */
function keepConnected(home: Home, daemon: Daemon, first: DaemonState, log: Log) {
  let state = first
  let timer: NodeJS.Timeout | undefined
  const write = async () => {
    const wanted = daemon.wanted()
    try {
      await daemon.reconnect()
      state = { ...state, wanted }
      await writeState(home, state)
    } catch (error) {
      log.error('reconnecting', { why: String(error) })
    }
  }
  return {
    write,
    mayDiffer() {
      clearTimeout(timer)
      if (JSON.stringify(daemon.wanted()) === JSON.stringify(state.wanted)) return
      timer = setTimeout(write, GATHER_MS)
    },
  }
}

/** The fallback server if the daemon cannot start. Throws the reason if no client can know its port. */
async function instead(parts: Parts, thrown: unknown): Promise<Daemon> {
  if (parts.lastPort === undefined) throw thrown
  return fallbackServer(parts, asHindcastError(thrown))
}

type Leave = (why: string, then?: () => void) => void

/** How verbs stop the daemon: after the call that requested it was answered. */
function lifecycleOf(home: Home, app: string, leave: Leave, daemon: () => Daemon): Lifecycle {
  return {
    async rest(places) {
      await rememberPlaces(home, places)
      daemon().silence()
      // A damaged store reports no sessions, but must not prevent the daemon from stopping
      const isNeeded = await daemon()
        .isNeeded()
        .catch(() => true)
      const wait = isNeeded ? LINGER_MS : ANSWERED_MS
      setTimeout(() => leave('taken down'), wait)
    },
    async restart() {
      const start = () => spawn(process.execPath, [join(app, 'daemon.js')], successorOptions(home)).unref()
      setTimeout(() => leave('restarting', start), ANSWERED_MS)
    },
  }
}

/**
 * Publishes the daemon's address once it listens: the token first, so that whoever sees the new port has it. If this
 * program dies in between, the state of the daemon before it says that clients have to be updated.
 */
async function announce(
  home: Home,
  { port, token }: Daemon,
  state: DaemonState,
  before: DaemonState | undefined,
): Promise<void> {
  if (state.moved && before) {
    await writeState(home, { ...before, moved: true })
    await writePrivate(home.token, token)
  }
  await writeState(home, state)
  await writeCurl(home, port, token)
}

/** Only the first call has an effect. */
function once(work: (why: string, then?: () => void) => Promise<void>): Leave {
  let begun = false
  return (why, then) => {
    if (!begun) void work(why, then)
    begun = true
  }
}

/** The lock, or undefined if a running daemon holds it. Waits for a daemon that is stopping or starting. */
async function takeLock(home: Home): Promise<(() => void) | undefined> {
  const until = Date.now() + LINGER_MS + 2_000
  while (Date.now() < until) {
    const letGo = await holdFile(home.lock, 50)
    if (letGo) return letGo
    const holder = await readState(home)
    if (holder && isRunning(holder.pid)) return undefined
  }
  return undefined
}

const successorOptions = (home: Home) =>
  ({
    cwd: home.dir,
    env: { ...allowedEnvironment(process.env), HINDCAST_HOME: home.dir },
    detached: true,
    stdio: 'ignore',
  }) as const

/**
 * The config file for the launcher's curl, so that neither token nor payload appears in a process list; the first line
 * names this process, which the launcher checks for.
 */
async function writeCurl(home: Home, port: number, token: string): Promise<void> {
  const lines = [
    `# ${process.pid}`,
    `url = "http://127.0.0.1:${port}/hook"`,
    `header = "Authorization: Bearer ${hookTokenOf(token)}"`,
    'header = "Content-Type: application/json"',
    'header = "Expect:"',
    'data-binary = "@-"',
  ]
  await writePrivate(home.curl, `${lines.join('\n')}\n`)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// Folder src/daemon/: the process: lock and lifetime, `entrance` (listens before the store is open), `compose` (wires
// everything), `standby` (holds the socket), `store-care`

import { chmod, mkdir, rm } from 'node:fs/promises'
import { fileLog } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import type { Home } from '../config/home.ts'
import { asHindcastError } from '../domain/errors.ts'
import { hookTokenOf } from '../http/guard.ts'
import type { Clock, Lifecycle, Log } from '../ports.ts'
import { PROTOCOL, VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'
import { compose } from './compose.ts'
import { onceDeleted } from './deleted-home.ts'
import { openEntrance } from './entrance.ts'
import { fallbackServer } from './fallback-server.ts'
import type { Daemon, Parts, Programs } from './parts.ts'
import { endStandIn, isWritable, standIn } from './stand-in.ts'
import { Standby } from './standby.ts'
import { hasStandby, isRunning, recordStandby, wasPortFree } from './standby-process.ts'
import {
  type DaemonState,
  isRestingSince,
  knownToken,
  newToken,
  readState,
  rememberPlaces,
  tokenOf,
  writeEnd,
  writePrivate,
  writeState,
} from './state.ts'

/** How long a daemon answers `{}` after `down`: a client takes a moment to notice that its hooks are gone. */
const LINGER_MS = 6_000
/** A standby process may start one daemon after another; the third within this time has to wait a little. */
const UNSTEADY_MS = 10_000
/** A client applies changed settings a second after they were written, or somewhat later. */
const SETTLED_MS = 2_000
/** How long the answer to the call that stops the daemon may take. */
const ANSWERED_MS = 50

/** What was started for a daemon before its main code was loaded. */
export interface Started extends Programs {
  /** Called when it listens. */
  readonly listening: () => void
  /** The descriptor of a listening socket, if a standby process started it. */
  readonly socket: number | undefined
}

/**
 * Runs the single daemon of a home until it is stopped or no longer needed. Returns immediately if one is already
 * running.
 */
export async function runDaemon(home: Home, { listening, socket, ...programs }: Started): Promise<void> {
  if (!(await isWritable(home))) return standIn(home, listening, programs)
  const held = await holdHome(home, socket)
  if (!held) return
  const { letGo, known } = held
  const clock: Clock = { now: () => Date.now() }
  const log = fileLog(home.logs, 'daemon', clock)
  logUncaught(log)
  const { token, isNew, former } = await tokensOf(home, known)
  const leave = once(async (why: string) => {
    log.info('stopping', { reason: why })
    await ((await isSucceeded(why, standby, daemon)) ? standby.takeOver() : standby.end())
    await daemon.close().catch((error: Error) => log.error('closing', { why: error.message }))
    await writeEnd(home, clock.now())
    letGo()
    process.exit(0)
  })
  let connected: ReturnType<typeof keepConnected> | undefined
  const isUnsteady = socket !== undefined && clock.now() - (known?.startedAt ?? 0) < UNSTEADY_MS
  const standby = new Standby(home, programs.app, { socket, isUnsteady })
  const lifecycle = lifecycleOf(home, standby, leave, () => daemon)
  const around = { home, hosts, ...programs, clock, log }
  if (known && socket === undefined) await endStandIn(known.port, former ?? token)
  const entrance = await openEntrance({ ...around, token, former, lastPort: known?.port, socket, standby })
  const failedAt = socket !== undefined && known?.endedAt === undefined ? clock.now() : undefined
  const told = { entrance, failedAt, lastWanted: known?.wanted, wantedMayDiffer: () => connected?.mayDiffer() }
  const parts = { ...around, ...told, leave, lifecycle }
  const daemon = await compose(parts).catch((thrown) => instead(parts, known, thrown))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => leave(signal))
  const state = stateOf(daemon, known, clock.now())
  const moved = known !== undefined && (isNew || daemon.port !== known.port || daemon.token !== token)
  // A relay may have started this one while a person stopped the one before
  if (await isRestingSince(home, performance.timeOrigin)) return leave(TAKEN_DOWN)
  connected = keepConnected(home, daemon, state, log)
  if (moved) await move(home, daemon, known, connected.write)
  else await writeState(home, state)
  await writeCurl(home, daemon)
  // Whoever deleted the home wants nothing of it to stay, and nothing to be written there again
  onceDeleted(home.lock, () => void standby.end().then(() => process.exit(0)))
  listening()
  connected.mayDiffer()
  log.info('listening', { port: daemon.port, version: VERSION, node: process.version })
}

/** Locks the home, and reads what the last daemon wrote; undefined if another daemon is running or being started. */
async function holdHome(home: Home, socket: number | undefined) {
  await makePrivate(home)
  const letGo = await takeLock(home)
  if (!letGo) return undefined
  // Another is being started with the socket that a standby process holds; without that, this one would have to move
  if (socket === undefined && hasStandby(home.dir)) return letGo()
  const known = await lastState(home, socket)
  await rm(home.moved, { force: true })
  return { letGo, known }
}

/**
 * What the daemon before this one wrote. If its port fell free while clients were running, they may have sent the hook token
 * to another program, so both tokens have to be replaced.
 */
async function lastState(home: Home, socket: number | undefined): Promise<DaemonState | undefined> {
  const known = await readState(home)
  if (!known || socket !== undefined || !wasPortFree(home.dir)) return known
  const moved = { ...known, moved: true }
  await writeState(home, moved)
  recordStandby(home.dir, undefined)
  return moved
}

/** The token; if another program may have heard the last one, a new one, and `former`, which clients still have. */
async function tokensOf(home: Home, known: DaemonState | undefined) {
  if (!known?.moved) return tokenOf(home)
  return { token: newToken(), isNew: true, former: await knownToken(home) }
}

/** What this daemon writes about itself. What clients are asked for stays, until it is written to their settings. */
const stateOf = (daemon: Daemon, known: DaemonState | undefined, startedAt: number): DaemonState => ({
  pid: process.pid,
  port: daemon.port,
  version: VERSION,
  protocol: PROTOCOL,
  startedAt,
  wanted: known ? known.wanted : daemon.wanted(),
})

/** Nobody else may read the home, or what this process writes. */
async function makePrivate({ dir }: Home): Promise<void> {
  process.umask(0o077)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700)
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
      // The next daemon tries again
      await writeState(home, { ...state, moved: true })
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
async function instead(parts: Parts, known: DaemonState | undefined, thrown: unknown): Promise<Daemon> {
  if (known === undefined) throw thrown
  return fallbackServer(parts, asHindcastError(thrown))
}

type Leave = (why: string) => void

const RESTARTING = 'restarting'
const TAKEN_DOWN = 'hindcast down'

/** Whether another daemon replaces this one at once: if it restarts, or is ended while a client is running. */
async function isSucceeded(why: string, standby: Standby, daemon: Daemon): Promise<boolean> {
  if (why === RESTARTING) return true
  return why !== TAKEN_DOWN && standby.isReady() && (await daemon.isNeeded().catch(() => true))
}

/** How verbs stop the daemon: after the call that requested it was answered. */
function lifecycleOf(home: Home, standby: Standby, leave: Leave, daemon: () => Daemon): Lifecycle {
  return {
    outOfReach: async () => undefined,
    async rest(places) {
      await rememberPlaces(home, places)
      daemon().silence()
      await standby.end()
      // A damaged store reports no sessions, but must not prevent the daemon from stopping
      const isNeeded = await daemon()
        .isNeeded()
        .catch(() => true)
      const wait = isNeeded ? LINGER_MS : ANSWERED_MS
      setTimeout(() => leave(TAKEN_DOWN), wait)
    },
    async restart() {
      setTimeout(() => leave(RESTARTING), ANSWERED_MS)
    },
  }
}

/**
 * Publishes a new address or token. Clients are told first: once a SessionStart hook has found the daemon, no entry may
 * name the old address any more. The token comes before the address, so that whoever sees the new port has it. If this
 * program dies in between, the state of the daemon before it says that clients have to be updated.
 */
async function move(home: Home, { token, port }: Daemon, before: DaemonState, tellClients: () => Promise<void>) {
  await writeState(home, { ...before, moved: true })
  await writePrivate(home.token, token)
  if (port === before.port) return tellClients()
  await writePrivate(home.moved, '')
  await tellClients()
  settle(home)
}

/**
 * The home is marked as moved for as long as clients that have just read their settings may still use the old port, where
 * another program may listen: the launcher lets no session begin until then. On the same port, the old token gets an empty
 * answer meanwhile.
 */
function settle({ moved }: Home): void {
  setTimeout(() => rm(moved, { force: true }).catch(() => undefined), SETTLED_MS).unref()
}

/** Only the first call has an effect. */
function once(work: (why: string) => Promise<void>): Leave {
  let begun = false
  return (why) => {
    if (!begun) void work(why)
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

/**
 * The config file for the launcher's curl, so that neither token nor payload appears in a process list; the first line
 * names this process, which the launcher checks for, and the port as the system's table of sockets writes it.
 */
async function writeCurl(home: Home, { port, token }: Daemon): Promise<void> {
  const lines = [
    `# ${process.pid} ${port.toString(16).toUpperCase().padStart(4, '0')}`,
    `url = "http://127.0.0.1:${port}/hook"`,
    `header = "Authorization: Bearer ${hookTokenOf(token)}"`,
    'header = "Content-Type: application/json"',
    'header = "Expect:"',
    'data-binary = "@-"',
  ]
  await writePrivate(home.curl, `${lines.join('\n')}\n`)
}

import type { Socket } from 'node:net'
import { callerOn } from '../adapters/machine/callers.ts'
import type { ClientProcess } from '../domain/events.ts'
import type { CallerKind } from '../http/api.ts'
import type { Clock, Evidence } from '../ports.ts'
import { environments } from '../wire/environments.ts'
import { isRunning, startTime } from './standby-process.ts'

/** A session that has not ended keeps the daemon alive if it had an event within this time. */
const SPOKE_WITHIN_MS = 12 * 60 * 60 * 1_000
/** A browser that sent a request within this time is assumed to be still open. */
const BROWSED_WITHIN_MS = 60_000

/** The variables by which clients name themselves to what their agents run. */
const AGENTS = environments.map(({ agent }) => agent)

/** Tracks who still needs the daemon: open MCP connections, live client processes, sessions with recent events. */
export interface Clients {
  /** A hook named its client. */
  seen(client: ClientProcess): void
  /** An MCP connection opened; call the returned function when it closes. */
  connected(): () => void
  /** A browser sent a request. */
  browsed(): void
  /** Whether somebody is looking at the viewer. */
  isBrowsed(): boolean
  /** Somebody asked for something by a command. */
  called(): void
  /** When that was last, in epoch milliseconds. */
  calledAt(): number
  /** Who is at the other end of a connection. */
  callerOn(connection: Socket): Promise<CallerKind>
  /** How many clients are known to be running. */
  alive(): Promise<number>
}

/**
 * Tracks clients. A process is identified by its pid and start time together. `came` is called for each client that is
 * known to be running.
 */
export function trackClients(evidence: Pick<Evidence, 'sessions'>, clock: Clock, came: () => void): Clients {
  const processes = new Map<number, string>()
  let connections = 0
  let browsedAt = Number.NEGATIVE_INFINITY
  let calledAt = Number.NEGATIVE_INFINITY
  const isClient = async (pids: readonly number[]) => {
    const open = await evidence.sessions({ open: true, seenSince: clock.now() - SPOKE_WITHIN_MS, limit: 1_000 })
    const known = new Set([...processes.keys(), ...open.map(({ clientPid }) => clientPid)])
    return pids.some((pid) => known.has(pid))
  }
  return {
    seen({ pid }) {
      if (pid === undefined || processes.has(pid)) return
      processes.set(pid, startTime(pid))
      came()
    },
    connected() {
      connections++
      came()
      let open = true
      return () => {
        if (open) connections--
        open = false
      }
    },
    browsed() {
      browsedAt = clock.now()
    },
    isBrowsed: () => clock.now() - browsedAt < BROWSED_WITHIN_MS,
    called() {
      calledAt = clock.now()
    },
    calledAt: () => calledAt,
    callerOn: (connection) => callerOn(connection, { isClient, variables: AGENTS }),
    async alive() {
      for (const [pid, started] of processes)
        if (!isRunning(pid, true) || startTime(pid) !== started) processes.delete(pid)
      const now = clock.now()
      const open = await evidence.sessions({ open: true, seenSince: now - SPOKE_WITHIN_MS, limit: 100 })
      // A session whose client is known to be gone needs no daemon, even if it never ended.
      const speaking = open.filter(
        ({ clientPid }) => clientPid === undefined || (isRunning(clientPid, true) && !processes.has(clientPid)),
      )
      return connections + processes.size + speaking.length
    },
  }
}

/**
 * Calls `leave` once no client has been alive, nobody has looked at the viewer and no command was given for `idleMinutes`;
 * checks often enough to be at most a tenth late.
 */
export function leaveWhenIdle(clients: Clients, clock: Clock, idleMinutes: number, leave: () => void): () => void {
  const idleMs = idleMinutes * 60_000
  let lastAlive = clock.now()
  const look = async () => {
    const isSomeone = clients.isBrowsed() || (await clients.alive().catch(() => 1)) > 0
    if (isSomeone) lastAlive = clock.now()
    else if (clock.now() - Math.max(lastAlive, clients.calledAt()) >= idleMs) leave()
  }
  const timer = setInterval(look, Math.min(30_000, Math.max(100, idleMs / 10)))
  timer.unref()
  return () => clearInterval(timer)
}

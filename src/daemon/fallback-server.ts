import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { openStore } from '../adapters/store/sqlite/store.ts'
import { loadConfig } from '../config/config.ts'
import type { HindcastError } from '../domain/errors.ts'
import type { Draft } from '../domain/events.ts'
import { admit } from '../http/admission.ts'
import { guard } from '../http/guard.ts'
import { routes } from '../http/server.ts'
import { acceptAgents, refuseCalls } from '../mcp/upgrade.ts'
import type { Operation } from '../operations/verb/operation.ts'
import type { OfflinePorts, OperationPorts } from '../ports.ts'
import { listenAgain, reconnect } from './address.ts'
import { type Clients, leaveWhenIdle, trackClients } from './clients.ts'
import type { Daemon, Parts } from './compose.ts'
import { offlinePorts } from './examined.ts'

/** How often to check whether the daemon can start. */
const RETRY_MS = 30_000
const IDLE_MINUTES = 10

/**
 * Listens if the daemon cannot start, so that clients do not find a closed port at every event: hooks get empty
 * answers, except that each session tells the person `why` once. Verbs that need no store work; the others fail with
 * that error.
 */
export async function fallbackServer(parts: Parts, why: HindcastError): Promise<Daemon> {
  const { home, app, clock, log, lastWanted: wanted = [] } = parts
  log.error('stands in for a daemon that cannot come up', { why: why.message })
  void parts.booted.terminate()
  const launcher = join(app, 'hindcast-run')
  const own = { start: async () => true, status: async () => ({ running: false }), lifecycle: parts.lifecycle }
  const ports = offlinePorts(home, { launcher, ...own })
  const clients = trackClients({ sessions: async () => [] }, clock, () => parts.standby.startSoon())
  const { server, ...address } = await open(parts, ports, clients, why)
  parts.standby.serves(server)
  const isAdmitted = ({ headers }: IncomingMessage) => !guard('GET', '/mcp', headers, address.token)
  acceptAgents(server, isAdmitted, async (stream) => {
    admit(stream)
    stream.once('close', clients.connected())
    refuseCalls(stream, why.message)
  })
  const stopWatching = leaveWhenIdle(clients, clock, IDLE_MINUTES, () => parts.leave('idle'))
  const retry = setInterval(async () => (await comesUp(parts)) && parts.lifecycle.restart(), RETRY_MS)
  return {
    ...address,
    reconnect: () => reconnect(ports.connections, { ...address, launcher, wanted }),
    wanted: () => wanted,
    silence: () => {},
    isNeeded: async () => (await clients.alive()) > 0,
    async close() {
      stopWatching()
      clearInterval(retry)
      server.close()
      server.closeAllConnections()
    },
  }
}

async function open(parts: Parts, ports: OfflinePorts, clients: Clients, why: HindcastError) {
  const { app, clock, hosts, log } = parts
  const take = async ({ name }: Draft) =>
    name === 'SessionStart' ? { note: `Hindcast could not start, so this session has no memory: ${why.message}` } : {}
  const given = {
    hook: { hosts, clock, log, seen: clients.seen, take },
    operations: () => verbsWithout(ports, why),
    // Each verb already has its own ports
    ports: ports as OperationPorts,
    callerOn: clients.callerOn,
    viewer: join(app, 'viewer'),
    browsed: clients.browsed,
  }
  const configured = await settingsOf(parts).then(
    (values) => values.port,
    () => 0,
  )
  return listenAgain(parts, configured, ({ token }) => routes({ ...given, token }))
}

/** The verbs that work without a daemon; the others fail. */
async function verbsWithout(ports: OfflinePorts, why: HindcastError): Promise<readonly Operation[]> {
  const { operations } = await import('../operations/registry.ts')
  const failing = () => Promise.reject(why)
  return operations.map((verb) => ({ ...verb, run: (input) => verb.whenDown?.(input, ports) ?? failing() }))
}

const settingsOf = async ({ home }: Parts) => (await loadConfig(home.config, process.env)).values

/** Whether the first things that the daemon needs are available. */
async function comesUp(parts: Parts): Promise<boolean> {
  try {
    const file = (await settingsOf(parts))['store.url'] || parts.home.database
    const store = await openStore({ file, workerUrl: parts.workerUrl })
    await store.close()
    return true
  } catch {
    return false
  }
}

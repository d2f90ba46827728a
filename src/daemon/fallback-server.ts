import { join } from 'node:path'
import { openStore } from '../adapters/store/sqlite/store.ts'
import { loadConfig } from '../config/config.ts'
import type { HindcastError } from '../domain/errors.ts'
import { refuseCalls } from '../mcp/upgrade.ts'
import type { Operation } from '../operations/verb/operation.ts'
import type { OfflinePorts, OperationPorts } from '../ports.ts'
import { reconnect } from './address.ts'
import { leaveWhenIdle } from './clients.ts'
import { offlinePorts } from './examined.ts'
import type { Daemon, Parts } from './parts.ts'

/** How often to check whether the daemon can start. */
const RETRY_MS = 30_000
const IDLE_MINUTES = 10

/**
 * Listens if the daemon cannot start, so that clients do not find a closed port at every event: hooks get empty
 * answers, except that each session tells the person `why` once. Verbs that need no store work; the others fail with
 * that error.
 */
export async function fallbackServer(parts: Parts, why: HindcastError): Promise<Daemon> {
  const { home, app, clock, log, entrance, lastWanted: wanted = [] } = parts
  log.error('stands in for a daemon that cannot come up', { why: why.message })
  void parts.booted.terminate()
  const launcher = join(app, 'hindcast-run')
  const own = { start: async () => true, status: async () => ({ running: false }), lifecycle: parts.lifecycle }
  const ports = offlinePorts(home, { launcher, ...own })
  const { port, token, server, clients } = entrance
  entrance.begin({
    take: async ({ name }) => (name === 'SessionStart' ? { note: noteOn(why) } : {}),
    operations: () => verbsWithout(ports, why),
    // Each verb already has its own ports
    ports: ports as OperationPorts,
    evidence: { sessions: async () => [] },
    serveAgent: async (stream) => refuseCalls(stream, why.message),
  })
  const stopWatching = leaveWhenIdle(clients, clock, IDLE_MINUTES, () => parts.leave('idle'))
  const retry = setInterval(async () => (await comesUp(parts)) && parts.lifecycle.restart(), RETRY_MS)
  return {
    port,
    token,
    reconnect: () => reconnect(ports.connections, { port, token, launcher, wanted }),
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

const noteOn = ({ message }: HindcastError) => `Hindcast could not start, so this session has no memory: ${message}`

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

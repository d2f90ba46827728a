import type { Server } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { claudeConnections } from '../adapters/connections/claude-code.ts'
import { fileLogs } from '../adapters/log/files.ts'
import { secretlint } from '../adapters/secrets/secretlint.ts'
import { openStore } from '../adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { behaviours } from '../behaviours/registry.ts'
import { loadConfig } from '../config/config.ts'
import { configEditor } from '../config/editor.ts'
import type { Home } from '../config/home.ts'
import { createEngine } from '../engine/engine.ts'
import { guard } from '../http/guard.ts'
import { listen, routes } from '../http/server.ts'
import { serveAgent } from '../mcp/server.ts'
import { acceptAgents } from '../mcp/upgrade.ts'
import { operations } from '../operations/registry.ts'
import type { Clock, Config, Lifecycle, Log, OperationPorts } from '../ports.ts'
import { PROTOCOL, VERSION } from '../version.ts'
import { claudeCode } from '../wire/claude-code/index.ts'
import { trackClients } from './clients.ts'
import { leaveWhenIdle } from './idle.ts'
import { rehearsalOf } from './rehearsal.ts'

/** What a daemon is made of that is not made here. */
export interface Parts {
  readonly home: Home
  /** The folder of the built programs. */
  readonly app: string
  readonly token: string
  readonly clock: Clock
  readonly log: Log
  /** Where the last daemon listened. */
  readonly lastPort: number | undefined
  readonly lifecycle: Lifecycle
  readonly leave: (why: string) => void
}

/** A daemon that listens. */
export interface Daemon {
  readonly port: number
  /** Writes the connections anew, where this daemon listens elsewhere than the last one. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

/** The last port again, so that what `connect` wrote still holds, unless the configured one has moved away from it. */
function preferredPort(last: number | undefined, configured: number): number {
  if (last === undefined) return configured
  return configured === 0 || (last >= configured && last <= configured + 50) ? last : configured
}

/** The one place where everything meets: adapters into the engine, the engine under HTTP and MCP. */
export async function compose(parts: Parts): Promise<Daemon> {
  const { home, app, token, clock, log, lifecycle } = parts
  const configured = await loadConfig(home.config, process.env)
  for (const complaint of configured.complaints) log.warn('config', { complaint })
  const { values } = configured
  const file = values['store.url'] || home.database
  const store = await openStore({ file, workerUrl: pathToFileURL(join(app, 'store-worker.js')) })
  const workspace = gitWorkspace()
  const own = { port: 0 }
  const config: Config = {
    settings: configured.settings,
    enabled: configured.enabled,
    limits: () => ({ failures: values['failures.max'], batch: values['queue.batch'] }),
    viewer: () => ({ address: `http://127.0.0.1:${own.port}` }),
  }
  const ports = { ...store, config, clock, log, workspace, secrets: secretlint }
  const engine = createEngine({ behaviours, ports })
  const clients = trackClients(store.evidence, clock)
  const facts = { pid: process.pid, version: VERSION, startedAt: clock.now(), token, launcher: join(app, 'hindcast-run') }
  const operationPorts: OperationPorts = {
    ...ports,
    connections: claudeConnections({ home: home.dir, userHome: homedir(), env: process.env, platform: process.platform }),
    rehearsal: rehearsalOf(engine, claudeCode, clock),
    config: configEditor(home.config, process.env),
    logs: fileLogs(home.logs),
    lifecycle,
    get daemon() {
      return { ...facts, port: own.port }
    },
  }
  const hook = {
    hosts: [claudeCode],
    clock,
    log,
    seen: ({ pid }: { pid?: number | undefined }) => void (pid && clients.seen(pid)),
    take: async (draft: Parameters<typeof engine.take>[0]) => (values.enabled ? (await engine.take(draft)).answer : {}),
  }
  const health = () => ({ ok: true, pid: process.pid, version: VERSION, protocol: PROTOCOL })
  const app_ = routes({ token, hook, operations, ports: operationPorts, health })
  const { server, port } = await listen(app_, preferredPort(parts.lastPort, values.port))
  own.port = port
  acceptAgents(
    server as Server,
    ({ headers }) => guard('GET', '/mcp', headers, token) === undefined,
    async (stream, { dir }) => {
      stream.once('close', clients.connected())
      await serveAgent(stream, operations, operationPorts, dir)
    },
  )
  await engine.start()
  const stopWatching = leaveWhenIdle(clients, clock, values['daemon.idleMinutes'], () => parts.leave('nobody is here'))
  return {
    port,
    async reconnect() {
      if (parts.lastPort === undefined || parts.lastPort === port) return
      const connect = operations.find(({ name }) => name === 'connect')
      for (const { scope, projectDir } of await operationPorts.connections.list())
        await connect?.run({ host: 'claude-code', scope, project: projectDir, transport: 'http', dryRun: false }, operationPorts)
    },
    async close() {
      stopWatching()
      server.close()
      ;(server as Server).closeAllConnections()
      await engine.close()
      await store.close()
    },
  }
}

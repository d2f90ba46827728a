import { fileConnections } from '../adapters/connections/connections.ts'
import { thisMachine } from '../adapters/machine/memory.ts'
import { knowingTokens } from '../adapters/secrets/secretlint.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { settledWorkspace } from '../adapters/workspace/settled.ts'
import { behaviours as shipped } from '../behaviours/registry.ts'
import type { LiveConfig } from '../config/live.ts'
import { Publisher } from '../engine/artifacts/publisher.ts'
import { createEngine } from '../engine/engine.ts'
import type { StartedSession } from '../ports.ts'
import { VERSION } from '../version.ts'
import { tokenFiles } from './code-reader.ts'
import { VerbOrders } from './orders.ts'
import type { Parts } from './parts.ts'
import { isRunning, startedAt } from './standby-process.ts'
import type { StoreStage } from './store-stage.ts'

/** The engine, and the ports that it runs on. */
export type EngineStage = ReturnType<typeof engineStage>

/** The engine over the store. What verbs do for it, orders and artifacts, begins once they are there. */
export function engineStage(parts: Parts, { live, store, kept, idleGate, care }: StoreStage) {
  const { behaviours = shipped, hosts, failedAt } = parts
  const orders = new VerbOrders()
  const artifacts = new Publisher()
  const inner = {
    ...kept,
    ...surroundings(parts, live),
    workspace: settledWorkspace(gitWorkspace(), store.evidence),
    hosts,
    orders,
    artifacts,
    pacer: idleGate,
    storeCare: care,
    failedAt,
  }
  return { inner, engine: createEngine({ behaviours, ports: inner, release: VERSION, idleGate }), orders, artifacts }
}

/** The engine's ports besides the store. */
const surroundings = ({ clock, log, home, hosts, entrance }: Parts, live: LiveConfig) => ({
  clock,
  log,
  config: live.config,
  secrets: knowingTokens(tokenFiles(home)),
  machine: { ...thisMachine(), isRunning: (pid: number) => isRunning(pid, true), startedAt },
  viewer: { address: () => `http://127.0.0.1:${entrance.port}` },
  reachability: {
    blocked: (session: StartedSession) =>
      fileConnections({ home: home.dir, hosts, hold: holdFile }).blocked({ ...session, port: entrance.port }),
  },
})

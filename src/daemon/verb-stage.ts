import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileConnections } from '../adapters/connections/connections.ts'
import { userFiles } from '../adapters/connections/user-files.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { behaviours as shipped } from '../behaviours/registry.ts'
import type { LiveConfig } from '../config/live.ts'
import type { Running } from '../diagnostics/parts.ts'
import type { Behaviour } from '../domain/behaviour.ts'
import type { ClientPlaces, PublisherPorts } from '../engine/artifacts/stock.ts'
import type { Engine } from '../engine/engine.ts'
import { clean } from '../engine/perform/redact.ts'
import { hookTokenOf } from '../http/guard.ts'
import { ANNOUNCEMENTS } from '../mcp/calls.ts'
import type { Behaviours, Doctor, Evidence, Keeper, OperationPorts, Secrets } from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import type { EngineStage } from './engine-stage.ts'
import { doctorFor } from './examined.ts'
import type { Parts } from './parts.ts'
import type { PastStage } from './past-stage.ts'
import { rehearsalOf } from './rehearsal.ts'
import { settlementsOf } from './settlements.ts'
import type { StoreStage } from './store-stage.ts'

/** The ports of verbs; from now on, orders and artifacts are served with them. */
export function verbStage(
  parts: Parts,
  { live, store, semantic }: StoreStage,
  { inner, engine, orders, artifacts }: EngineStage,
  past: PastStage,
): OperationPorts {
  const known = {
    ...inner,
    ...past,
    ...ownPorts(parts, live, engine, inner.secrets),
    code: semantic.overCode(past.code),
    settlements: settlementsOf({ ...inner, wake: () => engine.wake() }),
    keeper: keeperOf(engine, store, inner.secrets),
  }
  const ports = { ...known, doctor: ownDoctor(parts, known, engine) }
  orders.serve(ports)
  artifacts.serve(publisherPorts(parts, live, ports))
  return ports
}

function ownPorts(parts: Parts, live: LiveConfig, engine: Engine, secrets: Secrets) {
  const { home, hosts, app, clock, lifecycle, behaviours = shipped, entrance, wantedMayDiffer } = parts
  const launcher = join(app, 'hindcast-run')
  const { port, token } = entrance
  const facts = { pid: process.pid, version: VERSION, startedAt: clock.now(), launcher, port, token }
  return {
    connections: fileConnections({ home: home.dir, hosts, hold: holdFile }),
    coordination: engine.coordination,
    rehearsal: rehearsalOf(engine, hosts, clock),
    config: live.config,
    configEditor: {
      ...live.editor,
      set: (key: string, value: string) => live.editor.set(key, value).then(wantedMayDiffer),
      unset: (key: string) => live.editor.unset(key).then(wantedMayDiffer),
    },
    behaviours: behavioursOf(engine, behaviours, live, secrets),
    logs: fileLogs(home.logs),
    lifecycle,
    daemon: () => ({ ...facts, hookToken: hookTokenOf(token), wanted: [ANNOUNCEMENTS, ...engine.wanted()] }),
  }
}

/** The behaviours of an engine, each with its summary and switches. */
const behavioursOf = (
  engine: Engine,
  behaviours: readonly Behaviour[],
  live: LiveConfig,
  secrets: Secrets,
): Behaviours => ({
  list: (scope) =>
    engine.health(scope).map(({ behaviour, ...health }) => {
      const { summary = '', reactions = [] } = behaviours.find(({ name }) => name === behaviour) ?? {}
      const later = reactions.flatMap(({ lane, event }) => (lane === 'later' ? [event] : []))
      const offIn = live.snapshot().switches.filter((each) => each.behaviour === behaviour)
      return { name: behaviour, summary, later, ...health, offIn: offIn.map(({ behaviour: _, ...where }) => where) }
    }),
  switch: async (at, on) => live.switch(await clean(at, secrets), on),
  revive: (name) => engine.revive(name),
})

/** What writing lessons to files depends on. */
const publisherPorts = (
  { home, hosts, log, clock }: Parts,
  { config }: LiveConfig,
  { memories, evidence, keeper }: OperationPorts,
): PublisherPorts => {
  const files = userFiles(join(home.dir, 'artifacts'), holdFile)
  return { memories, evidence, keeper, clock, files, config, log, places: placesOf(hosts) }
}

/** Where the first client that reads lessons looks for them. */
function placesOf(hosts: readonly Host[]): ClientPlaces | undefined {
  const at = { userHome: homedir(), env: process.env, platform: process.platform }
  const places = hosts.map(({ files, connection }) => ({
    project: files.lessons,
    personal: connection.personalLessons?.(at),
  }))
  return places.find((one): one is ClientPlaces => one.project !== undefined && one.personal !== undefined)
}

/** Stores records from verbs the same way as those from behaviours. */
const keeperOf = (
  engine: Engine,
  { evidence }: { readonly evidence: Pick<Evidence, 'project'> },
  secrets: Secrets,
): Keeper => ({
  async keep(kind, record, project) {
    await evidence.project(await clean(project, secrets))
    await engine.keep(kind, record)
  },
})

/** Examines this daemon from the inside. */
function ownDoctor({ home, hosts }: Parts, ports: Running['ports'], engine: Engine): Doctor {
  const { lost, wake, drain: settled } = engine
  const running = { ports, lost, wake, settled }
  const own = { start: async () => true, status: async () => ({ running: true }), running }
  return doctorFor(home, { hosts, launcher: ports.daemon().launcher, ...own })
}

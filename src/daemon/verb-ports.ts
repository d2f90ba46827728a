import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileConnections } from '../adapters/connections/connections.ts'
import { userFiles } from '../adapters/connections/user-files.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import type { Home } from '../config/home.ts'
import type { LiveConfig } from '../config/live.ts'
import type { Running } from '../diagnostics/parts.ts'
import type { Behaviour } from '../domain/behaviour.ts'
import type { ClientPlaces, PublisherPorts } from '../engine/artifacts/stock.ts'
import type { Engine } from '../engine/engine.ts'
import { clean } from '../engine/perform/redact.ts'
import { hookTokenOf } from '../http/guard.ts'
import { ANNOUNCEMENTS } from '../mcp/calls.ts'
import type {
  Behaviours,
  Clock,
  Config,
  Doctor,
  Evidence,
  Keeper,
  Lifecycle,
  Log,
  OperationPorts,
  Secrets,
} from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import type { Address } from './address.ts'
import { doctorFor } from './examined.ts'
import { rehearsalOf } from './rehearsal.ts'

/** What verbs ask about the daemon itself. */
interface Surroundings {
  readonly home: Home
  readonly hosts: readonly [Host, ...Host[]]
  readonly app: string
  readonly clock: Clock
  readonly lifecycle: Lifecycle
  readonly behaviours: readonly Behaviour[]
  readonly address: Address
  /** Called when clients may have to be asked for something else. */
  readonly wantedMayDiffer: () => void
}

/** The existing ports: those of the store, of the ledger's last layer, and of what reads the past. */
type Given = Omit<OperationPorts, keyof ReturnType<typeof ownPorts> | 'keeper' | 'doctor'>

/**
 * The engine with its dependencies, and the store in which a project's row is written before anything that refers to
 * it.
 */
interface Inside {
  readonly engine: Engine
  readonly inner: { readonly secrets: Secrets }
  readonly store: { readonly evidence: Pick<Evidence, 'project'> }
}

/** All the ports of verbs. */
export function verbPorts(
  around: Surroundings,
  live: LiveConfig,
  { engine, store, inner }: Inside,
  given: Given,
): OperationPorts {
  const known = { ...given, ...ownPorts(around, live, engine, inner.secrets) }
  return { ...known, keeper: keeperOf(engine, store, inner.secrets), doctor: ownDoctor(around, known, engine) }
}

function ownPorts(around: Surroundings, live: LiveConfig, engine: Engine, secrets: Secrets) {
  const { home, hosts, app, clock, lifecycle, behaviours, address, wantedMayDiffer } = around
  const launcher = join(app, 'hindcast-run')
  const facts = { pid: process.pid, version: VERSION, startedAt: clock.now(), launcher }
  return {
    connections: fileConnections({ home: home.dir, hosts, hold: holdFile }),
    coordination: engine.coordination,
    rehearsal: rehearsalOf(engine, hosts, clock),
    configEditor: {
      ...live.editor,
      set: (key: string, value: string) => live.editor.set(key, value).then(wantedMayDiffer),
      unset: (key: string) => live.editor.unset(key).then(wantedMayDiffer),
    },
    behaviours: behavioursOf(engine, behaviours, live, secrets),
    logs: fileLogs(home.logs),
    lifecycle,
    daemon: () => ({
      ...facts,
      ...address,
      hookToken: hookTokenOf(address.token),
      wanted: [ANNOUNCEMENTS, ...engine.wanted()],
    }),
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
export function publisherPorts(
  { home, hosts }: Pick<Surroundings, 'home' | 'hosts'>,
  { inner }: { readonly inner: { readonly config: Config; readonly log: Log } },
  { memories, evidence, keeper, clock }: OperationPorts,
): PublisherPorts {
  const files = userFiles(join(home.dir, 'artifacts'), holdFile)
  const { config, log } = inner
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
const keeperOf = (engine: Engine, { evidence }: Inside['store'], secrets: Secrets): Keeper => ({
  async keep(kind, record, project) {
    await evidence.project(await clean(project, secrets))
    await engine.keep(kind, record)
  },
})

/** Examines this daemon from the inside. */
function ownDoctor({ home, hosts }: Surroundings, ports: Running['ports'], engine: Engine): Doctor {
  const { lost, wake, drain: settled } = engine
  const running = { ports, lost, wake, settled }
  const own = { start: async () => true, status: async () => ({ running: true }), running }
  return doctorFor(home, { hosts, launcher: ports.daemon().launcher, ...own })
}

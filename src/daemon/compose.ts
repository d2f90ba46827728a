import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type ArchivesParts, FileArchives } from '../adapters/archive/archives.ts'
import { fileConnections } from '../adapters/connections/connections.ts'
import { type BacklogPacer, semanticSearch } from '../adapters/embedder/semantic-search.ts'
import { thisMachine } from '../adapters/machine/memory.ts'
import { knowingTokens } from '../adapters/secrets/secretlint.ts'
import { foreignFiles } from '../adapters/store/sqlite/foreign.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { openStore } from '../adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { settledWorkspace } from '../adapters/workspace/settled.ts'
import { behaviours as shipped } from '../behaviours/registry.ts'
import { allowedEnvironment } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { type LiveConfig, liveConfig } from '../config/live.ts'
import type { Behaviour } from '../domain/behaviour.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import { Publisher } from '../engine/artifacts/publisher.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { IdleGate } from '../engine/idle-gate.ts'
import { announcedCalls, type Calls } from '../mcp/calls.ts'
import type { Clock, Ledger, Lifecycle, Log, OperationPorts, StartedSession } from '../ports.ts'
import { replaysOf } from '../replay/replay.ts'
import { ClaudeMem } from '../sources/claude-mem/claude-mem.ts'
import { transcriptPlaces } from '../sources/transcripts/discover.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import { type Address, reconnect } from './address.ts'
import { leaveWhenIdle } from './clients.ts'
import { codeReader, tokenFiles } from './code-reader.ts'
import { closeInOrder, type Entrance, type Interior } from './entrance.ts'
import { VerbOrders } from './orders.ts'
import { keepRetention } from './retention.ts'
import { settlementsOf } from './settlements.ts'
import { isRunning, startedAt } from './standby-process.ts'
import { CaredStore, type Readers } from './store-care.ts'
import { storePipeline } from './store-pipeline.ts'
import { followingTranscripts, transcriptsOf } from './transcripts.ts'
import { publisherPorts, verbPorts } from './verb-ports.ts'

/** The built programs, and those already started. */
export interface Programs {
  /** Their folder. */
  readonly app: string
  readonly workerUrl: URL
  readonly booted: Worker
  /** Replaces the shipped behaviours, for tests. */
  readonly behaviours?: readonly Behaviour[]
}

/** The parts of a daemon that are created elsewhere. */
export interface Parts extends Programs {
  /** The supported coding agents; the first is the default. */
  readonly hosts: readonly [Host, ...Host[]]
  readonly home: Home
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly leave: (why: string) => void
  /** Called when clients may have to be asked for something else. */
  readonly wantedMayDiffer: () => void
  /** Where it listens. */
  readonly entrance: Entrance
  /** When this daemon replaced one that stopped unexpectedly while a client was running. */
  readonly failedAt?: number | undefined
  /** What clients were last asked for. */
  readonly lastWanted?: readonly Wanted[] | undefined
}

/** A running daemon. */
export interface Daemon extends Address {
  /** Tells clients this daemon's address and what it wants from them. */
  reconnect(): Promise<void>
  /** What clients should currently be asked for. */
  wanted(): readonly Wanted[]
  /** From now on, hooks get empty answers, and nothing is stored. */
  silence(): void
  /** Whether any client is running. */
  isNeeded(): Promise<boolean>
  close(): Promise<void>
}

/**
 * The composition root, from the inside out: the store and its layers, the engine over it, what reads and writes the
 * past, the verbs over all of these, and HTTP and MCP over the verbs.
 */
export async function compose(parts: Parts): Promise<Daemon> {
  const { clock, log, leave, wantedMayDiffer, entrance, behaviours = shipped } = parts
  const live = await configured(parts)
  const own: Own = { silent: false, calls: announcedCalls(), onRecovered: () => {} }
  const core = await coreOf(parts, live, own)
  const { kept, engine, semantic, idleGate, orders, artifacts, care } = core
  const past = pastOf(parts, live, core)
  const { port, token, server, clients } = entrance
  const around = { ...parts, behaviours, address: { port, token } }
  const ledger = care.watching(past.replays.watching(past.code.watching(engine.watching(kept.ledger))))
  const ports = verbPorts(around, live, core, { ...given(core, live, past), ledger })
  orders.serve(ports)
  artifacts.serve(publisherPorts(around, core, ports))
  const take = followingTranscripts(takerOf(engine, own, live), past.imports, past.code)
  engine.demands.watch(wantedMayDiffer)
  await engine.start()
  entrance.begin({ take, operations, ports, evidence: kept.evidence, serveAgent: agentServer(parts, ports, own) })
  own.onRecovered = () => void care.follow(readersOf(parts, live, core, past, ports))
  own.onRecovered()
  semantic.start(pacerOf(idleGate, engine))
  const purge = keepRetention({ ...ports, config: live.config, log, pacer: idleGate, sweep: sweepOf(past, clock) })
  void Promise.all([past.imports.catchUp(), finishSweep(kept.ledger, log)])
  const idleMinutes = live.values()['daemon.idleMinutes']
  const stopWatching = leaveWhenIdle(clients, clock, idleMinutes, () => leave('idle'))
  return {
    port,
    token,
    reconnect: () => reconnect(ports.connections, ports.daemon()),
    wanted: () => ports.daemon().wanted,
    silence: () => {
      own.silent = true
    },
    isNeeded: async () => (await clients.alive()) > 0,
    close() {
      stopWatching()
      return closeInOrder(server, [
        [...Object.values(past), semantic, purge, care],
        [artifacts],
        [engine],
        [kept.turnLog],
        [core.store],
      ])
    },
  }
}

/** A new daemon has answers to give first, and a short session needs no check and no backup. */
const FIRST_CHECK_MS = 60_000

/** The store with its layers, and the engine over them. */
async function coreOf(parts: Parts, live: LiveConfig, own: Own) {
  const { home, workerUrl, booted, behaviours = shipped } = parts
  const file = live.values()['store.url'] || home.database
  // Its own file, once a daemon has listened, is never missing; any other one may be new
  const isExpected = file === home.database && existsSync(home.curl)
  const recovery = { isExpected, log: parts.log, onRecovered: () => own.onRecovered() }
  const store = await openStore({ file, workerUrl, booted, recovery })
  await live.adopt(store.switches)
  const idleGate = new IdleGate()
  const care = new CaredStore({ store, file, log: parts.log, pacer: idleGate, firstMs: FIRST_CHECK_MS })
  const semantic = semanticSearch(embedderOptions(parts, live), store)
  const kept = storePipeline(store, { live, semantic })
  const orders = new VerbOrders()
  const artifacts = new Publisher()
  const inner = {
    ...kept,
    ...innerPorts(parts, live),
    workspace: settledWorkspace(gitWorkspace(), store.evidence),
    hosts: parts.hosts,
    orders,
    artifacts,
    pacer: idleGate,
    storeCare: care,
    failedAt: parts.failedAt,
  }
  const engine = createEngine({ behaviours, ports: inner, release: VERSION, idleGate })
  return { file, store, kept, inner, engine, semantic, idleGate, orders, artifacts, care }
}

/** What verbs use as it is. */
const given = ({ inner, kept, engine, semantic }: Core, live: LiveConfig, past: ReturnType<typeof pastOf>) => ({
  ...inner,
  ...past,
  code: semantic.overCode(past.code),
  settlements: settlementsOf({ ...kept, secrets: inner.secrets, live, engine }),
})

type Core = Awaited<ReturnType<typeof coreOf>>

/** What imports, replays and exports the past, and what reads code. */
function pastOf(
  { home, hosts, app, workerUrl, log }: Parts,
  live: LiveConfig,
  { file, inner, engine, idleGate }: Core,
) {
  const places = transcriptPlaces(hosts, { userHome: homedir(), env: process.env, platform: process.platform })
  return {
    imports: transcriptsOf(inner, engine, live, places, { program: join(app, 'importer.js'), database: file }),
    claudeMem: new ClaudeMem({ ...inner, files: foreignFiles(home.scratch) }),
    replays: replaysOf(inner, idleGate, live, { file, workerUrl, scratch: home.scratch, places }),
    archives: archivesOf(inner, live, engine),
    code: codeReader({ home, app, hosts, log }, inner),
  }
}

/** What reads again what a restored store lacks. */
const readersOf = (
  { hosts, home, workerUrl }: Parts,
  live: LiveConfig,
  { engine, kept, inner }: Core,
  { imports }: ReturnType<typeof pastOf>,
  { connections }: OperationPorts,
): Readers => ({
  engine,
  live,
  imports,
  connections,
  hosts,
  workerUrl,
  ledger: kept.ledger,
  secrets: inner.secrets,
  home: home.dir,
})

const pacerOf = (idleGate: IdleGate, engine: Engine): BacklogPacer => ({
  giveWay: () => idleGate.giveWay(),
  isCalm: () => idleGate.isCalm(),
  isBacklogged: () => engine.isBacklogged(),
})

/** Logs anything in the configuration that is invalid. */
async function configured({ home, log }: Parts): Promise<LiveConfig> {
  const live = await liveConfig(home.config, process.env, log)
  for (const complaint of live.complaints) log.warn('config', { complaint })
  return live
}

/** The engine's ports besides the store. */
const innerPorts = ({ clock, log, home, hosts, entrance }: Parts, live: LiveConfig) => ({
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

const embedderOptions = ({ app, log }: Parts, live: LiveConfig): Parameters<typeof semanticSearch>[0] => ({
  program: join(app, 'embedder.js'),
  env: allowedEnvironment(process.env),
  model: join(app, 'model'),
  isOn: () => live.values()['embedder.enabled'],
  log,
})

/** Overwrites what was deleted before the last daemon was interrupted. */
async function finishSweep(ledger: Ledger, log: Log): Promise<void> {
  try {
    while (await ledger.sweep());
  } catch (error) {
    log.error('what was forgotten is not yet written over', { error: String(error) })
  }
}

/** Deletes what nobody has used for a while. */
const sweepOf =
  ({ replays, code }: ReturnType<typeof pastOf>, clock: Clock) =>
  () =>
    Promise.all([replays.sweep(clock.now()), code.sweep(clock.now())])

/** Verbs are loaded on first use, because no hook needs them. */
const operations = async () => (await import('../operations/registry.ts')).operations

/** This store's archives; restored records become known immediately. */
const archivesOf = (ports: Omit<ArchivesParts, 'restored'> & Core['kept'], live: LiveConfig, engine: Engine) =>
  new FileArchives({
    ...ports,
    async restored() {
      ports.ledger.lookAgain()
      // An archive may hold decisions about projects
      await Promise.all([live.adopt(ports.switches), engine.lookAgain()])
      engine.wake()
    },
  })

/** Serves MCP to a client's relay. Many clients never ask, and the library takes some 10 MB, so it is loaded then. */
const agentServer =
  ({ hosts }: Parts, ports: OperationPorts, { calls }: Own): Interior['serveAgent'] =>
  async (stream, agent) => {
    const { serveAgent } = await import('../mcp/server.ts')
    await serveAgent(stream, agent, { operations: await operations(), ports, calls, hosts })
  }

/** What the daemon learns about itself while starting and stopping. */
interface Own {
  silent: boolean
  readonly calls: Calls
  /** Called after the store had to be restored. */
  onRecovered: () => void
}

const takerOf =
  (engine: Engine, own: Own, live: LiveConfig): Interior['take'] =>
  async (draft, part, delivery) => {
    own.calls.hear(draft)
    return own.silent || !live.values().enabled ? {} : (await engine.take(draft, { part, ...delivery })).answer
  }

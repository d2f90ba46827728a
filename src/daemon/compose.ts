import type { IncomingMessage, Server } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type ArchivesParts, FileArchives } from '../adapters/archive/archives.ts'
import { fileConnections } from '../adapters/connections/connections.ts'
import { semanticSearch } from '../adapters/embedder/semantic-search.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { thisMachine } from '../adapters/machine/memory.ts'
import { secretlint } from '../adapters/secrets/secretlint.ts'
import { foreignFiles } from '../adapters/store/sqlite/foreign.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { openStore, type Store } from '../adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { behaviours as shipped } from '../behaviours/registry.ts'
import { allowedEnvironment, patience } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { type LiveConfig, liveConfig } from '../config/live.ts'
import type { Running } from '../diagnostics/parts.ts'
import type { Answer } from '../domain/answer.ts'
import type { Behaviour, Part } from '../domain/behaviour.ts'
import type { Draft } from '../domain/events.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import { type BufferedLog, bufferedLog } from '../engine/buffered-log.ts'
import { type CachedLedger, cachedLedger } from '../engine/cached-ledger.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { guard } from '../http/guard.ts'
import { routes } from '../http/server.ts'
import { ANNOUNCEMENTS, announcedCalls, type Calls } from '../mcp/calls.ts'
import { acceptAgents } from '../mcp/upgrade.ts'
import type { Clock, Doctor, Evidence, Keeper, Ledger, Lifecycle, Log, OperationPorts, Orders } from '../ports.ts'
import { replaysOf } from '../replay/replay.ts'
import { ClaudeMem } from '../sources/claude-mem/claude-mem.ts'
import { transcriptPlaces } from '../sources/transcripts/discover.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import { type Address, type LastAddress, listenAgain, reconnect } from './address.ts'
import { behavioursOf } from './behaviours.ts'
import { type Clients, leaveWhenIdle, trackClients } from './clients.ts'
import { doctorFor } from './examined.ts'
import { rehearsalOf } from './rehearsal.ts'
import { keepRetention } from './retention.ts'
import { followed, transcriptsOf } from './transcripts.ts'

/** The built programs, and what was started of them already. */
export interface Programs {
  /** Their folder. */
  readonly app: string
  readonly workerUrl: URL
  readonly booted: Worker
  /** Others than the shipped ones, where given: for trials. */
  readonly behaviours?: readonly Behaviour[]
}

/** What a daemon is made of that is not made here. */
export interface Parts extends Programs, LastAddress {
  /** The coding agents that are served; the first is the one that is meant where none is named. */
  readonly hosts: readonly [Host, ...Host[]]
  readonly home: Home
  readonly clock: Clock
  readonly log: Log
  readonly lifecycle: Lifecycle
  readonly leave: (why: string) => void
  /** Told when clients may have to be asked for something else. */
  readonly wantedMayDiffer: () => void
}

/** A daemon that listens. */
export interface Daemon extends Address {
  /** Tells clients where this daemon listens and what it wants of them. */
  reconnect(): Promise<void>
  /** What clients are to be asked for now. */
  wanted(): readonly Wanted[]
  /** From now on hooks are answered by nothing, and nothing is kept. */
  silence(): void
  /** Whether some client is there. */
  isNeeded(): Promise<boolean>
  close(): Promise<void>
}

/** Of a daemon that has just started; the command that starts it waits longer than other hooks. */
const COLD_MS = 3_000

/** The one place where everything meets: adapters into the engine, the engine under HTTP and MCP. */
export async function compose(parts: Parts): Promise<Daemon> {
  const { home, hosts, app, workerUrl, booted, clock, log, behaviours = shipped } = parts
  const live = await configured(parts)
  const values = live.values()
  const own: Own = { address: undefined, silent: false, calls: announcedCalls() }
  const file = values['store.url'] || home.database
  const store = await openStore({ file, workerUrl, booted })
  const turnLog = bufferedLog(store.turnLog)
  const ledger = await ledgerOver(store, turnLog, live)
  const semantic = semanticSearch(embedderOptions(parts, live), store)
  const orders = ordersOver(() => ports)
  const inner = { ...store, ...innerPorts(parts, live, own), ...semantic.over(store), turnLog, ledger, orders }
  const engine = createEngine({ behaviours, ports: inner, release: VERSION, coldMs: COLD_MS, patience: patience() })
  const places = transcriptPlaces(hosts, { userHome: homedir(), env: process.env, platform: process.platform })
  const transcripts = transcriptsOf(inner, engine, live, places, { program: join(app, 'importer.js'), database: file })
  const replays = replaysOf(inner, engine, live, { file, workerUrl, scratch: home.scratch, places })
  const archives = archivesOf(inner, engine)
  const claudeMem = new ClaudeMem({ ...inner, files: foreignFiles(home.scratch), giveWay: () => engine.giveWay() })
  const past = { imports: transcripts, claudeMem, replays, archives, ledger: replays.watching(ledger) }
  const known = { ...inner, ...outerPorts(parts, engine, own, live), ...past }
  const ports: OperationPorts = { ...known, keeper: keeperOf(engine, store), doctor: ownDoctor(parts, known, engine) }
  const clients = trackClients(store.evidence, clock)
  const take = followed(takerOf(engine, own, live), transcripts)
  const { server, port, token } = await open(parts, { live, take, ports, clients, own })
  engine.demands.watch(parts.wantedMayDiffer)
  await engine.start()
  semantic.start(engine)
  const purge = keepRetention({ ...known, giveWay: () => engine.giveWay() })
  void Promise.all([transcripts.catchUp(), finishSweep(ledger, log), replays.sweep(clock.now())])
  const stopWatching = leaveWhenIdle(clients, clock, values['daemon.idleMinutes'], () => parts.leave('nobody is here'))
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
      return ended(server, [[transcripts, claudeMem, replays, archives, semantic, purge], [engine], [turnLog], [store]])
    },
  }
}

/** Hears nobody any more, and then ends what is there, what needs others before them. */
async function ended(server: Server, parts: readonly (readonly { close(): void | Promise<void> }[])[]): Promise<void> {
  server.close()
  server.closeAllConnections()
  for (const each of parts) await Promise.all(each.map((one) => one.close()))
}

/** What was not understood is said. */
async function configured({ home, log }: Parts): Promise<LiveConfig> {
  const live = await liveConfig(home.config, process.env, log)
  for (const complaint of live.complaints) log.warn('config', { complaint })
  return live
}

/** What the inside needs beside the store. */
const innerPorts = ({ clock, log }: Parts, live: LiveConfig, own: Own) => ({
  ...{ clock, log, config: live.config },
  workspace: gitWorkspace(),
  secrets: secretlint,
  machine: thisMachine(),
  viewer: { address: () => own.address && `http://127.0.0.1:${own.address.port}` },
})

const embedderOptions = ({ app, log }: Parts, live: LiveConfig): Parameters<typeof semanticSearch>[0] => ({
  program: join(app, 'embedder.js'),
  env: allowedEnvironment(process.env),
  model: join(app, 'model'),
  isOn: () => live.values()['embedder.enabled'],
  log,
})

/** Writes over what was deleted before the last daemon ended in the middle of it. */
async function finishSweep(ledger: Ledger, log: Log): Promise<void> {
  try {
    while (await ledger.sweep());
  } catch (error) {
    log.error('what was forgotten is not yet written over', { error: String(error) })
  }
}

/** The store's ledger, its spans cached; the switches of what is forgotten end with it. */
async function ledgerOver(
  { switches, ledger }: Pick<Store, 'switches' | 'ledger'>,
  turnLog: BufferedLog,
  live: LiveConfig,
) {
  await live.adopt(switches)
  return cachedLedger(live.watching(flushing(ledger, turnLog)))
}

/** What is to be forgotten must be where it is looked for. */
const flushing = (ledger: Ledger, turnLog: BufferedLog): Ledger => ({
  ...ledger,
  forget: (selection, at) => turnLog.flush().then(() => ledger.forget(selection, at)),
})

/** The verbs are loaded when the first is called: no hook needs them. */
const operations = async () => (await import('../operations/registry.ts')).operations

/** Orders are carried out by verbs. */
function ordersOver(ports: () => OperationPorts): Orders {
  const loaded = async () => (await import('./orders.ts')).ordersOf(ports)
  return {
    answer: async (...asked) => (await loaded()).answer(...asked),
    carryOut: async (...asked) => (await loaded()).carryOut(...asked),
  }
}

/** Archives of this store; what a restore brought in is known at once. */
const archivesOf = (ports: Omit<ArchivesParts, 'restored'> & { ledger: CachedLedger }, engine: Engine): FileArchives =>
  new FileArchives({
    ...ports,
    restored() {
      ports.ledger.lookAgain()
      engine.wake()
    },
  })

/** What the outside is opened over. */
interface Inside {
  readonly live: LiveConfig
  readonly take: (draft: Draft, part: Part) => Promise<Answer>
  readonly ports: OperationPorts
  readonly clients: Clients
  readonly own: Own
}

/** Opens HTTP and MCP on one port. */
async function open({ hosts, app: programs, clock, log, ...told }: Parts, { live, take, ports, clients, own }: Inside) {
  const hook = { hosts, clock, log, patience: patience(), seen: clients.seen, take }
  const { includes: isClient, browsed } = clients
  const given = { hook, operations, ports, isClient, viewer: join(programs, 'viewer'), browsed }
  const opened = await listenAgain(told, live.values().port, (address) => {
    own.address = address
    return routes({ ...given, token: address.token })
  })
  const isAdmitted = ({ headers }: IncomingMessage) => !guard('GET', '/mcp', headers, opened.token)
  acceptAgents(opened.server, isAdmitted, async (stream, agent) => {
    stream.once('close', clients.connected())
    // Many a client never asks, and the protocol's library takes some 10 MB
    const { serveAgent } = await import('../mcp/server.ts')
    await serveAgent(stream, agent, { operations: await operations(), ports, calls: own.calls, hosts })
  })
  return opened
}

/** What the daemon learns of itself while it starts and ends. */
interface Own {
  /** Undefined until it listens. */
  address: Address | undefined
  silent: boolean
  readonly calls: Calls
}

const takerOf = (engine: Engine, own: Own, live: LiveConfig) => async (draft: Draft, part: Part) => {
  own.calls.hear(draft)
  return own.silent || !live.values().enabled ? {} : (await engine.take(draft, { part })).answer
}

/** What verbs are given beside the store and the engine's own ports. */
function outerPorts(parts: Parts, engine: Engine, own: Own, live: LiveConfig) {
  const { home, hosts, app, token, clock, lifecycle, behaviours = shipped, wantedMayDiffer } = parts
  const launcher = join(app, 'hindcast-run')
  const facts = { pid: process.pid, version: VERSION, startedAt: clock.now(), launcher }
  return {
    connections: fileConnections({ home: home.dir, hosts, hold: holdFile }),
    rehearsal: rehearsalOf(engine, hosts[0], clock),
    configEditor: {
      ...live.editor,
      set: (key: string, value: string) => live.editor.set(key, value).then(wantedMayDiffer),
    },
    behaviours: behavioursOf(engine, behaviours, live),
    logs: fileLogs(home.logs),
    lifecycle,
    daemon: () => ({ ...facts, ...(own.address ?? { port: 0, token }), wanted: [ANNOUNCEMENTS, ...engine.wanted()] }),
  }
}

/** What verbs are told, kept as what behaviours make. */
const keeperOf = (engine: Engine, { evidence }: { readonly evidence: Evidence }): Keeper => ({
  async keep(kind, record, project) {
    await evidence.project(project)
    await engine.keep(kind, record)
  },
})

/** Examines this daemon from within. */
function ownDoctor({ home, hosts }: Parts, ports: Running['ports'], engine: Engine): Doctor {
  const { lost, wake, drain: settled } = engine
  const running = { ports, lost, wake, settled, session: hosts[0].session }
  return doctorFor(home, { hosts, launcher: ports.daemon().launcher, start: async () => true, running })
}

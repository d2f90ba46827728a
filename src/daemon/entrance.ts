import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { loadConfig } from '../config/config.ts'
import { patience } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { admit } from '../http/admission.ts'
import { guard } from '../http/guard.ts'
import type { HookRoute } from '../http/hook.ts'
import { type Routes, routes } from '../http/server.ts'
import { type Agent, acceptAgents } from '../mcp/upgrade.ts'
import type { Clock, Evidence, Log } from '../ports.ts'
import type { Host } from '../wire/host.ts'
import { type Address, type LastAddress, listenAgain } from './address.ts'
import { type Clients, trackClients } from './clients.ts'
import type { Standby } from './standby.ts'
import { threadsWaitedMs } from './standby-process.ts'

/** What answers once the daemon has started. */
export interface Interior extends Pick<HookRoute, 'take'> {
  readonly operations: Routes['operations']
  readonly ports: Awaited<ReturnType<Routes['ports']>>
  readonly evidence: Pick<Evidence, 'sessions'>
  /** Serves a client's relay. */
  readonly serveAgent: (stream: Duplex, agent: Agent) => Promise<void>
}

/** What is needed to listen, before anything else of a daemon exists. */
export interface EntranceParts extends LastAddress {
  readonly hosts: readonly [Host, ...Host[]]
  readonly home: Home
  /** The folder of the built programs. */
  readonly app: string
  readonly clock: Clock
  readonly log: Log
  readonly standby: Pick<Standby, 'serves' | 'startSoon'>
  /** The token that clients have if it has just been replaced. */
  readonly former?: string | undefined
}

/** The port, on which requests are accepted from the first moment on. */
export interface Entrance extends Address {
  readonly server: Server
  readonly clients: Clients
  /** The daemon has started: answers whatever has been waiting, and all that comes. */
  begin(interior: Interior): void
}

/** A client applies changed settings within this time. */
const FORMER_MS = 10_000
/** More events than this that wait for the daemon's start are left to the transcript. */
const WAITING_MAX = 2_000

/**
 * Listens before the store is open, which takes seconds if it has to be restored. Meanwhile a hook is answered with
 * nothing after a moment and its event is kept until it can be recorded; every other request waits.
 */
export async function openEntrance(parts: EntranceParts): Promise<Entrance> {
  const { app, clock, hosts, log, standby } = parts
  let begin: Entrance['begin'] = () => {}
  const begun = new Promise<Interior>((resolve) => {
    begin = resolve
  })
  let interior: Interior | undefined
  const sessions: Evidence['sessions'] = async (filter) => (await begun).evidence.sessions(filter)
  const clients = trackClients({ sessions }, clock, () => standby.startSoon())
  const hook = {
    hosts,
    clock,
    log,
    patience: patience(),
    waitedMs: waited(),
    seen: clients.seen,
    isStarting: () => interior === undefined,
    take: waiting(begun, log, () => interior),
  }
  const given = {
    isFormer: formerUntil(clock.now() + FORMER_MS, parts),
    hook,
    operations: async () => (await begun).operations(),
    ports: async () => (await begun).ports,
    callerOn: clients.callerOn,
    viewer: join(app, 'viewer'),
    browsed: clients.browsed,
    called: clients.called,
  }
  const opened = await listenAgain(parts, await configuredPort(parts.home), ({ token }) => routes({ ...given, token }))
  const isAdmitted = ({ headers }: IncomingMessage) => !guard('GET', '/mcp', headers, opened.token)
  acceptAgents(opened.server, isAdmitted, async (stream, agent) => {
    admit(stream)
    stream.once('close', clients.connected())
    await (await begun).serveAgent(stream, agent)
  })
  return {
    ...opened,
    clients,
    begin(made) {
      interior = made
      begin(made)
      standby.serves(opened.server)
    },
  }
}

/** How old the last look at the system's figures may be: one look takes as long as a tenth of an answer. */
const LOOKED_MS = 250

/** How long this process has waited for a processor, seen anew where nobody has looked for a while. */
function waited(): () => number {
  let last = { at: Number.NEGATIVE_INFINITY, ms: 0 }
  return () => {
    const at = performance.now()
    if (at - last.at > LOOKED_MS) last = { at, ms: threadsWaitedMs() }
    return last.ms
  }
}

/** A hook with the token from before gets an empty answer, rather than an error line at each event. */
const formerUntil =
  (until: number, { former, clock }: EntranceParts): NonNullable<Routes['isFormer']> =>
  ({ method = '', headers }) =>
    former !== undefined && clock.now() < until && !guard(method, '/hook', headers, former)

/** Takes events at once, or as soon as the daemon has started, in the order in which they came. */
function waiting(begun: Promise<Interior>, log: Log, interior: () => Interior | undefined): Interior['take'] {
  let count = 0
  return async (draft, part, delivery) => {
    const now = interior()
    if (now) return now.take(draft, part, delivery)
    if (++count <= WAITING_MAX) return (await begun).take(draft, part, delivery)
    log.warn('hook', {
      why: `over ${WAITING_MAX} events wait for the daemon to start; this one is left to the transcript`,
    })
    return {}
  }
}

/** Settings that cannot be read are reported once the daemon has started. */
const configuredPort = ({ config }: Home): Promise<number> =>
  loadConfig(config, process.env).then(
    ({ values }) => values.port,
    () => 0,
  )

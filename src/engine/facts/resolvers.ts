import { holderOf } from '../../domain/experience/journal.ts'
import type { Ask, FactMap, FactName } from '../../domain/facts.ts'
import type { FilesOfHost } from '../../domain/host-files.ts'
import { covers } from '../../domain/learning/settling.ts'
import { supersededAmong } from '../../domain/memory/supersession.ts'
import { isOpen, pairedTellings } from '../../domain/memory/use.ts'
import type { Observation } from '../../domain/nouns/observation.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type {
  Config,
  Embedder,
  Evidence,
  Folds,
  Machine,
  Memories,
  Orders,
  Reachability,
  Sources,
  Viewer,
  Workspace,
} from '../../ports.ts'
import type { AnsweredCalls } from '../answered-calls.ts'
import { coordinating } from '../coordination.ts'
import type { InMemory } from '../in-memory.ts'
import type { KnownEvents } from '../known-events.ts'
import type { KnownLessons } from '../known-lessons.ts'
import { cleanGrant } from '../perform/redact.ts'
import type { Asker } from './asker.ts'
import { changesFact } from './changes.ts'
import { embeddingsFact } from './embeddings.ts'
import { type FaultPorts, faultFact, type KnownFaults } from './faults.ts'
import { foldFacts } from './fold.ts'
import { instructionsFact } from './instructions.ts'
import { notesFact } from './notes.ts'
import { orphansFact } from './orphans.ts'
import { overlapsFact, type WarnedOf } from './overlaps.ts'
import { describingPeers } from './peers.ts'
import { stillFailingFact } from './still-failing.ts'
import { unreadFact } from './unread.ts'
import { usualNextFact } from './usual-next.ts'

/** One resolver for each fact; a missing one does not compile. */
export type Resolvers = {
  readonly [F in FactName]: (
    ask: FactMap[F]['ask'],
    asker: Asker,
  ) => FactMap[F]['answer'] | Promise<FactMap[F]['answer']>
}

/** The data sources for facts. */
export interface FactPorts extends FaultPorts {
  readonly evidence: Evidence
  readonly memories: Memories
  readonly folds: Folds
  readonly config: Config
  readonly sources: Sources
  readonly machine: Machine
  readonly workspace: Workspace
  readonly hosts: readonly FilesOfHost[]
  readonly orders?: Orders | undefined
  readonly viewer?: Viewer | undefined
  readonly reachability?: Reachability | undefined
  readonly embedder?: Embedder | undefined
}

/** Answers any kind of question. */
export function resolve(resolvers: Resolvers, ask: Ask, asker: Asker): unknown {
  const resolver: unknown = Object.hasOwn(resolvers, ask.fact) ? resolvers[ask.fact] : undefined
  if (typeof resolver !== 'function') throw new Error(`no such fact: ${ask.fact}`)
  return resolver(ask, asker)
}

/** How long after a `/clear` the next session of the same process counts as its successor. */
const CLEARED_MS = 60_000

/** How many of a project's newest sessions are looked through for the one that ended last. */
const SESSIONS_BEFORE = 20

/** The resolvers over the ports. Recall is as of the event's time. */
export function createResolvers(
  ports: FactPorts,
  known: (project: string) => KnownFaults,
  inMemory: InMemory,
  answered: AnsweredCalls,
): Resolvers {
  const { files, lessons, recipes, events } = inMemory
  const { evidence, memories, grants, config, clock, sources, secrets, machine, orders, viewer } = ports
  const folded = foldFacts(ports)
  return {
    settings: (_ask, { event }) => config.settings(event.project),
    ...ofEvidence(evidence, events),
    ...ofMemories(ports),
    ...ofLessons(ports, lessons),
    ...ofExperiences(ports, inMemory),
    beforeCall: ({ toolUseId, beganAt }) => answered.of(toolUseId, beganAt),
    recipes: ({ project }, { event }) => recipes.asOf(project, event.at),
    use: useFact(ports, events),
    ofFile: async ({ session, ...ask }, asker) => {
      if (!files.mayKnow(ask.project, ask.file)) return { known: [], warned: [] }
      const known = await memories.observations({ ...ask, asOf: asker.event.at })
      // Nothing is known about most files, and then no notice was given either
      if (known.length === 0) return { known, warned: [] }
      return { known, warned: (await folded.strain({ scope: session }, asker)).warned }
    },
    instructions: instructionsFact(ports),
    files: filesFact(ports),
    changes: changesFact(ports),
    grant: async ({ key, ttlMs }, { event, signal, taken }) => {
      const held = await cleanGrant(key, event, secrets)
      const now = clock.now()
      const granted = await grants.take(...held, now + ttlMs, now)
      const giveBack = () => grants.giveBack(...held)
      if (granted && signal.aborted) await giveBack()
      else if (granted) taken(giveBack)
      return granted
    },
    usage: async ({ session }, { event }) => {
      const found = await sources.usage(session)
      return found && found.at <= event.at ? found : undefined
    },
    ordered: ({ order, ...place }) => orders?.answer(order, place),
    viewer: () => viewer?.address(),
    blocked: async (session) => (await ports.reachability?.blocked(session)) ?? [],
    lookalike: ({ project }) => ports.workspace.lookalike(project),
    freeMemory: () => machine.freeMemoryMb(),
    faults: faultFact(ports, known),
    ...ofOthers(ports, inMemory, folded),
    ...folded,
  }
}

/** What other live sessions and subagents do. */
function ofOthers(
  ports: FactPorts,
  { presence, activity, claims, tasks, runs, notes }: InMemory,
  { strain }: Pick<Resolvers, 'strain'>,
): Pick<Resolvers, 'peers' | 'overlaps' | 'unread' | 'run' | 'runNews' | 'notes'> {
  const peersOf = describingPeers({ tasks, presence })
  const parts = { ...ports, presence, activity, claims, peersOf }
  const warnedOf: WarnedOf = async (session, asker) => (await strain({ scope: session }, asker)).warned
  return {
    peers: ({ project, session }) =>
      coordinating(ports, { presence, claims, tasks }).peers({ project, except: session }),
    overlaps: overlapsFact(parts, warnedOf),
    unread: unreadFact(parts, warnedOf),
    run: ({ session }, { event }) => runs.progress(session, event.at),
    runNews: async ({ session }, asker) => {
      const run = runs.isLive(session) ? await runs.progress(session, asker.event.at) : undefined
      return run && { run, warned: await warnedOf(session, asker) }
    },
    notes: notesFact({ ...parts, notes }),
  }
}

const ofExperiences = (
  ports: FactPorts,
  { experiences, calls }: InMemory,
): Pick<Resolvers, 'experiences' | 'ownExperience' | 'orphans' | 'stillFailing'> => ({
  experiences: ({ project }, { event }) => experiences.inProject(project, event.at),
  ownExperience: async ({ session, agent }, { event }) => {
    const open = await experiences.openAt(event.at)
    const experience = open.find((each) => holderOf(each) === session && each.agentId === agent)
    return experience && { experience, calls: await calls.since(experience, event), runs: calls.runsOf(event.id) }
  },
  orphans: orphansFact(ports, experiences),
  stillFailing: stillFailingFact(ports, experiences),
})

/** Files inside the worktree where the session began, or its folder if there is no worktree; in the order requested. */
const filesFact =
  ({ evidence, workspace }: FactPorts): Resolvers['files'] =>
  async ({ session, paths }) => {
    const found = await evidence.sessions({ id: session, limit: 10 })
    const { worktree, cwd } = found.find(({ id }) => id === session) ?? {}
    const root = worktree ?? cwd
    if (root === undefined) return []
    const texts = await Promise.all(paths.map((path) => workspace.fileText(path, root)))
    return paths.flatMap((path, n) => {
      const text = texts[n]
      return text === undefined ? [] : [{ path, text }]
    })
  }

const ofLessons = (
  { evidence, memories }: FactPorts,
  lessons: KnownLessons,
): Pick<Resolvers, 'lessons' | 'taught' | 'usualNext'> => ({
  lessons: async ({ project }, { event }) => (await lessons.all(event.at)).filter((lesson) => covers(lesson, project)),
  // Rules are settled over everything that was ever said
  taught: async () => {
    const [signals, known] = await Promise.all([
      memories.records({ noun: 'signal', limit: MOST_SIGNALS }),
      lessons.all(Number.POSITIVE_INFINITY),
    ])
    return { signals, lessons: known }
  },
  usualNext: usualNextFact(evidence, lessons),
})

/** Evidence as of the event's time. */
const ofEvidence = (
  evidence: Evidence,
  events: KnownEvents,
): Pick<Resolvers, 'session' | 'clearedBefore' | 'endedBefore' | 'events' | 'prompts'> => ({
  session: async ({ session }, { event }) => {
    const found = await evidence.sessions({ id: session, asOf: event.at, limit: 10 })
    return found.find(({ id }) => id === session)
  },
  clearedBefore: async ({ session, pid }, { event }) => {
    const filter = { clientPid: pid, endReason: 'clear', asOf: event.at, limit: 2 }
    const before = (await evidence.sessions(filter)).find(({ id }) => id !== session)
    return event.at - (before?.endedAt ?? Number.NEGATIVE_INFINITY) <= CLEARED_MS ? before : undefined
  },
  endedBefore: async ({ project, session }, { event }) => {
    const all = await evidence.sessions({ project, asOf: event.at, limit: SESSIONS_BEFORE })
    const others = all.filter(({ id, attended }) => id !== session && attended !== false)
    const last = others.reduce<Session | undefined>((a, b) => ((a?.endedAt ?? 0) < (b.endedAt ?? 0) ? b : a), undefined)
    return others.some(({ startedAt }) => startedAt > (last?.endedAt ?? 0)) ? undefined : last
  },
  events: (ask, { event }) => events.of({ ...ask, asOf: event.at, by: event.id }),
  prompts: (ask, { event }) => evidence.prompts({ ...ask, asOf: event.at }),
})

/** Memories as of the event's time. */
const ofMemories = ({
  memories,
  hosts,
  embedder,
}: FactPorts): Pick<Resolvers, 'records' | 'index' | 'standing' | 'recall' | 'embeddings'> => ({
  embeddings: embeddingsFact({ memories, embedder }),
  records: (ask, { event }) => memories.records({ ...ask, asOf: event.at }),
  index: (ask, { event }) => indexAsOf(event.at, ask, { memories, hosts }),
  standing: (ask, { event }) => standingAsOf(event.at, ask, memories),
  recall: ({ project, session, text, limit }, { event }) =>
    memories.recall({ text, project, notSession: session, asOf: event.at, limit }),
})

/** Drops records outdated by the newest work. */
async function standingAsOf(
  asOf: number,
  { project, limit }: FactMap['standing']['ask'],
  memories: Memories,
): Promise<readonly Observation[]> {
  const [found, newest] = await Promise.all([
    memories.observations({ project, asOf, limit, standing: true }),
    memories.observations({ project, asOf, limit: HELD_AGAINST }),
  ])
  const outdated = supersededAmong(found, newest)
  return found.filter(({ id }) => !outdated.has(id))
}

/** Signals are few; these are years of them. */
const MOST_SIGNALS = 2000

/** How many of the newest observations are compared for that. */
const HELD_AGAINST = 100

async function indexAsOf(
  asOf: number,
  { project, session, observations, summaries }: FactMap['index']['ask'],
  { memories, hosts }: Pick<FactPorts, 'memories' | 'hosts'>,
): Promise<FactMap['index']['answer']> {
  const [found, checkpoints, totals] = await Promise.all([
    memories.observations({ project, asOf, limit: observations }),
    memories.records({ noun: 'summary', project, asOf, limit: summaries }),
    memories.totals({ project, except: session, asOf }),
  ])
  const files = found.flatMap(({ filesModified }) => filesModified)
  const instructions = files.filter((path) => hosts.some((host) => host.files.instructions.test(path)))
  return { observations: found, summaries: checkpoints, totals, instructions }
}

/** How many tellings of other sessions, and observations of the project, a session's own are compared with. */
const OTHERS = 500
const KNOWN = 300

const useFact =
  ({ evidence, memories }: FactPorts, known: KnownEvents): Resolvers['use'] =>
  async ({ session, project, limit }, { event: { id: by, at: asOf } }) => {
    const own = await memories.records({ noun: 'telling', session, asOf, limit })
    if (!own.some(isOpen)) return undefined
    const others = await memories.records({ noun: 'telling', project, asOf, limit: OTHERS })
    const tellings = pairedTellings(
      own,
      others.filter((each) => each.session !== session),
    )
    const ids = [...new Set(tellings.flatMap(({ record, control }) => [record, ...(control ? [control] : [])]))]
    const [records, observations, events, prompts] = await Promise.all([
      memories.show(ids),
      memories.observations({ project, asOf, limit: KNOWN }),
      known.of({ session, asOf, limit, by }),
      evidence.prompts({ session, asOf, limit }),
    ])
    return { tellings, records, known: observations, events, prompts, isCut: events.length >= limit }
  }

import { allNouns, fieldsOfKind, nounNamed, type ShownName } from '../../domain/nouns/records.ts'
import type { OpenJob, OperationPorts, TurnLogEntry } from '../../ports.ts'
import { wrappedLines } from './layout.ts'
import type { Screen } from './operation.ts'
import { clockTime, day, moment, typeSaid } from './words.ts'

/** One event of a session, the records written with it, and the jobs that it queued with what they wrote; all by their ids. */
export interface Link {
  readonly id: string
  readonly at: number
  readonly name: string
  /** How it arrived: `hook`, `transcript`, or `derived` from another one. */
  readonly via: string
  readonly records: readonly string[]
  readonly jobs: readonly LinkedJob[]
}

/** A job is a behaviour's work on one event. It has an id of its own as long as it is queued or was given up. */
interface LinkedJob {
  readonly id: number | null
  readonly behaviour: string
  readonly state: 'done' | 'failed' | 'queued' | 'given up'
  readonly error?: string | undefined
  readonly records: readonly string[]
}

/** A session from its first event to its last record. `unlinked`: records of which nothing says any more what they were made from. */
export interface SessionChain {
  readonly events: readonly Link[]
  readonly unlinked: readonly string[]
}

/** More than any session has. */
const MOST = 100_000

/**
 * Follows a session's ids: its events in the order of their arrival, what the turn log says was made of each, the jobs that
 * are still owed, and, where the turn log no longer goes back so far, what the records themselves cite.
 */
export async function chainOf(session: string, ports: OperationPorts): Promise<SessionChain> {
  const [events, newestFirst, open, records] = await Promise.all([
    ports.evidence.events({ session, limit: MOST }),
    ports.turnLog.read({ session, limit: MOST }),
    ports.jobs.ofSession(session),
    recordsOf(session, ports),
  ])
  const log = groupedBy([...newestFirst].reverse(), ({ event }) => event)
  const owed = groupedBy(open, ({ event }) => event)
  const later = new Map(ports.behaviours.list().map(({ name, later: names }) => [name, names]))
  const isJobs = ({ behaviour, eventName, deadlineMs }: TurnLogEntry) =>
    deadlineMs === undefined && later.get(behaviour)?.includes(eventName) === true
  const linked = events.map(({ id, at, name, via }): Link => {
    const entries = log.get(id) ?? []
    const written = entries.filter((entry) => !isJobs(entry)).flatMap(writtenBy)
    const left = owed.get(id) ?? []
    // An attempt that failed is not the end of its job
    const isOver = ({ behaviour, outcome }: TurnLogEntry) =>
      outcome !== 'failed' || !left.some((job) => job.behaviour === behaviour)
    const jobs = [...entries.filter((entry) => isJobs(entry) && isOver(entry)).map(doneJob), ...left.map(openJob)]
    return { id, at, name, via, records: [...new Set(written)], jobs }
  })
  const known = new Set(linked.flatMap(({ records: own, jobs }) => [...own, ...jobs.flatMap((job) => job.records)]))
  const places = depthOf(linked, records)
  const unknown = groupedBy(
    records.filter(({ id }) => !known.has(id)),
    ({ id }) => places.get(id),
  )
  const idsAt = (place: number | undefined) => (unknown.get(place) ?? []).map(({ id }) => id)
  return {
    events: linked.map((link, place) => ({ ...link, records: [...link.records, ...idsAt(place)] })),
    unlinked: idsAt(undefined),
  }
}

function groupedBy<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}

interface Cited {
  readonly id: string
  readonly cites: readonly string[]
}

/** All records of a session besides its events, oldest first, with the ids in them. */
async function recordsOf(session: string, { memories }: OperationPorts): Promise<readonly Cited[]> {
  const nouns = allNouns.filter(({ letter, fields }) => letter !== undefined && letter !== 'e' && 'session' in fields)
  const found = nouns.map(async ({ name }) => {
    const records = await memories.records({ noun: name as ShownName, session, limit: MOST })
    const fields = fieldsOfKind(nounNamed(name as ShownName), 'id', 'ids').filter((field) => field !== 'id')
    return records.map((record) => ({
      id: record.id,
      at: record.at,
      cites: fields.flatMap((field) => Object.entries(record).flatMap(([key, value]) => (key === field ? value : []))),
    }))
  })
  return (await Promise.all(found)).flat().sort((a, b) => a.at - b.at)
}

/** Where each event is in the chain; a record that cites one, such as a prompt, is where that is. */
function depthOf(links: readonly Link[], records: readonly Cited[]): ReadonlyMap<string, number> {
  const places = new Map(links.map(({ id }, at) => [id, at]))
  for (const { id, cites } of records) {
    const at = Math.max(-1, ...cites.map((each) => places.get(each) ?? -1))
    if (at >= 0) places.set(id, at)
  }
  return places
}

/** An entry lists what was told, too; what was written is of a kind that the entry's effects name. */
const writtenBy = ({ effect, ids }: TurnLogEntry): readonly string[] =>
  ids.filter((id) => effect.split(',').includes(KINDS.get(id.slice(0, 2)) ?? ''))

const KINDS: ReadonlyMap<string, string> = new Map(
  allNouns.flatMap(({ letter, name }) => (letter === undefined ? [] : [[`${letter}_`, name] as const])),
)

const doneJob = (entry: TurnLogEntry): LinkedJob => ({
  id: null,
  behaviour: entry.behaviour,
  state: entry.outcome === 'failed' ? 'failed' : 'done',
  ...(entry.error !== undefined && { error: entry.error }),
  records: writtenBy(entry),
})

const openJob = ({ behaviour, id, isDead, error }: OpenJob): LinkedJob => ({
  id,
  behaviour,
  state: isDead ? 'given up' : 'queued',
  records: [],
  ...(error !== undefined && { error }),
})

/** A line for each event with its records, and one for each job under it. */
export function renderChain({ events, unlinked }: SessionChain, screen: Screen): readonly string[] {
  let under = ''
  const lines = events.flatMap(({ id, at, name, via, records, jobs }) => {
    const head = day(at) === under ? [] : [screen.bold(moment(at, screen.now).replace(/,? \d\d:\d\d$/, ''))]
    under = day(at)
    const made = records.length === 0 ? '' : ` → ${records.join(', ')}`
    const said = `${clockTime(at)}  ${id}  ${typeSaid(name)} (${via})${made}`
    return [...head, ...wrappedLines(said, screen.columns, 6), ...jobs.flatMap((job) => renderJob(job, screen))]
  })
  return unlinked.length === 0 ? lines : [...lines, `made from what is no longer logged: ${unlinked.join(', ')}`]
}

function renderJob({ behaviour, id, state, error, records }: LinkedJob, screen: Screen): readonly string[] {
  const made = records.length === 0 ? '' : ` → ${records.join(', ')}`
  const said = `    job ${behaviour}${id === null ? '' : ` ${id}`} ${state}${error === undefined ? '' : `: ${error}`}${made}`
  return wrappedLines(said, screen.columns, 8).map((line) => (state === 'done' ? line : screen.yellow(line)))
}

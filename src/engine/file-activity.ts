import type { EventRecord } from '../domain/nouns/event.ts'
import type { LineChange } from '../domain/tool.ts'
import type { Evidence, Follower, StoreChange, Workspace } from '../ports.ts'
import { sessionsTouched } from './followed.ts'
import type { LiveSessions } from './live-sessions.ts'

/** A change of a file by an agent's call. `n` increases with each call that is noted. */
export interface PastEdit {
  readonly n: number
  readonly event: string
  readonly at: number
  readonly session: string
  /** Undefined if it is not known which lines it changed. */
  readonly lines?: readonly LineChange[] | undefined
}

/** Who looks at a file: a session's main agent, or one of its subagents; `event`: the call at which it asks. */
export interface Looker {
  readonly session: string
  readonly agent?: string | undefined
  readonly event?: string | undefined
}

/** Its dependencies. */
interface ActivityPorts {
  readonly evidence: Pick<Evidence, 'events' | 'sessions'>
  readonly workspace: Pick<Workspace, 'realPath'>
  /** Whose calls are read from the store. */
  readonly presence: Pick<LiveSessions, 'loaded' | 'others' | 'isLive'>
}

/** The call at which an agent last saw a file as it was, and the one before. */
interface Sight {
  readonly n: number
  readonly event: string
  readonly at: number
  readonly before?: number | undefined
}

interface FileLog {
  readonly seen: Map<string, Sight>
  changes: readonly PastEdit[]
}

type Call = Pick<
  EventRecord,
  'id' | 'at' | 'durationMs' | 'session' | 'project' | 'agentId' | 'filesRead' | 'filesModified' | 'body'
>

const CALLS = ['PostToolUse', 'PostToolUseFailure']
/** Projects, files of a project and changes of a file that are remembered: the least recently used go first. */
const PROJECTS = 50
const FILES = 5_000
const CHANGES = 64
/** Agents whose sight of a file is remembered. */
const LOOKERS = 100
/** How many of a session's latest calls are read again after a restart. */
const REREAD = 500

/**
 * Which agent saw and changed which file of a project when, in memory. Files are known by their real paths. What
 * happened before a restart is read from the store.
 */
export class FileActivity implements Follower {
  readonly #ports: ActivityPorts
  readonly #projects = new Map<string, Map<string, FileLog>>()
  /** By project, the call at which each session first saw a file, and the one at which it last changed one. */
  readonly #spans = new Map<string, Map<string, { first: number; changed: number }>>()
  /** Sessions that were not live when others wrote of their calls. */
  readonly #unread = new Set<string>()
  #n = 0
  #loaded: Promise<void> = Promise.resolve()
  #loading = 0

  constructor(ports: ActivityPorts) {
    this.#ports = ports
  }

  /** Resolves once the calls from before a restart are known, and those since then. */
  loaded(): Promise<void> {
    return this.#loaded
  }

  /** Reads the calls of the live sessions from the store, in place of what is known, if one `of` these is among them. */
  load(of: readonly string[] | 'all' = 'all'): Promise<void> {
    const { presence } = this.#ports
    this.#loading++
    const loaded = this.#loaded
      .catch(() => {})
      .then(() => presence.loaded())
      .then(() => (of === 'all' || of.some((each) => presence.isLive(each)) ? this.#load() : undefined))
      .finally(() => this.#loading--)
    // Whoever waits for it gets the reason
    loaded.catch(() => {})
    this.#loaded = loaded
    return loaded
  }

  async #load(): Promise<void> {
    const { evidence, presence } = this.#ports
    const live = presence.others(undefined, '').map(({ id }) => id)
    for (const session of live) this.#unread.delete(session)
    const found = await Promise.all(
      live.map((session) => evidence.events({ session, names: CALLS, limit: REREAD, newest: true })),
    )
    this.#projects.clear()
    this.#spans.clear()
    for (const call of found.flat().sort((a, b) => a.seq - b.seq)) await this.#note(call)
  }

  /** The changes of a file since an agent, or else any agent of its session, last saw it; none if it never did. */
  unseen(project: string, path: string, looker: Looker): readonly PastEdit[] {
    const since = this.lastSight(project, path, looker)
    return since === undefined ? [] : this.changes(project, path).filter(({ n }) => n > since)
  }

  /** Whether another session changed any file of a project since this one first saw one. Rules most out at once. */
  hasOthersChanges(project: string, session: string): boolean {
    const spans = this.#spans.get(project)
    const own = spans?.get(session)
    if (spans === undefined || own === undefined) return false
    for (const [id, { changed }] of spans) if (id !== session && changed > own.first) return true
    return false
  }

  /** All changes of a file that are remembered, oldest first. */
  changes(project: string, path: string): readonly PastEdit[] {
    return this.#projects.get(project)?.get(path)?.changes ?? []
  }

  /** The last call before this one at which an agent saw a file; undefined if it never did. */
  lastSight(project: string, path: string, looker: Looker): number | undefined {
    const log = this.#projects.get(project)?.get(path)
    return log && seenBy(log, looker)
  }

  /** The files that a session's agent has seen, and when. */
  seen(project: string, { session, agent }: Looker): readonly { readonly path: string; readonly at: number }[] {
    const key = keyOf(session, agent)
    return [...(this.#projects.get(project) ?? [])].flatMap(([path, { seen }]) => {
      const sight = seen.get(key)
      return sight === undefined ? [] : [{ path, at: sight.at }]
    })
  }

  /** The answer to a call waits until it is noted. */
  hear(change: StoreChange): Promise<unknown> | undefined {
    const { presence } = this.#ports
    if (change.kind !== 'committed') {
      const sessions = sessionsTouched(change, ['event', 'session'])
      // Nobody waits for it
      if (sessions !== undefined) void this.load(sessions)
      if (sessions !== 'all') for (const each of sessions ?? []) this.#unread.add(each)
      return undefined
    }
    if (change.changes.some((one) => one.kind === 'session' && this.#unread.has(one.change.id))) void this.load()
    if (!change.fresh) return undefined
    const noted: Promise<void>[] = []
    for (const one of change.changes) {
      if (one.kind !== 'event' || !CALLS.includes(one.record.name)) continue
      // What is read of a session that is over is nobody's activity
      if (one.record.via !== 'transcript' || presence.isLive(one.record.session)) noted.push(this.#arrived(one.record))
    }
    return noted.length === 0 ? undefined : Promise.all(noted)
  }

  /** Calls are noted in the order in which they happened. */
  #arrived(call: Call): Promise<void> {
    if (this.#loading === 0) return this.#note(call)
    this.#loaded = this.#loaded.then(() => this.#note(call))
    this.#loaded.catch(() => {})
    return Promise.resolve()
  }

  async #note(call: Call): Promise<void> {
    const changed = new Set([...call.filesModified, ...textsIn(call.body.filesWritten)])
    const paths = new Set([...call.filesRead, ...changed])
    const own = new Set(textsIn(call.body.clientsOwn))
    const found = [...paths].filter((path) => path.startsWith('/') && !own.has(path))
    if (found.length === 0) return
    const n = ++this.#n
    const spans = latest(this.#spans, call.project, PROJECTS, () => new Map())
    const span = latest(spans, call.session, LOOKERS, () => ({ first: n, changed: 0 }))
    if (changed.size > 0) span.changed = n
    const real = await Promise.all(found.map((path) => this.#ports.workspace.realPath(path)))
    for (const [at, path] of found.entries()) {
      const log = this.#logOf(call.project, real[at] ?? path)
      // A call that arrived while earlier ones were loaded may be among these
      if (log.changes.some(({ event }) => event === call.id)) continue
      if (changed.has(path)) log.changes = [...log.changes, changeOf(call, n)].slice(-CHANGES)
      const key = keyOf(call.session, call.agentId)
      const before = log.seen.get(key)?.n
      log.seen.delete(key)
      const sight = changed.has(path) ? n : seenAt(call, n, log)
      span.first = Math.min(span.first, sight)
      log.seen.set(key, { n: sight, event: call.id, at: call.at, before })
      dropOldest(log.seen, LOOKERS)
    }
  }

  #logOf(project: string, path: string): FileLog {
    const files = latest(this.#projects, project, PROJECTS, () => new Map<string, FileLog>())
    return latest(files, path, FILES, () => ({ seen: new Map(), changes: [] }))
  }
}

/** An agent's own sight counts; one that has not seen the file itself works with what its session knows. */
function seenBy({ seen }: FileLog, { session, agent, event }: Looker): number | undefined {
  const before = (sight: Sight | undefined) => (sight?.event === event ? sight?.before : sight?.n)
  const own = seen.get(keyOf(session, agent))
  if (own !== undefined) return before(own)
  const others = [...seen].flatMap(([key, sight]) => (key.startsWith(`${session} `) ? [sight.n] : []))
  return others.length === 0 ? undefined : Math.max(...others)
}

const changeOf = ({ id, at, session, filesModified, body }: Call, n: number): PastEdit => ({
  n,
  event: id,
  at,
  session,
  // Lines are those of the one file that an edit names
  ...(filesModified.length === 1 && { lines: linesIn(body.lines) }),
})

const linesIn = (value: unknown): readonly LineChange[] | undefined =>
  Array.isArray(value) ? (value as readonly LineChange[]) : undefined

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** An entry of a map, made if it is missing, and now its newest; the oldest makes room. */
function latest<V>(map: Map<string, V>, key: string, most: number, make: () => V): V {
  const value = map.get(key) ?? make()
  map.delete(key)
  map.set(key, value)
  dropOldest(map, most)
  return value
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const oldest = map.keys().next().value
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

/** What others changed while a file was being read may not have been read. */
function seenAt({ at, session, durationMs = 0 }: Call, n: number, { changes }: FileLog): number {
  const missed = changes.find((change) => change.session !== session && change.at > at - durationMs)
  return missed === undefined ? n : missed.n - 1
}

const keyOf = (session: string, agent: string | undefined): string => `${session} ${agent ?? ''}`

import type { SessionChange } from '../domain/nouns/session.ts'
import type { Clock, Evidence, Follower, Machine, StoreChange } from '../ports.ts'
import { sessionsTouched } from './followed.ts'

/** A session whose client is running. Times are epoch milliseconds. */
export interface LiveSession {
  readonly id: string
  readonly host: string
  readonly project: string
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  readonly cwd?: string | undefined
  readonly title?: string | undefined
  readonly named?: string | undefined
  readonly attended?: boolean | undefined
  readonly clientPid?: number | undefined
  readonly startedAt: number
  readonly lastSeenAt: number
}

/** Who is here, and what became of a session that is not. */
export interface Presence {
  /** The other live sessions of a project, or of all projects, the last active first. */
  others(project: string | undefined, session: string): readonly LiveSession[]
  isLive(session: string): boolean
  /** A session that is live right now; undefined if it is dead or unknown. */
  live(session: string): LiveSession | undefined
  /** A session that was live lately, whether it still is or not; undefined if it is unknown. */
  lately(session: string): LiveSession | undefined
}

/** Its dependencies. */
interface LivePorts {
  readonly evidence: Pick<Evidence, 'sessions'>
  readonly machine: Pick<Machine, 'isRunning' | 'startedAt'>
  readonly clock: Clock
}

type Known = LiveSession & { readonly endedAt?: number | undefined }

/** A session that has not been heard of for so long is dead, unless its client is known to be running. */
const UNSEEN_MS = 10 * 60_000
/** Sessions that were last heard of before this are not loaded at a start. */
const LOADED_MS = 12 * 3_600_000
const MOST_LOADED = 1_000
/** How long a look at a client's process is good for. Whoever is named to another session is looked at again. */
const GLANCE_MS = 100
/** How often it is looked whether sessions have died. */
const DEATHS_MS = 10_000
/** A process that started so much later than its session was last heard of is another one with the same id. */
const SLACK_MS = 5_000

/**
 * The sessions that have not ended, in memory, so that an agent that is alone in its project is answered at once. Alive is
 * whose client process runs; without a known process, whoever was heard of lately.
 */
export class LiveSessions implements Presence, Follower {
  readonly #ports: LivePorts
  readonly #sessions = new Map<string, Known>()
  readonly #listeners: (() => void)[] = []
  #loaded: Promise<void> = Promise.resolve()
  #toldAt = Number.NEGATIVE_INFINITY
  /** Whether a session was alive when it was last looked at; one that was heard of since is another object. */
  readonly #glances = new WeakMap<Known, { readonly at: number; readonly isAlive: boolean }>()

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  /** Reads the sessions from the store, in place of what is known. */
  load(): Promise<void> {
    this.#loaded = this.#load()
    return this.#loaded
  }

  /** Resolves once those that were open are known. */
  loaded(): Promise<void> {
    return this.#loaded
  }

  async #load(): Promise<void> {
    const now = this.#ports.clock.now()
    const found = await this.#ports.evidence.sessions({ open: true, seenSince: now - LOADED_MS, limit: MOST_LOADED })
    const meanwhile = [...this.#sessions.values()].filter(({ lastSeenAt }) => lastSeenAt >= now)
    this.#sessions.clear()
    for (const one of [...found, ...meanwhile]) this.#sessions.set(one.id, one)
  }

  others(project: string | undefined, session: string): readonly LiveSession[] {
    const found: LiveSession[] = []
    for (const one of this.#sessions.values())
      if ((project ?? one.project) === one.project && one.id !== session && this.#seemsAlive(one)) found.push(one)
    return found.sort((a, b) => b.lastSeenAt - a.lastSeenAt)
  }

  isLive(session: string): boolean {
    const known = this.#sessions.get(session)
    return known !== undefined && this.#seemsAlive(known)
  }

  live(session: string): LiveSession | undefined {
    const known = this.#sessions.get(session)
    return known !== undefined && this.#isAlive(known) ? known : undefined
  }

  lately(session: string): LiveSession | undefined {
    return this.#sessions.get(session)
  }

  /** Whether more than one live session is in a project, or in any one. */
  isShared(project: string | undefined): boolean {
    const seen = new Set<string>()
    for (const one of this.#sessions.values()) {
      if ((project ?? one.project) !== one.project || !this.#seemsAlive(one)) continue
      if (seen.has(one.project)) return true
      seen.add(one.project)
    }
    return false
  }

  /** Reports that sessions began or ended, and now and then that some may have died. */
  watch(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Sessions begin, go on and end; of those that another process read, only the latest can be alive. */
  hear(change: StoreChange): Promise<void> | undefined {
    if (change.kind === 'committed') {
      for (const one of change.changes) if (one.kind === 'session') this.#note(one.change)
      return undefined
    }
    const isRecent = (at: number) => at >= this.#ports.clock.now() - LOADED_MS
    if ('touched' in change && change.touched !== 'all')
      return change.touched.some(({ kind, at }) => kind === 'session' && isRecent(at)) ? this.load() : undefined
    return sessionsTouched(change, ['session']) === undefined ? undefined : this.load()
  }

  #note(change: SessionChange): void {
    const before = this.#sessions.get(change.id)
    if (before === undefined && change.lastSeenAt < this.#ports.clock.now() - LOADED_MS) return
    const known: Known = { startedAt: change.lastSeenAt, ...before, ...told(change), ...endOf(change, before) }
    this.#sessions.set(change.id, {
      ...known,
      startedAt: Math.min(known.startedAt, before?.startedAt ?? known.startedAt),
      lastSeenAt: Math.max(known.lastSeenAt, before?.lastSeenAt ?? 0),
    })
    if (change.endedAt !== undefined) this.#drop()
    const now = this.#ports.clock.now()
    if (before !== undefined && change.endedAt === undefined && Math.abs(now - this.#toldAt) < DEATHS_MS) return
    this.#toldAt = now
    for (const listener of this.#listeners) listener()
  }

  /** Those that ended long ago can't be waited for by anyone. */
  #drop(): void {
    const before = this.#ports.clock.now() - LOADED_MS
    for (const [id, { lastSeenAt }] of this.#sessions) if (lastSeenAt < before) this.#sessions.delete(id)
  }

  /** Asking the system about each session at each call would take most of the time that many sessions leave. */
  #seemsAlive(known: Known): boolean {
    const now = this.#ports.clock.now()
    const last = this.#glances.get(known)
    if (last !== undefined && now >= last.at && now - last.at < GLANCE_MS) return last.isAlive
    const isAlive = this.#isAlive(known)
    this.#glances.set(known, { at: now, isAlive })
    return isAlive
  }

  #isAlive({ id, clientPid: pid, lastSeenAt, endedAt }: Known): boolean {
    if (endedAt !== undefined) return false
    const { machine, clock } = this.#ports
    if (pid === undefined) return clock.now() - lastSeenAt <= UNSEEN_MS
    if (!machine.isRunning(pid) || (machine.startedAt(pid) ?? 0) > lastSeenAt + SLACK_MS) return false
    return !this.#isFollowed(id, pid, lastSeenAt)
  }

  /** Whether its client has begun another session since it was last heard of: a client whose end was missed went on. */
  #isFollowed(id: string, pid: number, lastSeenAt: number): boolean {
    for (const other of this.#sessions.values())
      if (other.id !== id && other.clientPid === pid && other.startedAt > lastSeenAt) return true
    return false
  }
}

/** The fields that a change names. */
function told({ endedAt: _, endReason: __, ...change }: SessionChange): Omit<SessionChange, 'endedAt' | 'endReason'> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named) as unknown as typeof change
}

/** A start opens a session again; a straggling call does not, and an end from before the latest event is none. */
function endOf({ endedAt, lastSeenAt }: SessionChange, before: Known | undefined): Pick<Known, 'endedAt'> {
  if (endedAt === null) return { endedAt: undefined }
  if (endedAt === undefined) return { endedAt: before?.endedAt }
  return { endedAt: before !== undefined && before.lastSeenAt > lastSeenAt ? before.endedAt : endedAt }
}

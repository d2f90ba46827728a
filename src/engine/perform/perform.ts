import { digest } from '@hindcast/redaction/digest.ts'
import type { ClaimChange } from '../../domain/coordination/claim.ts'
import type { AnyEffect } from '../../domain/effects.ts'
import { isDiskFull } from '../../domain/errors.ts'
import type { DerivedName, Event, EventMap } from '../../domain/events.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Telling } from '../../domain/nouns/telling.ts'
import type { Order } from '../../domain/order.ts'
import type { Artifacts, Clock, Commit, JobDraft, Journal, Log, Orders, Secrets } from '../../ports.ts'
import type { Lost } from '../facts/faults.ts'
import type { Reacted } from '../reaction.ts'
import { passes, type Recorder, type Recording, recordingOf } from '../recording.ts'
import { interpret, type StoreEffect } from './interpreters.ts'
import { clean, cleanBeforeCapping, cleanCommit } from './redact.ts'

/** What one behaviour wants done. */
export interface Work {
  readonly behaviour: string
  readonly effects: readonly AnyEffect[]
}

/** How an event was recorded. */
export interface Recorded {
  /** False if another source had already stored it. */
  readonly fresh: boolean
  readonly excluded: boolean
  /** It was forgotten, and must not be stored again. */
  readonly forgotten?: boolean | undefined
  readonly runs: readonly Reacted[]
  /** Events derived from it alone and stored with it. */
  readonly derived: readonly Event[]
  /** Whether it queued any job. */
  readonly owes: boolean
}

/** The performer's ports. */
export interface PerformPorts {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  /** Absent if commands cannot be given. */
  readonly orders?: Orders | undefined
  /** Absent if no files are claimed. */
  readonly fileClaims?: { apply(change: ClaimChange): Promise<void> } | undefined
  /** Absent if no files may be written. */
  readonly artifacts?: Pick<Artifacts, 'sync'> | undefined
}

interface Stored {
  readonly store: readonly StoreEffect[]
}

interface Draft {
  readonly store: StoreEffect[]
  readonly jobs: JobDraft[]
  readonly derived: Event[]
}

type Keeping = Draft & Pick<Recording, 'runs' | 'excluded'>

const PASSED: Recorded = { fresh: true, excluded: false, runs: [], derived: [], owes: false }

/** The minimum time between two log lines about a failing store. */
const QUIET_MS = 60_000

/** Carries out decisions: redacts, commits, derives. */
export class Performer {
  readonly #ports: PerformPorts
  readonly #recorder: Recorder
  #complainedAt = Number.NEGATIVE_INFINITY
  #lost: Lost | undefined
  #isDiskFull = false

  constructor(ports: PerformPorts, recorder: Recorder) {
    this.#ports = ports
    this.#recorder = recorder
  }

  /**
   * Commits an event with everything that its recording asks for. Never rejects: an event that cannot be stored is
   * still answered.
   */
  async record(event: Event): Promise<Recorded> {
    if (passes(event.name)) return PASSED
    const cleaned = await this.#safely(() => cleanBeforeCapping(event, this.#ports.secrets))
    const { store, jobs, derived, excluded, runs } = this.#keepingOf(cleaned ?? event)
    if (store.length === 0) return { fresh: true, excluded, runs, derived: [], owes: false }
    const once = excluded ? undefined : event.id
    const keep = () => this.#commit({ store, jobs }, [], once)
    const done = cleaned === undefined ? undefined : await this.#safely(keep)
    if (done === undefined) this.lose()
    const { fresh = true, forgotten } = done ?? {}
    const isNew = done?.fresh === true
    return { fresh, excluded, forgotten, runs, derived: isNew ? derived : [], owes: isNew && jobs.length > 0 }
  }

  /** Undefined if nothing was lost. */
  get lost(): Lost | undefined {
    return this.#lost
  }

  /** Counts an event that could not be stored. */
  lose(): void {
    const { count, since } = this.#lost ?? { count: 0, since: this.#ports.clock.now() }
    this.#lost = { count: count + 1, since, isDiskFull: this.#isDiskFull }
  }

  /** The redacted commit that would store an event; none if nothing of it is to be stored, or if it cannot be. */
  async prepare(event: Event): Promise<{ readonly commit?: Commit; readonly excluded: boolean }> {
    const cleaned = await this.#safely(() => cleanBeforeCapping(event, this.#ports.secrets))
    if (cleaned === undefined) return { excluded: false }
    const { store, jobs, excluded } = this.#keepingOf(cleaned)
    const raw = { changes: store, jobs, ...(!excluded && { once: event.id }) }
    const commit = store.length === 0 ? undefined : await this.#safely(() => cleanCommit(raw, this.#ports.secrets))
    return commit === undefined ? { excluded } : { commit, excluded }
  }

  /**
   * Commits work, the events it derives, and the completion of the jobs in `done`. Rejects if nothing was committed.
   */
  async perform(cause: Event, works: readonly Work[], done: readonly number[] = []): Promise<readonly Event[]> {
    const draft: Draft = { store: [], jobs: [], derived: [] }
    let isPublished = false
    for (const { behaviour, effects } of works) {
      const { store, emits, orders, publishes, claims } = interpret(effects)
      isPublished ||= publishes.length > 0
      for (const order of orders) await this.#carryOut(order, cause)
      for (const change of claims) await this.#ports.fileClaims?.apply(change)
      draft.store.push(...store)
      for (const { n, ...emitted } of emits) this.#derive(draft, cause, { ...emitted, marks: [behaviour, n] })
    }
    await this.#commit(draft, done)
    if (isPublished) void this.#ports.artifacts?.sync()
    return draft.derived
  }

  /** Stores a record that did not come from an event. */
  async keep(effect: StoreEffect): Promise<void> {
    await this.#commit({ store: [effect], jobs: [] }, [])
  }

  /**
   * Stores which records an event's answer told or withheld; returns the event that lists what was told, unless it was
   * already stored.
   */
  async told(cause: Event, tellings: readonly Telling[]): Promise<readonly Event[]> {
    const store: StoreEffect[] = tellings.map((record) => ({ kind: 'telling', record }))
    const draft: Draft = { store, jobs: [], derived: [] }
    const ids = [...new Set(tellings.flatMap(({ record, withheld }) => (withheld ? [] : [record])))]
    if (ids.length > 0) this.#derive(draft, cause, { name: 'Told', body: { ids }, marks: ['told', ...ids] })
    const { fresh } = await this.#commit(draft, [], draft.derived[0]?.id)
    return fresh ? draft.derived : []
  }

  /** A derived event is recorded like any other, in the same commit as the work that emitted it. */
  #derive(draft: Draft, cause: Event, derivation: Derivation): void {
    const event = derive(cause, derivation)
    if (event === undefined) {
      this.#ports.log.warn('derived event dropped: too far from evidence', { event: derivation.name })
      return
    }
    if (draft.derived.some(({ id }) => id === event.id)) return
    const { store, jobs, derived } = this.#keepingOf(event)
    draft.store.push(...store)
    draft.jobs.push(...jobs)
    draft.derived.push(event, ...derived)
  }

  /** What is stored of an event and of everything that follows from it alone. */
  #keepingOf(event: Event): Keeping {
    const { effects, jobs, runs, excluded } = recordingOf(event, this.#ports.clock.now(), this.#recorder)
    const draft: Draft = { store: [...interpret(effects).store], jobs: [...jobs], derived: [] }
    for (const run of excluded ? [] : runs)
      for (const { n, ...emitted } of interpret(run.effects).emits)
        this.#derive(draft, event, { ...emitted, marks: [run.behaviour, n] })
    return { ...draft, runs, excluded }
  }

  /** Returns whether it was written: not if `once` already existed, or if there was nothing to write. */
  async #commit(
    { store, jobs }: Pick<Recording, 'jobs'> & Stored,
    done: readonly number[],
    once?: string,
  ): ReturnType<Journal['commit']> {
    if (store.length === 0 && done.length === 0) return { fresh: false }
    const { journal, secrets } = this.#ports
    const commit = await cleanCommit({ changes: store, jobs, ...(once !== undefined && { once }) }, secrets)
    return journal.commit({ ...commit, done })
  }

  async #carryOut(order: Order, { session, project }: Event): Promise<void> {
    const { orders, secrets } = this.#ports
    await orders?.carryOut(order, await clean({ session, project }, secrets))
  }

  async #safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#isDiskFull = isDiskFull(error)
      const now = this.#ports.clock.now()
      if (now - this.#complainedAt < QUIET_MS) return undefined
      this.#complainedAt = now
      this.#ports.log.error('an event could not be kept', { error: String(error) })
      return undefined
    }
  }
}

/** The maximum distance of a derived event from evidence. */
const MAX_DEPTH = 4

/** A derived event in the making: its name, what distinguishes it, and its content. */
export type Derivation = {
  [N in DerivedName]: { readonly name: N; readonly body: EventMap[N]; readonly marks: readonly (string | number)[] }
}[DerivedName]

/** The event derived from `cause`; undefined if the chain is too long. */
export function derive(cause: Event, { name, body, marks }: Derivation): Event | undefined {
  const depth = (cause.depth ?? 0) + 1
  if (depth > MAX_DEPTH) return undefined
  const parts = [cause.id, ...marks]
  const derived = {
    ...body,
    id: deriveId('e', ...parts),
    identity: digest(parts),
    name,
    at: cause.at,
    session: cause.session,
    project: cause.project,
    host: cause.host,
    via: 'derived',
    cwd: cause.cwd,
    agent: cause.agent,
    promptId: cause.promptId,
    cause: cause.id,
    depth,
    classification: { filesRead: [], filesModified: [], commands: [] },
  }
  // Name and body come from the same derivation, but the compiler cannot track that through a union
  return derived as Event
}

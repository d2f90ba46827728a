import type { AnyEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { Clock, JobDraft, Journal, Log, Secrets } from '../../ports.ts'
import type { Reacted } from '../reaction.ts'
import { type Recorder, type Recording, recordingOf } from '../recording.ts'
import { type Derivation, derive } from './derive.ts'
import { interpret, type StoreEffect } from './interpreters.ts'
import { cleanBeforeCapping, cleanEffects } from './redact.ts'

/** What one behaviour wants done. */
export interface Work {
  readonly behaviour: string
  readonly effects: readonly AnyEffect[]
}

/** How an event was recorded. */
export interface Recorded {
  /** False: it was kept before, by another source. */
  readonly fresh: boolean
  readonly excluded: boolean
  readonly runs: readonly Reacted[]
  /** Whether the `later` lane owes it anything. */
  readonly owes: boolean
}

/** What performing needs. */
export interface PerformPorts {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
}

interface Stored {
  readonly store: readonly StoreEffect[]
}

interface Draft {
  readonly store: StoreEffect[]
  readonly jobs: JobDraft[]
  readonly derived: Event[]
}

/** Between two lines on a store that takes nothing. */
const QUIET_MS = 60_000

/** Does what was decided: redacts, commits, derives. */
export class Performer {
  readonly #ports: PerformPorts
  readonly #recorder: Recorder
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(ports: PerformPorts, recorder: Recorder) {
    this.#ports = ports
    this.#recorder = recorder
  }

  /** Commits an event with all that its recording asks for. Never rejects: an event that can't be kept is still answered. */
  async record(event: Event): Promise<Recorded> {
    const clean = await this.#safely(() => cleanBeforeCapping(event, this.#ports.secrets))
    const { effects, jobs, excluded, runs } = this.#recordingOf(clean ?? event)
    if (clean === undefined || effects.length === 0) return { fresh: true, excluded, runs, owes: false }
    const once = excluded ? undefined : event.id
    const fresh = await this.#safely(() => this.#commit({ store: effects, jobs }, [], once))
    return { fresh: fresh ?? true, excluded, runs, owes: fresh === true && jobs.length > 0 }
  }

  /** Work and the events that it derives, in one commit that also closes the jobs `done`. Rejects where nothing was done. */
  async perform(cause: Event, works: readonly Work[], done: readonly number[] = []): Promise<readonly Event[]> {
    const draft: Draft = { store: [], jobs: [], derived: [] }
    for (const { behaviour, effects } of works) {
      const { store, emits } = interpret(effects)
      draft.store.push(...store)
      for (const { name, body, n } of emits) this.#derive(draft, cause, { name, body, marks: [behaviour, n] })
    }
    await this.#commit(draft, done)
    return draft.derived
  }

  /** Notes which ids an event's answer told; gives the event that says so, unless it was noted before. */
  async told(cause: Event, ids: readonly string[]): Promise<readonly Event[]> {
    const draft: Draft = { store: [], jobs: [], derived: [] }
    this.#derive(draft, cause, { name: 'Told', body: { ids }, marks: ['told', ...ids] })
    const fresh = await this.#commit(draft, [], draft.derived[0]?.id)
    return fresh ? draft.derived : []
  }

  /** A derived event is recorded as any other, in the commit of the work that it comes with. */
  #derive(draft: Draft, cause: Event, derivation: Derivation): void {
    const event = derive(cause, derivation)
    if (event === undefined) {
      this.#ports.log.warn('derived event dropped: too far from evidence', { event: derivation.name })
      return
    }
    if (draft.derived.some(({ id }) => id === event.id)) return
    const { effects, jobs } = this.#recordingOf(event)
    draft.store.push(...effects)
    draft.jobs.push(...jobs)
    draft.derived.push(event)
  }

  #recordingOf(event: Event): Recording {
    return recordingOf(event, this.#ports.clock.now(), this.#recorder)
  }

  /** Whether it was written: not where `once` was there before, nor where there is nothing to write. */
  async #commit({ store, jobs }: Pick<Recording, 'jobs'> & Stored, done: readonly number[], once?: string) {
    if (store.length === 0 && done.length === 0) return false
    const { journal, secrets } = this.#ports
    const changes = await cleanEffects(store, secrets)
    return (await journal.commit({ changes, jobs, done, ...(once !== undefined && { once }) })).fresh
  }

  async #safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      const now = this.#ports.clock.now()
      if (now - this.#complainedAt < QUIET_MS) return undefined
      this.#complainedAt = now
      this.#ports.log.error('an event could not be kept', { error: String(error) })
      return undefined
    }
  }
}

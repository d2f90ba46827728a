import type { AnyEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { Clock, JobDraft, Journal, Log, Secrets } from '../../ports.ts'
import type { Reacted } from '../reaction.ts'
import { type Recorder, recordingOf } from '../recording.ts'
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
}

/** Does what was decided: redacts, commits, derives. */
export interface Performer {
  /** Commits an event with all that its recording asks for. Never rejects: an event that can't be kept is still answered. */
  record(event: Event): Promise<Recorded>
  /** Work and the events that it derives, in one commit that also closes the jobs `done`. Rejects where nothing was done. */
  perform(cause: Event, works: readonly Work[], done?: readonly number[]): Promise<readonly Event[]>
  /** Notes which ids an event's answer told; the event that says so, if it is new. */
  told(cause: Event, ids: readonly string[]): Promise<readonly Event[]>
}

/** What performing needs. */
export interface PerformPorts {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
}

interface Draft {
  readonly store: StoreEffect[]
  readonly jobs: JobDraft[]
  readonly derived: Event[]
}

/** Between two lines on a store that takes nothing. */
const QUIET_MS = 60_000

/** Makes the performer of one engine. */
export function createPerformer(ports: PerformPorts, recorder: Recorder): Performer {
  const { journal, secrets, clock, log } = ports
  let complainedAt = Number.NEGATIVE_INFINITY

  async function record(event: Event): Promise<Recorded> {
    const clean = await safely(() => cleanBeforeCapping(event, secrets))
    const recording = recordingOf(clean ?? event, clock.now(), recorder)
    const { effects, jobs, excluded, runs } = recording
    if (effects.length === 0) return { fresh: true, excluded, runs }
    const once = excluded ? {} : { once: event.id }
    const committed = await safely(async () => {
      if (clean === undefined) throw new Error('secrets could not be looked for')
      return journal.commit({ changes: await cleanEffects(effects, secrets), jobs, ...once })
    })
    return { fresh: committed?.fresh ?? true, excluded, runs }
  }

  async function perform(cause: Event, works: readonly Work[], done: readonly number[] = []): Promise<readonly Event[]> {
    const draft: Draft = { store: [], jobs: [], derived: [] }
    for (const { behaviour, effects } of works) {
      const { store, emits } = interpret(effects)
      draft.store.push(...store)
      for (const { name, body, n } of emits) add(draft, cause, { name, body, marks: [behaviour, n] })
    }
    await commit(draft, done)
    return draft.derived
  }

  async function told(cause: Event, ids: readonly string[]): Promise<readonly Event[]> {
    const draft: Draft = { store: [], jobs: [], derived: [] }
    add(draft, cause, { name: 'Told', body: { ids }, marks: ['told', ...ids] })
    const fresh = await commit(draft, [], draft.derived[0]?.id)
    return fresh ? draft.derived : []
  }

  /** A derived event is recorded as any other, in the commit of the work that it comes with. */
  function add(draft: Draft, cause: Event, derivation: Derivation): void {
    const event = derive(cause, derivation)
    if (event === undefined) return log.warn('derived event dropped: too far from evidence', { event: derivation.name })
    if (draft.derived.some(({ id }) => id === event.id)) return
    const { effects, jobs } = recordingOf(event, clock.now(), recorder)
    draft.store.push(...effects)
    draft.jobs.push(...jobs)
    draft.derived.push(event)
  }

  async function commit({ store, jobs }: Draft, done: readonly number[], once?: string): Promise<boolean> {
    if (store.length === 0 && done.length === 0) return false
    const changes = await cleanEffects(store, secrets)
    return (await journal.commit({ changes, jobs, done, ...(once !== undefined && { once }) })).fresh
  }

  async function safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      const now = clock.now()
      if (now - complainedAt < QUIET_MS) return undefined
      complainedAt = now
      log.error('an event could not be kept', { error: String(error) })
      return undefined
    }
  }

  return { record, perform, told }
}

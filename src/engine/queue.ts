import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Clock, Config, Job, Jobs, Log } from '../ports.ts'

/** The result of one attempt. `gone`: the job is closed, together with its work; a `failed` or `deferred` one stays queued. */
export type Attempt =
  | { readonly status: 'gone' }
  /** There was nothing to do, so nothing was committed. */
  | { readonly status: 'idle' }
  | { readonly status: 'failed'; readonly error: Clean }
  /** Its behaviour is currently disabled; does not count as an attempt. */
  | { readonly status: 'deferred' }

/** The queue's dependencies; `attempt` runs a job and closes it in the same commit. It must not reject. */
export interface QueueOptions {
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  /** The number of jobs leased at a time, and the queue length above which optional work waits. */
  readonly config: Pick<Config, 'settings'>
  /** Behaviours whose jobs are optional. */
  readonly optional: readonly string[]
  readonly attempt: (job: Job) => Promise<Attempt>
}

const LEASE_MS = 60_000
/** Concurrent jobs; more would compete with answers for the store's readers. */
const AT_ONCE = 2
const MAX_ATTEMPTS = 5
const DEFERRED_MS = 3_600_000
const SWITCHED_OFF = cleanLiteral`its behaviour is switched off`
/** How long to wait after the store has refused a request. */
const REFUSED_MS = 5_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The delay after the `attempt`th failure (from 1): 1 s · 2ⁿ, varied by up to a quarter by `random` (0–1). */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(1_000 * 2 ** (attempt - 1) * (0.75 + random / 2))
}

/** The `later` lane: woken by commits, with one timer for the next due job. */
export class Queue {
  readonly #options: QueueOptions
  #running: Promise<void> | undefined
  #again = false
  #state: 'waiting' | 'open' | 'closed' = 'waiting'
  #timer: NodeJS.Timeout | undefined
  #isHigh = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Frees the leases of dead processes, and starts. */
  async start(): Promise<void> {
    await this.#options.jobs.release()
    this.#open()
  }

  /** Signals a commit that may have queued a job. */
  wake(): void {
    this.#again = true
    if (this.#state !== 'open' || this.#running) return
    clearTimeout(this.#timer)
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (this.#again) this.wake()
    })
  }

  /** Makes a behaviour's jobs due at once, because it is enabled again. */
  async hasten(behaviour: string): Promise<void> {
    const { jobs, clock, log } = this.#options
    try {
      await jobs.hasten(behaviour, clock.now())
      this.wake()
    } catch (error) {
      log.error('jobs could not be hastened', { behaviour, error: String(error) })
    }
  }

  /** Resolves when no job is due. */
  async drain(): Promise<void> {
    this.#open()
    while (this.#running) await this.#running
  }

  /** Lets the running jobs finish; the others stay queued. */
  async close(): Promise<void> {
    this.#state = 'closed'
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Whether optional work waits: above the high-water mark, until the queue is less than half that long. */
  async isBacklogged(): Promise<boolean> {
    const { jobs, config, optional } = this.#options
    const { highWater } = config.settings().queue
    // Optional jobs must not keep themselves waiting
    const { pending } = await jobs.counts(optional)
    this.#isHigh = this.#isHigh ? pending >= highWater / 2 : pending > highWater
    return this.#isHigh
  }

  async #waiting(): Promise<readonly string[]> {
    const { optional } = this.#options
    return optional.length > 0 && (await this.isBacklogged()) ? optional : []
  }

  #open(): void {
    if (this.#state === 'waiting') this.#state = 'open'
    this.wake()
  }

  async #run(): Promise<void> {
    const { jobs, clock, log } = this.#options
    try {
      while (this.#again && this.#isOpen()) {
        this.#again = false
        while (await this.#doBatch()) if (!this.#isOpen()) return
      }
      this.#sleepUntil(await jobs.nextDue(await this.#waiting()))
    } catch (error) {
      log.error('the queue could not read its jobs', { error: String(error) })
      this.#sleepUntil(clock.now() + REFUSED_MS)
    }
  }

  /** Returns whether any job was due. */
  async #doBatch(): Promise<boolean> {
    const { jobs, clock, config } = this.#options
    const without = await this.#waiting()
    const leased = [
      ...(await jobs.lease({ now: clock.now(), leaseMs: LEASE_MS, limit: config.settings().queue.batch, without })),
    ]
    const any = leased.length > 0
    const idle: number[] = []
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#takeFrom(leased, idle)))
    if (idle.length > 0) await jobs.finish(idle)
    return any
  }

  /** Jobs that had nothing to do are added to `idle`, since closing each alone would be most of their cost. */
  async #takeFrom(leased: Job[], idle: number[]): Promise<void> {
    const { attempt, log } = this.#options
    for (let job = leased.shift(); job && this.#isOpen(); job = leased.shift()) {
      try {
        const result = await attempt(job)
        if (result.status === 'idle') idle.push(job.id)
        else await this.#settle(job, result)
      } catch (error) {
        log.error('a job could not be put back; its lease will run out', { error: String(error) })
      }
      // Answers come first.
      await new Promise(setImmediate)
    }
  }

  async #settle(job: Job, result: Exclude<Attempt, { status: 'idle' }>): Promise<void> {
    const { jobs, clock, log } = this.#options
    const { id, behaviour, attempt } = job
    if (result.status === 'gone') return
    if (result.status === 'deferred') return jobs.retry(id, clock.now() + DEFERRED_MS, SWITCHED_OFF)
    if (attempt < MAX_ATTEMPTS) return jobs.retry(id, clock.now() + backoffMs(attempt, Math.random()), result.error)
    log.warn('job given up', { behaviour, event: job.event.id, tries: attempt })
    return jobs.abandon(id, result.error)
  }

  #isOpen(): boolean {
    return this.#state === 'open'
  }

  #sleepUntil(due: number | undefined): void {
    clearTimeout(this.#timer)
    if (due === undefined || !this.#isOpen() || this.#again) return
    const wait = Math.min(Math.max(due - this.#options.clock.now(), 0), LONGEST_TIMER_MS)
    this.#timer = setTimeout(() => this.wake(), wait)
    this.#timer.unref()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pacer } from '../ports.ts'

const LONGEST_MS = 25
/** Within one step of the client, hooks are closer together than this. */
const PAUSE_MS = 80
/** How long postponable work waits for a pause. */
const PATIENCE_MS = 1_000
/** Within a turn, events are closer together than this. */
const CALM_MS = 2_000

/** Knows whether an answer is in progress, so that other work can let answers go first. */
export class IdleGate implements Pacer {
  #answering = 0
  #hurries = 0
  #answered = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  /** Counts an answer as in progress until it settles. */
  during<T>(answer: Promise<T>): Promise<T> {
    this.#answering++
    return answer.finally(() => {
      this.#answering--
      this.#answered = performance.now()
      if (this.#answering === 0) for (const go of this.#waiting) go()
    })
  }

  /** Resolves when no answer is in progress, or after `LONGEST_MS`, so that nothing waits forever. */
  async giveWay(): Promise<void> {
    // Lets in whatever has arrived meanwhile
    await new Promise(setImmediate)
    if (this.#answering === 0) return
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, LONGEST_MS)
      this.#waiting.add(go)
    })
  }

  /**
   * Resolves after a moment without requests, so that readers are free for the next one; after `PATIENCE_MS` at the
   * latest, and as soon as possible while work is hurried.
   */
  async paused(): Promise<void> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const pause = this.#answering > 0 ? until : this.#answered + PAUSE_MS
      const left = Math.min(until, pause) - performance.now()
      if (left <= 0 || this.#hurries > 0) return this.giveWay()
      await sleep(Math.min(left, PAUSE_MS), undefined, { ref: false })
    }
  }

  /** Runs work that somebody is waiting for; meanwhile, nothing waits for pauses. */
  hurried<T>(work: () => Promise<T>): Promise<T> {
    this.#hurries++
    return work().finally(() => this.#hurries--)
  }

  /** Whether there has been no request for a while, so a small delay of the next answer matters little. */
  isCalm(): boolean {
    return this.#answering === 0 && performance.now() - this.#answered > CALM_MS
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pacer } from '../ports.ts'

const LONGEST_MS = 25
/** Within a step of the client, hooks come closer together than this. */
const PAUSE_MS = 80
/** How long work that has time waits for a pause. */
const PATIENCE_MS = 1_000
/** Within a turn events come closer together than this. */
const CALM_MS = 2_000

/** Knows whether any answer is being made, so that what can wait lets answers go first. */
export class IdleGate implements Pacer {
  #answering = 0
  #hurries = 0
  #answered = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()

  /** Counts an answer for as long as it takes. */
  during<T>(answer: Promise<T>): Promise<T> {
    this.#answering++
    return answer.finally(() => {
      this.#answering--
      this.#answered = performance.now()
      if (this.#answering === 0) for (const go of this.#waiting) go()
    })
  }

  /** Resolves when no answer is being made; after `LONGEST_MS` anyway, so that nothing waits for ever. */
  async giveWay(): Promise<void> {
    // Lets in what has arrived meanwhile
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
   * Resolves when nobody has asked for a moment, so that readers are free for the next who does; after `PATIENCE_MS`
   * anyway, and as soon as may be while work is hurried.
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

  /** Does what somebody waits for: meanwhile no pause is waited for. */
  hurried<T>(work: () => Promise<T>): Promise<T> {
    this.#hurries++
    return work().finally(() => this.#hurries--)
  }

  /** Whether nobody has asked for a while, so that little is lost where the next answer waits for a bit more. */
  isCalm(): boolean {
    return this.#answering === 0 && performance.now() - this.#answered > CALM_MS
  }
}

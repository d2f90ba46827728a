import { AsyncLocalStorage } from 'node:async_hooks'

/** How long may be read, in milliseconds, how many files, and how many bytes of them. */
export interface ReadingLimits {
  readonly ms: number
  readonly files: number
  readonly bytes: number
}

/** What may still be read to answer one question, of however many files a project consists. */
export class ReadingBudget {
  #until: number
  #files: number
  #bytes: number
  #leftOut = 0

  constructor({ ms, files, bytes }: ReadingLimits) {
    this.#until = performance.now() + ms
    this.#files = files
    this.#bytes = bytes
  }

  /** In milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.#until - performance.now())
  }

  /** How many files were left out. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** Whether another file may be read; otherwise it is left out. */
  admits(): boolean {
    return this.#isLeft(this.#files > 0 && this.#bytes > 0)
  }

  /** Whether there is time for what a file is read for; otherwise it is left out. */
  hasTime(): boolean {
    return this.#isLeft(true)
  }

  #isLeft(isEnough: boolean): boolean {
    if (isEnough && this.leftMs > 0) return true
    this.leaveOut()
    return false
  }

  /** Something is left out for another reason. */
  leaveOut(): void {
    this.#leftOut++
  }

  /** A file was read. */
  spend(bytes: number): void {
    this.#files--
    this.#bytes -= bytes
  }

  /** Extends the time so that so much is left, in milliseconds: what nobody could interrupt took the rest. */
  leave(ms: number): void {
    this.#until = Math.max(this.#until, performance.now() + ms)
  }

  /** What the work resolves to; undefined if only so much time is left before, though it goes on. Rejects if it does. */
  async inTime<T>(work: Promise<T>, leaving = 0): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), Math.max(0, this.leftMs - leaving))
    })
    // What fails later has nobody who waits for it
    work.catch(() => {})
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Does some work: whatever the guarded reader and git are asked there counts. */
  during<T>(work: () => T): T {
    return current.run(this, work)
  }
}

const current = new AsyncLocalStorage<ReadingBudget>()

/** The budget of the work that this belongs to, if it has one. */
export const readingBudget = (): ReadingBudget | undefined => current.getStore()

/** Why a reaction was cut off. */
export class Late extends Error {
  override readonly name = 'Late'
}

/** Measures the time that pure functions spend on the single thread, so that each is charged only for its own. */
export interface ThreadClock {
  run<T>(work: () => T): T
  /** Milliseconds spent in `run` so far. */
  spent(): number
}

/** The thread of one engine. */
export function createThread(): ThreadClock {
  let spent = 0
  return {
    run(work) {
      const began = performance.now()
      try {
        return work()
      } finally {
        spent += performance.now() - began
      }
    },
    spent: () => spent,
  }
}

/** A reaction's budget. */
export interface CutOff {
  /** Aborts when the budget is used up. */
  readonly signal: AbortSignal
  /** Runs the reaction's own code; throws Late if that alone takes longer than the budget. */
  run<T>(work: () => T): T
  stop(): void
}

/** Starts a budget of `budgetMs`. Its clock pauses while other reactions hold the thread. */
export function cutOff(budgetMs: number, thread: ThreadClock): CutOff {
  const controller = new AbortController()
  const late = () => new Late(`took more than ${budgetMs} ms`)
  const began = performance.now()
  const before = thread.spent()
  let own = 0
  let timer: NodeJS.Timeout | undefined
  const used = () => performance.now() - began - (thread.spent() - before - own)
  const check = () => {
    const left = budgetMs - used()
    if (left <= 0) controller.abort(late())
    else timer = setTimeout(check, Math.ceil(left))
  }
  return {
    get signal() {
      timer ??= setTimeout(check, budgetMs)
      return controller.signal
    },
    run(work) {
      const start = performance.now()
      const result = thread.run(work)
      own += performance.now() - start
      if (own > budgetMs) throw late()
      return result
    },
    stop: () => clearTimeout(timer),
  }
}

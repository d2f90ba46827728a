import { setMaxListeners } from 'node:events'

/** Why a reaction has no result: the deadline came first. */
export class Late extends Error {
  override readonly name = 'Late'
}

/** When an answer, or a job, has to do with whatever is ready. */
export interface Deadline {
  /** Aborts then, with Late as the reason. */
  readonly signal: AbortSignal
  /** Milliseconds from its beginning. */
  readonly ms: number
  /** Frees the timer. */
  clear(): void
}

/**
 * A deadline in `ms` milliseconds; if that is not positive, it has passed. `more`: how many milliseconds it is put off when
 * it comes, because the machine was too busy to do anything.
 */
export function deadlineIn(ms: number, more: () => number = () => 0): Deadline {
  const controller = new AbortController()
  // Each reaction that waits listens
  setMaxListeners(0, controller.signal)
  let timer: NodeJS.Timeout | undefined
  const passIn = (left: number) => {
    if (left <= 0) controller.abort(new Late(`not ready within ${Math.round(ms)} ms`))
    else timer = setTimeout(() => passIn(more()), left).unref()
  }
  passIn(ms)
  return { signal: controller.signal, ms, clear: () => clearTimeout(timer) }
}

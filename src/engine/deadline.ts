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

/** A deadline in `ms` milliseconds; if that is not positive, it has passed. */
export function deadlineIn(ms: number): Deadline {
  const controller = new AbortController()
  // Each reaction that waits listens
  setMaxListeners(0, controller.signal)
  const pass = () => controller.abort(new Late(`not ready within ${Math.round(ms)} ms`))
  if (ms <= 0) pass()
  const timer = ms > 0 ? setTimeout(pass, ms).unref() : undefined
  return { signal: controller.signal, ms, clear: () => clearTimeout(timer) }
}

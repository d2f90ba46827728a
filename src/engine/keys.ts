/** Releases a lock; safe to call twice. */
export type Release = () => void

/**
 * Locks by name: one owner at a time, first come, first served. Re-entrant for an owner that already holds the lock.
 */
export interface Keys {
  /** Rejects with the signal's reason if it aborts first. */
  take(key: string, owner: object, signal?: AbortSignal): Promise<Release>
}

interface Lock {
  owner: object
  holds: number
  waiting: Waiter[]
}

interface Waiter {
  readonly owner: object
  readonly enter: () => void
}

/** The locks of one process. */
export function createKeys(): Keys {
  const locks = new Map<string, Lock>()

  async function take(key: string, owner: object, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted()
    const lock = locks.get(key)
    if (lock === undefined) locks.set(key, { owner, holds: 1, waiting: [] })
    else if (lock.owner === owner) lock.holds++
    else await turnAt(lock, owner, signal)
    return once(() => leave(key))
  }

  function leave(key: string): void {
    const lock = locks.get(key)
    if (lock === undefined || --lock.holds > 0) return
    const next = lock.waiting[0]?.owner
    if (next === undefined) locks.delete(key)
    else admit(lock, next)
  }

  return { take }
}

/** Admits all waiters of one owner, since its own parts need not wait for each other. */
function admit(lock: Lock, owner: object): void {
  const entering = lock.waiting.filter((waiter) => waiter.owner === owner)
  lock.waiting = lock.waiting.filter((waiter) => waiter.owner !== owner)
  lock.owner = owner
  lock.holds = entering.length
  for (const { enter } of entering) enter()
}

function turnAt(lock: Lock, owner: object, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      lock.waiting = lock.waiting.filter((each) => each !== waiter)
      reject(signal?.reason)
    }
    const waiter: Waiter = {
      owner,
      enter: () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      },
    }
    lock.waiting.push(waiter)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}

function once(run: () => void): Release {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

import { ROLES, type StorePorts } from './protocol.ts'
import { type Thread, thread } from './thread.ts'

/** Every port over one SQLite file. */
export interface Store extends StorePorts {
  /** Waits for what was asked before, then frees the file. */
  close(): Promise<void>
}

/** Which file, and what serves it. */
export interface StoreOptions {
  /** Made, 0600 in a folder 0700, where there is none. */
  readonly file: string
  /** Threads that search and read. */
  readonly readers?: number
  /** The built worker: `store-worker.js` beside the program. */
  readonly workerUrl: URL
}

/**
 * Opens the store: one writer thread and some readers; nothing of SQLite runs on the caller's thread.
 * Throws StoreError, one line for a person, where the file cannot be used; it is then as it was.
 */
export async function openStore({ file, readers = 2, workerUrl }: StoreOptions): Promise<Store> {
  const writer = thread(workerUrl, { file, role: 'writer' })
  await writer.ready()
  const pool = Array.from({ length: Math.max(1, readers) }, () => thread(workerUrl, { file, role: 'reader' }))
  // Not waited for: the first read finds them open
  for (const reader of pool) reader.ready().catch(() => {})
  const pick = (role: 'writer' | 'reader') => (role === 'writer' ? writer : leastBusy(pool))
  const close = async () => {
    await Promise.all(pool.map((reader) => reader.close()))
    // Last, so that the file is left whole, without its log
    await writer.close()
  }
  return { ...proxies(pick), close }
}

const leastBusy = (pool: readonly Thread[]) => pool.reduce((best, one) => (one.pending < best.pending ? one : best))

function proxies(pick: (role: 'writer' | 'reader') => Thread): StorePorts {
  const ports = Object.entries(ROLES).map(([port, methods]) => {
    const calls = Object.entries(methods as Record<string, 'writer' | 'reader'>).map(([method, role]) => [
      method,
      (...args: unknown[]) => pick(role).call(port, method, args),
    ])
    return [port, Object.fromEntries(calls)]
  })
  return Object.fromEntries(ports) as StorePorts
}

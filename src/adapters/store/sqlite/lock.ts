import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../../sqlite/driver.ts'

/**
 * Locks a file for this process with an exclusive transaction, which the system ends together with the process. Waits
 * up to `waitMs`; undefined if another process still holds it. Call the returned function to release it.
 */
export async function holdFile(path: string, waitMs: number): Promise<(() => void) | undefined> {
  create(path)
  const database = await openRaw(path)
  const until = Date.now() + waitMs
  for (;;) {
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
      return () => database.close()
    } catch {
      if (Date.now() >= until) break
    }
    await sleep(20)
  }
  database.close()
  return undefined
}

/** Never opens an existing file: closing it again would release this process's own lock. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

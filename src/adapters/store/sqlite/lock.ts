import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../../sqlite/driver.ts'

/**
 * Locks a file for this process with an exclusive transaction, which the system ends together with the process. Waits
 * up to `waitMs`; undefined if another process still holds it. Call the returned function to release it. Throws if the file
 * cannot be locked for another reason.
 */
export async function holdFile(path: string, waitMs: number): Promise<(() => void) | undefined> {
  create(path)
  const database = await openRaw(path)
  const until = Date.now() + waitMs
  for (;;) {
    try {
      // Nothing is ever written, so that a full disk takes nobody's lock
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return () => database.close()
    } catch (error) {
      const isHeld = /locked|busy/i.test(String(error))
      if (isHeld && Date.now() < until) {
        await sleep(20)
        continue
      }
      database.close()
      if (isHeld) return undefined
      throw error
    }
  }
}

/** Never opens an existing file: closing it again would release this process's own lock. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

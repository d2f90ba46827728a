import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from './driver.ts'

/**
 * Holds a file for this process alone, by an exclusive transaction that the system ends with the process.
 * Waits up to `waitMs` for it; undefined where someone else still holds it. Call what is returned to let go.
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

/** A file that is there is not opened: closing it again would free it, where this process holds it. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

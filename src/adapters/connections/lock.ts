import { closeSync, openSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'

const WAIT_MS = 10_000

/** Does `work` while nobody else holds `path`. The system frees it when its holder dies; throws when that takes 10 s. */
export async function exclusively<T>(path: string, work: () => Promise<T>): Promise<T> {
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    await locked(database, path, Date.now() + WAIT_MS)
    return await work()
  } finally {
    database.close()
  }
}

async function locked(database: InstanceType<typeof DatabaseSync>, path: string, until: number): Promise<void> {
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE')
      return
    } catch (error) {
      if (Date.now() > until) throw new Error(`${path} has been held for ${WAIT_MS / 1000} s`, { cause: error })
      await setTimeout(20)
    }
  }
}

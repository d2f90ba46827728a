import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import type { World } from '../daemon/world.ts'

/**
 * What must be the same whichever way it arrived, by identity: times, the order of arrival and events that no transcript
 * has are left out.
 */
const ROWS: Readonly<Record<string, string>> = {
  session: `SELECT id FROM sessions`,
  prompt: `SELECT id, session, origin, text FROM prompts`,
  call: `SELECT id, name, session, tool, target, outcome, input, output FROM events WHERE tool IS NOT NULL`,
  stop: `SELECT id, session, prompt_id FROM events WHERE name = 'Stop'`,
  file: `SELECT event, session, path, hash FROM file_versions`,
}

/** The rows of a world's store, each as one text. */
export async function recordOf(world: World): Promise<readonly string[]> {
  const db = await openRaw(join(world.home, 'hindcast.db'))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    return Object.entries(ROWS).flatMap(([kind, query]) =>
      (db.prepare(query).all() as object[]).map((row) => `${kind} ${JSON.stringify(row).replaceAll(world.root, '')}`),
    )
  } finally {
    db.close()
  }
}

/** How a record differs from that of an undisturbed run. */
export interface Difference {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
}

/** Rows of `other` that are missing in `one`, and rows of `one` that are not in `other` as often. */
export const difference = (one: readonly string[], other: readonly string[]): Difference => ({
  lost: without(other, one),
  doubled: without(one, other),
})

function without(all: readonly string[], some: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const row of some) left.set(row, (left.get(row) ?? 0) + 1)
  return all.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

/** How long a daemon may take to read what hooks missed. */
export const SETTLED_MS = 40_000

/** The difference once it is none, or when a daemon has had long enough to read transcripts. */
export async function settled(world: World, undisturbed: readonly string[]): Promise<Difference> {
  const end = Date.now() + SETTLED_MS
  for (;;) {
    const found = await recordOf(world).then(
      (rows) => difference(rows, undisturbed),
      (error: Error) => ({ lost: [error.message], doubled: [] }),
    )
    if (found.lost.length + found.doubled.length === 0 || Date.now() > end) return found
    await sleep(200)
  }
}

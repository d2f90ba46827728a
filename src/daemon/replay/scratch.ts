import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, type Store } from '../../adapters/store/sqlite/store.ts'

/** How long what is left in the scratch folder stays: 7 days. */
const KEPT_MS = 7 * 24 * 3_600_000
const REPLAY = 'replay-'
/** What is of no use but to the daemon that made it. */
const OWNED = /^(?:replay|foreign)-/

/** A store that is gone with its use. */
export interface Scratch {
  readonly store: Store
  remove(): Promise<void>
}

/** Opens an empty store in a folder of its own below `dir`, 0700. */
export async function openScratch(dir: string, workerUrl: URL): Promise<Scratch> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dir, REPLAY))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    const store = await openStore({ file: join(folder, 'store.db'), readers: 1, workerUrl })
    return { store, remove: () => store.close().finally(clear) }
  } catch (error) {
    await clear()
    throw error
  }
}

/** Removes what is old, and what a daemon that was killed left of a replay or an import: it may hold what was forgotten since. */
export async function sweepScratch(dir: string, now: number): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name)
    const written = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    if (OWNED.test(name) || written < now - KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'

/** The worker as it is built before the tests. */
export const workerUrl = pathToFileURL(join(import.meta.dirname, '../../../../dist/store-worker.js'))

/** A folder that is gone when the test is over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store in a new folder that goes with it. */
export async function openFresh(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-store-'))
  const store = await openStore({ file: join(folder, 'hindcast.db'), readers: 1, workerUrl })
  const close = async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...store, close }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { openRaw, type RawDatabase } from '../../../../src/adapters/sqlite/driver.ts'
import { StoreError } from '../../../../src/adapters/store/sqlite/errors.ts'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'
import type { StoreChanges } from '../../../../src/ports.ts'

/** The worker as built before the tests. */
export const workerUrl = pathToFileURL(join(import.meta.dirname, '../../../../dist/store-worker.js'))

/** A folder that is removed after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store in a folder of its own with its own threads, both removed on closing. */
export async function openOwn(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-store-'))
  const store = await openStore({ file: join(folder, 'hindcast.db'), readers: 1, workerUrl })
  const close = async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...store, close }
}

interface Pooled {
  readonly file: string
  readonly store: Store
  readonly reset: () => void
}

/**
 * Stores from finished tests. They end with this process; the folder of the whole run is removed afterwards
 * (`test/scratch.ts`).
 */
const free: Pooled[] = []

/**
 * An empty store. It may be an earlier test's store, cleared, since starting two threads takes longer than most tests.
 * Closing it waits for earlier calls; later calls are refused, as with any closed store.
 */
export async function openFresh(): Promise<Store & { readonly file: string }> {
  const pooled = free.pop() ?? (await pool())
  const pending = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined
  const call = (run: () => Promise<unknown>): Promise<unknown> => {
    if (closed) return Promise.reject(new StoreError('closed', 'the store of this test is closed'))
    const answer: Promise<unknown> = run().finally(() => pending.delete(answer))
    pending.add(answer)
    return answer
  }
  const ends: (() => void)[] = []
  const changes: StoreChanges = {
    follow: (follower) => {
      const end = pooled.store.changes.follow(follower)
      ends.push(end)
      return end
    },
  }
  const giveBack = async () => {
    await Promise.allSettled(pending)
    for (const end of ends) end()
    pooled.reset()
    free.push(pooled)
  }
  const close = () => {
    closed ??= giveBack()
    return closed
  }
  const { changes: _, ...ports } = pooled.store
  return { ...guarded(ports, call), changes, close, file: pooled.file }
}

async function pool(): Promise<Pooled> {
  const file = join(mkdtempSync(join(tmpdir(), 'hindcast-stores-')), 'hindcast.db')
  const store = await openStore({ file, readers: 1, workerUrl })
  const raw = await openRaw(file)
  raw.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = OFF')
  const reset = ['BEGIN IMMEDIATE', ...resettingOf(raw), 'COMMIT'].join(';')
  return { file, store, reset: () => raw.exec(reset) }
}

/** The statements that restore every table to its initial state; full-text indexes have internal tables. */
function resettingOf(raw: RawDatabase): string[] {
  const rows = raw.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()
  const tables = rows as { name: string; sql: string | null }[]
  const indexes = tables.filter(({ sql }) => sql?.trimStart().startsWith('CREATE VIRTUAL')).map(({ name }) => name)
  const plain = tables.map(({ name }) => name).filter((name) => !indexes.some((index) => name.startsWith(index)))
  const filled = plain.filter((name) => raw.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined)
  for (const name of filled) raw.exec(`CREATE TEMP TABLE new_${name} AS SELECT * FROM ${name}`)
  return [
    ...plain.map((name) => `DELETE FROM ${name}`),
    ...filled.map((name) => `INSERT INTO ${name} SELECT * FROM new_${name}`),
    ...indexes.map((name) => `INSERT INTO ${name} (${name}) VALUES ('delete-all')`),
  ]
}

/** The same ports, with each call going through `call`. */
function guarded<S extends object>(store: S, call: (run: () => Promise<unknown>) => Promise<unknown>): S {
  type Method = (...args: unknown[]) => Promise<unknown>
  const through =
    (method: Method): Method =>
    (...args) =>
      call(() => method(...args))
  const entries = Object.entries(store).map(([name, port]) => {
    if (typeof port === 'function') return [name, through(port as Method)]
    const methods = Object.entries(port as Record<string, Method>)
    return [name, Object.fromEntries(methods.map(([method, run]) => [method, through(run)]))]
  })
  return Object.fromEntries(entries) as S
}

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { openStore } from '../../src/adapters/store/sqlite/store.ts'
import { CaredStore } from '../../src/daemon/store-care.ts'
import type { Recovery } from '../../src/domain/facts.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, commit, event } from '../contract/records.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

async function cared() {
  const file = join(scratch(), 'hindcast.db')
  const recoveries: Recovery[] = []
  const store = await openStore({ file, workerUrl, recovery: { isExpected: false, log } })
  const note = () => void recoveries.push(store.recoverer?.last as Recovery)
  store.changes.follow({ hear: ({ kind }) => (kind === 'recovered' ? note() : undefined) })
  const start = () => {
    const care = new CaredStore({ store, file, log, pacer: { giveWay: async () => {} }, firstMs: 0 })
    onTestFinished(() => care.close())
    return care
  }
  onTestFinished(() => store.close())
  await commit(store.journal, [event(anEvent({ id: 'e1' }))])
  const folder = join(dirname(file), 'backups')
  return { store, file, folder, recoveries, start, names: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

test('after the first answers the file is checked, and damage that no call has met is restored', async () => {
  const { store, file, recoveries, start } = await cared()
  await store.health.backUp()
  const db = await openRaw(file)
  db.exec('DROP TRIGGER vectors_owed')
  db.close()
  start()
  await expect.poll(() => recoveries.length).toBe(1)
  expect(recoveries).toMatchObject([{ cause: 'damaged', from: 'backup' }])
  expect((await store.health.examine()).problems).toEqual([])
})

test('a file that is deleted while nobody writes is written again', async () => {
  const { file, recoveries, start } = await cared()
  rmSync(file)
  start()
  await expect.poll(() => recoveries.length).toBe(1)
  expect(existsSync(file)).toBe(true)
})

test('a new backup is made soon after forget has deleted the older ones', async () => {
  const { store, start, names } = await cared()
  const care = start()
  await expect.poll(() => names().length).toBe(1)
  const [first] = names()
  await store.ledger.forget({ session: 's1' }, Date.now())
  care.owe()
  while (await store.ledger.sweep());
  care.backUpSoon()
  await expect.poll(() => names().length === 1 && names()[0] !== first).toBe(true)
})

test('a backup that failed is told, until one is made', async () => {
  const { folder, start, names } = await cared()
  writeFileSync(folder, 'a file where the folder should be')
  const care = start()
  await expect.poll(() => care.backupFailure()).toContain('backups')
  rmSync(folder)
  mkdirSync(folder, { mode: 0o700 })
  const next = start()
  await expect.poll(() => names().length).toBe(1)
  expect(next.backupFailure()).toBeUndefined()
})

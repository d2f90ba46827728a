import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRaw, type RawDatabase } from '../../../../src/adapters/sqlite/driver.ts'
import { examineFile } from '../../../../src/adapters/store/sqlite/health.ts'
import { hasLostLog } from '../../../../src/adapters/store/sqlite/log-loss.ts'
import { lastRecovery } from '../../../../src/adapters/store/sqlite/recovery.ts'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'
import type { Recovery } from '../../../../src/domain/facts.ts'
import { anEvent, commit, event } from '../../../contract/records.ts'
import { scratch, workerUrl } from './fresh.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A store that restores its file by itself, and what it did. */
async function open(file: string, isExpected = true): Promise<Store & { readonly recoveries: Recovery[] }> {
  const before = lastRecovery(file)?.at
  const store = await openStore({ file, workerUrl, recovery: { isExpected, log } })
  const recoveries: Recovery[] = []
  const note = () => void recoveries.push(store.recoverer?.last as Recovery)
  if (store.recoverer?.last?.at !== before) note()
  store.changes.follow({ hear: ({ kind }) => (kind === 'recovered' ? note() : undefined) })
  onTestFinished(() => store.close())
  return { ...store, recoveries }
}

const newFile = () => join(scratch(), 'hindcast.db')
const put = (store: Store, id: string) => commit(store.journal, [event(anEvent({ id, identity: id }))])
const idsIn = async (store: Store) => (await store.evidence.events({ limit: 1e6 })).map(({ id }) => id)
const damagedIn = (file: string) => readdirSync(dirname(file)).filter((name) => /\.damaged-\d+$/.test(name))

async function raw<T>(file: string, work: (db: RawDatabase) => T): Promise<T> {
  const db = await openRaw(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const PAGE = 4_096
/** The first byte of a page with the entries of an index. */
const INDEX_LEAF = 0x0a

/** A closed database with an event; its indexes name another identity than its tables. */
async function mismatched(): Promise<string> {
  const file = newFile()
  const store = await open(file, false)
  await commit(store.journal, [event(anEvent({ id: 'e1', identity: 'the right one' }))])
  await store.close()
  const bytes = readFileSync(file)
  for (let at = bytes.indexOf('the right one'); at >= 0; at = bytes.indexOf('the right one', at + 1))
    if (bytes[at - (at % PAGE)] === INDEX_LEAF) bytes.write('the wrong one', at)
  writeFileSync(file, bytes)
  return file
}

test('an index that does not match its table is found; the table is whole, so nothing is lost', async () => {
  const file = await mismatched()
  expect((await examineFile(file))?.problems[0]).toMatch(/missing from index events_by_identity/)
  const store = await open(file)
  expect((await store.health.examine()).problems).toEqual([])
  expect(store.recoveries).toMatchObject([{ cause: 'damaged', from: 'file' }])
  expect(await idsIn(store)).toEqual(['e1'])
  expect(await store.evidence.ordinal('the wrong one')).toBe(0)
})

test('folders that stood in its place and were set aside do not keep it from being restored', async () => {
  const file = await mismatched()
  for (const at of [1, 2, 3]) mkdirSync(`${file}.damaged-2026010100000000${at}`)
  const store = await open(file)
  await store.health.examine()
  expect(store.recoveries).toMatchObject([{ cause: 'damaged', from: 'file' }])
  expect(await idsIn(store)).toEqual(['e1'])
  expect(damagedIn(file)).toHaveLength(2)
})

test('a table that the schema promises and that is not there is damage', async () => {
  const file = newFile()
  const store = await open(file, false)
  await put(store, 'e1')
  await raw(file, (db) => db.exec('DROP TABLE switches'))
  expect((await examineFile(file))?.problems).toEqual(['no table switches'])
  expect(await store.switches.list()).toEqual([])
  expect(store.recoveries).toMatchObject([{ from: 'nothing' }])
})

test('an empty database in place of one with a backup is damage', async () => {
  const file = newFile()
  const before = await open(file, false)
  await put(before, 'e1')
  await before.health.backUp()
  await before.close()
  rmSync(file)
  await raw(file, (db) => db.exec('CREATE TABLE t (a); DROP TABLE t'))
  const store = await open(file, false)
  expect(store.recoveries).toMatchObject([{ cause: 'deleted', from: 'backup' }])
  expect(await idsIn(store)).toEqual(['e1'])
})

test('a backup is checked before it is used: of two, the older one takes the place if the newer one is damaged', async () => {
  const file = newFile()
  const before = await open(file, false)
  await put(before, 'e1')
  await before.health.backUp()
  await before.close()
  const folder = join(dirname(file), 'backups')
  const [name = ''] = readdirSync(folder)
  const newer = join(folder, name.replace(/-\d+/, '-29990101000000000'))
  copyFileSync(join(folder, name), newer)
  writeFileSync(newer, Buffer.alloc(8_192, 0x5a), { flag: 'r+' })
  writeFileSync(file, 'no database')
  const store = await open(file)
  expect(store.recoveries).toMatchObject([{ cause: 'damaged', from: 'backup' }])
  expect(await idsIn(store)).toEqual(['e1'])
})

test.each(['', '-wal'])('commits go on while hindcast.db%s is deleted, and none of them is lost', async (end) => {
  const file = newFile()
  const store = await open(file, false)
  const ids = Array.from({ length: 300 }, (_, at) => `e${at}`)
  const commits = ids.map(async (id, at) => {
    const done = await put(store, id)
    if (at === 100) rmSync(`${file}${end}`)
    return done.fresh
  })
  expect(new Set(await Promise.all(commits))).toEqual(new Set([true]))
  await put(store, 'last')
  expect(store.recoveries).toMatchObject([{ cause: 'deleted', from: 'file', isComplete: true }])
  expect((await idsIn(store)).toSorted()).toEqual([...ids, 'last'].toSorted())
})

test('a file that is deleted just before the store is closed is written again', async () => {
  const file = newFile()
  const store = await open(file, false)
  await put(store, 'e1')
  rmSync(file)
  await store.close()
  expect(await idsIn(await open(file))).toEqual(['e1'])
})

test('two damaged files are kept, and forget deletes them with the backups', async () => {
  const file = newFile()
  for (let time = 0; time < 3; time++) {
    writeFileSync(file, `no database ${time}`)
    await (await open(file)).close()
  }
  expect(damagedIn(file)).toHaveLength(2)
  const store = await open(file)
  await store.ledger.forget({ session: 's1' }, Date.now())
  while (await store.ledger.sweep());
  expect(damagedIn(file)).toEqual([])
})

test('a file that this program never used is refused and stays as it is', async () => {
  const file = newFile()
  writeFileSync(file, 'somebody wants to keep this\n'.repeat(99))
  await expect(open(file, false)).rejects.toMatchObject({ code: 'corrupt' })
  expect(damagedIn(file)).toEqual([])
})

test('a log that lost commits is told from one that a killed process left', async () => {
  const file = newFile()
  const copies = scratch()
  const store = await open(file, false)
  for (let at = 0; at < 20; at++) await put(store, `e${at}`)
  // As a killed process leaves them
  const left = (name: string, change: (wal: string) => void = () => {}) => {
    const copy = join(copies, name)
    for (const part of ['', '-wal', '-shm']) copyFileSync(`${file}${part}`, `${copy}${part}`)
    change(`${copy}-wal`)
    return hasLostLog(copy)
  }
  expect(left('whole')).toBe(false)
  expect(left('torn', (wal) => truncateSync(wal, statSync(wal).size - 100))).toBe(false)
  expect(left('deleted', (wal) => rmSync(wal))).toBe(true)
  expect(left('garbled', (wal) => writeFileSync(wal, Buffer.alloc(50, 0x5a), { flag: 'r+' }))).toBe(true)
  await store.close()
  expect([existsSync(`${file}-wal`), hasLostLog(file)]).toEqual([false, false])
})

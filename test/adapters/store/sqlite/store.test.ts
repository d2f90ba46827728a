import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { anEvent, commit, event } from '../../../contract/records.ts'
import { scratch, workerUrl } from './fresh.ts'

async function open(file: string, readers: 1 | 2 = 2): Promise<Store> {
  const store = await openStore({ file, readers, workerUrl })
  onTestFinished(() => store.close())
  return store
}

describe('a store over one file', () => {
  test('keeps its folder and files readable only by their owner', async () => {
    const folder = join(scratch(), 'home')
    const store = await open(join(folder, 'hindcast.db'))
    await commit(store.journal, [event(anEvent({ id: 'e1' }))])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(['hindcast.db', 'hindcast.db-wal']))
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600)
  })

  test('closing waits for earlier calls, leaves one file, and is final', async () => {
    const folder = scratch()
    const store = await open(join(folder, 'hindcast.db'))
    const asked = Array.from({ length: 50 }, (_, at) => commit(store.journal, [event(anEvent({ id: `e${at}` }))]))
    await Promise.all(asked.slice(0, 1))
    const closing = store.close()
    await Promise.all(asked.concat(closing.then(() => ({ fresh: true }))))
    expect(readdirSync(folder)).toEqual(['hindcast.db'])
    await expect(store.evidence.counts()).rejects.toMatchObject({ code: 'closed' })
    const again = await open(join(folder, 'hindcast.db'))
    expect((await again.evidence.counts()).events).toBe(50)
  })

  test('a thousand concurrent calls each get their own answer', async () => {
    const store = await open(join(scratch(), 'hindcast.db'))
    const calls = Array.from({ length: 1_000 }, async (_, at) => {
      if (at % 2 === 0) return store.evidence.ordinal(`nobody ${at}`)
      await commit(store.journal, [event(anEvent({ id: `e${at}`, identity: `own ${at}` }))])
      return store.evidence.ordinal(`own ${at}`)
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 1_000 }, (_, at) => at % 2))
  })

  test('of commits that arrive together, one that fails is rejected alone, and one that comes twice is stored once', async () => {
    const store = await open(join(scratch(), 'hindcast.db'))
    const put = (id: string, fields: object = {}) =>
      commit(store.journal, [event({ ...anEvent({ id }), ...fields })], { once: id })
    const calls = Array.from({ length: 99 }, (_, at) => (at === 50 ? put('bad', { name: null }) : put(`e${at % 33}`)))
    const done = await Promise.allSettled(calls)
    expect(done.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([50])
    const isFresh = (at: number) => {
      const one = done[at]
      return one?.status === 'fulfilled' && one.value.fresh
    }
    expect(done.filter((_, at) => isFresh(at))).toHaveLength(33)
    expect((await store.evidence.counts()).events).toBe(33)
  })

  test("answers' queries do not wait for searches", async () => {
    const store = await open(join(scratch(), 'hindcast.db'))
    await commit(store.journal, [event(anEvent({ id: 'e1', identity: 'i1' }))])
    let found = 0
    const searches = Array.from({ length: 100 }, async () => {
      await store.memories.search({ match: parseQuery('the parser drops commas'), limit: 10 })
      found++
    })
    expect(await store.evidence.ordinal('i1')).toBe(1)
    expect(found).toBeLessThan(100)
    await Promise.all(searches)
  })

  test('what is in the log reaches the database even if writes never pause, long before the log is full', async () => {
    const file = join(scratch(), 'hindcast.db')
    const store = await open(file)
    const [before, log] = [statSync(file).size, statSync(`${file}-wal`).size]
    // These write nothing, so the log does not grow until a commit has to move it
    while (statSync(file).size === before) await store.jobs.release()
    expect(statSync(`${file}-wal`).size).toBe(log)
  })

  test("two stores opened at once over one file both write, and see each other's writes", async () => {
    const file = join(scratch(), 'hindcast.db')
    const stores = await Promise.all([open(file, 1), open(file, 1)])
    const put = (at: number) => commit((stores[at % 2] as Store).journal, [event(anEvent({ id: `e${at}` }))])
    await Promise.all(Array.from({ length: 100 }, (_, at) => put(at)))
    for (const store of stores) expect((await store.evidence.counts()).events).toBe(100)
  })
})

describe('an unusable file is refused in one line and left unchanged', () => {
  const refused = async (file: string, code: string) => {
    const before = readFileSync(file)
    const error = await openStore({ file, workerUrl }).then(
      () => undefined,
      (reason: Error) => reason,
    )
    expect(error).toMatchObject({ code })
    expect(error?.message.split('\n')).toHaveLength(1)
    expect(error?.message).toContain(file)
    expect(readFileSync(file).equals(before)).toBe(true)
  }

  test('text', async () => {
    const file = join(scratch(), 'hindcast.db')
    writeFileSync(file, 'this is no database, but somebody wants to keep it\n'.repeat(99))
    await refused(file, 'corrupt')
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  test('a database with a damaged first page', async () => {
    const file = join(scratch(), 'hindcast.db')
    await (await openStore({ file, workerUrl })).close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, 100, 4_000)
    writeFileSync(file, bytes)
    await refused(file, 'corrupt')
  })
})

import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examineFile } from '../../../../src/adapters/store/sqlite/health.ts'
import { openFresh } from './fresh.ts'

const DAY_MS = 24 * 3_600_000

async function store() {
  const opened = await openFresh()
  onTestFinished(() => opened.close())
  const folder = join(dirname(opened.file), 'backups')
  return { ...opened, folder, names: () => readdirSync(folder).toSorted() }
}

/** Makes every backup look as if it had been made this many days ago. */
function age(folder: string, days: number): void {
  const then = (Date.now() - days * DAY_MS) / 1_000
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then)
}

test('a backup is made once a day, readable only by you, and is a sound database', async () => {
  const { health, folder, names } = await store()
  expect([await health.backUp(), await health.backUp()]).toEqual([true, false])
  const [name = ''] = names()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect((await examineFile(join(folder, name)))?.problems).toEqual([])
  age(folder, 2)
  expect(await health.backUp()).toBe(true)
  expect(names()).toHaveLength(2)
})

test('five backups are kept, the newest ones', async () => {
  const { health, folder, names } = await store()
  const made: string[] = []
  for (let day = 0; day < 7; day++) {
    await health.backUp()
    made.push(names().at(-1) ?? '')
    age(folder, 2)
  }
  expect(names()).toEqual(made.slice(-5))
})

test('forget deletes all earlier backups, and the next one is due at once', async () => {
  const { health, ledger, names } = await store()
  await health.backUp()
  await ledger.forget({ session: 's1' }, Date.now())
  while (await ledger.sweep());
  expect(names()).toEqual([])
  expect(await health.backUp()).toBe(true)
})

test('backups are counted, with the time of the newest', async () => {
  const { health, folder, names } = await store()
  // The store may be an earlier test's
  rmSync(folder, { recursive: true, force: true })
  expect(await health.backups()).toEqual({ count: 0 })
  await health.backUp()
  const newestAt = statSync(join(folder, names()[0] ?? '')).mtimeMs
  expect(await health.backups()).toEqual({ count: 1, newestAt })
})

test('an unfinished copy does not count as a backup, and the next backup replaces it', async () => {
  const { health, folder, names } = await store()
  rmSync(folder, { recursive: true, force: true })
  await health.backUp()
  const [name = ''] = names()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, `${name}.unfinished`), 'half of a database')
  expect(await health.backups()).toEqual({ count: 0 })
  expect(await health.backUp()).toBe(true)
  expect(names()).toEqual([expect.stringMatching(/\.db$/)])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { KnownFiles } from '../../src/engine/known-files.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anObservation, commit, observation } from '../contract/records.ts'

const about = (id: string, path: string) => observation(anObservation({ id, filesRead: [path] }))

async function files() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  await commit(store.journal, [about('o_1', '/repo/src/a.ts')])
  let now = 0
  const known = new KnownFiles({ history: store.history, clock: { now: () => now } })
  const loaded = async (path: string) => {
    while (known.mayKnow('p1', path)) await sleep(5)
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { store, known, loaded, pass }
}

test('until the names are loaded, the store is asked; then only about names that it has', async () => {
  const { known, loaded } = await files()
  expect(known.mayKnow('p1', '/repo/src/never.ts')).toBe(true)
  await loaded('/repo/src/never.ts')
  expect(known.mayKnow('p1', '/elsewhere/a.ts')).toBe(true)
})

test('a commit through it is known at once, even while the names are being loaded', async () => {
  const { store, known, loaded } = await files()
  const journal = known.watching(store.journal)
  known.mayKnow('p1', '/repo/x.ts')
  await commit(journal, [about('o_2', '/repo/b.ts')])
  await loaded('/repo/x.ts')
  expect(known.mayKnow('p1', '/repo/b.ts')).toBe(true)
  expect(known.mayKnow('p1', '/repo/c.ts')).toBe(false)
  await commit(journal, [about('o_3', '/repo/c.ts')])
  expect(known.mayKnow('p1', '/repo/c.ts')).toBe(true)
})

test('records added behind its back are known a minute later', async () => {
  const { store, known, loaded, pass } = await files()
  await loaded('/repo/d.ts')
  await commit(store.journal, [about('o_4', '/repo/d.ts')])
  pass(61_000)
  known.mayKnow('p1', '/repo/d.ts')
  await expect.poll(() => known.mayKnow('p1', '/repo/d.ts')).toBe(true)
})

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
  const known = new KnownFiles(store)
  store.changes.follow(known)
  const loaded = async (path: string) => {
    while (known.mayKnow('p1', path)) await sleep(5)
  }
  return { store, known, loaded }
}

test('until the names are loaded, the store is asked; then only about names that it has', async () => {
  const { known, loaded } = await files()
  expect(known.mayKnow('p1', '/repo/src/never.ts')).toBe(true)
  await loaded('/repo/src/never.ts')
  expect(known.mayKnow('p1', '/elsewhere/a.ts')).toBe(true)
})

test('what is committed is known at once, even while the names are being loaded', async () => {
  const { store, known, loaded } = await files()
  known.mayKnow('p1', '/repo/x.ts')
  await commit(store.journal, [about('o_2', '/repo/b.ts')])
  await loaded('/repo/x.ts')
  expect(known.mayKnow('p1', '/repo/b.ts')).toBe(true)
  expect(known.mayKnow('p1', '/repo/c.ts')).toBe(false)
  await commit(store.journal, [about('o_3', '/repo/c.ts')])
  expect(known.mayKnow('p1', '/repo/c.ts')).toBe(true)
})

test('what another process wrote, or a person forgot, is asked of the store again', async () => {
  const { store, known, loaded } = await files()
  await loaded('/repo/d.ts')
  const touched = [{ kind: 'observation', session: 's1', at: 1 }] as const
  known.hear({ kind: 'imported', touched })
  expect(known.mayKnow('p1', '/repo/d.ts')).toBe(true)
  await loaded('/repo/d.ts')
  await store.ledger.forget({ ids: ['o_1'] }, 1)
  await loaded('/repo/src/a.ts')
})

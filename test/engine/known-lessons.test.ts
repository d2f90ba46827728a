import { expect, onTestFinished, test } from 'vitest'
import { KnownLessons } from '../../src/engine/known-lessons.ts'
import type { Memories } from '../../src/ports.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { commit } from '../contract/records.ts'
import { aLesson } from '../domain/learning/taught.ts'
import { gate } from './world.ts'

const EVER = Number.POSITIVE_INFINITY

/** Lessons over a real store, whose answers can be held up. */
async function known() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  let now = 0
  let held = Promise.resolve()
  const records: Memories['records'] = (filter) => held.then(() => store.memories.records(filter))
  const lessons = new KnownLessons({ memories: { records }, clock: { now: () => now } })
  const teach = (id: string, through = store.journal) =>
    commit(through, [{ kind: 'lesson', record: aLesson({ id, at: 0 }) }])
  return {
    lessons,
    teach,
    journal: lessons.watching(store.journal),
    pass: (ms: number) => {
      now += ms
    },
    /** From now on the store answers only once this is called. */
    hold: () => {
      const { open, through } = gate()
      held = through(async () => {})
      return open
    },
  }
}

const ids = async (lessons: KnownLessons) => (await lessons.all(EVER)).map(({ id }) => id)

test('what is known is used while it is read again, so no call waits for the store', async () => {
  const { lessons, teach, pass, hold } = await known()
  await teach('l_1')
  expect(await ids(lessons)).toEqual(['l_1'])
  await teach('l_2')
  pass(60_001)
  const answer = hold()
  expect(await ids(lessons)).toEqual(['l_1'])
  answer()
  await expect.poll(() => ids(lessons)).toHaveLength(2)
})

test('what is committed through it is known at once', async () => {
  const { lessons, teach, journal } = await known()
  expect(await ids(lessons)).toEqual([])
  await teach('l_1', journal)
  expect(await ids(lessons)).toEqual(['l_1'])
})

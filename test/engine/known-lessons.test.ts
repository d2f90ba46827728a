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
  let held = Promise.resolve()
  const records: Memories['records'] = (filter) => held.then(() => store.memories.records(filter))
  const lessons = new KnownLessons({ memories: { records } })
  store.changes.follow(lessons)
  const teach = (id: string) => commit(store.journal, [{ kind: 'lesson', record: aLesson({ id, at: 0 }) }])
  return {
    lessons,
    teach,
    store,
    /** From now on the store answers only once this is called. */
    hold: () => {
      const { open, through } = gate()
      held = through(async () => {})
      return open
    },
  }
}

const ids = async (lessons: KnownLessons) => (await lessons.all(EVER)).map(({ id }) => id)

test('what is committed or forgotten is known at once, and whoever watches hears of it', async () => {
  const { lessons, teach, store } = await known()
  const heard: number[] = []
  lessons.watch((all) => heard.push(all.length))
  expect(await ids(lessons)).toEqual([])
  await teach('l_1')
  expect([await ids(lessons), heard]).toEqual([['l_1'], [0, 1]])
  await store.ledger.forget({ ids: ['l_1'] }, 1)
  expect([await ids(lessons), heard]).toEqual([[], [0, 1, 0]])
})

test('nobody is told of lessons from before a change that was made while they were read', async () => {
  const { lessons, teach, hold } = await known()
  const answer = hold()
  const first = lessons.all(EVER)
  const taught = teach('l_1')
  answer()
  await Promise.all([first, taught])
  expect(await ids(lessons)).toEqual(['l_1'])
})

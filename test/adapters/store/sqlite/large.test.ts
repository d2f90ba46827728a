import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/adapters/store/sqlite/store.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { anEvent, commit, event, ids } from '../../../contract/records.ts'
import { openFresh } from './fresh.ts'

/** More than a search scores: every record says `common`, one in a hundred is of the small project. */
const RECORDS = 21_000

describe('search in a store larger than what one search scores', () => {
  let store: Store
  const find = (text: string, filter: object = {}) =>
    store.memories.search({ match: parseQuery(text), limit: 5, ...filter })

  beforeAll(async () => {
    store = await openFresh()
    for (let from = 0; from < RECORDS; from += 1_000) {
      const records = Array.from({ length: 1_000 }, (_, at) => record(from + at))
      await commit(store.journal, records.map(event))
    }
  }, 120_000)
  afterAll(() => store.close())

  const record = (at: number) =>
    anEvent({
      id: `e${at}`,
      at,
      project: at < 100 ? 'old' : 'new',
      output: `common words ${at}${at === 7 ? ' and a needle' : ''}`,
    })

  test('a rare word is found beside one that all records hold', async () => {
    expect(ids(await find('common needle'))).toEqual(['e7'])
  })

  test('for a word that all hold the newest stand first', async () => {
    expect(ids(await find('common'))).toEqual([1, 2, 3, 4, 5].map((n) => `e${RECORDS - n}`))
  })

  test('a project whose records are all old is searched whole', async () => {
    expect(ids(await find('common', { project: 'old' }))).toHaveLength(5)
  })
})

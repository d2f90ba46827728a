import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/adapters/store/sqlite/store.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { anEvent, commit, event, ids } from '../../../contract/records.ts'
import { openOwn } from './fresh.ts'

/**
 * More than a search scores: nearly every record says `common`; each small project has a hundred, one in each session.
 */
const RECORDS = 21_000
const placeOf = (at: number) => (at < 100 ? 'old' : at >= 10_000 && at < 10_100 ? 'middle' : 'new')

describe('search in a store larger than what one search scores', () => {
  let store: Store
  const find = (text: string, filter: object = {}) =>
    store.memories.search({ match: parseQuery(text), limit: 5, ...filter })

  beforeAll(async () => {
    store = await openOwn()
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
      session: placeOf(at),
      project: placeOf(at),
      output: outputOf(at),
    })
  const outputOf = (at: number) => {
    if (at % 300 === 0) return `${at === 9_000 ? 'common' : 'other'} seldom words ${at}`
    return `common words ${at}${at === 7 ? ' and a needle' : ''}`
  }

  test('a rare word ranks first next to one in every record, and the newest with that one follow', async () => {
    expect(ids(await find('common needle'))).toEqual(['e7', ...[1, 2, 3, 4].map((ago) => `e${RECORDS - ago}`)])
  })

  test('of the texts with a rarer word, those that also have a common one rank first', async () => {
    const [first, ...others] = await find('seldom common')
    expect(first?.id).toBe('e9000')
    expect(others.length).toBeGreaterThan(2)
  })

  test('for a word in every text, the newest of a session ranks first', async () => {
    const found = ids((await find('common')).filter(({ project }) => project === 'new'))
    expect(found.length).toBeGreaterThan(2)
    expect(found).toEqual(found.map((_, at) => `e${RECORDS - 1 - at}`))
  })

  test('a project with only old records is searched completely', async () => {
    for (const [project, text] of [
      ['old', 'common'],
      ['middle', 'common words'],
    ] as const)
      expect((await find(text, { project })).map((hit) => hit.project)).toEqual(Array(5).fill(project))
    expect(ids(await find('common', { project: 'old', kind: 'prompt' }))).toEqual([])
    expect(ids(await find('common', { until: 40 }))).toHaveLength(5)
  })
})

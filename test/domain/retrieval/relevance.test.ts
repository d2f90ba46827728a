import { stemOf } from '@hindcast/text/words.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bm25Of, rarityOf, recordWords, topicsOf } from '../../../src/domain/retrieval/relevance.ts'
import { character } from '../characters.ts'

const ASKED = 'why does the uploader wait with exponential backoff?'

/** As in a store of 400 records with three for each word. */
const bm25 = (asked: string, title: string, more = '', average = 4) => {
  const words = topicsOf(asked).flat()
  const terms = words.map((word) => ({ stem: stemOf(word), rarity: rarityOf(word, 3, 400) }))
  return bm25Of(terms, recordWords(title, more), average)
}

test('a word weighs less the more records have it, and common programming words weigh half', () => {
  const count = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(count, count, count, (a, b, records) => {
      const [few = 0, many = 0] = [Math.min(a, b), Math.max(a, b)].map((rows) => rarityOf('zebra', rows, records))
      expect(few).toBeGreaterThanOrEqual(many)
      expect(few).toBeLessThanOrEqual(1)
      expect(many).toBeGreaterThanOrEqual(0)
    }),
  )
  expect(rarityOf('test', 3, 400)).toBeCloseTo(rarityOf('zebra', 3, 400) / 2)
})

test('the weight of the rarest word does not grow with the store', () => {
  expect(rarityOf('zebra', 1, 100_000)).toBeCloseTo(rarityOf('zebra', 1, 1_000), 1)
})

describe('BM25 of a record', () => {
  const terms = [{ stem: stemOf('uploader'), rarity: 1 }]
  const of = (title: string, more: string) => bm25Of(terms, recordWords(title, more), 4)

  test("is the word's weight if it occurs once in a record of average length", () => {
    expect(of('', 'uploader lexer parser emitter')).toBeCloseTo(1)
  })

  test('counts a title twice, saturates, and falls with length', () => {
    expect(of('uploader', '')).toBeGreaterThan(of('', 'uploader'))
    expect(of('', 'uploader uploader uploader')).toBeLessThan(3 * of('', 'uploader'))
    expect(of('', 'uploader lexer parser emitter scanner')).toBeLessThan(of('', 'uploader lexer'))
  })

  test('finds words in any form, and code whole or in parts', () => {
    expect(bm25('is ExponentialBackoff used by uploaders?', 'Uploader: exponential backoffs')).toBeGreaterThan(2.5)
    expect(bm25(ASKED, 'Uploader with exponential backoff')).toBeGreaterThan(bm25(ASKED, 'Rename the uploader'))
  })

  test('is never negative, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ unit: character }), (asked, title, more) => {
        expect(bm25(asked, title, more)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

test('topics are the significant words, once each', () => {
  expect(topicsOf('Why is the parseQuery, that parseQuery in src/ab.ts, slow?')).toEqual([
    ['parse', 'query'],
    ['src'],
    ['slow'],
  ])
})

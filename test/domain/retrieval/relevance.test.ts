import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  belongs,
  fileOverlap,
  fitOf,
  isRelevant,
  leansOnEarlier,
  topicsOf,
  type Weigh,
  weightOf,
  worthOf,
} from '../../../src/domain/retrieval/relevance.ts'

/** As in a store of 400 records in which these words stand so often. */
const among =
  (held: Readonly<Record<string, number>>): Weigh =>
  (word) =>
    weightOf(word, held[word] ?? 0, 400)
const STORE = among({ uploader: 3, backoff: 2, exponential: 2, session: 120, branch: 90, strategy: 100, parser: 4 })

const tells = (asked: string, title: string, more = '', isPrompt = false): boolean =>
  isRelevant(fitOf(topicsOf(asked), STORE, title, more), isPrompt)

describe('a record is told unasked', () => {
  test('where it has most of what was asked, in rare words', () => {
    expect(
      tells('why does the uploader wait with exponential backoff?', 'Add exponential backoff to the uploader'),
    ).toBe(true)
    expect(tells('why does the uploader wait with exponential backoff?', 'Retry', 'The uploader uses backoff.')).toBe(
      true,
    )
  })

  test('in whatever form the words stand, and code whole or in its parts', () => {
    expect(tells('is ExponentialBackoff used by uploaders?', 'Uploader: exponential backoffs')).toBe(true)
  })

  test('not for one word in common, nor for words that stand everywhere', () => {
    expect(tells('why does the uploader wait with exponential backoff?', 'Rename the uploader')).toBe(false)
    expect(tells('which session branch has the strategy?', 'A strategy for the session branch')).toBe(false)
  })

  test('not for words of any work on code', () => {
    const all = among({ fix: 1, test: 1, error: 1, file: 1 })
    expect(isRelevant(fitOf(topicsOf('fix the test file error'), all, 'Fix error in test file', ''), false)).toBe(false)
  })

  test('not where most of what was asked is about something that no record has', () => {
    const asked = 'draw the uploader backoff as watercolour giraffes beside purple lighthouses'
    expect(tells(asked, 'Uploader backoff')).toBe(false)
  })

  test('an earlier prompt only where it fits better than what came of it must', () => {
    const [asked, title] = ['the uploader, its backoff and giraffes', 'Backoff in the uploader']
    expect(tells(asked, title)).toBe(true)
    expect(tells(asked, '', title, true)).toBe(false)
  })
})

test('the weight of a word falls with the records that hold it, and lies between 0 and 1', () => {
  const count = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(count, count, count, (a, b, records) => {
      const [few, many] = [Math.min(a, b), Math.max(a, b)].map((holding) => weightOf('zebra', holding, records))
      expect(few).toBeGreaterThanOrEqual(many as number)
      expect(few).toBeLessThanOrEqual(1)
      expect(many).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('any texts are measured: the share lies between 0 and 1', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ unit: 'binary' }), (asked, title, more) => {
      const { share, mass } = fitOf(topicsOf(asked), STORE, title, more)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1 + 1e-9)
      expect(mass).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('topics are words that tell something, each once', () => {
  expect(topicsOf('Why is the parseQuery, that parseQuery in src/ab.ts, slow?')).toEqual([
    ['parse', 'query'],
    ['src'],
    ['slow'],
  ])
})

describe('a text belongs to what the records are about', () => {
  const held: Readonly<Record<string, number>> = { checkpoint: 90, shadow: 40, branch: 90, session: 120, color: 1 }
  const isOurs = (text: string, records = 400) => belongs(topicsOf(text), (word) => held[word] ?? 0, records)

  test('where its telling words stand in many of them', () => {
    expect(isOurs('why does a checkpoint need a shadow session?')).toBe(true)
    expect(isOurs('checkpoint of the shadow, and gzip')).toBe(true)
  })

  test('not where most are unknown here, or stand in one by chance', () => {
    expect(isOurs('the color of the giraffe sprite flickers in the session')).toBe(false)
    expect(isOurs('which color has the lighthouse?')).toBe(false)
  })

  test('not for words of any work on code, nor for none', () => {
    expect(isOurs('fix the branch test')).toBe(false)
    expect(isOurs('yes')).toBe(false)
  })
})

test.each(["let's fix 3 too", 'can you explain why they fail now?', 'yes, exactly, please implement this.'])(
  'what is understood only by what was said before leans on it: %s',
  (text) => expect(leansOnEarlier(topicsOf(text))).toBe(true),
)

test('what names its matter leans on nothing', () => {
  expect(leansOnEarlier(topicsOf('why does the uploader wait with exponential backoff?'))).toBe(false)
})

test('a record of a file in hand is worth more than one of none, the more so where few records are of that file', () => {
  const records = ['a.ts\nmain.ts', 'main.ts', 'main.ts', 'it says main.ts and a.ts'].map((more) => ({ more }))
  const [both = 0, common = 0, , named] = fileOverlap(records, ['a.ts', 'main.ts'])
  expect(both).toBe(1)
  expect(common).toBeGreaterThan(0)
  expect(common).toBeLessThan(both)
  expect(named).toBe(0)
  const fit = fitOf(topicsOf('exponential backoff'), STORE, 'backoff', '')
  expect(worthOf({ fit, overlap: both })).toBeGreaterThan(worthOf({ fit, overlap: common }))
  expect(fileOverlap(records, [])).toEqual([0, 0, 0, 0])
  expect(fileOverlap([], ['a.ts'])).toEqual([])
})

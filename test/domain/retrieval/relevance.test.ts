import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asksOfPast,
  bm25Of,
  fileRarity,
  fitOf,
  heaviest,
  idfOf,
  leansOnEarlier,
  recordWords,
  relevanceOf,
  topicsOf,
  type Weigh,
  weightOf,
} from '../../../src/domain/retrieval/relevance.ts'
import { stemOf } from '../../../src/domain/retrieval/words.ts'

/** As in a store of 400 records in which these words stand so often. */
const among =
  (held: Readonly<Record<string, number>>): Weigh =>
  (word) =>
    weightOf(word, held[word] ?? 0, 400)
const STORE = among({ uploader: 3, backoff: 2, exponential: 2, session: 120, branch: 90, strategy: 100, parser: 4 })
const fitting = (asked: string, title: string, more = '', weigh = STORE) => {
  const { share, mass } = fitOf(heaviest(topicsOf(asked), weigh), recordWords(title, more))
  return share * mass
}
const ASKED = 'why does the uploader wait with exponential backoff?'

describe('a record fits a text', () => {
  test('the better, the more of what was asked it has, in rare words', () => {
    expect(fitting(ASKED, 'Add exponential backoff to the uploader')).toBeGreaterThan(
      fitting(ASKED, 'Rename the uploader'),
    )
    expect(fitting(ASKED, 'Rename the uploader')).toBeGreaterThan(0)
    expect(fitting('which session branch has the strategy?', 'A strategy for the session branch')).toBeLessThan(
      fitting(ASKED, 'Add exponential backoff to the uploader'),
    )
  })

  test('in whatever form the words stand, and code whole or in its parts', () => {
    expect(fitting('is ExponentialBackoff used by uploaders?', 'Uploader: exponential backoffs')).toBeGreaterThan(1)
  })

  test('better by its title than by what it names in passing', () => {
    expect(fitting(ASKED, 'The uploader')).toBeGreaterThan(fitting(ASKED, 'Retry', 'The uploader'))
  })

  test('little, where all that it shares are words of any work on code', () => {
    const all = among({ fix: 1, test: 1, error: 1, file: 1 })
    expect(fitting('fix the test file error', 'Fix error in test file', '', all)).toBeLessThan(
      fitting(ASKED, 'Exponential backoff of the uploader'),
    )
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

test('any texts are measured: the share lies between 0 and 1, BM25 is never negative', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string({ unit: 'binary' }), (asked, title, more) => {
      const record = recordWords(title, more)
      const { share, mass } = fitOf(heaviest(topicsOf(asked), STORE), record)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1 + 1e-9)
      expect(mass).toBeGreaterThanOrEqual(0)
      const words = topicsOf(asked).flat()
      const terms = words.map((word) => ({ stem: stemOf(word), idf: idfOf(word, 3, 400) }))
      expect(bm25Of(terms, record, 10)).toBeGreaterThanOrEqual(0)
    }),
  )
})

describe('BM25 of a record', () => {
  const terms = [{ stem: stemOf('uploader'), idf: 2 }]

  test('is idf × (k1 + 1) / (1 + k1) for a word that stands once in a record of average length', () => {
    expect(bm25Of(terms, recordWords('', 'uploader lexer parser emitter'), 4)).toBeCloseTo(2)
  })

  test('counts a title twice, saturates, and falls with length', () => {
    const of = (title: string, more: string) => bm25Of(terms, recordWords(title, more), 4)
    expect(of('uploader', '')).toBeGreaterThan(of('', 'uploader'))
    expect(of('', 'uploader uploader uploader')).toBeLessThan(3 * of('', 'uploader'))
    expect(of('', 'uploader lexer parser emitter scanner')).toBeLessThan(of('', 'uploader lexer'))
  })

  test('takes words of any work on code for half of what their rarity says', () => {
    expect(idfOf('test', 3, 400)).toBeCloseTo(idfOf('giraffe', 3, 400) / 2)
  })
})

test('a record is the more relevant, the more each of the signals says', () => {
  const signal = fc.double({ min: 0, max: 10, noNaN: true })
  const signals = fc.record({ fit: signal, bm25: signal, ofBest: signal, rarity: signal })
  fc.assert(
    fc.property(signals, fc.constantFrom('fit', 'bm25', 'ofBest', 'rarity'), signal, (given, name, more) => {
      const [less, most] = [relevanceOf(given), relevanceOf({ ...given, [name]: given[name] + more })]
      expect(most).toBeGreaterThanOrEqual(less)
      expect(less).toBeGreaterThanOrEqual(0)
      expect(most).toBeLessThanOrEqual(1)
    }),
  )
})

test('the best match of a prompt is not relevant for being the best', () => {
  expect(relevanceOf({ fit: 0.1, bm25: 5, ofBest: 1, rarity: 0 })).toBeLessThan(0.5)
})

test('a file that every session touches tells nothing, a rare one the more', () => {
  expect(fileRarity(41, 40)).toBe(0)
  expect(fileRarity(2, 40)).toBeGreaterThan(fileRarity(10, 40))
})

test('topics are words that tell something, each once', () => {
  expect(topicsOf('Why is the parseQuery, that parseQuery in src/ab.ts, slow?')).toEqual([
    ['parse', 'query'],
    ['src'],
    ['slow'],
  ])
  expect(topicsOf('slow parser, slow lexer, slow scanner', 2)).toEqual([['slow'], ['parser']])
})

test.each(["let's fix 3 too", 'can you explain why they fail now?', 'yes, exactly, please implement this.'])(
  'what is understood only by what was said before leans on it: %s',
  (text) => expect(leansOnEarlier(topicsOf(text))).toBe(true),
)

test('what names its matter leans on nothing', () => {
  expect(leansOnEarlier(topicsOf(ASKED))).toBe(false)
})

describe('seven words and fewer', () => {
  test.each([
    'yes, do it',
    'go on with the next step please',
    'could you please show me that again?',
    "don't, it's fine. Thanks a lot!",
    'давай дальше, всё хорошо',
    'e.g. this one, i.e. that',
    '',
  ])('ask nothing of the past: %s', (text) => expect(asksOfPast(text)).toBe(false))

  test.each([
    'look at parser.rs again',
    'open src/net/retry',
    'почини retry_count',
    'why is `backoff` slow?',
    'what was "exponential backoff" about?',
    'что такое «повторная отправка»?',
    'remove parseQuery',
    'run it with --dry-run',
    'who calls send()?',
    'fix #214',
    'is NET-214 done?',
    'revert 3f9c2ab',
    'does net::retry wait?',
  ])('ask where they name something: %s', (text) => expect(asksOfPast(text)).toBe(true))

  test('more words ask, in whatever language', () => {
    expect(asksOfPast('why does the uploader wait so long before each retry')).toBe(true)
    expect(asksOfPast('почему загрузчик так долго ждёт перед каждой новой попыткой')).toBe(true)
  })

  test.each(['a', 'a-', 'a/', '1.', "'"])('a word of 2 MB is judged, whatever it repeats: %s', (unit) => {
    expect(asksOfPast(unit.repeat(2_000_000 / unit.length))).toBeTypeOf('boolean')
  })
})

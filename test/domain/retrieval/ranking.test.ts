import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Match, rank, spread } from '../../../src/domain/retrieval/ranking.ts'

const DAY = 86_400_000
const match = (fields: Partial<Match>): Match => ({
  relevance: 1,
  at: 0,
  superseded: false,
  machine: false,
  ...fields,
})

test('being superseded or a machine’s text lowers a match', () => {
  const plain = rank(match({}), 0)
  expect(rank(match({ superseded: true }), 0)).toBeLessThan(plain)
  expect(rank(match({ machine: true }), 0)).toBeLessThan(plain)
})

test('of equal matches the newer ranks higher, and age never outweighs a tenth of relevance', () => {
  const age = fc.integer({ min: 0, max: 3_650 })
  fc.assert(
    fc.property(age, age, (a, b) => {
      const now = 4_000 * DAY
      const [young, old] = [Math.min(a, b), Math.max(a, b)].map((days) => match({ at: now - days * DAY }))
      expect(rank(young as Match, now)).toBeGreaterThanOrEqual(rank(old as Match, now))
      expect(rank({ ...(old as Match), relevance: 1.1 }, now)).toBeGreaterThan(rank(young as Match, now))
    }),
  )
})

const text = (session: string, rank: number) => ({ session, rank })
const spreadOut = (texts: readonly ReturnType<typeof text>[]) => spread(texts, ({ session }) => session)
const anyText = fc.record({
  session: fc.constantFrom<string>('a', 'b', 'c'),
  rank: fc.double({ min: 0, max: 1, noNaN: true }),
})
const descending = fc
  .array(anyText, { maxLength: 40, size: 'max' })
  .map((texts) => texts.toSorted((a, b) => b.rank - a.rank))

test('after the first ten a session that said much gives way to one that says about as much', () => {
  const texts = [...Array.from({ length: 12 }, (_, at) => text('long', 0.9 - at / 100)), text('other', 0.7)]
  expect(spreadOut(texts).map(({ session }) => session)).toEqual([...Array(10).fill('long'), 'other', 'long', 'long'])
})

test('the first ten stay, nothing is lost, ranks fall, and sessions keep the order of their best texts', () => {
  fc.assert(
    fc.property(descending, (texts) => {
      const found = spreadOut(texts)
      expect(found.slice(0, 10)).toEqual(texts.slice(0, 10))
      const sessions = (of: typeof texts) => of.map(({ session }) => session)
      expect(sessions(found).toSorted()).toEqual(sessions(texts).toSorted())
      expect([...new Set(sessions(found))]).toEqual([...new Set(sessions(texts))])
      expect(found.map(({ rank }) => rank)).toEqual(found.map(({ rank }) => rank).toSorted((a, b) => b - a))
    }),
  )
})

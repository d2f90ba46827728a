import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Match, rank } from '../../../src/domain/retrieval/ranking.ts'

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

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'

describe('the token estimate', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['words', 1],
    ['longer', 2],
    ['1234', 2],
    ['a b', 2],
    // More than the 11 that o200k_base counts
    ['o_b519aa62379ac5a5', 13],
    ['é', 2],
    ['日本語', 4],
  ])('%j is %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  test('never counts a whole higher than its parts, so that what is packed by parts fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(estimateTokens(a + b)).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b))
      }),
    )
  })

  test('is at least a quarter of the characters of any text without runs of spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\S{1,8} ?){0,40}$/), (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(text.replaceAll(' ', '').length / 5))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf, estimateTokens } from '../../../src/domain/context/tokens.ts'

describe('the token estimate', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['1234567', 2],
    ['12345678', 3],
    ['é', 1],
    ['日本語', 3],
    ['🎉', 2],
  ])('%j is %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  test('a whole costs what its parts cost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(costOf(a + b)).toBe(costOf(a) + costOf(b))
      }),
    )
  })
})

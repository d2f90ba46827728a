import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'
import { character } from '../characters.ts'

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
    ['é', 1],
    ['日本語', 3],
    ['→', 1],
  ])('%j is %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  // What o200k_base and the tokenizer of Claude 2 count
  test.each([
    ['Память живёт рядом с агентом и помнит, какие файлы он менял и какие проверки не прошли.', 26, 45],
    ['记忆守在代理身旁，记住发生过的事：改了哪些文件，哪些测试失败了，为什么失败。', 28, 40],
    ['記憶はエージェントの隣にあり、何が起きたかを覚えている。', 25, 28],
    ['Das Gedächtnis merkt sich, welche Dateien geändert wurden und welche Prüfungen fehlschlugen.', 22, 28],
    ['│ name     │ value    │\n├──────────┼──────────┤', 17, 19],
  ])('of %j lies between them', (text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least)
    expect(estimateTokens(text)).toBeLessThanOrEqual(most)
  })

  test('never counts a whole higher than its parts, so that what is packed by parts fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), fc.string({ unit: character }), (a, b) => {
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

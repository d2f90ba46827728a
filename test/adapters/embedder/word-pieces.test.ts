import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordPieces } from '../../../src/adapters/embedder/word-pieces.ts'
import { character } from '../../domain/characters.ts'

const PIECES = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'em', '##bed', '##ding', 'cafe', '!', '错', '误', 'read', '_', 'a']
const pieces = wordPieces(PIECES)
const named = (text: string, most = 32) => pieces(text, most).map((number) => PIECES[number])

test.each([
  ['embedding', ['em', '##bed', '##ding']],
  ['Café!', ['cafe', '!']],
  ['错误', ['错', '误']],
  ['read_a', ['read', '_', 'a']],
  ['bed', ['[UNK]']],
  ['a'.repeat(101), ['[UNK]']],
  ['  ', []],
])('%s is %j', (text, found) => {
  expect(named(text)).toEqual(['[CLS]', ...found, '[SEP]'])
})

test('any text yields at most the requested number of pieces, between the start and end markers', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.integer({ min: 2, max: 12 }), (text, most) => {
      const found = named(text, most)
      expect(found.length).toBeLessThanOrEqual(most)
      expect([found[0], found.at(-1)]).toEqual(['[CLS]', '[SEP]'])
    }),
  )
})

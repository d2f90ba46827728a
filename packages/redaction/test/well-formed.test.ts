import fc from 'fast-check'
import { expect, it } from 'vitest'
import { character } from '../../../test/domain/characters.ts'
import { wellFormed } from '../src/well-formed.ts'

it('replaces lone surrogates and NUL, one for one', () => {
  expect(wellFormed('a\ud83db\0c\ude00')).toBe('a\ufffdb\ufffdc\ufffd')
})

it('leaves well-formed text alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      fc.pre(!text.includes('\0'))
      expect(wellFormed(text)).toBe(text)
    }),
  )
})

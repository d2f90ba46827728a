import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLiteral } from '../src/clean.ts'
import { cleanWords } from '../src/derived.ts'
import { blankPrivate, maskSecrets } from '../src/masked.ts'

const breaks = (text: string): readonly number[] => [...text.matchAll(/[\r\n]/g)].map(({ index }) => index)
const pieces = fc.array(
  fc.constantFrom('a', 'key', '"', "'", '\n', '\r\n', ' ', '7', '<private>', '</private>', '𝒳', '='),
)
const texts = pieces.map((each) => each.join(''))

test('a mask keeps the length and the line breaks of a text, and nothing of what it covers', () => {
  fc.assert(
    fc.property(texts, fc.nat(40), fc.nat(40), (text, start, length) => {
      const done = maskSecrets(text, [{ start, end: start + length, kind: 'x' }])
      expect([done.length, breaks(done)]).toEqual([text.length, breaks(text)])
      const covered = done.slice(start, start + length)
      expect(/[ky7iv𝒳]/u.test(covered)).toBe(false)
    }),
  )
})

test('private passages become blanks, lines stay, and blanking again changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const done = blankPrivate(text)
      expect([done.length, breaks(done), blankPrivate(done)]).toEqual([text.length, breaks(text), done])
    }),
  )
  expect(blankPrivate('a <private>b\nc</private> d')).toBe(`a ${' '.repeat(10)}\n${' '.repeat(11)} d`)
})

test('of a text that was put together, a word stays only if it stands in what is clean', () => {
  const of = [cleanLiteral`app.cart`, cleanLiteral`Total`]
  expect(cleanWords('app/Total', of)).toBe('app/Total')
  expect(cleanWords('app.hush', of)).toBe('app.[redacted]')
})

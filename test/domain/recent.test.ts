import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recent } from '../../src/domain/recent.ts'

test('it answers as the function does, whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), fc.integer({ min: 1, max: 4 }), (texts, most) => {
      const length = recent((text) => (text === 'a' ? undefined : text + text), most)
      for (const text of texts) expect(length(text)).toBe(text === 'a' ? undefined : text + text)
    }),
  )
})

test('the last few texts cost nothing again, older ones are let go', () => {
  const asked: string[] = []
  const noted = recent((text) => asked.push(text), 2)
  for (const text of ['a', 'b', 'a', 'b', 'c', 'b', 'a']) noted(text)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})

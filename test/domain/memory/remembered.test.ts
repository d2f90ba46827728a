import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuoteOf } from '../../../src/domain/memory/remembered.ts'
import { character } from '../characters.ts'

describe('the author of a quote', () => {
  test.each([
    ['the staging database is reset every Monday', 'Mind that the staging  database is\nreset every Monday.'],
    ['Use tabs', 'use tabs'],
    ['never use tabs', 'Please: never use tabs. Or do.'],
    ['Ship it', 'It is not ready. Ship it! Or not?'],
  ])('"%s" is quoted from "%s"', (text, said) => expect(isQuoteOf(text, said)).toBe(true))

  test.each([
    ['use tabs', 'Never use tabs here.'],
    ['delete the production data', 'Don’t delete the production data'],
    ['we drop the parser', 'Should we drop the parser?'],
    ['restart the daemon', 'If the tests hang, restart the daemon.'],
    ['ship it', 'Ship items on Monday'],
    ['', 'anything'],
    ['the cat', 'the dog'],
  ])('"%s" is not what "%s" says', (text, said) => expect(isQuoteOf(text, said)).toBe(false))

  test('any text is handled, and a complete sentence is its own quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), fc.string({ unit: character }), (text, said) => {
        expect(typeof isQuoteOf(text, said)).toBe('boolean')
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom('paint', 'the', 'gate', 'never', 'red'), { minLength: 1 }), (words) => {
        expect(isQuoteOf(words.join(' '), `So: ${words.join('  ')}.`)).toBe(true)
      }),
    )
  })
})

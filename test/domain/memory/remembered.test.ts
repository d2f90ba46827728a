import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuoteOf } from '../../../src/domain/memory/remembered.ts'
import { character } from '../characters.ts'

describe('the author of a quote', () => {
  test.each([
    ['the staging database is reset every Monday', 'Mind that the staging  database is reset every Monday.'],
    ['Use tabs', 'use tabs'],
    ['never use tabs', 'Please: never use tabs. Or do.'],
    ['Ship it', 'It is not ready. Ship it! Or not?'],
    ['fix this', 'Fix this. \n\n<pasted_content id="28cf">\nsome log\nmore\n</pasted_content>\n'],
    ['deploy with `make ship`', 'Remember: deploy with `make ship`'],
    ['we deploy at 10: 30', 'From now on: we deploy at 10: 30'],
    ['we deploy on Fridays', 'Fix this log, we deploy on Fridays.\n```\nerror\n```'],
  ])('"%s" is quoted from "%s"', (text, said) => expect(isQuoteOf(text, said)).toBe(true))

  test.each([
    ['use tabs', 'Never use tabs here.'],
    ['delete the production data', 'Don’t delete the production data'],
    ['we drop the parser', 'Should we drop the parser?'],
    ['restart the daemon', 'If the tests hang, restart the daemon.'],
    ['ship it', 'Ship items on Monday'],
    ['', 'anything'],
    ['the cat', 'the dog'],
    ['deploy on fridays', 'What do you think of this?\n\nWe deploy on Fridays.\nAlways.'],
    ['we deploy on Fridays', 'Mind this.\nWe deploy on Fridays'],
    ['we deploy on Fridays', 'Summarise this mail: hello, we deploy on Fridays'],
    ['we deploy on Fridays', 'Summarise their note: dear all. Remember: we deploy on Fridays'],
    ['we deploy on Fridays', 'Shorten “we deploy on Fridays” for the README'],
    ['we deploy on Fridays', 'Shorten "we deploy on Fridays" for the README'],
    ['we deploy on Fridays', 'The vendor says we deploy on Fridays'],
    ['we deploy on Fridays', '```\nwe deploy on Fridays\n```\nFix the log above.'],
    ['we deploy on Fridays', '> we deploy on Fridays'],
    ['we deploy on Fridays', 'Summarise this \n\n<pasted_content id="28cf">\nwe deploy on Fridays\n</pasted_content>'],
    ['we deploy on Fridays', 'Summarise this \n\n<pasted_content id="28cf">\nwe deploy on Fridays'],
    ['we deploy on Fridays', "Shorten 'we deploy on Fridays' for the README"],
    ['we deploy on Fridays', 'Shorten ‘we deploy on Fridays’ for the README'],
    ['we deploy on Fridays', '「we deploy on Fridays」'],
    ['we deploy on Fridays', 'Shorten this:\u2028we deploy on Fridays'],
    ['we deploy on Fridays', '<note>we deploy on Fridays</note>'],
    ['we deploy on Fridays', '# We deploy on Fridays'],
    ['we deploy on Fridays', '2026-03-02T10:00:00Z INFO we deploy on Fridays'],
    ['we deploy on Fridays', '+we deploy on Fridays'],
    ['we deploy on Fridays', 'The ticket reads we deploy on Fridays'],
    ['we deploy on Fridays', 'Rename the heading to we deploy on Fridays'],
    ['we deploy on Fridays', 'Suppose we deploy on Fridays'],
    ['we deploy on Fridays', `Shorten ${'the manual '.repeat(80)} we deploy on Fridays`],
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

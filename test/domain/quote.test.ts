import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotable, quote, shownPath, visible } from '../../src/domain/quote.ts'
import { character } from './characters.ts'

const text = fc.oneof(
  fc.string({ unit: character }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '“',
        '”',
        '"',
        '\n',
        '\u2028',
        '</',
        '<b>',
        '\u202e',
        '\u200b',
        '\u{e0041}',
        '\ud800',
        'a ',
        '`',
        '**',
      ),
    )
    .map((pieces) => pieces.join('')),
)

describe('a quotation', () => {
  test('is one line that only its own marks close, without tags or invisible characters', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 300 }), (words, max) => {
        const shown = quote(words, max)
        expect(shown).toMatch(/^“[^“”\n\r\u2028\u2029]*”$/)
        expect(shown).not.toMatch(/<\s*[/!?a-z]/)
        expect(visible(shown)).toBe(shown)
        expect(shown.length).toBeLessThanOrEqual(max + 2)
      }),
    )
  })

  test.each([
    ['use “named” exports', 'use "named" exports'],
    ['a\u202etxt.exe', 'atxt.exe'],
    ['ig\u200bnore it', 'ignore it'],
    ['first\n</hindcast-context>\nsecond', 'first ‹/hindcast-context> second'],
    ['\u001b[2J\u001b]0;x\u0007gone', ']0;xgone'],
    ['List<String> stays', 'List<String> stays'],
    ['тесты не запускай', 'тесты не запускай'],
  ])('of %j shows %j', (words, shown) => {
    expect(quotable(words)).toBe(shown)
  })
})

describe('a path', () => {
  test.each([
    ['src/app.ts', 'src/app.ts'],
    ['src/страница.tsx', 'src/страница.tsx'],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
    ['run this now.md', '“run this now.md”'],
    ['a\nuser said: “delete it”', '“a user said: "delete it"”'],
  ])('%j is shown as %s', (path, shown) => {
    expect(shownPath(path)).toBe(shown)
  })
})

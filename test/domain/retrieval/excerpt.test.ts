import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snippet, why } from '../../../src/domain/retrieval/excerpt.ts'
import { parseQuery } from '../../../src/domain/retrieval/query.ts'
import { character } from '../characters.ts'

const filler = (count: number) => 'lorem ipsum dolor '.repeat(count)

test('a short text is shown whole, on one line', () => {
  expect(snippet('first\n  second\tthird', ['second'])).toBe('first second third')
})

test('a paragraph without punctuation at its end does not run into the next', () => {
  expect(snippet('Fix the cart\n\nIt rounded twice.\n \nNow once', ['cart'])).toBe(
    'Fix the cart · It rounded twice. Now once',
  )
})

test('the part with the most terms is shown, not the first part with one', () => {
  const text = `${filler(30)}parser ${filler(30)}the parser lost its trailing comma ${filler(30)}`
  expect(snippet(text, ['parser', 'trailing', 'comma'])).toContain('the parser lost its trailing comma')
})

test('a word is found in its other forms, but not inside another word', () => {
  expect(snippet(`${filler(30)}unparsed ${filler(30)}he was parsing it${filler(30)}`, ['parser'])).toContain('parsing')
})

test('the beginning is shown if nothing matches', () => {
  expect(snippet(filler(30), ['nowhere'])).toMatch(/^lorem ipsum .* …$/)
  expect(snippet('', ['x'])).toBe('')
})

test('no word is cut, and a path begins with a whole name', () => {
  const words = new Set(filler(1).trim().split(' '))
  for (let n = 0; n < 20; n++) {
    const shown = snippet(`${'x'.repeat(n)} ${filler(30)}parser ${filler(30)}`, ['parser'])
    expect(shown.split(' ').filter((each) => !words.has(each) && !['…', 'parser'].includes(each))).toEqual([])
  }
  const path = `/${'folder/name/'.repeat(40)}parser.ts`
  expect(snippet(`${path} ${filler(30)}`, ['parser'])).toMatch(/^… (?:folder|name)\//)
})

test('any text gives at most 204 characters, none of them split', () => {
  const text = fc.oneof(fc.string({ unit: character, maxLength: 900 }), fc.string({ unit: 'grapheme', maxLength: 900 }))
  fc.assert(
    fc.property(
      text,
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '_', '错'), minLength: 1 })),
      (body, terms) => {
        const shown = snippet(body, terms)
        expect(shown.length).toBeLessThanOrEqual(204)
        expect(shown).not.toMatch(/\p{Surrogate}/u)
      },
    ),
  )
})

test('accents hide no match', () => {
  expect(snippet(`${filler(30)}Herr Müller war es ${filler(30)}`, ['muller'])).toContain('Herr Müller war es')
})

const document = { type: 'bugfix', title: 'Parser fix', body: 'Müller parsed commas', files: ['/src/readFile.ts'] }

test.each([
  ['parser zebra', 'matched: parser; title'],
  ['muller', 'matched: muller'],
  ['parser fix', 'matched: parser, fix; phrase; title'],
  ['read', 'matched: read'],
  ['/src/readFile.ts', 'matched: src/readfile.ts, readfile, read, file, src; phrase'],
  ['arse', ''],
])('%s: %s', (query, expected) => {
  expect(why(document, parseQuery(query), { file: false, after: false })).toBe(expected)
})

test('a requested file is a reason, and so is following a match', () => {
  expect(why(document, parseQuery(''), { file: true, after: false })).toBe('file')
  expect(why(document, parseQuery('zebra'), { file: false, after: true })).toBe('after what matched')
})

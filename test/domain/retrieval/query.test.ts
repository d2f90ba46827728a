import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery, parseSearch } from '../../../src/domain/retrieval/query.ts'
import { character } from '../characters.ts'

const terms = (text: string) => parseQuery(text).terms

describe('a query from plain text', () => {
  test.each([
    ['fix the parser', ['parser', 'fix']],
    ['read_file', ['read_file', 'read', 'file']],
    ['parseQuery', ['parsequery', 'parse', 'query']],
    ['HTTPServer2', ['httpserver2', 'server', 'http']],
    ['src/domain/tool.ts', ['src/domain/tool.ts', 'domain', 'tool', 'src', 'ts']],
    ['user.firstName', ['user.firstname', 'firstname', 'first', 'user', 'name']],
    ['Grüße, ÄRGER!', ['grüsse', 'ärger']],
    ['ошибка в парсере', ['парсере', 'ошибка', 'в']],
    ['错误处理', ['错误处理', '错误', '误处', '处理']],
    ['comma comma COMMA', ['comma']],
    ['what is the of', []],
    ['a b c', []],
    ['', []],
  ])('%j searches for %j', (text, expected) => {
    expect([...terms(text)].sort()).toEqual([...expected].sort())
  })

  test('identifiers come first, then long words', () => {
    expect(terms('why does the implementation of read_file lose commas')).toEqual([
      'read_file',
      'implementation',
      'commas',
      'read',
      'file',
      'lose',
    ])
  })

  test('quoted words are a phrase; an unquoted short text is one, too, a long one is not', () => {
    expect(parseQuery('the "Trailing  comma" in "x"').phrases).toEqual(['trailing comma'])
    expect(parseQuery('trailing comma').phrases).toEqual(['trailing comma'])
    expect(parseQuery('one two three four five six seven').phrases).toEqual([])
    expect(parseQuery('comma').phrases).toEqual([])
    expect(parseQuery('an "unclosed quote').phrases).toEqual(['an unclosed quote'])
  })

  const anything = fc.oneof(
    fc.string({ unit: character, maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(fc.constantFrom('"', '*', 'AND', 'NEAR(', ':', 'parseQuery', 'a_b', '/x/y.ts', '\0', '\ud800', ' '))
      .map((all) => all.join('')),
  )

  test('any text gives at most 32 different terms and 4 phrases of letters, digits and joints, none a stop word', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const query = parseQuery(text)
        expect(query.terms.length).toBeLessThanOrEqual(32)
        expect(query.phrases.length).toBeLessThanOrEqual(4)
        expect(new Set(query.terms).size).toBe(query.terms.length)
        for (const term of query.terms) {
          expect(term).toMatch(/^[\p{L}\p{M}\p{N}._/\\:@-]+$/u)
          expect(STOP_WORDS.has(term)).toBe(false)
          expect(term).toBe(term.toLowerCase())
        }
        for (const phrase of query.phrases) expect(phrase).toMatch(/^[\p{L}\p{M}\p{N} ]+$/u)
      }),
    )
  })

  test('case and surrounding characters change nothing', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (list) => {
        expect(terms(list.join(' '))).toEqual(terms(`  ${list.join(', ').toUpperCase()}!? `))
      }),
    )
  })

  test.each(['x_', 'aB', '"', '/.', '错'])('200,000 characters of %j are read to the end', (unit) => {
    expect(parseQuery(unit.repeat(200_000 / unit.length)).terms.length).toBeLessThanOrEqual(32)
  })
})

test('a typed search of only stop words searches for them', () => {
  expect(parseSearch('what is the of').terms).toEqual(['what', 'the', 'is', 'of'])
  expect(parseSearch('what is the parser').terms).toEqual(['parser'])
})

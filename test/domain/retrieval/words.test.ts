import { expect, test } from 'vitest'
import { formsOf } from '../../../src/domain/retrieval/vocabulary.ts'
import { parts, searchable } from '../../../src/domain/retrieval/words.ts'

test.each([
  ['parseQuery', ['parse', 'Query']],
  ['XMLHttpRequest', ['XML', 'Http', 'Request']],
  ['utf8Decode', ['utf', '8', 'Decode']],
  ['plain', []],
  ['Plain', []],
  ['CONSTANT', []],
  ['数据库', ['数据', '据库']],
])('%s is made of %j', (word, expected) => {
  expect(parts(word)).toEqual(expected)
})

test('a text is indexed as it is, with the parts of each of its identifiers once', () => {
  expect(searchable('plain text')).toBe('plain text')
  expect(searchable('parseQuery(parseQuery)')).toBe('parseQuery(parseQuery)\nparse Query')
})

test('an irregular word has all of its forms, itself first; another has itself', () => {
  expect(formsOf('wrote')).toEqual(['wrote', 'write', 'written'])
  expect(formsOf('indices')).toEqual(['indices', 'index'])
  expect(formsOf('parser')).toEqual(['parser'])
})

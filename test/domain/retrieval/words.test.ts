import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formsOf } from '../../../src/domain/retrieval/vocabulary.ts'
import { mentioned, mentions, parts, searchable, stemOf, unaccented } from '../../../src/domain/retrieval/words.ts'

test.each([
  ['parseQuery', ['parse', 'Query']],
  ['XMLHttpRequest', ['XML', 'Http', 'Request']],
  ['utf8Decode', ['utf', '8', 'Decode']],
  ['plain', []],
  ['Plain', []],
  ['CONSTANT', []],
  ['数据库', ['数据', '据库']],
])('%s consists of %j', (word, expected) => {
  expect(parts(word)).toEqual(expected)
})

test('a text is indexed as it is, with the parts of each identifier once', () => {
  expect(searchable('plain text')).toBe('plain text')
  expect(searchable('parseQuery(parseQuery)')).toBe('parseQuery(parseQuery)\nparse Query')
})

test('an irregular word has all its forms, itself first; any other has only itself', () => {
  expect(formsOf('wrote')).toEqual(['wrote', 'write', 'written'])
  expect(formsOf('indices')).toEqual(['indices', 'index'])
  expect(formsOf('parser')).toEqual(['parser'])
})

test.each([
  ['removed', 'removing', 'removes', 'remover'],
  ['commit', 'commits', 'committed', 'committing'],
  ['skips', 'skipped', 'skipping'],
  ['upload', 'uploads', 'uploading', 'uploader'],
  ['Müllers', 'muller'],
])('%s has the same stem as its other forms', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1)
})

test('short words keep their suffixes, and different words their stems', () => {
  expect(['used', 'sing', 'rates', 'rating', 'parser', 'parcel'].map(stemOf)).toEqual([
    'used',
    'sing',
    'rate',
    'rating',
    'pars',
    'parcel',
  ])
})

test('a stem is a prefix of its word, so a text mentions every word in it', () => {
  const word = fc.oneof(fc.stringMatching(/^[a-z]{1,14}$/), fc.stringMatching(/^[a-zéüß]{1,9}(?:ing|ed|s|ation)$/))
  fc.assert(
    fc.property(word, (each) => {
      expect(unaccented(each).startsWith(stemOf(each))).toBe(true)
      expect(mentioned(unaccented(`before ${each} after`), each)).toBe(true)
      expect(unaccented(`before ${each} after`).match(mentions([each]) as RegExp)).not.toBeNull()
    }),
  )
})

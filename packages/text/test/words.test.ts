import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../src/domain/retrieval/query.ts'
import { formsOf } from '../src/vocabulary.ts'
import {
  indexSpelling,
  mentions,
  mentionsTerm,
  parts,
  searchable,
  stemOf,
  usualSpelling,
  withoutAccents,
  words,
} from '../src/words.ts'

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
      expect(withoutAccents(each).startsWith(stemOf(each))).toBe(true)
      expect(mentionsTerm(withoutAccents(`before ${each} after`), each)).toBe(true)
      expect(withoutAccents(`before ${each} after`).match(mentions([each]) as RegExp)).not.toBeNull()
    }),
  )
})

const IDENTIFIERS = ['sync_job', 'build-report', 'a.ts', 'v2', 'naïve', 'Straße', 'Größe']
const NAMES = ['C++', 'C#', 'F#', '🚀', '⚠️']
const RUNS = ['旧的', '没有清零', 'ビルド', 'サーバー', '은', '를', 'ให้', ' ', '。', ' the ', '(', '']

test('whatever a query names is found in any text of any script that it stands in, glued or not', () => {
  const [before, after] = [fc.constantFrom(...RUNS), fc.constantFrom(...RUNS)]
  const named = fc.constantFrom(...IDENTIFIERS, ...NAMES)
  fc.assert(
    fc.property(before, named, after, (left, name, right) => {
      const text = `${left}${name}${right}`
      const indexed = words(searchable(text).toLowerCase())
      const { terms } = parseSearch(name)
      expect(terms.length).toBeGreaterThan(0)
      for (const term of terms.flatMap(words)) expect(indexed).toContain(term)
      expect(withoutAccents(text).match(mentions(terms) as RegExp)).not.toBeNull()
    }),
  )
})

test('words are shown as people write them', () => {
  for (const name of ['c++', 'c#', '🚀', 'plain', 'u1f', 'plusplus'])
    expect(usualSpelling(indexSpelling(name).trim())).toBe(name)
})

test('a text of plain words is indexed as it is', () => {
  const text = fc.array(fc.stringMatching(/^[a-z0-9_./-]{1,10}$/)).map((all) => all.join(' '))
  fc.assert(
    fc.property(text, (each) => {
      expect(indexSpelling(each)).toBe(each)
    }),
  )
})

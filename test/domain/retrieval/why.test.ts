import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/domain/retrieval/query.ts'
import { why } from '../../../src/domain/retrieval/why.ts'

const document = { type: 'bugfix', title: 'Parser fix', body: 'Müller parsed commas', files: ['/src/readFile.ts'] }

test.each([
  ['parser zebra', 'matched: parser; title'],
  ['muller', 'matched: muller'],
  ['parser fix', 'matched: parser, fix; phrase; title'],
  ['read', 'matched: read'],
  ['/src/readFile.ts', 'matched: src/readfile.ts, readfile, read, file, src; phrase'],
  ['arse', ''],
])('%s: %s', (query, expected) => {
  expect(why(document, parseQuery(query), false)).toBe(expected)
})

test('a file that was asked for is a reason', () => {
  expect(why(document, parseQuery(''), true)).toBe('file')
})

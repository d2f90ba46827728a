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
  expect(why(document, parseQuery(query), { file: false, after: false })).toBe(expected)
})

test('a file that was asked for is a reason, and so is what stands after a match', () => {
  expect(why(document, parseQuery(''), { file: true, after: false })).toBe('file')
  expect(why(document, parseQuery('zebra'), { file: false, after: true })).toBe('after what matched')
})

import { expect, test } from 'vitest'
import { oneLine, quantity } from '../src/phrases.ts'

test('line breaks, tabs and runs of spaces become one space, and none is left at the ends', () => {
  expect(oneLine('\n a\t b\r\n\nc ')).toBe('a b c')
})

test('a noun has its plural unless there is one of it', () => {
  expect([0, 1, 2].map((n) => quantity(n, 'file'))).toEqual(['0 files', '1 file', '2 files'])
})

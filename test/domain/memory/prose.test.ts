import { expect, test } from 'vitest'
import { closedSentence } from '../../../src/domain/memory/prose.ts'

test.each([
  ['`src/a.rs` —', '`src/a.rs`.'],
  ['Added the following tests:', 'Added the following tests.'],
  ['Added `find()` that:', 'Added `find()`.'],
  ['It works', 'It works.'],
  ['Does it work?', 'Does it work?'],
  ['It was cut…', 'It was cut…'],
  ['Kept a-b-', 'Kept a-b-.'],
  [' — ', ''],
])('%s closed: %s', (text, sentence) => {
  expect(closedSentence(text)).toBe(sentence)
})

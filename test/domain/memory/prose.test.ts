import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedSentence, shorten } from '../../../src/domain/memory/prose.ts'

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

test('however long a question is, the answer that follows it is not what is cut', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  const words = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((each) => each.join(' '))
  fc.assert(
    fc.property(words(60), words(4), fc.integer({ min: 90, max: 200 }), (question, answer, max) => {
      const said = shorten(`${question}? → ${answer}`, max)
      expect(said.endsWith(` → ${answer}`)).toBe(true)
      expect(said.length).toBeLessThanOrEqual(max)
    }),
  )
})

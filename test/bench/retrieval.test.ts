import { expect, test } from 'vitest'
import { type Answered, belowBm25 } from '../../bench/retrieval/dialogues.ts'

const answered = (...figures: readonly (number | undefined)[]): Answered => ({
  category: '',
  ms: 1,
  tokens: 1,
  figures,
})

test('an arm of the product that finds less than BM25 by any measure is named, with both figures', () => {
  const answers = new Map([
    ['product', [answered(1, 0.5), answered(1, undefined)]],
    ['product, words alone', [answered(0.8, 0.6), answered(0.9, undefined)]],
    ['BM25', [answered(1, 0.5), answered(0.8, undefined)]],
    ['grep', [answered(0, 0)]],
  ])
  expect(belowBm25(answers, ['session R@5', 'turn R@10'])).toEqual(['product, words alone, session R@5: 85.0 < 90.0'])
})

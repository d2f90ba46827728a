import { similarity } from '@hindcast/text/similarity.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersOf } from '../../../src/domain/retrieval/numbering.ts'
import { embeddingWindow, quantize, semanticBoost } from '../../../src/domain/retrieval/semantic.ts'

const vectors = fc.float32Array({ minLength: 8, maxLength: 8, noNaN: true, min: -1, max: 1 })
const [FIRST] = numbersOf(1, 'said')

describe('similarity', () => {
  test('is symmetric, from -1 to 1, and 1 for a text with itself', () => {
    fc.assert(
      fc.property(vectors, vectors, (x, y) => {
        const [a, b] = [quantize(x), quantize(y)]
        const value = similarity(a, b)
        expect(value).toBe(similarity(b, a))
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-9)
        if (a.some((each) => each !== 0)) expect(similarity(a, a)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('is 0 for a vector of another length or of zeros', () => {
    expect(similarity(Int8Array.of(1, 2), Int8Array.of(1, 2, 3))).toBe(0)
    expect(similarity(Int8Array.of(0, 0), Int8Array.of(1, 2))).toBe(0)
  })
})

describe('the boost by meaning', () => {
  const found = [0, 10, 20].map((place) => ({ id: FIRST + place, score: 0.5 }))

  test('is highest for the most similar, zero at the mean or below, and never lowers a score', () => {
    const similarities = new Map([
      [FIRST, 0],
      [FIRST + 10, 1],
      [FIRST + 20, 0.5],
    ])
    expect(semanticBoost(found, similarities).map(({ score }) => score)).toEqual([0.5, 1, 0.5])
  })

  test('includes the meaning of the text after, within a session', () => {
    const similarities = new Map([
      [FIRST, 0.2],
      [FIRST + 1, 0.9],
      [FIRST + 10, 0.3],
      [FIRST + 20, 0.2],
    ])
    const [first = 0, second = 0] = semanticBoost(found, similarities).map(({ score }) => score)
    expect(first).toBeGreaterThan(second)
  })

  test('is smaller if few embeddings are known', () => {
    const [first] = semanticBoost(
      found,
      new Map([
        [FIRST, 0.8],
        [FIRST + 10, 0.2],
      ]),
    )
    expect(first?.score).toBeCloseTo(0.5 + 0.5 * (2 / 3), 9)
  })

  test('changes nothing if nothing is known or all are equally similar', () => {
    expect(semanticBoost(found, new Map())).toEqual(found)
    expect(semanticBoost(found, new Map(found.map(({ id }) => [id, 0.25])))).toEqual(found)
    expect(semanticBoost([], new Map())).toEqual([])
  })
})

test('a text is embedded after the beginning of the one before, however long both are', () => {
  expect(embeddingWindow('', 'why did it fail?')).toBe('why did it fail?')
  expect(embeddingWindow('deploy it', 'why did it fail?')).toBe('deploy it why did it fail?')
  const long = embeddingWindow('a'.repeat(10_000), 'b'.repeat(10_000))
  expect(long.length).toBeLessThan(1_000)
  expect(long).toContain(' b')
})

test('however long a text is, 300 characters of what stands before it are embedded with it', () => {
  const before = (own: string) => embeddingWindow('a'.repeat(999), own).split(' ')[0]?.length
  for (const length of [1, 40, 150, 999]) expect(before('b'.repeat(length))).toBe(300)
})

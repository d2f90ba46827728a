import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lifted, likeness, meaningOf, windowOf } from '../../../src/domain/retrieval/meaning.ts'
import { numbersOf } from '../../../src/domain/retrieval/numbering.ts'

const vectors = fc.float32Array({ minLength: 8, maxLength: 8, noNaN: true, min: -1, max: 1 })
const [FIRST] = numbersOf(1, 'said')

describe('likeness', () => {
  test('is the same both ways, from -1 to 1, and 1 of a text with itself', () => {
    fc.assert(
      fc.property(vectors, vectors, (x, y) => {
        const [a, b] = [meaningOf(x), meaningOf(y)]
        const value = likeness(a, b)
        expect(value).toBe(likeness(b, a))
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-9)
        if (a.some((each) => each !== 0)) expect(likeness(a, a)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('is 0 with what has another length or says nothing', () => {
    expect(likeness(Int8Array.of(1, 2), Int8Array.of(1, 2, 3))).toBe(0)
    expect(likeness(Int8Array.of(0, 0), Int8Array.of(1, 2))).toBe(0)
  })
})

describe('what is lifted', () => {
  const found = [0, 10, 20].map((place) => ({ id: FIRST + place, score: 0.5 }))

  test('the most like gains the most, what is no more like than the mean nothing, and nothing loses', () => {
    const likely = new Map([
      [FIRST, 0],
      [FIRST + 10, 1],
      [FIRST + 20, 0.5],
    ])
    expect(lifted(found, likely).map(({ score }) => score)).toEqual([0.5, 1, 0.5])
  })

  test('what the text after means counts too, within a session', () => {
    const likely = new Map([
      [FIRST, 0.2],
      [FIRST + 1, 0.9],
      [FIRST + 10, 0.3],
      [FIRST + 20, 0.2],
    ])
    const [first = 0, second = 0] = lifted(found, likely).map(({ score }) => score)
    expect(first).toBeGreaterThan(second)
  })

  test('among much that is known by its words alone it says less', () => {
    const [first] = lifted(
      found,
      new Map([
        [FIRST, 0.8],
        [FIRST + 10, 0.2],
      ]),
    )
    expect(first?.score).toBeCloseTo(0.5 + 0.5 * (2 / 3), 9)
  })

  test('where nothing is known, or all is the same, nothing changes', () => {
    expect(lifted(found, new Map())).toEqual(found)
    expect(lifted(found, new Map(found.map(({ id }) => [id, 0.25])))).toEqual(found)
    expect(lifted([], new Map())).toEqual([])
  })
})

test('a text is embedded after the beginning of the one before, however long both are', () => {
  expect(windowOf('', 'why did it fail?')).toBe('why did it fail?')
  expect(windowOf('deploy it', 'why did it fail?')).toBe('deploy it why did it fail?')
  const long = windowOf('a'.repeat(10_000), 'b'.repeat(10_000))
  expect(long.length).toBeLessThan(1_000)
  expect(long).toContain(' b')
})

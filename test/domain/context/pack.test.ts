import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, type Section } from '../../../src/domain/context/pack.ts'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'

const item = (text: string, rank: number, ...ids: string[]) => ({ text, rank, ids })
const section = (over: Partial<Section> = {}): Section => ({
  behaviour: 'b',
  type: 'index',
  rank: 0,
  items: [],
  ...over,
})

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('</hindcast-context>', 'plain text'),
)
const sections = fc.array(
  fc.record({
    behaviour: fc.constantFrom('a', 'b', 'c'),
    type: fc.constantFrom('index', 'handoff', 'notice'),
    rank: fc.integer({ min: -2, max: 2 }),
    head: fc.option(words, { nil: undefined }),
    foot: fc.option(words, { nil: undefined }),
    items: fc.array(
      fc.record({ text: words, rank: fc.integer({ min: 0, max: 3 }), ids: fc.array(fc.uuid(), { maxLength: 2 }) }),
      { maxLength: 6 },
    ),
  }) as fc.Arbitrary<Section>,
  { maxLength: 5 },
)

describe('packed context', () => {
  test('never exceeds its budget, says so truly, and tells or reports every id', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 0, max: 200 }), (all, budget) => {
        const { text, tokens, sections: told, omitted } = pack(all, budget)
        expect(estimateTokens(text)).toBe(tokens)
        expect(tokens).toBeLessThanOrEqual(budget)
        const ids = [...told.flatMap((each) => each.ids), ...omitted.map(({ id }) => id)]
        expect(new Set(ids)).toEqual(new Set(all.flatMap(({ items }) => items.flatMap((each) => each.ids))))
      }),
    )
  })

  test('the order in which sections come changes nothing', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 0, max: 200 }), (all, budget) => {
        expect(pack([...all].reverse(), budget).text).toBe(pack(all, budget).text)
      }),
    )
  })

  test('no told text can end the frame', () => {
    fc.assert(
      fc.property(sections, (all) => {
        const { text } = pack(all, 5_000)
        expect(text.split(/<\/?hindcast-context/i).length - 1).toBe(text === '' ? 0 : 2)
      }),
    )
  })

  test('the best items stay, in the order of their section', () => {
    const items = [
      item('oldest row of the table', 1, 'o1'),
      item('middle row of the table', 3, 'o2'),
      item('newest row', 2, 'o3'),
    ]
    const { text, omitted } = pack([section({ head: 'Known:', items, foot: 'End.' })], 34)
    expect(text).toBe('<hindcast-context>\nKnown:\nmiddle row of the table\nnewest row\nEnd.\n</hindcast-context>')
    expect(omitted).toEqual([{ id: 'o1', why: 'over the token budget' }])
  })

  test('a section of higher rank comes first and takes what it needs', () => {
    const [low, high] = [
      section({ rank: 1, items: [item('low', 9, 'l')] }),
      section({ rank: 2, items: [item('high', 1)] }),
    ]
    expect(pack([low, high], 100).text).toMatch(/high\n\nlow/)
    expect(pack([low, high], 13)).toMatchObject({ text: expect.not.stringContaining('low'), omitted: [{ id: 'l' }] })
  })

  test('head and foot alone say nothing', () => {
    expect(pack([section({ head: 'Known:', foot: 'End.' })], 34).text).toBe('')
  })
})

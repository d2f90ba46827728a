import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pack, type Section } from '../../../src/domain/context/pack.ts'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'
import { character } from '../characters.ts'

const item = (text: string, rank: number, ...ids: string[]) => ({ text, rank, ids })
const section = (over: Partial<Section> = {}): Section => ({
  behaviour: 'b',
  type: 'index',
  rank: 0,
  items: [],
  ...over,
})

const words = fc.oneof(
  fc.string({ unit: character, maxLength: 60 }),
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
      fc.record({
        text: words,
        rank: fc.integer({ min: 0, max: 3 }),
        ids: fc.array(fc.uuid(), { maxLength: 2 }),
        says: fc.option(words, { nil: undefined }),
        isEntry: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
  }) as fc.Arbitrary<Section>,
  { maxLength: 5 },
)

describe('packed context', () => {
  test('never exceeds its budget, reports its size, and includes or reports every id', () => {
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

  test('does not depend on the order of sections', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 0, max: 200 }), (all, budget) => {
        expect(pack([...all].reverse(), budget).text).toBe(pack(all, budget).text)
      }),
    )
  })

  test('no text can end the frame', () => {
    fc.assert(
      fc.property(sections, (all) => {
        const { text } = pack(all, 5_000)
        expect(text.split(/<\/?hindcast-context/i).length - 1).toBe(text === '' ? 0 : 2)
      }),
    )
  })

  test('the blank line between two sections is counted', () => {
    const all = [3, 2, 1].map((rank) =>
      section({ behaviour: `b${rank}`, rank, items: [item(`what stands in section ${rank}`, 0, `o${rank}`)] }),
    )
    /** The smallest budget that fits this many sections. */
    const least = (count: number) => {
      let budget = 0
      while (pack(all, budget).sections.length < count) budget++
      return budget
    }
    const [, second, third] = pack(all, 1_000).sections
    const blank = estimateTokens('\n\n')
    expect(least(2) - least(1)).toBe((second?.tokens ?? 0) + blank)
    expect(least(3) - least(2)).toBe((third?.tokens ?? 0) + blank)
  })

  test("the best items are kept, in their section's order", () => {
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

  test('nothing is repeated by id or in other words, unless it differs by a "not" or a number', () => {
    const told = (id: string, says: string) => ({ ...item(`${id} ${says}`, 1, id), says })
    const [above, below] = [
      section({
        rank: 2,
        items: [told('o_1', 'The upload cache is cleared when settings change'), item('x', 1, 'o_9')],
      }),
      section({
        rank: 1,
        items: [
          told('o_2', 'Upload cache cleared when the settings changed'),
          told('o_3', 'The upload cache is not cleared when settings change'),
          told('o_4', 'Raise the upload timeout to 30 seconds'),
          told('o_5', 'Raise the upload timeout to 60 seconds'),
          item('y', 1, 'o_9'),
        ],
      }),
    ]
    const { sections: packed, omitted } = pack([below, above], 1_000)
    expect(packed.map(({ ids }) => ids)).toEqual([
      ['o_1', 'o_9'],
      ['o_3', 'o_4', 'o_5'],
    ])
    expect(omitted).toEqual([
      { id: 'o_2', why: 'told in other words' },
      { id: 'o_9', why: 'told above' },
    ])
  })

  test('a row stays next to a line that says more; next to one that says the same, only its id is added', () => {
    const says = 'Clear the upload cache when settings change'
    const line = section({ rank: 2, items: [{ ...item('handoff', 1, 'h_1'), says: `${says}. Next: write tests` }] })
    const rows = (isEntry: boolean) => section({ rank: 1, items: [{ ...item('row', 1, 'o_1'), says, isEntry }] })
    const told = (isEntry: boolean) => pack([line, rows(isEntry)], 1_000).sections.flatMap(({ ids }) => ids)
    expect([told(true), told(false)]).toEqual([['h_1', 'o_1'], ['h_1']])
    const same = section({ rank: 2, items: [{ ...item('handoff', 1, 'h_1'), says }] })
    const packed = pack([same, rows(true)], 1_000)
    expect(packed.sections).toEqual([expect.objectContaining({ ids: ['h_1', 'o_1'] })])
    expect(packed.text).toContain('handoff [o_1]')
  })

  test('omits what the session was told and what its instructions say', () => {
    const says = 'Run the linter before each commit'
    const items = [{ ...item('a', 2, 'o_1'), says }, item('b', 1, 'o_2'), item('c', 1, 'o_3')]
    const given = (text: string) => pack([section({ items, heard: { ids: ['o_2'], texts: [text] } })], 1_000).omitted
    const told = { id: 'o_2', why: 'told earlier in this session' }
    expect(given('# Rules\n- Before you commit, eat.\n- Always run the **linter** before a commit.')).toEqual([
      { id: 'o_1', why: 'the instructions say it' },
      told,
    ])
    expect(given('- Never run the linter before a commit.')).toEqual([told])
    expect(given('- Run it.\n\nThe linter is slow.\n\nCommit often.')).toEqual([told])
  })

  test('a share limits its sections together, and the rest of it is available to others', () => {
    const lines = (of: string, n: number) =>
      Array.from({ length: n }, (_, at) => item(`${of} ${at} words`, n - at, `${of}${at}`))
    const [notice, skill, index] = [
      section({ type: 'notice', rank: 3, items: lines('n', 9) }),
      section({ type: 'premortem', rank: 2, items: lines('s', 9) }),
      section({ type: 'index', rank: 1, items: lines('i', 90) }),
    ]
    const packed = pack([notice, skill, index], 200, [{ types: ['notice', 'premortem'], tokens: 50 }])
    const [first, second, rest] = packed.sections
    expect((first?.tokens ?? 0) + (second?.tokens ?? 0)).toBeLessThanOrEqual(50)
    expect(rest?.tokens).toBeGreaterThan(100)
    const alone = pack([section({ ...notice, items: lines('n', 1) }), index], 200, [{ types: ['notice'], tokens: 150 }])
    expect(alone.tokens).toBeGreaterThan(180)
  })

  test('a section includes at most its maximum of items, not counting repeated ones', () => {
    const items = ['o_1', 'o_2', 'o_3'].map((id, at) => item(id, 3 - at, id))
    expect(pack([section({ items, most: 1, heard: { ids: ['o_1'] } })], 1_000).sections[0]?.ids).toEqual(['o_2'])
  })

  test('head and foot without items are nothing', () => {
    expect(pack([section({ head: 'Known:', foot: 'End.' })], 34).text).toBe('')
  })
})

test('no line names an id twice, however often sections say the same', () => {
  const texts = fc.constantFrom('Rename the pier', 'Take the lock first')
  const item = fc.record({ says: texts, id: fc.constantFrom('o_1', 'o_2', 'h_1'), isEntry: fc.boolean() })
  const section = fc.record({ rank: fc.integer({ min: 0, max: 3 }), items: fc.array(item, { maxLength: 4 }) })
  fc.assert(
    fc.property(fc.array(section, { maxLength: 4 }), (sections) => {
      const given = sections.map(({ rank, items }, at) => ({
        ...{ behaviour: `b${at}`, type: 'notice' as const, rank },
        items: items.map(({ says, id, isEntry }, nth) => ({
          text: `${id} ${says}`,
          says,
          ids: [id],
          isEntry,
          rank: -nth,
        })),
      }))
      for (const line of pack(given, 5_000).text.split('\n')) {
        const ids = line.match(/\b[oh]_\d/g) ?? []
        expect(new Set(ids).size, line).toBe(ids.length)
      }
    }),
  )
})

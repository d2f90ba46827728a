import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INDEX_FOOT, INDEX_HEAD, indexTable } from '../../../src/domain/context/index-table.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { observationOf, summaryOf } from '../memory/records.ts'
import { ROOT, T0 } from '../samples.ts'

/** The lines as they stand before the model. */
const told = (items: ReturnType<typeof indexTable>): string =>
  pack([{ behaviour: 'x', type: 'index', rank: 1, items }], 10_000)
    .text.split('\n')
    .slice(1, -1)
    .join('\n')

const DAY = 24 * 3_600_000

describe('the index', () => {
  it('groups rows by day, then by main file from the project on, newest first', () => {
    const items = indexTable(
      [
        observationOf({ id: 'o_1', at: T0 - DAY, title: 'Fix a (src/a.ts)', filesModified: [`${ROOT}/src/a.ts`] }),
        observationOf({
          id: 'o_2',
          at: T0,
          title: 'Add b (b.ts +2)',
          type: 'feature',
          filesModified: [`${ROOT}/src/b.ts`],
        }),
        observationOf({ id: 'o_3', at: T0 + 60_000, title: 'Fix a again', filesModified: [`${ROOT}/src/a.ts`] }),
        observationOf({
          id: 'o_4',
          at: T0 + 120_000,
          title: 'Rename b',
          type: 'refactor',
          filesModified: [`${ROOT}/src/b.ts`],
        }),
      ],
      [],
      ROOT,
    )
    expect(told(items).replace(/~\d+/g, '~n').split('\n')).toEqual([
      '2026-01-09',
      '· src/b.ts',
      'o_4 10:02 refactor Rename b ~n',
      'o_2 10:00 feature Add b (+2 files) ~n',
      '· src/a.ts',
      'o_3 10:01 bugfix Fix a again ~n',
      '2026-01-08',
      '· src/a.ts',
      'o_1 10:00 bugfix Fix a ~n',
    ])
  })

  it('has one line a session, from what it was asked to what it came to, and the newest in full, last to be left out', () => {
    const items = indexTable(
      [observationOf({ id: 'o_1', at: T0 + 5 })],
      [
        summaryOf({ id: 'm_1', at: T0, request: 'Fix the lost comma in the parser', completed: 'Began.' }),
        summaryOf({ id: 'm_3', at: T0 + 60_000, request: 'go on', completed: 'The tokenizer keeps a trailing comma.' }),
        summaryOf({
          id: 'm_2',
          session: 's2',
          at: T0 + 60_001,
          request: 'Add y',
          completed: 'Added\ny.',
          nextSteps: 'Test y.',
        }),
      ],
    )
    expect(items[1]?.text).toBe(
      'm_3 2026-01-09 10:01 Fix the lost comma in the parser → The tokenizer keeps a trailing comma',
    )
    expect(told(items.slice(2)).split('\n')).toEqual([
      'Where the latest session stood (m_2, 2026-01-09 10:01):',
      'Request: Add y',
      'Completed: Added y.',
      'Next steps: Test y.',
    ])
    expect(Math.max(...items.map(({ rank }) => rank))).toBe(items[2]?.rank)
  })

  it('tells of what says the same only the newest, nothing superseded, and nothing that the instructions say', () => {
    const rows = [
      observationOf({ id: 'o_1', at: T0, title: 'Clear the upload cache whenever the settings file changes' }),
      observationOf({ id: 'o_2', at: T0 + 1, title: 'Clear the upload cache whenever the settings file changed' }),
      observationOf({ id: 'o_3', at: T0 + 2, title: 'Proposed: count retries' }),
      observationOf({ id: 'o_4', at: T0 + 3, title: 'Count retries in the client', supersedes: 'o_3' }),
      observationOf({ id: 'o_5', at: T0 + 4, title: 'Document: paths', filesModified: [`${ROOT}/CLAUDE.md`] }),
    ]
    expect(told(indexTable(rows, [], ROOT, 10, [`${ROOT}/CLAUDE.md`])).match(/o_\d/g)).toEqual(['o_4', 'o_2'])
  })

  it('says nothing that only who was there understands: a finding of nothing named, a session that came to nothing', () => {
    const rows = [
      observationOf({ id: 'o_1', type: 'discovery', title: "There's no stale cache possible" }),
      observationOf({ id: 'o_2', type: 'discovery', title: 'readAll() keeps a cache for each tenant', session: 's3' }),
    ]
    const sessions = [
      summaryOf({ id: 'm_1', session: 's1', at: T0, request: 'again please', completed: 'Changed src/a.ts.' }),
      summaryOf({ id: 'm_2', session: 's2', at: T0 + 1, request: 'hi', completed: 'How can I help you?' }),
      summaryOf({ id: 'm_3', session: 's3', at: T0 + 2, request: 'What does `readAll()` do?', completed: 'Done.' }),
      summaryOf({
        id: 'm_4',
        session: 's4',
        at: T0 + 3,
        investigated: 'Read a.ts.',
        completed: 'Changed src/a.ts. Cut it.',
      }),
    ]
    const text = told(indexTable(rows, sessions, ROOT))
    expect(text.match(/[mo]_\d/g)).toEqual(['o_2', 'm_3', 'm_4'])
    expect(text).toContain('What does readAll() do? → readAll() keeps a cache for each tenant')
    expect(text).not.toMatch(/Investigated|Changed/)
  })

  it('within any budget the newest stay and the oldest go', () => {
    const many = Array.from({ length: 50 }, (_, at) =>
      observationOf({ id: `o_${at}`, at: T0 + at * 3_600_000, filesModified: [`${ROOT}/src/f${at}.ts`] }),
    )
    const section = { behaviour: 'x', type: 'index', rank: 1, head: INDEX_HEAD, foot: INDEX_FOOT } as const
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2500 }), (budget) => {
        const packed = pack([{ ...section, items: indexTable(many, [], ROOT) }], budget)
        const told = packed.sections.flatMap(({ ids }) => ids)
        expect(packed.tokens).toBeLessThanOrEqual(budget)
        expect(packed.text.match(/^· .*$/gm) ?? []).toHaveLength(told.length)
        expect(told).toEqual(
          many
            .map(({ id }) => id)
            .reverse()
            .slice(0, told.length),
        )
      }),
    )
  })

  it('nothing on record gives no lines', () => {
    expect(indexTable([], [])).toEqual([])
  })

  it('a title or a time from a strange record breaks no line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.double(), (title, at) => {
        const [item] = indexTable([observationOf({ title, at: Number.isFinite(at) ? at : 0 })], [])
        expect(item?.text.split('\n')).toHaveLength(1)
      }),
    )
  })
})

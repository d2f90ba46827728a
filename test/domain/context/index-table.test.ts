import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INDEX_FOOT, INDEX_HEAD, indexTable } from '../../../src/domain/context/index-table.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import type { Summary } from '../../../src/domain/nouns/summary.ts'
import { character } from '../characters.ts'
import { observationOf, summaryOf } from '../memory/records.ts'
import { ROOT, T0 } from '../samples.ts'

const DAY = 24 * 3_600_000
const LIMITS = { now: T0 + DAY, root: ROOT, observations: 50, summaries: 10 }

/** Rows as the model sees them. */
const told = (observations: readonly Observation[], summaries: readonly Summary[] = [], given: object = {}) =>
  pack(
    [{ behaviour: 'x', type: 'index', rank: 1, items: indexTable(observations, summaries, { ...LIMITS, ...given }) }],
    10_000,
  )
    .text.split('\n')
    .slice(1, -1)
const ids = (...given: Parameters<typeof told>) => told(...given).map((line) => line.split(' ')[0])
const changed = (id: string, minutes: number, title: string, file: string, session = 'earlier') =>
  observationOf({ id, at: T0 + minutes * 60_000, title, session, filesModified: [`${ROOT}/${file}`] })

describe('recent work', () => {
  it('has a row for each record: id, time, type, title, and the main file unless the title names it', () => {
    expect(
      told([
        changed('o_1', 0, 'Fix the lost comma (src/a.ts)', 'src/a.ts'),
        changed('o_2', 1, 'Rename b.ts to c.ts', 'src/b.ts'),
      ]),
    ).toEqual([
      'o_2 23 hours ago, bugfix: agent reported “Rename b.ts to c.ts”',
      'o_1 yesterday, bugfix: agent reported “Fix the lost comma” (src/a.ts)',
    ])
  })

  it('begins with files that the newest working session changed, then sorts by recency', () => {
    const rows = [
      changed('o_1', 0, 'Retry uploads with a backoff', 'upload.ts', 'first'),
      changed('o_2', 1, 'Draw the logo in the header', 'header.ts', 'second'),
      changed('o_3', 2, 'Count attempts of an upload', 'upload.ts', 'third'),
      observationOf({
        id: 'o_4',
        at: T0 + 180_000,
        type: 'discovery',
        session: 'fourth',
        title: '`headOf()` reads all pages at once',
      }),
    ]
    expect(ids(rows)).toEqual(['o_3', 'o_1', 'o_4', 'o_2'])
  })

  it('has no more records than the limits allow', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      changed(`o_${at}`, at, `Change number ${at} of the parser`, `src/f${at}.ts`),
    )
    expect(ids(many)).toHaveLength(30)
    expect(ids(many, [], { observations: 3 })).toEqual(['o_29', 'o_28', 'o_27'])
    expect(ids(many, [], { observations: 0 })).toEqual([])
  })

  it('shows only the newest of records that say the same, nothing superseded, and nothing that the instructions say', () => {
    const rows = [
      changed('o_1', 0, 'Clear the upload cache whenever the settings file changes', 'a.ts'),
      changed('o_2', 1, 'Clear the upload cache whenever the settings file changed', 'a.ts'),
      observationOf({ id: 'o_3', at: T0 + 120_000, title: 'Proposed: count retries' }),
      observationOf({ id: 'o_4', at: T0 + 180_000, title: 'Count retries in the client', supersedes: 'o_3' }),
      changed('o_5', 4, 'Document: paths', 'CLAUDE.md'),
    ]
    expect(ids(rows, [], { instructions: [`${ROOT}/CLAUDE.md`] })).toEqual(['o_2', 'o_4'])
  })

  it('has a line for a session without records: what the user asked and what the agent reported', () => {
    const asked = summaryOf({
      id: 'm_1',
      session: 's2',
      request: 'What does `readAll()` do?',
      learned: 'Done. `readAll()` reads all pages.',
      completed: '',
    })
    expect(told([], [asked])).toEqual([
      'm_1 yesterday, session: user asked “What does readAll() do?”; agent reported “readAll() reads all pages.”',
    ])
    expect(told([], [asked], { summaries: 0 })).toEqual([])
    expect(ids([observationOf({ id: 'o_1', session: 's2' })], [asked])).toEqual(['o_1'])
  })

  it('omits what makes no sense without context: a finding that names nothing, a session without a result', () => {
    const rows = [
      observationOf({ id: 'o_1', type: 'discovery', title: "There's no stale cache possible" }),
      observationOf({ id: 'o_2', type: 'discovery', title: 'readAll() keeps a cache for each tenant' }),
    ]
    const sessions = [
      summaryOf({ id: 'm_1', session: 's1', request: 'again please', completed: 'Changed src/a.ts.' }),
      summaryOf({ id: 'm_2', session: 's2', request: 'hi', completed: 'How can I help you?' }),
    ]
    expect(ids(rows, sessions)).toEqual(['o_2'])
  })

  it('drops the last rows first if the budget is short', () => {
    const many = Array.from({ length: 8 }, (_, at) =>
      changed(`o_${at}`, at, `Change number ${at} of the parser`, `src/f${at}.ts`),
    )
    const section = { behaviour: 'x', type: 'index', rank: 1, head: INDEX_HEAD, foot: INDEX_FOOT } as const
    const items = indexTable(many, [], { ...LIMITS, now: T0 + 3 * DAY })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), (budget) => {
        const packed = pack([{ ...section, items }], budget)
        const rows = packed.sections.flatMap((each) => each.ids)
        expect(packed.tokens).toBeLessThanOrEqual(budget)
        expect(rows).toEqual(items.flatMap((each) => each.ids).slice(0, rows.length))
      }),
    )
  })

  it('a malformed title or time breaks no line', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), fc.double(), (title, at) => {
        const row = observationOf({ title, at: Number.isFinite(at) ? at : 0 })
        for (const item of indexTable([row], [], LIMITS)) expect(item.text.split('\n')).toHaveLength(1)
      }),
    )
  })
})

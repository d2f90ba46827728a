import { describe, expect, test } from 'vitest'
import { atHand, standingLines } from '../../../src/domain/context/standing-lines.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import { observationOf } from '../memory/records.ts'
import { T0 } from '../samples.ts'
import { MINUTE, NOW } from './page.ts'

describe('what currently holds', () => {
  const said = (id: string, title: string, over: Parameters<typeof observationOf>[0] = {}) =>
    observationOf({
      id,
      title,
      narrative: '',
      type: 'decision',
      decidedBy: 'user',
      filesModified: ['/r/cart.ts'],
      ...over,
    })
  const handoff = (n: number, over: Partial<Handoff> = {}): Handoff => ({
    ...{
      id: `h_${n}`,
      session: `later${n}`,
      project: 'p1',
      at: T0 + n * MINUTE,
      goal: 'Round cart totals',
      now: '',
      next: '',
    },
    ...{
      blockers: [],
      worked: [],
      failed: [],
      choices: [],
      decisions: [],
      files: ['/r/cart.ts'],
      removed: [],
      sealed: true,
      evidence: [],
    },
    ...over,
  })
  const held = (all: ReturnType<typeof said>[], handoffs: Handoff[] = [handoff(1)]) =>
    standingLines(all, handoffs, { work: atHand(handoffs[0], 'fix/cart-rounding'), now: NOW })
  const ids = (...given: Parameters<typeof held>) => held(...given).map((line) => line.ids[0])

  test('is told with its source, what people said first', () => {
    const all = [
      said('o_1', 'Totals are rounded per line', { decidedBy: undefined }),
      said('o_2', 'Amounts are cents', { narrative: 'Amounts of the cart are cents', titledBy: 'user' }),
      said('o_3', 'Never cache prices', {
        decidedBy: undefined,
        rememberedBy: 'user',
        narrative: 'Never cache prices',
      }),
    ]
    expect(held(all).map(({ text }) => text)).toEqual([
      'o_2 yesterday, user chose “Amounts of the cart are cents”',
      'o_3 yesterday, user said “Never cache prices”',
      'o_1 yesterday, agents found in several sessions “Totals are rounded per line”',
    ])
  })

  test('is what concerns the work at hand, unless a person asked to remember it', () => {
    const apart = { filesModified: ['/r/mail.ts'] }
    expect(ids([said('o_1', 'Mails go out at night', apart)])).toEqual([])
    expect(ids([said('o_1', 'Mails about the cart go out at night', apart)])).toEqual(['o_1'])
    expect(ids([said('o_1', 'Mails go out at night', { ...apart, rememberedBy: 'user' })])).toEqual(['o_1'])
    expect(ids([said('o_1', 'Mails go out at night', apart)], [])).toEqual(['o_1'])
  })

  test('is no longer told once three later sessions changed its files, or a file that it names is gone', () => {
    const all = [said('o_1', 'Totals of the cart are rounded')]
    expect(
      ids(
        all,
        [1, 2].map((n) => handoff(n)),
      ),
    ).toEqual(['o_1'])
    expect(
      ids(
        all,
        [1, 2, 3].map((n) => handoff(n)),
      ),
    ).toEqual([])
    expect(
      ids(
        all,
        [1, 2, 3].map((n) => handoff(n, { at: T0 })),
      ),
    ).toEqual(['o_1'])
    expect(
      ids(
        all,
        [1, 2, 3].map((n) => handoff(n, { session: 'earlier' })),
      ),
    ).toEqual(['o_1'])
    expect(
      ids(
        [said('o_1', 'Cart rounds', { rememberedBy: 'user' })],
        [1, 2, 3].map((n) => handoff(n)),
      ),
    ).toEqual(['o_1'])
    const named = [said('o_1', 'The cart rounds in `round.ts`', { rememberedBy: 'user' })]
    const gone = handoff(1, { removed: ['/r/round.ts'] })
    expect(ids(named, [gone])).toEqual([])
    expect(ids(named, [{ ...gone, files: ['/r/round.ts'] }])).toEqual(['o_1'])
  })

  test('is what was said last on a matter; a finding never replaces what a person said', () => {
    const first = said('o_1', 'Round the cart totals per line of the invoice')
    const later = { at: T0 + 1 }
    expect(ids([first, said('o_2', 'Round the cart totals per line of invoice', later)])).toEqual(['o_2'])
    expect(ids([first, said('o_2', 'Something of the cart', { supersedes: 'o_1' })])).toEqual(['o_2'])
    expect(
      ids([first, said('o_2', 'Round the cart totals per line of invoice', { ...later, decidedBy: undefined })]),
    ).toEqual(['o_1', 'o_2'])
    expect(
      ids([said('o_1', 'Which cart store? → SQLite'), said('o_2', 'Which cart store? → Postgres', later)]),
    ).toEqual(['o_2'])
    expect(
      ids([said('o_1', 'Which cart store? → SQLite'), said('o_2', 'Which cart queue? → Redis', later)]),
    ).toHaveLength(2)
    expect(ids([said('o_1', 'Cart → option 2: yes')])).toEqual([])
  })
})

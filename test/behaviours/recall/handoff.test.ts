import { describe, expect, it } from 'vitest'
import handoff from '../../../src/behaviours/recall/handoff.ts'
import { handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { sharesOf } from '../../../src/domain/context/shares.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import { aHandoff } from '../../contract/records.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind } from '../reacting.ts'

const handed = (id: string, session: string, over: Partial<Handoff> = {}) =>
  aHandoff({ id, session, at: T0 - 60_000, ...over })
const HANDOFFS = [handed('h_other', 'other'), handed('h_own', 's1'), handed('h_cleared', 'cleared')]

function said(source: string, given: object = {}) {
  const facts = { handoffs: HANDOFFS, session: undefined, before: undefined, ...given }
  return ofKind(effectsOf(handoff, eventOf('SessionStart', { source }), 'reply', facts), 'context')[0]
}
const text = (source: string, given: object = {}) =>
  said(source, given)
    ?.items.map((item) => item.text)
    .join('\n')

describe('handoff', () => {
  it('is told in full after a compaction: the session’s own', () => {
    expect(said('compact')).toMatchObject({ type: 'handoff' })
    expect(new Set(said('compact')?.items.flatMap(({ ids }) => ids))).toEqual(new Set(['h_own']))
    expect(text('compact')).toMatch(/Goal: Make the parser.*\nNow: the tokenizer is done\nNext: a release\nFiles: /s)
  })

  it('is told in full after /clear: that of the session that was cleared', () => {
    expect(said('clear', { before: { id: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { session: { parent: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(text('clear', { before: { id: 'cleared' } })).toContain('\nNow: ')
  })

  it('is told in one line at startup, the newest of another session, and on resume its own', () => {
    expect(said('startup')?.items).toEqual([expect.objectContaining({ ids: ['h_other'] })])
    expect(text('startup')).toMatch(/^Last work here \(h_other, 1min ago\): Make the parser[^\n]*next: a release$/)
    expect(said('resume')?.items[0]?.ids).toEqual(['h_own'])
    const alike = [handed('h_other', 'other', { goal: 'Change last', now: 'Change last', next: '' })]
    expect(text('startup', { handoffs: alike })).toMatch(/: Change last$/)
  })

  it('says in that line nothing twice, and cuts no part short for another', () => {
    const asked = 'can you check the last change of the parser again, there was a conflict'
    const line = (over: Partial<Handoff>) => text('startup', { handoffs: [handed('h_1', 'other', over)] })
    const goal = 'Check the last change of the parser again, there was a conflict'
    expect(line({ goal, now: `I messed up, ${asked}`, next: '' })).toMatch(
      /ago\): now: I messed up, can you check[^;]*$/,
    )
    const long = `${'the long tale of a goal that never ends, '.repeat(9)}`
    expect(line({ goal: long, now: 'The tokenizer is done', next: 'A release' })).toMatch(
      /; now: The tokenizer is done; next: A release$/,
    )
  })

  it('says nothing where there is none', () => {
    for (const source of ['startup', 'resume', 'clear', 'compact'])
      expect(said(source, { handoffs: [] })).toBeUndefined()
  })

  it('stands above the index of sessions', () => {
    expect(said('startup')?.rank).toBeGreaterThan(50)
  })

  it('takes at most 600 tokens however much there is, the goal before the rest', () => {
    const long = (of: string) => Array.from({ length: 5 }, (_, at) => `${of}${at} ${'was made of it '.repeat(12)}`)
    const lists = { worked: long('w'), failed: long('f'), decisions: long('d'), blockers: long('b') }
    const full = handed('h_1', 's1', lists)
    const section = { behaviour: 'handoff', type: 'handoff', rank: 1, items: handoffInFull(full, T0) } as const
    const { sections, text } = pack([section], 2_000, sharesOf('SessionStart'))
    expect(sections[0]?.tokens).toBeGreaterThan(400)
    expect(sections[0]?.tokens).toBeLessThanOrEqual(600)
    expect(text).toContain('Goal: Make the parser')
    expect(pack([section], 60).text).toContain('Goal: Make the parser')
  })
})

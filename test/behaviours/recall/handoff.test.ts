import { describe, expect, it } from 'vitest'
import handoff from '../../../src/behaviours/recall/handoff.ts'
import { handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'
import type { Handoff } from '../../../src/domain/memory/nouns.ts'
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
    expect(said('compact')).toMatchObject({ type: 'handoff', items: [{ ids: ['h_own'] }] })
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
  })

  it('says nothing where there is none', () => {
    for (const source of ['startup', 'resume', 'clear', 'compact'])
      expect(said(source, { handoffs: [] })).toBeUndefined()
  })

  it('stands above the index of sessions', () => {
    expect(said('startup')?.rank).toBeGreaterThan(50)
  })

  it('takes at most 600 tokens however much there is, the goal before the rest', () => {
    const long = Array.from({ length: 5 }, (_, at) => `${at} ${'a decision that was made '.repeat(9)}`)
    const full = handed('h_1', 's1', { worked: long, failed: long, decisions: long, blockers: long })
    const [item] = handoffInFull(full, T0)
    expect(estimateTokens(item?.text ?? '')).toBeLessThanOrEqual(600)
    expect(item?.text).toContain('Goal: Make the parser')
  })
})

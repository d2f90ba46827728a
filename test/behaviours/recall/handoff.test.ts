import { describe, expect, it } from 'vitest'
import handoff from '../../../src/behaviours/recall/handoff.ts'
import { handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { sharesOf } from '../../../src/domain/context/shares.ts'
import type { TurnEvent } from '../../../src/domain/memory/turns.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import { aHandoff } from '../../contract/records.ts'
import { eventOf, story, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind } from '../reacting.ts'

const handed = (id: string, session: string, over: Partial<Handoff> = {}) =>
  aHandoff({ id, session, at: T0 - 60_000, ...over })
const HANDOFFS = [handed('h_other', 'other'), handed('h_own', 's1'), handed('h_cleared', 'cleared')]

function said(source: string, given: object = {}) {
  const facts = {
    handoffs: HANDOFFS,
    session: undefined,
    before: undefined,
    events: [],
    prompts: [],
    ...given,
  }
  return ofKind(effectsOf(handoff, eventOf('SessionStart', { source }), 'reply', facts), 'context')[0]
}
const lines = (source: string, given: object = {}) => said(source, given)?.items.map((item) => item.text)
const started = (...handoffs: Handoff[]) => lines('startup', { handoffs })

describe('handoff', () => {
  it('after a compaction, is given in full: the session’s own', () => {
    expect(said('compact')).toMatchObject({
      type: 'handoff',
      head: 'Before the compaction (1 minute ago; handoff h_own):',
    })
    expect(new Set(said('compact')?.items.flatMap(({ ids }) => ids))).toEqual(new Set(['h_own']))
    expect(lines('compact')?.join('\n')).toMatch(
      /Goal: user asked “Make the parser.*”\nStatus: .*\nNext: .*\nFiles: .*\nDone: /s,
    )
  })

  it("after /clear, is given in full: the cleared session's", () => {
    expect(said('clear', { before: { id: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { session: { parent: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { before: { id: 'cleared' } })?.head).toMatch(/^Before \/clear/)
  })

  it("at startup, is given in short: the newest of another session; on resume, the session's own", () => {
    expect(said('startup')?.head).toBe('Last session (1 minute ago; handoff h_other):')
    expect(lines('startup')).toEqual([
      'Goal: user asked “Make the parser accept trailing commas”',
      'Status: agent reported “the tokenizer is done”',
      'Next: agent said “a release”',
      'Files: src/parser.ts',
    ])
    expect(said('resume')?.items[0]?.ids).toEqual(['h_own'])
  })

  it('on resume has a recap that was read since the record was written', () => {
    const { events, prompts } = story([{ asked: 'Add a retry' }, { said: 'Added it.' }])
    const [last] = events.slice(-1) as [TurnEvent]
    const recap: TurnEvent = {
      ...last,
      id: 'e_recap',
      name: 'Recap',
      at: last.at + 1,
      body: { text: 'Next: document it.' },
    }
    expect(lines('resume', { events: [...events, recap], prompts })?.[0]).toMatch(/^Recap .*“Next: document it\.”$/)
    expect(said('resume', { events: [...events, recap], prompts })?.items[0]?.ids).toEqual(['h_own'])
  })

  it('names the author of each line, and repeats nothing', () => {
    const committed = handed('h_1', 'a', {
      goal: 'Add retries',
      goalBy: 'plan',
      now: 'Add retries (committed, pushed)',
      nowBy: 'commit',
    })
    expect(started(committed)?.slice(0, 2)).toEqual([
      'Status: committed and pushed “Add retries”',
      'Next: agent said “a release”',
    ])
    const unfinished: Partial<Handoff> = {
      goal: 'Retry uploads',
      now: 'now rename it (unfinished)',
      nowBy: 'user',
      next: 'Shall I add a test?',
    }
    expect(
      started(handed('h_1', 'a', { ...unfinished, blockers: ['`npm test`: TypeError: no'] }))?.slice(0, 4),
    ).toEqual([
      'Goal: user asked “Retry uploads”',
      'Status: user asked “now rename it” (unfinished)',
      'Unanswered: agent asked “Shall I add a test?”',
      'Failing check: “npm test: TypeError: no”',
    ])
  })

  it('comes from the newest session that did work, not from one that only asked a question', () => {
    const nothing = { now: 'A cache', next: '', files: [], worked: [], blockers: [] }
    const [trivial, real] = [handed('h_1', 'a', nothing), handed('h_2', 'b')]
    expect(said('startup', { handoffs: [trivial, real] })?.head).toContain('h_2')
    expect(said('startup', { handoffs: [trivial] })?.head).toContain('h_1')
  })

  it('names at most six files that the last session changed in its folder', () => {
    const of = (files: string[]) => started(handed('h_1', 'a', { root: '/r', files }))?.at(-1)
    expect(of(['/r/a.ts', '/elsewhere/x.ts', '/r/b.ts'])).toBe('Files: a.ts, b.ts')
    expect(of(Array.from({ length: 12 }, (_, at) => `/r/f${at}.ts`))?.split(', ')).toHaveLength(6)
  })

  it('says nothing if there is none', () => {
    for (const source of ['startup', 'resume', 'clear', 'compact'])
      expect(said(source, { handoffs: [] })).toBeUndefined()
  })

  it('comes before the index of sessions', () => {
    expect(said('startup')?.rank).toBeGreaterThan(50)
  })

  it('uses at most 600 tokens, keeping the goal before the rest', () => {
    const long = (of: string) => Array.from({ length: 5 }, (_, at) => `${of}${at} ${'was made of it '.repeat(20)}`)
    const lists = { worked: long('w'), failed: long('f'), decisions: long('d'), blockers: long('b') }
    const full = handed('h_1', 's1', lists)
    const section = { behaviour: 'handoff', type: 'handoff', rank: 1, items: handoffInFull(full, T0) } as const
    const { sections, text } = pack([section], 2_000, sharesOf('SessionStart'))
    expect(sections[0]?.tokens).toBeGreaterThan(400)
    expect(sections[0]?.tokens).toBeLessThanOrEqual(600)
    expect(text).toContain('Goal: user asked “Make the parser')
    expect(pack([section], 60).text).toContain('Goal: user asked “Make the parser')
  })
})

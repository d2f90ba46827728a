import { describe, expect, it } from 'vitest'
import handoff from '../../../src/behaviours/recall/handoff.ts'
import { handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { sharesOf } from '../../../src/domain/context/shares.ts'
import type { PromptOrigin } from '../../../src/domain/events.ts'
import type { TurnEvent } from '../../../src/domain/memory/turns.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import { aHandoff } from '../../contract/records.ts'
import { eventOf, story, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const handed = (id: string, session: string, over: Partial<Handoff> = {}) =>
  aHandoff({ id, session, at: T0 - 60_000, ...over })
const HANDOFFS = [handed('h_other', 'other'), handed('h_own', 's1'), handed('h_cleared', 'cleared')]

const FULL = { ...SETTINGS, context: { depth: 'full' as const } }

function said(source: string, given: object = {}) {
  const known = { handoffs: HANDOFFS, session: undefined, before: undefined, events: [], prompts: [] }
  const facts = { settings: SETTINGS, ...known, ...given }
  return ofKind(effectsOf(handoff, eventOf('SessionStart', { source }), 'reply', facts), 'context')[0]
}
const lines = (source: string, given: object = {}) => said(source, given)?.items.map((item) => item.text)
const started = (...handoffs: Handoff[]) => lines('startup', { handoffs, settings: FULL })

const DONE: Partial<Handoff> = { now: 'Add retries (committed, pushed)', nowBy: 'commit', next: '', blockers: [] }

/** What is told with a prompt; `first`: it is the session's first. */
function withPrompt(text: string, given: object = {}, { first = true, origin = 'person' as PromptOrigin } = {}) {
  const event = eventOf('UserPromptSubmit', { prompt: text, origin, isPrivate: false }, { session: 'now' })
  if (needsOf(handoff, event, 'reply') === undefined) return undefined
  const prompts = first ? [{ id: 'p_1' }] : [{ id: 'p_2' }, { id: 'p_1' }]
  const facts = { handoffs: HANDOFFS, session: undefined, prompts, ...given }
  return ofKind(effectsOf(handoff, event, 'reply', facts), 'context')[0]
}

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
    expect(said('compact')?.foot).toContain('hindcast show ID')
  })

  it('at any other start, only what the last session left open is told, with its goal', () => {
    const open = ['Goal: user asked “Make the parser accept trailing commas”', 'Next: agent said “a release”']
    expect(lines('startup')).toEqual(open)
    // The context of that work was just lost
    expect(lines('clear', { before: { id: 'cleared' } })?.join('\n')).toMatch(
      /^Goal: .*\nStatus: .*\nNext: .*\nFiles: /s,
    )
    expect(said('clear', { before: { id: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { session: { parent: 'cleared' } })?.head).toMatch(/^Before \/clear .*h_cleared/)
  })

  it.each(['startup', 'clear', 'fork'])(
    'nothing is told by %s of work that is done, or was left long ago',
    (source) => {
      expect(said(source, { handoffs: [handed('h_1', 'a', DONE)] })).toBeUndefined()
      expect(said(source, { handoffs: [handed('h_1', 'a', { at: T0 - 25 * 3_600_000 })] })).toBeUndefined()
      expect(said(source, { handoffs: [handed('h_1', 'a', { ...DONE, blockers: ['`npm test`: no'] })] })).toBeDefined()
    },
  )

  it('on resume, nothing is told: the session still has it', () => {
    expect(said('resume')).toBeUndefined()
    expect(said('resume', { settings: FULL })?.items[0]?.ids).toEqual(['h_own'])
  })

  it.each([
    'continue',
    'commit this',
    'where were we?',
    'weiter',
    '继续',
    "what's left?",
    'pick up where you left off',
    'finish it',
    'run the tests',
  ])('a first prompt that names nothing of its own gets where the last session left off: %s', (prompt) => {
    const told = withPrompt(prompt, { handoffs: [handed('h_1', 'a', DONE)] })
    expect(told?.head).toBe('Last session (1 minute ago; handoff h_1):')
    expect(told?.items.map(({ text }) => text.split(':')[0])).toEqual(['Goal', 'Status', 'Files'])
  })

  it.each([
    ['about the same: two telling words', 'Let the parser skip a byte order mark before the first commas', true],
    ['by the name of a file and a word', 'src/parser.ts loses the last of several commas', true],
    ['about something else', 'Draw the legend of the chart in the colours of the series', false],
    ['with one telling word alone', 'Write a page about the parser for the people in the office', false],
    [
      'with a plan of its own',
      'Implement the following plan:\n\n# Make the parser accept commas\n\n1. Change the parser.\n2. Count the commas.',
      false,
    ],
  ])('a first prompt %s', (_, prompt, isTold) => {
    expect(withPrompt(prompt) !== undefined).toBe(isTold)
    expect(withPrompt(prompt, {}, { first: false })).toBeUndefined()
  })

  it('a later prompt, and one that no person or script wrote, gets nothing', () => {
    expect(withPrompt('continue', {}, { first: false })).toBeUndefined()
    expect(withPrompt('continue', {}, { origin: 'machine' })).toBeUndefined()
    expect(withPrompt('continue', {}, { origin: 'script' })).toBeDefined()
  })

  it('on a full resume has a recap that was read since the record was written', () => {
    const { events, prompts } = story([{ asked: 'Add a retry' }, { said: 'Added it.' }])
    const [last] = events.slice(-1) as [TurnEvent]
    const recap: TurnEvent = {
      ...last,
      id: 'e_recap',
      name: 'Recap',
      at: last.at + 1,
      body: { text: 'Next: document it.' },
    }
    expect(lines('resume', { events: [...events, recap], prompts, settings: FULL })?.[0]).toMatch(
      /^Recap .*“Next: document it\.”$/,
    )
    expect(said('resume', { events: [...events, recap], prompts, settings: FULL })?.items[0]?.ids).toEqual(['h_own'])
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
    const lines = [
      'Goal: user asked “Retry uploads”',
      'Status: user asked “now rename it” (unfinished)',
      'Unanswered: agent asked “Shall I add a test?”',
      'Failing check: “npm test: TypeError: no”',
    ]
    const given = handed('h_1', 'a', { ...unfinished, blockers: ['`npm test`: TypeError: no'] })
    expect(started(given)?.slice(0, 4)).toEqual(lines)
    expect(said('startup', { handoffs: [given] })?.items.map(({ text }) => text)).toEqual(lines)
  })

  it('comes from the newest session that did work, not from one that only asked a question', () => {
    const nothing = { now: 'A cache', next: '', files: [], worked: [], blockers: [] }
    const [trivial, real] = [handed('h_1', 'a', nothing), handed('h_2', 'b')]
    expect(said('startup', { handoffs: [trivial, real] })?.head).toContain('h_2')
    expect(withPrompt('continue', { handoffs: [trivial, real] })?.head).toContain('h_2')
    expect(withPrompt('continue', { handoffs: [trivial] })?.head).toContain('h_1')
  })

  it('says nothing if there is none', () => {
    for (const source of ['startup', 'resume', 'clear', 'compact'])
      expect(said(source, { handoffs: [] })).toBeUndefined()
    expect(withPrompt('continue', { handoffs: [] })).toBeUndefined()
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

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
  const facts = {
    settings: SETTINGS,
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

const DONE: Partial<Handoff> = { now: 'Add retries (committed, pushed)', nowBy: 'commit', next: '', blockers: [] }
const HOUR = 3_600_000

/** What is told with a prompt; `first`: it is the session's first. */
function withPrompt(text: string, given: object = {}, { first = true, origin = 'person' as PromptOrigin } = {}) {
  const event = eventOf('UserPromptSubmit', { prompt: text, origin, isPrivate: false }, { session: 'now' })
  if (needsOf(handoff, event, 'reply') === undefined) return undefined
  const prompts = first ? [{ id: 'p_1' }] : [{ id: 'p_2' }, { id: 'p_1' }]
  const facts = { handoffs: HANDOFFS, session: undefined, told: { ids: [] }, prompts, ...given }
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

  it("after /clear, is given in full: the cleared session's", () => {
    expect(said('clear', { before: { id: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { session: { parent: 'cleared' } })?.items[0]?.ids).toEqual(['h_cleared'])
    expect(said('clear', { before: { id: 'cleared' } })?.head).toMatch(/^Before \/clear/)
  })

  it("at startup, is one line: the newest of another session; on resume, the session's own", () => {
    expect(lines('startup')).toEqual([
      'Last session (1 minute ago; handoff h_other): goal: user asked “Make the parser accept trailing commas”; status: agent reported “the tokenizer is done”; next: agent said “a release”; files: src/parser.ts',
    ])
    expect(said('startup')?.foot).toContain('hindcast show ID')
    expect(said('resume')?.items[0]?.text).toMatch(/^This session so far .*h_own/)
  })

  it('of work that ended hours ago, is told at a start only where something was left open, and after days not at all', () => {
    const ended = (hours: number, over: Partial<Handoff> = {}) =>
      started(handed('h_1', 'a', { ...DONE, ...over, at: T0 - hours * HOUR }))?.length
    expect(ended(2)).toBe(1)
    expect(ended(4)).toBeUndefined()
    // Agents end nearly every turn with a question
    expect(ended(4, { next: 'Shall I push?' })).toBeUndefined()
    const left: Partial<Handoff>[] = [
      { next: 'the release' },
      { blockers: ['`npm test`: no'] },
      { now: 'rename it (unfinished)', nowBy: 'user' },
    ]
    for (const over of left) expect([ended(4, over), ended(60, over), ended(80, over)]).toEqual([1, 1, undefined])
  })

  it('with `context.depth: full`, is given in full, however old', () => {
    const old = { settings: FULL, handoffs: [handed('h_1', 'a', { ...DONE, at: T0 - 80 * HOUR })] }
    expect(lines('startup', old)?.map((line) => line.split(':')[0])).toEqual(['Goal', 'Status', 'Files', 'Done'])
  })

  const old = { handoffs: [handed('h_1', 'a', { ...DONE, at: T0 - 80 * HOUR })] }

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
  ])('where the start told nothing, a first prompt that names nothing of its own gets it: %s', (prompt) => {
    expect(withPrompt(prompt, old)?.items.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Last session \(3 days ago; handoff h_1\): .*status: committed and pushed “Add retries”/),
    ])
    expect(withPrompt(prompt, { ...old, told: { ids: ['h_1'] } })).toBeUndefined()
  })

  it('a prompt that says what it is about, a later one, one after /clear, and one that a machine wrote get nothing', () => {
    expect(withPrompt('Draw the legend of the chart in the colours of the series', old)).toBeUndefined()
    expect(withPrompt('Implement the following plan:\n\n# Draw the legend\n\n1. Draw it.', old)).toBeUndefined()
    for (const named of ['', '/review', 'can you read https://example.com/issues/3', 'look at @notes', 'fix a.ts'])
      expect(withPrompt(named, old), named).toBeUndefined()
    expect(withPrompt('continue', old, { first: false })).toBeUndefined()
    expect(withPrompt('continue', { ...old, session: { parent: 'cleared' } })).toBeUndefined()
    expect(withPrompt('continue', old, { origin: 'machine' })).toBeUndefined()
    expect(withPrompt('continue', old, { origin: 'script' })).toBeDefined()
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
    expect(lines('resume', { events: [...events, recap], prompts })?.[0]).toMatch(
      /; handoff h_own\): recap by the agent .*“Next: document it\.”; files: /,
    )
    expect(said('resume', { events: [...events, recap], prompts })?.items[0]?.ids).toEqual(['h_own'])
  })

  it('names the author of each line, and repeats nothing', () => {
    const committed = handed('h_1', 'a', {
      goal: 'Add retries',
      goalBy: 'plan',
      now: 'Add retries (committed, pushed)',
      nowBy: 'commit',
    })
    expect(started(committed)).toEqual([
      'Last session (1 minute ago; handoff h_1): status: committed and pushed “Add retries”; next: agent said “a release”; files: src/parser.ts',
    ])
    const unfinished: Partial<Handoff> = {
      goal: 'Retry uploads',
      now: 'now rename it (unfinished)',
      nowBy: 'user',
      next: 'Shall I add a test?',
    }
    expect(started(handed('h_1', 'a', { ...unfinished, blockers: ['`npm test`: TypeError: no'] }))).toEqual([
      'Last session (1 minute ago; handoff h_1): goal: user asked “Retry uploads”; status: user asked “now rename it” (unfinished); unanswered: agent asked “Shall I add a test?”; failing check: “npm test: TypeError: no”; files: src/parser.ts',
    ])
  })

  it('comes from the newest session that did work, not from one that only asked a question', () => {
    const nothing = { now: 'A cache', next: '', files: [], worked: [], blockers: [] }
    const [trivial, real] = [handed('h_1', 'a', nothing), handed('h_2', 'b')]
    expect(started(trivial, real)?.[0]).toContain('h_2')
    expect(started(trivial)?.[0]).toContain('h_1')
    expect(withPrompt('continue', { handoffs: [trivial, real] })?.items[0]?.ids).toEqual(['h_2'])
  })

  it('names at most six files that the last session changed in its folder', () => {
    const of = (files: string[]) => started(handed('h_1', 'a', { root: '/r', files }))?.[0]
    expect(of(['/r/a.ts', '/elsewhere/x.ts', '/r/b.ts'])).toMatch(/; files: a\.ts, b\.ts$/)
    expect(
      of(Array.from({ length: 12 }, (_, at) => `/r/f${at}.ts`))
        ?.split('files: ')[1]
        ?.split(', '),
    ).toHaveLength(6)
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

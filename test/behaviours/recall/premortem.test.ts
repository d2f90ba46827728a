import { describe, expect, it } from 'vitest'
import premortem from '../../../src/behaviours/recall/premortem.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { believed, CONFIRMED } from '../../domain/experience/believed.ts'
import { done, eventOf, failed, shell } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const prompted = (prompt: string) => eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person' })
const WORK = 'Refactor the eviction clock of the cache so that workers share it'
const failing = failed(
  shell('pytest test_cache.py'),
  'FAILED test_cache.py::test_eviction_clock - AssertionError: drift\n1 failed in 0.12s',
)
const facts = (over: object = {}) => ({
  ...{ settings: SETTINGS, experiences: [believed('x_1')], lessons: [], told: { ids: [] }, premortem: {} },
  ...over,
})
const effects = (over: object = {}, event: ReturnType<typeof prompted> | typeof failing = prompted(WORK)) =>
  effectsOf(premortem, event, 'reply', facts(over))
const said = (over: object = {}, event: ReturnType<typeof prompted> | typeof failing = prompted(WORK)) =>
  ofKind(effects(over, event), 'context')[0]
const marks = (over: object = {}) => ofKind(effects(over), 'emit').map(({ body }) => body)
const open = believed('x_9', { start: { session: 's1', goal: 'Another thing' } })
const now = { ...open, state: 'open', status: undefined } as const

describe('premortem', () => {
  it('says before work of several steps what proved wrong in work like it, and how to test a belief', () => {
    const context = said()
    expect(context).toMatchObject({ type: 'premortem', head: 'What went wrong before in work like this' })
    expect(context?.items[0]?.text).toBe(
      'x_1 yesterday, on “Stop the cache test from being flaky”: agent believed “The eviction clock drifts between workers”; it was falsified: “The clock was frozen and the order of keys still changed”, because “Two tests share one cache directory” (test isolation)\n  agent learned “Give each test its own directory first”',
    )
    expect(context?.foot).toContain('`experience`')
    expect(marks()).toEqual([{ of: ['premortem told'] }])
  })

  it('is not asked for by a prompt for less', () => {
    expect(needsOf(premortem, prompted('Fix the flaky cache test'), 'reply')).toBeUndefined()
  })

  it('is silent with nothing on record that fits', () => {
    expect(effects({ experiences: [] })).toEqual([])
    expect(effects({ experiences: [believed('x_1', { end: CONFIRMED })] })).toEqual([])
    expect(effects({}, prompted('Refactor the invoice totals so that rounding happens per line'))).toEqual([])
  })

  it('never repeats what this session was told or went through itself', () => {
    expect(effects({ told: { ids: ['x_1'] } })).toEqual([])
    expect(effects({ experiences: [believed('x_1', { start: { session: 's1' } })] })).toEqual([])
    const adopted = believed('x_1', { between: [{ kind: 'adopt', at: open.startedAt + 1, session: 's1' }] })
    expect(effects({ experiences: [adopted] })).toEqual([])
  })

  it('leaves out how to start an experience while one is open', () => {
    expect(said({ experiences: [believed('x_1'), now] })?.foot).toBeUndefined()
  })

  it('comes with the first failing check of a cycle if no experience is open', () => {
    expect(said({}, failing)?.items[0]?.ids).toEqual(['x_1'])
    expect(effects({ premortem: { toldAt: failing.at - 1000 } }, failing)).toEqual([])
    expect(effects({ experiences: [believed('x_1'), now] }, failing)).toEqual([])
  })

  it('says nothing of a check that passed', () => {
    const passed = done(shell('pytest test_cache.py'), '3 passed in 0.10s')
    expect(effectsOf(premortem, passed, 'reply', facts())).toEqual([])
  })

  it('begins a new cycle with other work, even if there is nothing to say of it', () => {
    expect(marks({ experiences: [], premortem: { toldAt: 5 } })).toEqual([{ of: ['premortem due'] }])
  })

  it('tells what several experiences taught, if it fits', () => {
    const lesson = {
      ...{ id: 'l_1', type: 'insight', state: 'active', learnedAt: 0, at: 0, support: 5, evidence: ['x_1'] },
      text: 'Tests of the cache fail when workers share an eviction clock',
    } as unknown as Lesson
    expect(said({ experiences: [], lessons: [lesson] })?.items[0]?.text).toContain(
      'insight from 5 experiences: “Tests of the cache',
    )
    expect(effects({ experiences: [], lessons: [{ ...lesson, state: 'retired' }] })).toEqual([])
  })
})

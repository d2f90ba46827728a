import { describe, expect, it } from 'vitest'
import experienceRecall from '../../../src/behaviours/recall/experience-recall.ts'
import { believed, CONFIRMED } from '../../domain/experience/believed.ts'
import { eventOf, failed, shell, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const prompted = (prompt: string) => eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person' })
const ASKED = prompted('Fix the flaky cache test')
const failing = failed(
  shell('pytest test_cache.py'),
  'FAILED test_cache.py::test_eviction_clock - AssertionError: drift\n1 failed in 0.12s',
)
const facts = (over: object) => ({
  ...{ settings: SETTINGS, experiences: [believed('x_1')], told: { ids: [] }, premortem: {}, ...over },
})
const said = (over: object = {}, event: typeof ASKED | typeof failing = ASKED) =>
  ofKind(effectsOf(experienceRecall, event, 'reply', facts(over)), 'context')[0]
const told = (over: object = {}, event: typeof ASKED | typeof failing = ASKED) =>
  said(over, event)?.items.flatMap(({ ids }) => ids)

describe('experience-recall', () => {
  it('brings the experience of the same matter with a short prompt', () => {
    expect(said()).toMatchObject({ type: 'rich', head: 'What agents believed before, and what came of it' })
    expect(told()).toEqual(['x_1'])
  })

  it('never tells a wrong belief as a fact, not even one that was given up on the way', () => {
    const update = { kind: 'update', at: T0 - 47.5 * 3_600_000, hypothesis: 'A fixture leaks between tests' } as const
    const text = said({ experiences: [believed('x_1', { between: [update], end: CONFIRMED })] })?.items[0]?.text
    expect(text).toContain('agent believed “A fixture leaks between tests”; it was confirmed: “Forty runs passed”')
    expect(text).toContain('given up before: “The eviction clock drifts between workers”')
  })

  it('says nothing of what is open, was abandoned, was opened by Hindcast, or was told before', () => {
    expect(said({ experiences: [{ ...believed('x_1'), status: undefined, state: 'open' }] })).toBeUndefined()
    expect(said({ experiences: [believed('x_1', { end: { status: 'abandoned' } })] })).toBeUndefined()
    expect(said({ experiences: [{ ...believed('x_1'), isProvisional: true }] })).toBeUndefined()
    expect(said({ told: { ids: ['x_1'] } })).toBeUndefined()
  })

  it('is not asked by short prompts, commands and machines', () => {
    for (const prompt of ['fix it', '/cache test flaky please'])
      expect(needsOf(experienceRecall, prompted(prompt), 'reply')).toBeUndefined()
    const machine = eventOf('UserPromptSubmit', {
      prompt: 'Fix the flaky cache test',
      isPrivate: false,
      origin: 'machine',
    })
    expect(needsOf(experienceRecall, machine, 'reply')).toBeUndefined()
  })

  it('leaves to a premortem what went wrong', () => {
    const both = { experiences: [believed('x_1'), believed('x_2', { end: CONFIRMED })] }
    expect(told(both, prompted('Refactor the eviction clock of the flaky cache test'))).toEqual(['x_2'])
    expect(told(both, failing)).toEqual(['x_2'])
    expect(told({ ...both, premortem: { toldAt: T0 - 1000 } }, failing)).toEqual(['x_1', 'x_2'])
  })

  it('shows two at most', () => {
    const experiences = ['x_1', 'x_2', 'x_3'].map((id) => believed(id))
    expect(told({ experiences })).toHaveLength(2)
  })
})

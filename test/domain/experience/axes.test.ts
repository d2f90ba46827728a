import { describe, expect, it } from 'vitest'
import { axisText, earlierBeliefs } from '../../../src/domain/experience/axes.ts'
import { T0 } from '../samples.ts'
import { believed, CONFIRMED } from './believed.ts'

const update = { kind: 'update', at: T0 - 47.5 * 3_600_000, hypothesis: 'A fixture leaks between tests' } as const

describe('the axes of an experience', () => {
  it('hold all of it, with the beliefs that were given up', () => {
    const { title, more } = axisText(believed('x_1', { between: [update] }), 'whole')
    expect(title).toBe('Stop the cache test from being flaky')
    for (const said of ['A fixture leaks', 'eviction clock drifts', 'test_cache.py', 'share one cache directory'])
      expect(more).toContain(said)
  })

  it('compare an approach by its name and what came of it', () => {
    const { title, more } = axisText(believed('x_1'), 'strategy')
    expect(title).toBe('check-assumptions')
    expect(more).toContain('It still failed every third run')
  })

  it('say nothing of surprises and root causes where there were none', () => {
    const one = believed('x_1', { end: { ...CONFIRMED } })
    expect(axisText(one, 'surprise')).toEqual({ title: '', more: '' })
    expect(axisText(one, 'root-cause')).toEqual({ title: '', more: '' })
  })

  it('name the kind of root cause and its words', () => {
    expect(axisText(believed('x_1'), 'root-cause').title).toBe('test-isolation Two tests share one cache directory')
  })

  it('compare a failing check by its tests, error and commit, not by what all of them say', () => {
    const start = {
      by: 'hindcast',
      goal: 'Make `pytest` pass',
      hypothesis: 'KeyError: a',
      failing: ['test_order'],
    } as const
    const end = { ...CONFIRMED, committed: '0123abc keep the order', files: ['/home/dev/app/store.py'] }
    const { title, more } = axisText(believed('x_1', { start, end }), 'whole')
    expect(title).toBe('test_order')
    expect(more).toBe('KeyError: a\nkeep the order')
  })

  it('list earlier beliefs once each, without the last', () => {
    expect(earlierBeliefs(believed('x_1'))).toEqual([])
    expect(earlierBeliefs(believed('x_1', { between: [update] }))).toEqual([
      'The eviction clock drifts between workers',
    ])
  })
})

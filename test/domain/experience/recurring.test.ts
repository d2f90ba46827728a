import { describe, expect, it } from 'vitest'
import { keptMark, markOf } from '../../../src/domain/experience/failure.ts'
import { recurringLike } from '../../../src/domain/experience/recurring.ts'
import { believed, CONFIRMED } from './believed.ts'

const ERROR = 'KeyError: eviction clock of the worker cache is not registered'
const failure = (id: string, session: string, error = ERROR) =>
  believed(id, {
    start: {
      ...{ by: 'hindcast', session, hypothesis: error, goal: 'Make `pytest` pass' },
      ...{ failing: ['test_eviction_clock'], failure: keptMark(markOf({ error, failing: ['test_eviction_clock'] })) },
    },
    end: { ...CONFIRMED, by: 'hindcast', files: ['/home/dev/app/clock.py'] },
  })
const both = [failure('x_1', 'one'), failure('x_2', 'two')]
const query = { text: 'Refactor the eviction clock that each worker of the cache registers' }
const listener = { session: 'now', told: new Set<string>() }

describe('failures that came back', () => {
  it('are told once, with the number of their sessions and the last cure', () => {
    expect(recurringLike(both, query, listener)).toMatchObject([{ cure: { id: 'x_1' }, sessions: 2 }])
  })

  it('are none if they stayed in one session', () => {
    expect(recurringLike([failure('x_1', 'one'), failure('x_2', 'one')], query, listener)).toEqual([])
  })

  it('are not told to a session that saw one of them or was told of it', () => {
    expect(recurringLike(both, query, { ...listener, session: 'two' })).toEqual([])
    expect(recurringLike(both, query, { ...listener, told: new Set(['x_2']) })).toEqual([])
  })

  it('are not told because work touches a file that a cure changed', () => {
    expect(recurringLike(both, { text: 'Rename the invoice helpers in clock.py and totals.py' }, listener)).toEqual([])
  })
})

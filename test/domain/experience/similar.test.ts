import { describe, expect, it } from 'vitest'
import { similar } from '../../../src/domain/experience/similar.ts'
import { T0 } from '../samples.ts'
import { believed, CONFIRMED } from './believed.ts'

const other = (id: string) =>
  believed(id, {
    start: {
      ...{
        goal: 'Speed up the search page',
        hypothesis: 'The index is rebuilt per request',
        action: 'Log each rebuild',
      },
      prediction: 'One rebuild per request is logged',
    },
    end: {
      cause: 'The template rendered twice',
      surprise: 'No rebuild at all',
      result: 'No line logged',
      lesson: 'Profile',
    },
  })
const ids = (found: readonly { experience: { id: string } }[]) => found.map(({ experience }) => experience.id)

describe('similar experiences', () => {
  it('share the words of a request', () => {
    expect(ids(similar([other('x_2'), believed('x_1')], { text: 'Fix the flaky cache test' }))).toEqual(['x_1'])
  })

  it('are none if only common words are shared', () => {
    expect(similar([believed('x_1'), other('x_2')], { text: 'Run the tests and fix what fails' })).toEqual([])
    expect(similar([believed('x_1')], { text: '' })).toEqual([])
    expect(similar([], { text: 'Fix the flaky cache test' })).toEqual([])
  })

  it('put a falsified one about the same file before a confirmed one with more of the words', () => {
    const confirmed = believed('x_1', { start: { goal: 'Fix the flaky cache test in CI' }, end: CONFIRMED })
    const wrong = believed('x_2', { start: { goal: 'Make the cache test stable' } })
    const text = 'Fix the flaky cache test in test_cache.py'
    expect(ids(similar([confirmed, wrong], { text }))).toEqual(['x_2', 'x_1'])
  })

  it('are found by a root cause that the goal does not name', () => {
    const query = { text: 'two workers share the same directory' }
    expect(ids(similar([believed('x_1'), other('x_2')], query, 'root-cause'))).toEqual(['x_1'])
  })

  it('count the command of a run as a place', () => {
    const [found] = similar([believed('x_1')], {
      text: 'test_cache.py::test_order failed',
      command: 'pytest test_cache.py',
    })
    expect(found?.isSamePlace).toBe(true)
  })

  it('come newest first among equals', () => {
    const [old, recent] = [believed('x_1'), believed('x_2', { start: { at: T0 - 3_600_000 } })]
    expect(ids(similar([old, recent], { text: 'Fix the flaky cache test' }))).toEqual(['x_2', 'x_1'])
  })
})

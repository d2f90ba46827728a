import { describe, expect, test } from 'vitest'
import { type Asking, curesOf, failuresOf, saysHow } from '../../../src/domain/experience/cures.ts'
import type { Experience } from '../../../src/domain/experience/experience.ts'
import { markOf } from '../../../src/domain/experience/failure.ts'
import { done, failed, shell, T0 } from '../samples.ts'
import { believed } from './believed.ts'

const HOUR = 3_600_000
const OUTPUT = 'test_a.py F\nFAILED test_a.py::test_one - KeyError: 7\n=== 1 failed, 2 passed in 0.10s ==='
const call = failed(shell('pytest test_a.py'), OUTPUT)
const [mark] = failuresOf(call, [])
const asking: Asking = { session: 's1', at: T0, startedAt: T0 - HOUR }

/** The same failure, cured in an earlier session. */
const cure = (id: string, over: Partial<Experience> = {}): Experience => ({
  ...believed(id, { end: { status: 'confirmed' } }),
  ...{ failure: mark?.print, failing: ['test_a.py::test_one'], files: [`/r/${id}.py`], commands: [] },
  ...over,
})
const found = (...experiences: Experience[]) => curesOf(mark ? [mark] : [], experiences, asking).map(({ id }) => id)

describe('a cure is told', () => {
  test('if it passed in the end, and something made the difference', () => {
    expect(found(cure('x_1'))).toEqual(['x_1'])
    expect(found(cure('x_1', { files: [], commands: ['npm ci'] }))).toEqual(['x_1'])
    expect(found(cure('x_1', { files: [] }))).toEqual([])
    expect(found(cure('x_1', { status: 'falsified' }))).toEqual([])
    expect(saysHow(cure('x_1', { status: undefined }))).toBe(false)
  })

  test('of the same failure only', () => {
    expect(found(cure('x_1', { failure: 'another', failing: ['test_b.py::test_two'] }))).toEqual([])
    expect(found(cure('x_1', { failure: undefined, failing: [] }))).toEqual([])
  })

  test('once for those that did the same, those of the same test first', () => {
    const twice = { files: ['/r/a.py'] }
    expect(found(cure('x_1', twice), cure('x_2', twice), cure('x_3'))).toEqual(['x_1', 'x_3'])
    expect(found(cure('x_1', { files: ['/r/a.py'], commands: ['x'] }), cure('x_2', twice))).toEqual(['x_1', 'x_2'])
    expect(found(cure('x_1', { failing: [] }), cure('x_2'))).toEqual(['x_2', 'x_1'])
  })
})

describe('a cure is news to a session', () => {
  const own = { session: 's1', heldBy: undefined }

  test('if it was closed before the session began, two hours ago, or before its context was emptied', () => {
    expect(found(cure('x_1', { ...own, closedAt: asking.startedAt - 1 }))).toEqual(['x_1'])
    expect(found(cure('x_1', { ...own, closedAt: asking.startedAt }))).toEqual([])
    const long: Asking = { session: 's1', at: T0, startedAt: T0 - 9 * HOUR }
    const at = (closedAt: number, more: Partial<Asking> = {}) =>
      curesOf(mark ? [mark] : [], [cure('x_1', { ...own, closedAt })], { ...long, ...more }).length
    expect([at(T0 - 2 * HOUR - 1), at(T0 - 2 * HOUR)]).toEqual([1, 0])
    expect([at(T0 - 60_000 - 1, { emptiedAt: T0 - 60_000 }), at(T0 - 60_000, { emptiedAt: T0 - 60_000 })]).toEqual([
      1, 0,
    ])
  })

  test('if another session began and held it since', () => {
    const since = { startedAt: asking.startedAt + 1, closedAt: T0 - 1 }
    expect(found(cure('x_1', { ...since, session: 's2' }))).toEqual(['x_1'])
    expect(found(cure('x_1', { ...since, session: 's2', heldBy: 's1' }))).toEqual([])
    expect(found(cure('x_1', { ...since, session: 's1', heldBy: 's2' }))).toEqual([])
    expect(found(cure('x_1', { ...since, session: 's2', startedAt: asking.startedAt }))).toEqual([])
  })
})

test('what failed in a call are its checks and the error that it ended with, nothing if it succeeded', () => {
  expect(failuresOf(done(shell('pytest'), '=== 3 passed in 0.10s ==='), [])).toEqual([])
  expect(failuresOf(done(shell('pytest | tail'), OUTPUT), [])).toHaveLength(1)
  expect(failuresOf(call, [])).toHaveLength(2)
  expect(failuresOf(failed(shell('uv run x'), 'error: no such command x'), [])).toEqual([
    markOf({ error: 'error: no such command x' }),
  ])
  expect(failuresOf(failed(shell('true'), ''), [])).toEqual([])
})

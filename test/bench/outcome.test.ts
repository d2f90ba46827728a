import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judged, judgementOf, labelsIn } from '../../bench/outcome/labels.ts'
import type { CheckOutcome } from '../../src/domain/checks/outcome.ts'

const outcome = (check: CheckOutcome['check'], status: CheckOutcome['status']): CheckOutcome => ({
  ...{ check, status, runner: 'r', command: 'r' },
})

describe('the labels of real runs', () => {
  it('can all be read', () => {
    expect(labelsIn(resolve('bench/outcome/labels.json')).size).toBeGreaterThan(700)
  })

  it('a pass that a reader does not see is a false pass; a failure and an error are the same', () => {
    expect(judgementOf('fail', 'pass')).toBe('false pass')
    expect(judgementOf('unknown', 'pass')).toBe('false pass')
    expect(judgementOf('fail', 'error')).toBe('right')
    expect(judgementOf('pass', 'unknown')).toBe('unknown where a reader can tell')
    expect(judgementOf('none', undefined)).toBe('right')
  })

  it('runs are compared by what they check, missed ones and ones that are no checks are counted', () => {
    const label = [
      { check: 'lint', status: 'pass' },
      { check: 'test', status: 'fail' },
    ] as const
    expect(judged(label, [outcome('test', 'fail'), outcome('lint', 'pass')])).toEqual(['right', 'right'])
    expect(judged(label, [outcome('test', 'unknown')])).toEqual(['missed', 'unknown where a reader can tell'])
    expect(judged([], [outcome('build', 'pass')])).toEqual(['false check'])
  })
})

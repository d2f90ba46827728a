import type { Entry, ResolveEntry, StartEntry } from '../../../src/domain/experience/entry.ts'
import type { Experience } from '../../../src/domain/experience/experience.ts'
import { experienceOf } from '../../../src/domain/experience/journal.ts'
import { T0 } from '../samples.ts'

const HOUR = 3_600_000

interface Given {
  readonly start?: Partial<StartEntry>
  readonly between?: readonly Entry[]
  readonly end?: Partial<ResolveEntry>
}

/** An experience of an earlier session: a belief about a flaky cache test that proved wrong. */
export function believed(id: string, { start = {}, between = [], end = {} }: Given = {}): Experience {
  const begun: StartEntry = {
    ...{ kind: 'start', by: 'agent', at: T0 - 48 * HOUR, session: 'earlier', project: 'p1' },
    ...{ domain: 'debugging', strategy: 'check-assumptions', goal: 'Stop the cache test from being flaky' },
    hypothesis: 'The eviction clock drifts between workers',
    action: 'Freeze the clock in test_cache.py',
    prediction: 'pytest test_cache.py passes ten times in a row',
    ...start,
  }
  const ended: ResolveEntry = {
    ...{
      kind: 'resolve',
      by: 'agent',
      at: begun.at + HOUR,
      status: 'falsified',
      result: 'It still failed every third run',
    },
    surprise: 'The clock was frozen and the order of keys still changed',
    ...{ rootCause: 'test-isolation', cause: 'Two tests share one cache directory' },
    lesson: 'Give each test its own directory first',
    ...end,
  }
  const found = experienceOf(id, [begun, ...between, ended])
  if (found === undefined) throw new Error('no start')
  return found
}

/** Its end, confirmed. */
export const CONFIRMED: Partial<ResolveEntry> = {
  ...{ status: 'confirmed', result: 'Forty runs passed' },
  ...{ surprise: undefined, rootCause: undefined, cause: undefined },
}

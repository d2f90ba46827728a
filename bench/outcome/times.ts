import { outcomesOfCall } from '../../src/domain/checks/judge.ts'
import { done, shell } from '../../test/domain/samples.ts'
import { quantile, table } from '../retrieval/figures.ts'
import type { Ended } from './calls.ts'
import { recordedCalls } from './recorded.ts'

const ROUNDS = 5
const LARGE = 100 * 1024
const LARGEST = 50

/** How long one call takes: the median, the 95th percentile and the slowest, in milliseconds. */
export function timeTable(real: readonly Ended[]): string {
  const recordings = recordedCalls()
  const large = recordings.flatMap((call) => {
    const text = call.name === 'PostToolUse' ? call.result.text : call.error
    const command = call.act.kind === 'shell' ? call.act.command : ''
    return text === '' ? [] : [done(shell(`${command} | cat`), text.repeat(Math.ceil(LARGE / text.length)))]
  })
  const largest = real.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, LARGEST)
  const rows = Object.entries({
    recordings: recordings,
    'recordings, repeated to 100 KB': large,
    'real shell calls': real,
    [`the ${LARGEST} largest of them`]: largest,
  }).map(([name, calls]) => rowOf(name, calls))
  return table(['', 'calls', 'KB at most', 'median', 'p95', 'slowest'], rows)
}

const sizeOf = (call: Ended): number => (call.name === 'PostToolUse' ? call.result.text : call.error).length

function rowOf(name: string, calls: readonly Ended[]): string[] {
  for (const call of calls) outcomesOfCall(call, [])
  const times = Array.from({ length: ROUNDS }, () => calls.map(timed)).flat()
  const size = Math.max(0, ...calls.map(sizeOf))
  const shown = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(3))
  return [name, String(calls.length), (size / 1024).toFixed(0), ...shown]
}

function timed(call: Ended): number {
  const began = performance.now()
  outcomesOfCall(call, [])
  return performance.now() - began
}

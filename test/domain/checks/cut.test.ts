import { describe, expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import { run } from './checked.ts'
import { expectedOf, RECORDINGS, recorded } from './recordings.ts'

/** With coverage too low, the last line is that of a pass. */
const UNKNOWABLE = 'pytest7-covfail'

const failures = RECORDINGS.filter(
  (recording) =>
    recording.file !== UNKNOWABLE &&
    recording.exit !== 0 &&
    !/[|;&]/.test(recording.line) &&
    expectedOf(recording).length === 1,
)

/** The first four numbers of lines and, of those beyond, two that are spread evenly: all of them in `npm run test:long`. */
function countsUpTo(most: number): number[] {
  const step = runs(1) > 1 ? 1 : Math.max(1, Math.floor(most / 2))
  return Array.from({ length: most }, (_, at) => at + 1).filter((count) => count <= 4 || count % step === 0)
}

describe('a failed run', () => {
  it.each(failures.map(({ file, line }) => [file, line] as const))('%s is no pass, however it is cut', (file, line) => {
    const lines = recorded(file).trimEnd().split('\n')
    const passes: string[] = []
    for (const count of countsUpTo(lines.length)) {
      const ends = { tail: lines.slice(-count), head: lines.slice(0, count) }
      for (const [cut, kept] of Object.entries(ends))
        if (run(`${line} 2>&1 | ${cut} -${count}`, 0, kept.join('\n')).some(({ status }) => status === 'pass'))
          passes.push(`${cut} -${count}`)
    }
    expect(passes).toEqual([])
  })
})

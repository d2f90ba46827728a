import { describe, expect, it } from 'vitest'
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

describe('a failed run', () => {
  it.each(failures.map(({ file, line }) => [file, line] as const))('%s is no pass, however it is cut', (file, line) => {
    const lines = recorded(file).trimEnd().split('\n')
    const passes: string[] = []
    for (let count = 1; count <= lines.length; count++) {
      const ends = { tail: lines.slice(-count), head: lines.slice(0, count) }
      for (const [cut, kept] of Object.entries(ends))
        if (run(`${line} 2>&1 | ${cut} -${count}`, 0, kept.join('\n')).some(({ status }) => status === 'pass'))
          passes.push(`${cut} -${count}`)
    }
    expect(passes).toEqual([])
  })
})

import { structuredPatch } from 'diff'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedSince, linesSaid, type PastChange } from '../../../src/domain/coordination/lines.ts'
import { lineChanges } from '../../../src/wire/claude-code/line-changes.ts'
import { runs } from '../../runs.ts'

const others = (at: number, removed: number, added: number): PastChange => ({
  lines: [{ at, removed, added }],
  isOthers: true,
})
const own = (at: number, removed: number, added: number): PastChange => ({
  ...others(at, removed, added),
  isOthers: false,
})

describe('the lines that others changed', () => {
  it.each<[string, PastChange[], string]>([
    ['one edit', [others(10, 1, 5)], '10-14'],
    ['an edit that a later one moves down', [others(10, 1, 1), own(2, 0, 4)], '14-14'],
    ['an edit that a later one below leaves in place', [others(10, 1, 1), others(30, 2, 2)], '10-10 30-31'],
    ['two edits next to each other', [others(10, 2, 2), others(12, 1, 3)], '10-14'],
    ['a line that was removed, by the line before it', [others(10, 1, 0)], '9-9'],
    ['the first line removed', [others(1, 1, 0)], '1-1'],
    ['lines removed, then the file moved down', [others(10, 3, 0), own(1, 0, 2)], '11-11'],
    ['lines removed before a line that was written again', [others(10, 1, 0), own(10, 1, 1)], '9-9'],
    ['lines that were written again', [others(10, 5, 5), own(12, 1, 2)], '10-11 14-15'],
    ['lines that were all written again', [others(10, 2, 2), own(9, 4, 1)], ''],
    ['no edit', [own(10, 5, 5)], ''],
  ])('%s', (_, changes, ranges) => {
    expect(
      changedSince(changes)
        ?.map(({ from, to }) => `${from}-${to}`)
        .join(' '),
    ).toBe(ranges)
  })

  it('are unknown once one of their changes is', () => {
    expect(changedSince([others(1, 1, 1), { isOthers: true }])).toBeUndefined()
  })

  it('are unknown if something unknown moved them, but not if it came before', () => {
    expect(changedSince([others(1, 1, 1), { isOthers: false }])).toBeUndefined()
    expect(changedSince([{ isOthers: false }, others(1, 1, 1)])).toEqual([{ from: 1, to: 1 }])
  })

  it('are those that a diff of every change shows, wherever later changes moved them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.array(edit, { minLength: 1, maxLength: 8 }), (size, edits) => {
        const { now, changes } = replay(size, edits)
        const covered = new Set(changedSince(changes)?.flatMap(({ from, to }) => between(from, to)))
        const theirs = now.flatMap(({ by }, n) => (by === 'others' ? [n + 1] : []))
        expect(theirs.filter((line) => !covered.has(line))).toEqual([])
        // What else is covered are the lines before their removals
        const rest = [...covered].filter((line) => !theirs.includes(line))
        const removals = changes.filter(({ isOthers, lines }) => isOthers && lines?.some(({ added }) => added === 0))
        expect(rest.length).toBeLessThanOrEqual(removals.length)
      }),
      { numRuns: runs(200) },
    )
  })
})

interface Line {
  readonly text: string
  readonly by: 'nobody' | 'self' | 'others'
}

const edit = fc.record({
  at: fc.nat(),
  removed: fc.integer({ min: 0, max: 6 }),
  added: fc.integer({ min: 0, max: 6 }),
  isOthers: fc.boolean(),
})

const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** Every line has a text of its own, so that the diff can match lines in one way only. */
function replay(size: number, edits: readonly (typeof edit extends fc.Arbitrary<infer T> ? T : never)[]) {
  let count = 0
  const fresh = (by: Line['by']): Line => ({ text: `line ${count++}`, by })
  let now: Line[] = Array.from({ length: size }, () => fresh('nobody'))
  const changes: PastChange[] = []
  for (const { at, removed, added, isOthers } of edits) {
    const from = at % (now.length + 1)
    const next = [...now]
    next.splice(from, removed, ...Array.from({ length: added }, () => fresh(isOthers ? 'others' : 'self')))
    changes.push({ isOthers, lines: lineChanges(patch(now, next)) ?? [] })
    now = next
  }
  return { now, changes }
}

const patch = (before: readonly Line[], after: readonly Line[]) => {
  const text = (lines: readonly Line[]) => lines.map((line) => `${line.text}\n`).join('')
  return structuredPatch('a', 'a', text(before), text(after), '', '', { context: 3 }).hunks
}

describe('how lines are said', () => {
  it.each<[[number, number][], string]>([
    [[], ''],
    [[[4, 4]], 'line 4'],
    [[[10, 14]], 'lines 10–14'],
    [
      [
        [10, 14],
        [32, 32],
      ],
      'lines 10–14 and 32',
    ],
    [
      [
        [1, 2],
        [4, 4],
        [6, 9],
      ],
      'lines 1–2, 4 and 6–9',
    ],
    [
      [
        [1, 1],
        [3, 3],
        [5, 5],
        [7, 7],
        [9, 9],
        [11, 11],
        [13, 13],
      ],
      'lines 1, 3, 5, 7, 9 and 2 more',
    ],
  ])('%j: %s', (ranges, said) => {
    expect(linesSaid(ranges.map(([from, to]) => ({ from, to })))).toBe(said)
  })
})

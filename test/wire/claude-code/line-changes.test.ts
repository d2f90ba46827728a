import { structuredPatch } from 'diff'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineChanges } from '../../../src/wire/claude-code/line-changes.ts'
import { runs } from '../../runs.ts'

const hunk = (oldStart: number, ...lines: string[]) => ({
  oldStart,
  oldLines: 9,
  newStart: oldStart,
  newLines: 8,
  lines,
})

it.each<[string, unknown, unknown]>([
  ['a replaced line', [hunk(3, ' a', '-b', '+c', '+d', ' e')], [{ at: 4, removed: 1, added: 2 }]],
  [
    'two changes in one hunk',
    [hunk(1, '-a', ' b', '+c', ' d')],
    [
      { at: 1, removed: 1, added: 0 },
      { at: 3, removed: 0, added: 1 },
    ],
  ],
  [
    'an end without a newline',
    [hunk(1, '-a', '\\ No newline at end of file', '+b')],
    [{ at: 1, removed: 1, added: 1 }],
  ],
  ['a hunk whose lines are private', [hunk(20)], [{ at: 20, removed: 9, added: 8 }]],
  ['a new file', [], undefined],
  ['no patch', undefined, undefined],
  ['a hunk without a position', [hunk(1, '-a'), { lines: ['+b'] }], undefined],
])('%s', (_, hunks, changes) => {
  expect(lineChanges(hunks)).toEqual(changes)
})

it('many changes become one that spans them', () => {
  const hunks = Array.from({ length: 60 }, (_, n) => hunk(n * 10 + 1, '-a', '+b', '+c'))
  expect(lineChanges(hunks)).toEqual([{ at: 1, removed: 591, added: 651 }])
})

it('outside the changes, a file has the same lines before and after', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
  const textOf = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
  fc.assert(
    fc.property(lines, lines, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
      const { hunks } = structuredPatch('f', 'f', textOf(before), textOf(after), '', '', { context })
      const kept: (string | undefined)[] = [...before]
      // From the end, so that the positions hold
      for (const { at, removed, added } of [...(lineChanges(hunks) ?? [])].reverse())
        kept.splice(at - 1, removed, ...Array.from({ length: added }, () => undefined))
      expect(kept.length).toBe(after.length)
      expect(kept.filter((line, n) => line !== undefined && line !== after[n])).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

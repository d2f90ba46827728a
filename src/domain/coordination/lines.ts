import type { LineChange } from '../tool.ts'

/** One of several changes of a file, for `changedSince`. */
export interface PastChange {
  /** Undefined if it is not known which lines it changed. */
  readonly lines?: readonly LineChange[] | undefined
  /** Its lines are asked for. */
  readonly isOthers: boolean
}

/** Lines of a file, 1-based, both ends included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/**
 * Which lines of a file, as it is after all changes (given oldest first), the others' changes wrote. Where they only
 * removed lines, the line before. Lines that were written again by a change that is not others' are left out. Undefined
 * if it is not known.
 */
export function changedSince(changes: readonly PastChange[]): readonly LineRange[] | undefined {
  let runs: readonly Run[] = UNCHANGED
  for (const { lines, isOthers } of changes) {
    if (lines !== undefined) runs = withLineChanges(runs, lines, isOthers)
    // What shifted by how much is unknown, which matters only if there is anything to shift
    else if (isOthers || runs.some((run) => run.isOthers)) return undefined
  }
  return rangesOf(runs)
}

/** Lines of a file in a row with the same origin. One of no lines is a place where lines were removed. */
interface Run {
  readonly lines: number
  readonly isOthers: boolean
}

const UNCHANGED: readonly Run[] = [{ lines: Number.POSITIVE_INFINITY, isOthers: false }]

/** Positions refer to the file before the change, so the last is replaced first. */
const withLineChanges = (runs: readonly Run[], lines: readonly LineChange[], isOthers: boolean): readonly Run[] =>
  [...lines]
    .sort((a, b) => b.at - a.at)
    .reduce((all, { at, removed, added }) => {
      const [before, rest] = splitAt(all, at - 1)
      // What was removed right before these lines is no part of them
      const places = rest.findIndex((run) => run.lines > 0)
      const [, after] = splitAt(rest.slice(places), removed)
      return [
        ...before,
        ...rest.slice(0, places),
        ...(added > 0 || isOthers ? [{ lines: added, isOthers }] : []),
        ...after,
      ]
    }, runs)

/** The first `lines` lines, and the rest. */
function splitAt(runs: readonly Run[], lines: number): readonly [readonly Run[], readonly Run[]] {
  const head: Run[] = []
  let left = Math.max(0, lines)
  for (const [n, run] of runs.entries()) {
    if (left === 0) return [head, runs.slice(n)]
    if (run.lines > left)
      return [
        [...head, { ...run, lines: left }],
        [{ ...run, lines: run.lines - left }, ...runs.slice(n + 1)],
      ]
    head.push(run)
    left -= run.lines
  }
  return [head, []]
}

function rangesOf(runs: readonly Run[]): readonly LineRange[] {
  const ranges: LineRange[] = []
  let line = 1
  for (const { lines, isOthers } of runs) {
    const last = ranges.at(-1)
    const from = lines === 0 ? Math.max(1, line - 1) : line
    const to = Math.max(from, line + lines - 1)
    if (isOthers && last !== undefined && from <= last.to + 1)
      ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else if (isOthers) ranges.push({ from, to })
    line += lines
  }
  return ranges
}

/** Beyond this many, the rest is counted. */
const MOST_RANGES = 5

/** `line 4`, `lines 10–14 and 32`. Empty if there are none. */
export function linesSaid(ranges: readonly LineRange[]): string {
  const shown = ranges.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  const more = ranges.length - shown.length
  const parts = more > 0 ? [...shown, `${more} more`] : shown
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  return parts.length === 0 ? '' : `${isOne ? 'line' : 'lines'} ${spokenList(parts)}`
}

const spokenList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

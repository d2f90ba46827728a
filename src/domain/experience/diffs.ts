import type { EventRecord } from '../nouns/event.ts'

/** Lines of an edit that are told, removed and added ones each. */
const MOST_LINES = 2
const MAX_LINE = 120

/**
 * What an edit changed, as a record keeps it: the file's path, then the first lines that were removed (`- …`) and added
 * (`+ …`) at one place, the first that holds more than comments; none if the event holds no patch of one file.
 */
export function diffOf({ filesModified, input = '' }: EventRecord): readonly string[] {
  const [file, ...more] = filesModified
  if (file === undefined || more.length > 0) return []
  const lines = input.split('\n').filter((line) => !/^(?:---|\+\+\+) /.test(line))
  // Lines in between stay as they are, so what stands around them is not one replaced by the other
  const blocks = lines
    .map((line) => (/^[-+]/.test(line) ? line : '\n'))
    .join('\n')
    .split(/\n{2,}/)
  const places = blocks.flatMap(placesAt)
  const [gone, come] = places.find((place) => place.flat().some((line) => !COMMENT.test(line))) ?? places[0] ?? [[], []]
  if (gone.length + come.length === 0) return []
  return [[file, ...gone.map((line) => shownLine('-', line)), ...come.map((line) => shownLine('+', line))].join('\n')]
}

/** Removed and added lines between those that are both, as an edit without context repeats them. */
function placesAt(block: string): readonly (readonly [readonly string[], readonly string[]])[] {
  const marked = (mark: '-' | '+') =>
    block
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1).trim())
  const [removed, added] = [marked('-'), marked('+')]
  const groups = (lines: readonly string[], others: readonly string[]) =>
    lines.reduce<string[][]>(
      (found, line) => {
        if (others.includes(line)) found.push([])
        else if (line !== '') found.at(-1)?.push(line)
        return found
      },
      [[]],
    )
  const [gone, come] = [groups(removed, added), groups(added, removed)]
  const isAligned = gone.length === come.length
  return (isAligned ? gone : [gone.flat()])
    .map(
      (lines, at) =>
        [lines.slice(0, MOST_LINES), ((isAligned ? come[at] : come.flat()) ?? []).slice(0, MOST_LINES)] as const,
    )
    .filter(([some, others]) => some.length + others.length > 0)
}

const COMMENT = /^(?:\/\/|\/?\*|#(?:\s|$)|-- |<!--|;;)/

const shownLine = (mark: string, line: string): string => `${mark} ${line.slice(0, MAX_LINE)}`

/** A kept diff taken apart again; paths as stored. */
export function partsOfDiff(diff: string): {
  readonly file: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
} {
  const [file = '', ...lines] = diff.split('\n')
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))
  return { file, removed: marked('- '), added: marked('+ ') }
}

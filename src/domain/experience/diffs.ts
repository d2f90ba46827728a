import type { EventRecord } from '../nouns/event.ts'

/** Lines of an edit that are told, removed and added ones each. */
const MOST_LINES = 2
const MAX_LINE = 120

/**
 * What an edit changed, as a record keeps it: the file's path, then its first lines that were removed (`- …`) and added
 * (`+ …`); none if the event holds no patch of one file.
 */
export function diffOf({ filesModified, input = '' }: EventRecord): readonly string[] {
  const [file, ...more] = filesModified
  if (file === undefined || more.length > 0) return []
  const lines = input.split('\n').filter((line) => !/^(?:---|\+\+\+) /.test(line))
  const marked = (mark: '-' | '+') => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1).trim())
  const [removed, added] = [marked('-'), marked('+')]
  const gone = removed.filter((line) => line !== '' && !added.includes(line)).slice(0, MOST_LINES)
  const come = added.filter((line) => line !== '' && !removed.includes(line)).slice(0, MOST_LINES)
  if (gone.length + come.length === 0) return []
  return [[file, ...gone.map((line) => shownLine('-', line)), ...come.map((line) => shownLine('+', line))].join('\n')]
}

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

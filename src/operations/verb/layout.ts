import { oneLine } from '@hindcast/text/phrases.ts'
import truncated from 'fast-string-truncated-width'
import type { Screen } from './operation.ts'

/** How many columns a text takes on a terminal: wide letters take two, colours none. */
export const widthOf = (text: string): number => truncated(text).width

/** A text cut to a width, its end shown as `…`. Colours are painted after that. */
export function cutText(text: string, columns: number): string {
  const { truncated: isCut, index } = truncated(text, { limit: columns, ellipsis: '…', ellipsisWidth: 1 })
  if (!isCut) return text
  // The index is too high by one after some letters
  const fits = [index, index - 1].find((end) => widthOf(text.slice(0, end)) < columns) ?? index - 2
  return `${text
    .slice(0, fits)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s…]+$/, '')}…`
}

/** Where no terminal says how wide it is. */
const TITLE_COLUMNS = 80

/** A title cut to a width; through a pipe to a length that still is read at a glance (`--json` has all of it). */
export const cutTitle = (title: string, columns: number): string =>
  cutText(title, Number.isFinite(columns) ? columns : TITLE_COLUMNS)

/** A text with blanks added up to a width. */
export const paddedText = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))

/**
 * A line as lines of at most a width, broken at blanks; all but the first are set in by `hanging` columns. A word that is
 * longer than a line stands alone, for the terminal to break. Blanks within a line are kept.
 */
export function wrappedLines(line: string, columns: number, hanging: number): string[] {
  if (widthOf(line) <= columns) return [line]
  const lines: string[] = []
  let current = ''
  for (const word of line.match(/\s*\S+/g) ?? []) {
    if (/^\s*-?$/.test(current) || widthOf(current + word) <= columns) current += word
    else {
      lines.push(current)
      current = ' '.repeat(hanging) + word.trimStart()
    }
  }
  return [...lines, current]
}

/** A text of any lines as a paragraph, all of it set in by `indent` columns. */
export const paragraph = (text: string, indent: number, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrappedLines(' '.repeat(indent) + line, columns, indent + line.search(/[^\s-]|$/)))
    .join('\n')

/** A labelled text or list, as wide as the screen: on the label's line where it fits, else below it. */
export function labelledValue(label: string, value: string | readonly string[], { columns, bold }: Screen): string {
  if (typeof value !== 'string')
    return [bold(`${label}:`), ...value.map((each) => paragraph(`- ${oneLine(each)}`, 2, columns))].join('\n')
  const text = value.trim()
  const isShort = !text.includes('\n') && widthOf(`${label}: ${text}`) <= columns
  return isShort ? `${bold(`${label}:`)} ${text}` : `${bold(`${label}:`)}\n${paragraph(text, 2, columns)}`
}

/** A labelled list of files, each by its path in the folder that they share. */
export function labelledFiles(label: string, paths: readonly string[], screen: Screen): string {
  const [first = '', ...others] = paths
  const names = first.split('/').slice(0, -1)
  const isShared = (n: number) => others.every((path) => path.startsWith(`${names.slice(0, n).join('/')}/`))
  const most = names.findLastIndex((_, n) => isShared(n + 1)) + 1
  if (!first.startsWith('/') || most < 2) return labelledValue(label, paths.map(screen.short), screen)
  const folder = names.slice(0, most).join('/')
  const inside = paths.map((path) => path.slice(folder.length + 1))
  return labelledValue(`${label} in ${screen.short(`${folder}/`).slice(0, -1)}`, inside, screen)
}

/**
 * A table under a line of headings, cut to the screen's width. Its last column may be long; on a narrow screen it takes the
 * place of those before it, except the first two.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], screen: Screen): string {
  const isPiped = !Number.isFinite(screen.columns)
  const short = isPiped ? rows.map((row) => row.with(-1, cutTitle(row.at(-1) ?? '', screen.columns))) : rows
  const [first = '', ...rest] = alignedRows(fitting([head, ...short], screen.columns)).map((line) =>
    cutText(line, screen.columns),
  )
  return [screen.dim(first), ...rest].join('\n')
}

/** What a long last column needs to be read. */
const LAST_LEAST = 28

function fitting(rows: readonly (readonly string[])[], columns: number): readonly (readonly string[])[] {
  const widths = widthsOf(rows)
  const needed = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, Math.min(widths.at(-1) ?? 0, LAST_LEAST))
  if (needed <= columns || widths.length <= 3) return rows
  return fitting(
    rows.map((row) => row.toSpliced(-2, 1)),
    columns,
  )
}

const widthsOf = (rows: readonly (readonly string[])[]): number[] =>
  rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, widthOf(cell))), [])

/** Rows in aligned columns, two blanks apart. What is right of the last column is not filled up. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const widths = widthsOf(rows)
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : paddedText(cell, widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

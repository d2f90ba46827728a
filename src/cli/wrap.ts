import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'

/** Columns by which what goes on is set in, beside its own line. */
const HANGING = 4
/** On less it is left to the terminal. */
const LEAST = 40

/** A text as wide as the terminal: lines break at blanks and go on set in; through a pipe they stay as they are. */
export function wrapFor(stream: WriteStream | NodeJS.WriteStream, text: string): string {
  const { columns } = stream
  if (stream.isTTY !== true || !columns || columns < LEAST) return text
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : wrapped(line, columns)))
    .join('\n')
}

/** Greedy; a word that is longer than a line stands alone, for the terminal to break. Blanks within a line are kept. */
function wrapped(line: string, columns: number): string {
  const words = line.match(/\s*\S+/g) ?? []
  const next = ' '.repeat(HANGING + line.search(/\S|$/))
  const lines: string[] = []
  let current = ''
  for (const word of words) {
    if (current.trim() === '' || widthOf(current + word) <= columns) current += word
    else {
      lines.push(current)
      current = next + word.trimStart()
    }
  }
  return [...lines, current].join('\n')
}

const widthOf = (text: string): number => [...stripVTControlCharacters(text)].length

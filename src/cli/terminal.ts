import { createInterface } from 'node:readline/promises'
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { createColors } from 'picocolors'
import { asHindcastError } from '../domain/errors.ts'
import type { Paint } from '../operations/verb/operation.ts'

/** Colours where a person looks on; none through a pipe or under NO_COLOR. */
export function paintFor(stream: WriteStream | NodeJS.WriteStream): Paint {
  return createColors(stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb')
}

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

/** Runs what may want a person's word first: on a terminal they are asked, elsewhere it fails as it did. */
export async function confirmed<T>(run: (given: { readonly yes?: true }) => Promise<T>): Promise<T> {
  try {
    return await run({})
  } catch (thrown) {
    const { code, why } = asHindcastError(thrown)
    if (code !== 'unconfirmed' || !process.stdin.isTTY || !process.stderr.isTTY) throw thrown
    if (!(await agrees(`${why}. Go on? [y/N] `))) throw thrown
    return run({ yes: true })
  }
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import type { WriteStream } from 'node:tty'
import { createColors } from 'picocolors'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { visible } from '../domain/quote.ts'
import { wrappedLines } from '../operations/verb/layout.ts'
import type { Paint, Screen } from '../operations/verb/operation.ts'

/** Colours on a terminal; none through a pipe or under NO_COLOR. */
export function paintFor(stream: WriteStream | NodeJS.WriteStream): Paint {
  return createColors(stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb')
}

/** What an answer on this stream is written for. */
export function screenFor(stream: WriteStream | NodeJS.WriteStream): Screen {
  const { isTTY, columns = 0 } = stream
  const isWide = isTTY === true && columns >= LEAST
  return {
    ...paintFor(stream),
    columns: isWide ? columns : Number.POSITIVE_INFINITY,
    now: Date.now(),
    short: withTilde,
  }
}

/** A text with `~` for the user's home at the start of each path in it; a shell would not expand it within quotes. */
export function withTilde(text: string): string {
  const home = homedir()
  return text.split(`${home}/`).reduce((done, rest) => `${done}${/[\w./~'"-]$/.test(done) ? home : '~'}/${rest}`)
}

/** Columns by which a line that is not indented continues further right. */
const HANGING = 4
/** A narrower terminal breaks lines itself. */
const LEAST = 40

/** A text as wide as the terminal: lines break at blanks and continue indented; through a pipe they stay as they are. */
export function wrapFor(stream: WriteStream | NodeJS.WriteStream, text: string): string {
  const { columns } = screenFor(stream)
  return text
    .split('\n')
    .flatMap((line) => wrappedLines(line, columns, line.search(/\S|$/) || HANGING))
    .join('\n')
}

/** Prints an answer; one that is longer than the terminal in a pager, as git does: `$PAGER`, or less. */
export async function print(text: string): Promise<void> {
  const { stdout, env } = process
  const isLong = stdout.isTTY === true && text.split('\n').length >= stdout.rows
  const isPaged = isLong && env.TERM !== 'dumb' && !['', 'cat'].includes(env.PAGER ?? 'less')
  if (!isPaged || !(await paged(`${text}\n`, env.PAGER))) stdout.write(`${text}\n`)
}

/** False where there is no such pager. */
function paged(text: string, program: string | undefined): Promise<boolean> {
  const pager = spawn(program ?? 'less', {
    shell: program !== undefined,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...process.env },
  })
  // Ctrl-C is for the pager, and whoever quits it has read enough
  const ignored = () => undefined
  process.on('SIGINT', ignored)
  pager.stdin.on('error', ignored).end(text)
  return new Promise((resolve) => {
    pager.on('error', () => resolve(false))
    pager.on('close', (code) => {
      process.off('SIGINT', ignored)
      resolve(code !== NOT_FOUND)
    })
  })
}

/** What a shell ends with where there is no such program. */
const NOT_FOUND = 127

/** Runs what may need confirmation: on a terminal the person is asked, elsewhere it fails. */
export async function withConfirmation<T>(run: (given: { readonly yes?: true }) => Promise<T>): Promise<T> {
  try {
    return await run({})
  } catch (thrown) {
    const { code, why, details } = asHindcastError(thrown)
    if (code !== 'unconfirmed' || !canAsk()) throw thrown
    const question = `${why.replace(/^would p/, 'P')}? [y/N] `
    const text = [...details, question].map(visible).map(withTilde).join('\n')
    // The person has read the list already
    if (!(await agrees(wrapFor(process.stderr, text)))) throw new HindcastError('unconfirmed', why)
    return run({ yes: true })
  }
}

/** Whether a person at a terminal can be asked. */
export const canAsk = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

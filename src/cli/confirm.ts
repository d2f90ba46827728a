import { createInterface } from 'node:readline/promises'
import { asHindcastError } from '../domain/errors.ts'

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

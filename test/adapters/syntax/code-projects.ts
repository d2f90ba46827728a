import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { CodeChild, type CodeChildOptions } from '../../../src/adapters/syntax/child.ts'
import type { CodeAnswer } from '../../../src/domain/code/code-answers.ts'
import type { CodeQuestion } from '../../../src/domain/code/questions.ts'
import { dist, until } from '../../daemon/world.ts'

/** With this, types are checked, too. Starting the compiler takes as long as most tests. */
export const CHECKED = { compiler: join(dist, 'checker/typescript.js') }

/** A project in a folder of its own, and the real process that reads it. Both go with the test. */
export function codeProject(files: Readonly<Record<string, string | Buffer>>, more: Partial<CodeChildOptions> = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-code-')))
  const dir = join(top, 'project')
  const indexes = join(top, 'code')
  const errors: string[] = []
  const options: CodeChildOptions = {
    program: join(dist, 'code.js'),
    grammars: join(dist, 'grammars'),
    indexes,
    env: process.env,
    log: { error: (message) => errors.push(message) },
    answerMs: 300_000,
    ...more,
  }
  const children: CodeChild[] = []
  const open = (): CodeChild => {
    const child = new CodeChild(options)
    children.push(child)
    return child
  }
  const write = (changes: Readonly<Record<string, string | Buffer>>): void => {
    for (const [path, text] of Object.entries(changes)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
  }
  mkdirSync(dir)
  write({ 'package.json': '{}', ...files })
  const code = open()
  onTestFinished(() => {
    for (const child of children) child.close()
    rmSync(top, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  })
  const ask = (question: CodeQuestion): Promise<CodeAnswer> => code.ask(dir, question)
  /** The answer once the index is complete and nothing is pending. */
  const settled = async (question: CodeQuestion): Promise<CodeAnswer> => {
    await until('the index is complete', async () => {
      const { index } = await ask(question)
      return index.complete && index.pending === 0
    })
    return ask(question)
  }
  return { dir, indexes, errors, code, open, write, ask, settled }
}

/** Callers as `file name @line`, sorted. */
export const callersIn = (answer: CodeAnswer): readonly string[] =>
  answer.kind === 'callers' ? answer.callers.map(({ from, line }) => `${from.file} ${from.name} @${line}`).sort() : []

/** The names of an outline, in order. */
export const namesIn = (answer: CodeAnswer): readonly string[] =>
  answer.kind === 'outline' ? answer.files.flatMap(({ entities }) => entities.map(({ name }) => name)) : []

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CodeAnswer } from '../../../packages/code-insight/src/analysis/code-answers.ts'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import { CodeChild, type CodeChildOptions } from '../../../src/adapters/code/child.ts'
import { dist, until } from '../../daemon/world.ts'

/** With this, types are checked, too. Starting the compiler takes as long as most tests. */
export const CHECKED = { compiler: join(dist, 'checker/typescript.js') }

type Files = Readonly<Record<string, string | Buffer>>

/** A project in a folder of its own, which goes with the test, and the real process that reads it, shared with other tests. */
export function codeProject(files: Files, more: Partial<CodeChildOptions> = {}) {
  return readBy(shared(more), projectOf(files))
}

/** The same with a process and indexes of its own, both of which go with the test, too. */
export function codeProcess(files: Files, more: Partial<CodeChildOptions> = {}) {
  const project = projectOf(files)
  const indexes = join(project.dir, '../code')
  const errors: string[] = []
  const log = { error: (message: string) => void errors.push(message) }
  const open = (): CodeChild => {
    const child = childOf({ indexes, log, ...more })
    onTestFinished(() => child.close())
    return child
  }
  const code = open()
  return { indexes, errors, code, open, ...readBy(code, project) }
}

/** The processes that tests share, by what they were started with; they end with this one, or when they are idle. */
const sharedProcesses = new Map<string, CodeChild>()

function shared(more: Partial<CodeChildOptions>): CodeChild {
  const known = sharedProcesses.get(JSON.stringify(more))
  if (known) return known
  const indexes = mkdtempSync(join(tmpdir(), 'hindcast-indexes-'))
  const child = childOf({ indexes, log: { error: () => undefined }, ...more })
  sharedProcesses.set(JSON.stringify(more), child)
  return child
}

const childOf = (more: Pick<CodeChildOptions, 'indexes' | 'log'> & Partial<CodeChildOptions>): CodeChild =>
  new CodeChild({
    program: join(dist, 'code.js'),
    grammars: join(dist, 'grammars'),
    env: process.env,
    answerMs: 300_000,
    ...more,
  })

function projectOf(files: Files) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-code-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const dir = join(top, 'project')
  const write = (changes: Files): void => {
    for (const [path, text] of Object.entries(changes)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
  }
  write({ 'package.json': '{}', ...files })
  return { dir, write }
}

function readBy(code: CodeChild, project: ReturnType<typeof projectOf>) {
  const ask = (question: CodeQuestion): Promise<CodeAnswer> => code.ask(project.dir, question)
  /** The answer once the index is complete and nothing is pending. */
  const settled = async (question: CodeQuestion): Promise<CodeAnswer> => {
    await until('the index is complete', async () => {
      const { index } = await ask(question)
      return index.complete && index.pending === 0
    })
    return ask(question)
  }
  return { ...project, ask, settled }
}

/** Callers as `file name @line`, sorted. */
export const callersIn = (answer: CodeAnswer): readonly string[] =>
  answer.kind === 'callers' ? answer.callers.map(({ from, line }) => `${from.file} ${from.name} @${line}`).sort() : []

/** The names of an outline, in order. */
export const namesIn = (answer: CodeAnswer): readonly string[] =>
  answer.kind === 'outline' ? answer.files.flatMap(({ entities }) => entities.map(({ name }) => name)) : []

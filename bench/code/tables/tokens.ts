import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeText } from '../../../src/operations/verb/code-text.ts'
import { plainScreen } from '../../../src/operations/verb/operation.ts'
import { quantile, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import type { Question } from '../questions/question.ts'
import { questionsAbout } from '../questions.ts'
import { type Reading, reading } from '../reading.ts'
import { sourcesOf } from '../sources.ts'
import { openedIn, targetOf } from './questions.ts'

/** Characters for each way to find the same answer. */
interface Spent {
  readonly kind: Question['kind']
  readonly answer: number
  readonly grep: number
  readonly files: number
}

/**
 * What the fixed questions about callers and impact take to read, in tokens (a quarter of the characters): the product's
 * text, the lines that name the function as `grep -n` prints them, and the files with such lines as a whole. The latter
 * two tell callers only to who reads on, and of impact only the first step.
 */
export async function tokenTable(all: readonly Obtained[]): Promise<string> {
  const spent = await reading('checker', async (one) => {
    const found: Spent[] = []
    for (const obtained of all) {
      const folder = await openedIn(one, obtained)
      const asked = questionsAbout(obtained).filter(({ subject, kind }) => subject.name && KINDS.has(kind))
      for (const question of asked) found.push(await spentOn(question, folder, one))
    }
    return found
  })
  const rows = [...KINDS].map((kind) => {
    const own = spent.filter((each) => each.kind === kind)
    const of = (way: 'answer' | 'grep' | 'files') => tokens(own.map((each) => each[way]))
    const sum = (way: 'answer' | 'grep' | 'files') => own.reduce((total, each) => total + each[way], 0)
    const shares = [(sum('grep') / sum('answer')).toFixed(1), (sum('files') / sum('answer')).toFixed(1)]
    return [kind, String(own.length), of('answer'), of('grep'), of('files'), ...shares]
  })
  const head = ['tokens, median (p90)', 'questions', 'answer', 'grep -n', 'files', 'grep/answer', 'files/answer']
  return table(head, rows)
}

const KINDS: ReadonlySet<Question['kind']> = new Set(['callers', 'impact'])

const tokens = (characters: readonly number[]): string =>
  `${[0.5, 0.9].map((share) => Math.round(quantile(characters, share) / 4)).join(' (')})`

async function spentOn(question: Question, folder: string, one: Reading): Promise<Spent> {
  const target = targetOf(question)
  const asked = question.kind === 'impact' ? ({ kind: 'impact', target, depth: 99 } as const) : undefined
  const answer = await one.ask(folder, asked ?? { kind: 'callers', target })
  const name = question.subject.name?.split('.').at(-1)?.replace(/^#/, '') ?? ''
  const isNamed = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)
  let [grep, files] = [0, 0]
  for (const path of sourcesOf(folder)) {
    const text = readFileSync(join(folder, path), 'utf8')
    const hits = text.split('\n').flatMap((line, at) => (isNamed.test(line) ? [`${path}:${at + 1}:${line}\n`] : []))
    grep += hits.join('').length
    files += hits.length > 0 ? text.length : 0
  }
  return { kind: question.kind, answer: codeText(answer, plainScreen(0), {}).length, grep, files }
}

import { lastName } from '../../../packages/code-insight/src/analysis/outline.ts'
import { estimateTokens } from '../../../src/domain/context/tokens.ts'
import { codeText } from '../../../src/operations/verb/code-text.ts'
import { plainScreen } from '../../../src/operations/verb/operation.ts'
import { quantile, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import type { Question } from '../questions/question.ts'
import { questionsAbout } from '../questions.ts'
import { type Reading, reading } from '../reading.ts'
import { type Hit, SearchedFiles } from '../searched-files.ts'
import { asAsked, openedIn } from './questions.ts'

/** Tokens for each way to find the same answer. */
interface Spent {
  readonly kind: Question['kind']
  readonly answer: number
  readonly grep: number
  /** With what has to be read after it. */
  readonly reads: number
  readonly files: number
}

const WAYS = ['answer', 'grep', 'reads', 'files'] as const

/**
 * What the fixed questions take to read, in tokens as hooks count them.
 * - `answer`: the product's text, and the function around each call that it shows as unresolved: who reads it has to look there.
 * - `grep`: the lines with the name as `grep -n` prints them, in all files; for imports, the file's own lines with `import`,
 *   `from` or `require`. For impact, the lines with the names of all callers of callers as well, each name once.
 * - `grep+reads`: also what those lines do not tell. Of callers and impact, the innermost function around each of them, once, for the
 *   caller's name and the receiver; not where the line is the function's own head or no function is around it. Of a definition, the function around
 *   the call and the imports of its file, unless only one function has that name. Of imports, nothing.
 * - `files`: all files with such a line as a whole; of imports, the file.
 */
export async function tokenTable(all: readonly Obtained[]): Promise<string> {
  const spent = await reading('checker', async (one) => {
    const found: Spent[] = []
    for (const obtained of all) {
      const folder = await openedIn(one, obtained)
      const files = await SearchedFiles.of(folder, one)
      for (const question of questionsAbout(obtained)) found.push(await spentOn(question, folder, one, files))
    }
    return found
  })
  const kinds = [...new Set(spent.map(({ kind }) => kind))]
  const rows = [
    ...kinds.map((kind) => [kind, spent.filter((each) => each.kind === kind)] as const),
    ['all', spent] as const,
  ]
  const head = [
    'tokens, median (p90)',
    'n',
    'answer',
    'grep -n',
    'grep+reads',
    'files',
    ...WAYS.slice(1).map((way) => `${NAMES[way]}/answer`),
  ]
  return table(
    head,
    rows.map(([name, own]) => row(name, own)),
  )
}

const NAMES: Readonly<Record<(typeof WAYS)[number], string>> = {
  ...{ answer: 'answer', grep: 'grep', reads: 'grep+reads', files: 'files' },
}

function row(name: string, own: readonly Spent[]): string[] {
  const of = (way: (typeof WAYS)[number]) => own.map((each) => each[way])
  const sum = (way: (typeof WAYS)[number]) => of(way).reduce((total, each) => total + each, 0)
  const shares = WAYS.slice(1).map((way) => (sum(way) / sum('answer')).toFixed(1))
  return [name, String(own.length), ...WAYS.map((way) => quantiles(of(way))), ...shares]
}

const quantiles = (values: readonly number[]): string =>
  `${Math.round(quantile(values, 0.5))} (${Math.round(quantile(values, 0.9))})`

async function spentOn(question: Question, folder: string, one: Reading, files: SearchedFiles): Promise<Spent> {
  const answer = await one.ask(folder, asAsked(question))
  const said = codeText(answer, plainScreen(0), {})
  const found = foundFor(question, files)
  const text = found.hits.map(({ file, line, text }) => `${file}:${line}:${text}\n`).join('')
  const read = files.around(found.toRead) + found.more
  return {
    kind: question.kind,
    answer: estimateTokens(said + files.around(answer.unresolved.slice(0, MOST_UNRESOLVED))),
    grep: estimateTokens(text),
    reads: estimateTokens(text + read),
    files: estimateTokens(files.whole(found.hits.map(({ file }) => file))),
  }
}

/** As many unresolved calls are shown with an answer. */
const MOST_UNRESOLVED = 5

interface Found {
  readonly hits: readonly Hit[]
  /** Where the functions around are read, and what else is. */
  readonly toRead: readonly Pick<Hit, 'file' | 'line'>[]
  readonly more: string
}

const IMPORTS = /\b(?:import|from|require)\b/

function foundFor({ kind, subject, answer }: Question, files: SearchedFiles): Found {
  const { file, name = '', line = 1 } = subject
  if (kind === 'imports') return { hits: files.grep(IMPORTS, file), toRead: [], more: '' }
  const own = called(name)
  const callers = kind === 'impact' ? answer.map((each) => called(each.slice(each.indexOf(' ') + 1))) : []
  const names = [...new Set([own, ...callers])].filter((each) => each !== '<module>' && each !== '')
  const hits = files.grep(mentioning(names))
  if (kind !== 'definition') return { hits, toRead: hits, more: '' }
  if (files.definitions(own) === 1) return { hits, toRead: [], more: '' }
  const imports = files.grep(IMPORTS, file)
  return { hits, toRead: [{ file, line }], more: imports.map(({ text }) => `${text}\n`).join('') }
}

/** The word that a function is called by; a constructor goes by its class. */
const called = (name: string): string => lastName(name.replace(/\.(?:__init__|__new__|constructor)$/, ''))

const mentioning = (names: readonly string[]): RegExp => {
  const words = names.map((name) => name.replace(/^#/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w$])(?:${words.join('|')})(?![\\w$])`)
}

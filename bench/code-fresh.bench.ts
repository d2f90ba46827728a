import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CodeAnswer } from '../packages/code-insight/src/analysis/code-answers.ts'
import type { CodeQuestion } from '../packages/code-insight/src/analysis/questions.ts'
import { committed, type Edit, Edits } from './code/fresh/edits.ts'
import { type Judged, judgedBy, questionsAfter, type Verdict } from './code/fresh/judged.ts'
import { type Mode, Reading, reading } from './code/reading.ts'
import { quantile, seeded, table } from './retrieval/figures.ts'

/**
 * How right answers are right after an edit. A copy of a project (DIR, or this repository's sources) is edited at random; after
 * each edit, questions that it concerns are asked at once, and again when nothing is pending; now and then all calls are compared
 * with those of a new index. Prints a line for each answer that was not right at once, then a table.
 *   npm run bench -- code-fresh [DIR] [--edits N] [--seed N] [--busy] [--checker] [--early]
 * `--busy`: two loops beside it; `--checker`: with types; `--early`: the first edits come while the index is built.
 */
const words = process.argv.slice(2)
const numberOf = (flag: string, otherwise: number) =>
  words.includes(flag) ? Number(words[words.indexOf(flag) + 1]) : otherwise
const edits = numberOf('--edits', 200)
const seed = numberOf('--seed', 1)
const mode: Mode = words.includes('--checker') ? 'checker' : 'syntax'
const dir = words.find((word, at) => !word.startsWith('--') && !['--edits', '--seed'].includes(words[at - 1] ?? ''))
/** After as many edits, all calls are compared with those of a new index. */
const COMPARED = 25

interface Row extends Judged {
  readonly edit: string
  readonly question: string
  readonly ms: number
}

function projectIn(folder: string): string {
  const project = join(folder, 'project')
  mkdirSync(project)
  const isKept = (path: string) => !/\/(?:node_modules|\.git|dist)(?:\/|$)/.test(path)
  if (dir !== undefined) cpSync(resolve(dir), project, { recursive: true, filter: isKept })
  else for (const each of ['src', 'packages']) cpSync(each, join(project, each), { recursive: true, filter: isKept })
  if (!existsSync(join(project, 'package.json'))) writeFileSync(join(project, 'package.json'), '{ "name": "edited" }')
  committed(project)
  return project
}

async function run(project: string): Promise<void> {
  const random = seeded(seed)
  const rows: Row[] = []
  const stale: string[] = []
  await reading(mode, async (one) => {
    const made = new Edits(project, random)
    if (words.includes('--early')) await one.ask(project, { kind: 'outline', target: '.' })
    else await one.settle(project)
    for (let at = 1; at <= edits; at++) {
      const edit = made.next()
      rows.push(...(await judgedAfter(edit, project, one, random)))
      if (at % COMPARED === 0 || at === edits) stale.push(...(await neverRight(project, one)))
      if (at % 10 === 0) process.stderr.write(`${at} of ${edits} edits\n`)
    }
  })
  for (const row of rows) if (row.verdict !== 'right' || row.misplaced > 0) process.stdout.write(`${lineOf(row)}\n`)
  for (const each of new Set(stale)) process.stdout.write(`never right: ${each}\n`)
  process.stdout.write(`\n${tableOf(rows, ({ question }) => question)}\n\n${tableOf(rows, ({ edit }) => edit)}\n`)
  process.stdout.write(`\n${new Set(stale).size} calls differ from a new index when nothing is pending\n`)
}

async function judgedAfter(edit: Edit, project: string, one: Reading, random: () => number): Promise<Row[]> {
  const questions = questionsAfter(edit).sort(() => random() - 0.5)
  const given: { readonly question: CodeQuestion; readonly answer: CodeAnswer; readonly ms: number }[] = []
  for (const question of questions) {
    const began = performance.now()
    const answer = await one.ask(project, question)
    given.push({ question, answer, ms: performance.now() - began })
  }
  await one.settle(project)
  await wait(60)
  const rows: Row[] = []
  for (const { question, answer, ms } of given) {
    const judged = judgedBy(answer, await one.ask(project, question))
    const target = 'target' in question ? question.target : ''
    rows.push({
      ...judged,
      edit: edit.kind,
      question: question.kind,
      ms,
      lacks: judged.lacks.map((each) => `${each} of ${target}`),
    })
  }
  return rows
}

/** The calls that differ from those of a new index, though nothing is pending. */
async function neverRight(project: string, one: Reading): Promise<string[]> {
  const known = new Set((await one.edges(project)).map(keyOf))
  const fresh = new Reading(mode)
  try {
    const right = new Set((await fresh.edges(project)).map(keyOf))
    return [
      ...[...right].filter((each) => !known.has(each)).map((each) => `lacks ${each}`),
      ...[...known].filter((each) => !right.has(each)).map((each) => `has besides ${each}`),
    ]
  } finally {
    fresh.close()
  }
}

type Edge = Awaited<ReturnType<Reading['edges']>>[number]
const keyOf = ({ from, to, line }: Edge): string =>
  `${from.file}:${line} ${from.name} → ${to.file}:${to.line} ${to.name}`

const lineOf = ({ verdict, edit, question, lacks, besides, misplaced, ms }: Row): string =>
  `${verdict}, ${question} after ${edit}, ${Math.round(ms)} ms: lacks [${lacks.slice(0, 4).join('; ')}]${lacks.length > 4 ? ` and ${lacks.length - 4}` : ''}, besides [${besides.slice(0, 4).join('; ')}], ${misplaced} misplaced`

function tableOf(rows: readonly Row[], by: (row: Row) => string): string {
  const verdicts: readonly Verdict[] = ['right', 'listed', 'marked', 'false']
  const lines = [...new Set(rows.map(by)), undefined].map((name) => {
    const own = rows.filter((row) => name === undefined || by(row) === name)
    const counts = verdicts.map((verdict) => String(own.filter((row) => row.verdict === verdict).length))
    const misplaced = own.reduce((sum, row) => sum + row.misplaced, 0)
    const ms = own.map((row) => row.ms).sort((a, b) => a - b)
    return [
      name ?? 'all',
      String(own.length),
      ...counts,
      String(misplaced),
      ...[0.5, 0.95].map((share) => String(Math.round(quantile(ms, share)))),
    ]
  })
  return table(['by', 'asked', ...verdicts, 'lines wrong', 'p50 ms', 'p95 ms'], lines)
}

const top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-fresh-')))
const loops = words.includes('--busy') ? [1, 2].map(() => new Worker('for(;;);', { eval: true })) : []
try {
  await run(projectIn(top))
} finally {
  for (const loop of loops) void loop.terminate()
  rmSync(top, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

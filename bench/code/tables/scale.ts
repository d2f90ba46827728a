import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeAnswer } from '../../../packages/code-insight/src/analysis/code-answers.ts'
import { quantile, seeded, table } from '../../retrieval/figures.ts'
import { type Enlarged, enlarged } from '../enlarged.ts'
import type { Obtained } from '../packages.ts'
import { type Mode, type Reading, reading } from '../reading.ts'

const SIZES: readonly (readonly [lines: number, mode: Mode])[] = [
  [1_000, 'syntax'],
  [10_000, 'syntax'],
  [10_000, 'checker'],
  [100_000, 'syntax'],
  [100_000, 'checker'],
]
const LARGEST = [1_000_000, 'syntax'] as const
const ALL = [...SIZES, LARGEST]
const QUERIES = 200
const EDITS = 40
/** Settling takes long in the largest. */
const FEW_EDITS = 10

/**
 * What an index costs by the size of a project: the time until every call is resolved, the process's memory, the time of
 * answers, and how soon an edit is seen. `sizes`: only these; the largest takes minutes. An edit's times are those
 * from the write on, with nothing pending before it; `settled`: until all that depends on it is resolved again.
 */
export async function scaleTable(all: readonly Obtained[], sizes: readonly number[] = []): Promise<string> {
  const rows: string[][] = []
  for (const [lines, mode] of sizes.length > 0 ? ALL.filter(([size]) => sizes.includes(size)) : SIZES) {
    const project = enlarged(all, lines)
    try {
      rows.push([mode, ...(await reading(mode, (one) => measured(project, one)))])
      process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
    } finally {
      rmSync(project.folder, { recursive: true, force: true })
    }
  }
  const head = ['by', 'lines', 'files', 'first answer ms', 'indexed s', 'lines/s', 'MB rest/most', 'index MB']
  return table([...head, 'callers ms', 'outline ms', 'edit→outline ms', 'edit→calls ms', 'edit→settled ms'], rows)
}

async function measured(project: Enlarged, one: Reading): Promise<string[]> {
  const { folder, lines, files } = project
  const began = performance.now()
  await one.ask(folder, { kind: 'outline', target: files[0] ?? '' })
  const first = performance.now() - began
  await one.settle(folder)
  const seconds = (performance.now() - began) / 1_000
  const random = seeded(1)
  const drawn = () => files[Math.floor(random() * files.length)] ?? ''
  const outline = await timed(QUERIES, () => one.ask(folder, { kind: 'outline', target: drawn() }))
  const symbols = await symbolsOf(one, folder, Array.from({ length: QUERIES }, drawn))
  const callers = await timed(symbols.length, (at) => one.ask(folder, { kind: 'callers', target: symbols[at] ?? '' }))
  const edits = await edited(one, project, drawn)
  return [
    ...[String(lines), String(files.length), first.toFixed(0), seconds.toFixed(1), (lines / seconds).toFixed(0)],
    ...[memoryOf(one.pid), (one.indexBytes() / 1e6).toFixed(0)],
    ...[shown(callers), shown(outline), shown(edits.outline), shown(edits.calls), shown(edits.settled)],
  ]
}

/** A function of each of these files. */
async function symbolsOf(one: Reading, folder: string, files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const file of files) {
    const answer = await one.ask(folder, { kind: 'outline', target: file })
    const entities = answer.kind === 'outline' ? (answer.files[0]?.entities ?? []) : []
    const name = entities.find(({ kind }) => kind === 'function' || kind === 'method')?.name
    if (name) found.push(`${file}:${name}`)
  }
  return found
}

/** Appends a function that calls another one, and asks for it. */
async function edited(one: Reading, { folder, lines }: Enlarged, drawn: () => string) {
  const times = { outline: [] as number[], calls: [] as number[], settled: [] as number[] }
  const edits = lines < LARGEST[0] ? EDITS : FEW_EDITS
  for (let edit = 0; edit < edits; edit++) {
    const file = drawn()
    const path = join(folder, file)
    const before = readFileSync(path)
    const isPython = file.endsWith('.py')
    const [called, caller] = [`addedAs${edit}`, `addedBy${edit}`]
    appendFileSync(
      path,
      isPython
        ? `\ndef ${called}():\n    return 1\n\ndef ${caller}():\n    return ${called}()\n`
        : `\nfunction ${called}() { return 1 }\nfunction ${caller}() { return ${called}() }\n`,
    )
    const began = performance.now()
    const question = edit % 2 === 0 ? 'outline' : 'calls'
    const answer = await one.ask(
      folder,
      question === 'outline' ? { kind: 'outline', target: file } : { kind: 'callers', target: `${file}:${called}` },
    )
    times[question].push(performance.now() - began)
    if (!isSeen(answer, question === 'outline' ? called : caller)) throw new Error(`${file}: the edit is not seen`)
    await one.settle(folder)
    times.settled.push(performance.now() - began)
    writeFileSync(path, before)
    await one.settle(folder)
  }
  return times
}

function isSeen(answer: CodeAnswer, name: string): boolean {
  if (answer.kind === 'callers') return answer.callers.some(({ from }) => from.name === name)
  return answer.kind === 'outline' && answer.files.some(({ entities }) => entities.some((each) => each.name === name))
}

async function timed(times: number, run: (at: number) => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    await run(at)
    found.push(performance.now() - began)
  }
  return found
}

/** Median and 95th percentile. */
const shown = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(1)} (${quantile(times, 0.95).toFixed(1)})`

/** What a process uses now, and the most that it has used, in MB; `?` where the system does not say. */
function memoryOf(pid: number | undefined): string {
  const path = `/proc/${pid}/status`
  if (!statSync(path, { throwIfNoEntry: false })) return '?'
  const status = readFileSync(path, 'utf8')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024)
  return `${mb('VmRSS')}/${mb('VmHWM')}`
}

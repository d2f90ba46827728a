import { neverEntered } from './code/coverage.ts'
import { type Obtained, programs } from './code/packages.ts'
import type { Question } from './code/questions/question.ts'
import { questionsAbout } from './code/questions.ts'
import { type Trace, traced } from './code/trace/trace.ts'
import { table } from './retrieval/figures.ts'

/**
 * What the call graph is held against: real programs are fetched into `.cache/code-bench`, and their own tests are run
 * under a tracer. Prints how many calls between two functions were seen and how many functions ran; with `--never`, which
 * did not. Then how many fixed questions there are; with `--questions`, each with its answer.
 *   npm run bench -- code-oracle [PROGRAM…] [--never] [--questions]
 */
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))
const { obtained, missing } = await programs()
for (const line of missing) process.stdout.write(`not run, ${line}\n`)
const wanted = obtained.filter(({ program }) => names.length === 0 || names.includes(program.name))
await traces(wanted)
questions(wanted)

async function traces(all: readonly Obtained[]): Promise<void> {
  const rows: string[][] = []
  for (const one of all) {
    const trace = await traced(one)
    if (!trace) continue
    rows.push([one.program.name, one.version, ...figures(trace)])
    if (!trace.passed) process.stdout.write(`\nthe tests of ${one.program.name} fail:\n${trace.output.slice(-2_000)}\n`)
    if (words.includes('--never'))
      for (const { file, line, name } of neverEntered(trace)) process.stdout.write(`${file}:${line} ${name}\n`)
  }
  const head = ['program', 'version', 'tests pass', 'edges', 'by calls', 'with tests', 'functions', 'ran']
  process.stdout.write(`\n${table(head, rows)}\n`)
}

function figures({ edges, defined, ran, passed }: Trace): string[] {
  const own = edges.filter(({ isTests }) => !isTests)
  const called = own.filter(({ how }) => how === 'call')
  return [passed ? 'yes' : 'no', ...[own, called, edges, defined, ran].map((all) => String(all.length))]
}

function questions(all: readonly Obtained[]): void {
  const kinds: readonly Question['kind'][] = ['definition', 'callers', 'imports', 'impact']
  const rows = all.map((one) => {
    const asked = questionsAbout(one)
    if (words.includes('--questions'))
      for (const question of asked) process.stdout.write(`${JSON.stringify(question)}\n`)
    const counts = kinds.map((kind) => asked.filter((question) => question.kind === kind).length)
    return [one.program.name, ...[...counts, asked.length].map(String)]
  })
  process.stdout.write(`\n${table(['questions', ...kinds, 'all'], rows)}\n`)
}

import { neverEntered } from './code/coverage.ts'
import { programs } from './code/packages.ts'
import { type Trace, traced } from './code/trace/trace.ts'
import { table } from './retrieval/figures.ts'

/**
 * What the call graph is held against: real programs are fetched into `.cache/code-bench`, and their own tests are run
 * under a tracer. Prints how many calls between two functions were seen and how many functions ran; with `--never`, which did not.
 *   npm run bench -- code-oracle [PROGRAM…] [--never]
 */
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--'))
const { obtained, missing } = await programs()
for (const line of missing) process.stdout.write(`not run, ${line}\n`)
const wanted = obtained.filter(({ program }) => names.length === 0 || names.includes(program.name))
const rows: string[][] = []
for (const one of wanted) {
  const trace = await traced(one)
  if (!trace) continue
  rows.push([one.program.name, one.version, ...figures(trace)])
  if (!trace.passed) process.stdout.write(`\nthe tests of ${one.program.name} fail:\n${trace.output.slice(-2_000)}\n`)
  if (words.includes('--never'))
    for (const { file, line, name } of neverEntered(trace)) process.stdout.write(`${file}:${line} ${name}\n`)
}
const HEAD = [
  'program',
  'version',
  'tests pass',
  'edges',
  'of them between functions',
  'with tests',
  'functions',
  'ran',
]
process.stdout.write(`\n${table(HEAD, rows)}\n`)

function figures({ edges, defined, ran, passed }: Trace): string[] {
  const own = edges.filter(({ isTests }) => !isTests)
  const called = own.filter(({ how }) => how === 'call')
  return [passed ? 'yes' : 'no', ...[own, called, edges, defined, ran].map((all) => String(all.length))]
}

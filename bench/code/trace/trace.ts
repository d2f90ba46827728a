import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { execa } from 'execa'
import { CACHE, type Obtained } from '../packages.ts'
import { isTest, type Suite, TEST_PACKAGES } from '../programs.ts'
import { sourcesOf } from '../sources.ts'
import { type Entity, functionsOf, parsed } from './naming.ts'
import { runVitest } from './vitest.ts'

/**
 * One pair of functions of which one was seen calling the other. `call`: at the line, as far as it is known, stands the
 * call. `implicit`: an accessor, an operator or the like. `through`: what lay between was no part of the program.
 * `resumed`: a generator's body began for whoever asked for its first value, which need not be who called it.
 */
export interface TracedEdge {
  readonly from: Entity
  readonly to: Entity
  readonly line: number | null
  readonly how: 'call' | 'implicit' | 'through' | 'resumed'
  /** Is one of the two in the program's tests? */
  readonly isTests: boolean
}

/** What one run of a program's own tests showed. */
export interface Trace {
  readonly edges: readonly TracedEdge[]
  /** The program's functions, its tests' left out: all there are, and those that ran. */
  readonly defined: readonly Entity[]
  readonly ran: readonly Entity[]
  /** Did the tests pass? What they printed says more. */
  readonly passed: boolean
  readonly output: string
}

type Line =
  | ({ readonly kind: 'defined' | 'ran' } & Entity)
  | ({ readonly kind: 'edge' } & Omit<TracedEdge, 'isTests'>)
  | { readonly kind: 'result'; readonly tests: number; readonly failed: number }

/** What a program's tests show under the tracer of its language; they run once for each version of both. */
export async function traced(obtained: Obtained): Promise<Trace | undefined> {
  const { program, folder } = obtained
  if (!program.suite) return undefined
  const out = join(CACHE, 'traces', `${program.name}.jsonl`)
  const run = await runOnce(program.suite, obtained, out)
  const lines = [...new Set(readFileSync(out, 'utf8').trimEnd().split('\n'))].map((line) => JSON.parse(line) as Line)
  const isOwn = ({ file }: Entity): boolean => !isTest(program, file)
  const entities = (kind: 'defined' | 'ran'): Entity[] =>
    lines.flatMap((line) => (line.kind === kind && isOwn(line) ? [entityOf(line)] : []))
  const edges = lines.flatMap((line) => {
    if (line.kind !== 'edge') return []
    const { kind, ...edge } = line
    return [{ ...edge, isTests: !isOwn(edge.from) || !isOwn(edge.to) }]
  })
  const defined = program.language === 'python' ? entities('defined') : definedIn(folder).filter(isOwn)
  return { edges, defined, ran: entities('ran'), ...run }
}

const entityOf = ({ file, name, line }: Entity): Entity => ({ file, name, line })

/** The functions of a program of TypeScript or JavaScript. */
function definedIn(folder: string): Entity[] {
  return sourcesOf(folder).flatMap((file) => {
    const source = parsed(readFileSync(join(folder, file), 'utf8'), file)
    return [...functionsOf(source, file).values()]
  })
}

type Run = Pick<Trace, 'passed' | 'output'>

async function runOnce(suite: Suite, obtained: Obtained, out: string): Promise<Run> {
  const stamp = `${out}.run`
  const key = keyOf(obtained)
  if (existsSync(stamp) && existsSync(out)) {
    const before = JSON.parse(readFileSync(stamp, 'utf8')) as Run & { readonly key: string }
    if (before.key === key) return before
  }
  mkdirSync(dirname(out), { recursive: true })
  for (const path of [stamp, out]) rmSync(path, { force: true })
  const run = await runSuite(suite, obtained.folder, out)
  // Tests that failed may pass the next time
  if (run.passed) writeFileSync(stamp, JSON.stringify({ key, ...run }))
  return run
}

/** Of the program, how its tests are run, and all of the tracer's own text. */
function keyOf({ program, version }: Obtained): string {
  const folder = resolve('bench/code/trace')
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const key = JSON.stringify([program, version, process.version, TEST_PACKAGES, texts])
  return createHash('sha256').update(key).digest('hex')
}

async function runSuite(suite: Suite, folder: string, out: string): Promise<Run> {
  if (suite.runner === 'vitest') return await runVitest(suite, folder, out)
  const tracer = resolve('bench/code/trace/tracer.py')
  const command =
    suite.runner === 'unittest'
      ? ['python3', tracer, folder, out, ...suite.files]
      : [process.execPath, '--require', await hook(), ...runner(suite.runner), ...suite.files]
  const [program = '', ...words] = command
  const env = { HINDCAST_TRACED: folder, HINDCAST_TRACE: out, PYTHONDONTWRITEBYTECODE: '1' }
  const { failed, all } = await execa(program, words, { cwd: folder, env, all: true, reject: false })
  return { passed: !failed, output: all ?? '' }
}

const runner = (name: 'tape' | 'mocha'): string[] => [
  join(CACHE, 'node_modules', name, name === 'tape' ? 'bin/tape' : 'bin/mocha.js'),
]

/** The hook as one file that Node can load before the program. */
async function hook(): Promise<string> {
  const outfile = join(CACHE, 'hook.cjs')
  const entryPoints = [resolve('bench/code/trace/hook.ts')]
  await build({ entryPoints, bundle: true, platform: 'node', format: 'cjs', packages: 'external', outfile })
  return outfile
}

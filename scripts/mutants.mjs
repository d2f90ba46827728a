#!/usr/bin/env node
// @ts-check
// Changes src/domain and src/engine in small ways (mutants, as StrykerJS makes them) and tells which of them no test notices.
// Without names it draws a random sample by date and prints its score; of files, folders or ranges (`order.ts:1-12`) it tries all.
// What was found is kept in .cache/mutants: the same command goes on where it was stopped.
//   MUTANTS_DATE=2026-11-27 MUTANTS_SAMPLE=600 MUTANTS_WORKERS=2 MUTANTS_TESTS=test/domain,… node scripts/mutants.mjs [src/domain/order.ts …]
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { filesOf, hash, mutantsOf, place, sampled } from './mutant-sample.mjs'

/** @typedef {import('./mutant-sample.mjs').Mutant} Mutant */
/** @typedef {import('./mutant-sample.mjs').Placed} Placed */
/** @typedef {{ files: Set<string>, found: Map<string, string>, suspects: Set<string>, covered: Set<string>, atLoad: Set<string>, durations: Record<string, number>, unfit: string[] }} Results */

const DATE = process.env.MUTANTS_DATE || new Date().toISOString().slice(0, 10)
const SIZE = Number(process.env.MUTANTS_SAMPLE || 600)
const WORKERS = Number(process.env.MUTANTS_WORKERS || 2)
const CACHE = '.cache/mutants'
const PARTS = [
  'src/domain',
  'src/engine',
  'packages/code-insight/src/analysis',
  'packages/redaction/src',
  'packages/text/src',
]
// The tests of `npm test` that need no process of their own, the quick folders first
const TESTS = ['domain', 'bench', 'wire', 'viewer', 'behaviours', 'engine', 'operations', 'sources'].map(
  (folder) => `test/${folder}`,
)
const UNFIT = new Set([
  // Reaches nearly every line with slow properties, and kills few mutants that other tests do not
  'test/behaviours/carriers/carriers.test.ts',
  // Bundles the source
  'test/engine/restart.test.ts',
  // Start programs
  'test/bench/start.test.ts',
  'test/bench/code/trace.test.ts',
  'test/operations/ledger.test.ts',
  'test/operations/restore.test.ts',
])

async function main() {
  const named = process.argv.slice(2)
  const all = await every(named)
  const drawn = named.length > 0 ? all : sampled(all, DATE, SIZE)
  const tests = (process.env.MUTANTS_TESTS?.split(',') ?? TESTS)
    .flatMap((path) => (statSync(path).isDirectory() ? filesOf(path) : [path]))
    .filter((path) => path.endsWith('.test.ts') && !UNFIT.has(path))
  const code = [...filesOf('src'), ...filesOf('test')].filter((path) => path.endsWith('.ts'))
  const state = hash(...drawn.map(({ key }) => key), ...tests, ...code.map((path) => readFileSync(path, 'utf8')))
  const folder = join(CACHE, `${named.length > 0 ? 'named' : DATE}-${state}`)
  const placed = await prepared(drawn, folder)
  const parts = Array.from({ length: WORKERS }, (_, at) => placed.filter((_, nth) => nth % WORKERS === at))
  await Promise.all(parts.map((mutants, at) => tried(mutants, tests, folder, `${at}-${WORKERS}`)))
  const journals = parts.map((_, at) => `${at}-${WORKERS}`)
  report(placed, read(folder, journals), named.length > 0)
}

/**
 * All mutants that run when a test calls them.
 * @param {string[]} named
 */
async function every(named) {
  /** @type {Mutant[]} */
  const mutants = []
  for (const name of named.length > 0 ? named : PARTS) {
    const [, path = name, from, to] = /^(.*?)(?::(\d+)-(\d+))?$/.exec(relative('.', name)) ?? []
    const files = statSync(path).isDirectory() ? filesOf(path) : [path]
    for (const file of files.filter((one) => one.endsWith('.ts')))
      mutants.push(
        ...(await mutantsOf(file)).filter(({ at: { start, end } }) => {
          return from === undefined || (start.line + 1 >= Number(from) && end.line + 1 <= Number(to))
        }),
      )
  }
  const inside = mutants.filter(({ inFunction }) => inFunction)
  process.stdout.write(
    `${mutants.length} mutants. ${mutants.length - inside.length} of them stand outside every function (tables, patterns): they\n` +
      'run once, when their file is loaded, and each would need a process of its own, so they are not drawn.\n',
  )
  return inside
}

/**
 * Builds the product (the store's worker is a built file) and the source with its mutants, unless a stopped run has.
 * @param {Mutant[]} drawn
 * @param {string} folder
 * @returns {Promise<Placed[]>}
 */
async function prepared(drawn, folder) {
  await build()
  const list = join(folder, 'mutants.json')
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  mkdirSync(folder, { recursive: true })
  const placed = await place(drawn, join(folder, 'source'))
  writeFileSync(list, JSON.stringify(placed))
  return placed
}

/**
 * Runs the tests until every file has been through, in a new process whenever a change ended the last one.
 * @param {Placed[]} mutants
 * @param {string[]} tests
 * @param {string} folder
 * @param {string} part
 */
async function tried(mutants, tests, folder, part) {
  const durations = known()
  for (let idle = 0; idle < 3; ) {
    blame(folder, part)
    const before = read(folder, [part])
    const files = tests.filter((file) => !before.files.has(file))
    const alive = mutants.filter(({ id }) => !before.found.has(id)).map(({ id }) => id)
    if (files.length === 0) break
    files.sort((a, b) => (durations[a] ?? 500) - (durations[b] ?? 500))
    writeFileSync(join(folder, `plan-${part}.json`), JSON.stringify({ files, alive, suspects: [...before.suspects] }))
    const isThrough = await run(folder, part)
    const now = read(folder, [part])
    const moved =
      now.files.size > before.files.size ||
      now.found.size > before.found.size ||
      now.suspects.size > before.suspects.size
    idle = moved ? 0 : idle + 1
    Object.assign(durations, now.durations)
    writeFileSync(join(CACHE, 'durations.json'), JSON.stringify(durations))
    // What is left are files whose tests are all skipped
    if (isThrough) return
  }
}

/** @returns {Record<string, number>} how long each test file takes, in ms of the processor */
function known() {
  const path = join(CACHE, 'durations.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/**
 * A process that died of itself died of the mutant that it was trying (its memory ran out, say).
 * @param {string} folder
 * @param {string} part
 */
function blame(folder, part) {
  const path = join(folder, `trying-${part}`)
  const id = existsSync(path) ? readFileSync(path, 'utf8') : ''
  rmSync(path, { force: true })
  if (id === '' || read(folder, [part]).found.has(id)) return
  writeFileSync(join(folder, `journal-${part}.jsonl`), `${JSON.stringify({ is: 'timeout', id })}\n`, { flag: 'a' })
}

/**
 * @param {string} folder
 * @param {string} part
 * @returns {Promise<boolean>} false if a change ended it
 */
function run(folder, part) {
  const env = {
    ...process.env,
    HINDCAST_MUTANTS: folder,
    HINDCAST_MUTANTS_PART: part,
    NODE_ENV: 'test',
    NODE_NO_WARNINGS: '1',
  }
  // Over the channel the child learns that this process ended
  const out = process.env.MUTANTS_LOUD ? 'inherit' : 'ignore'
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mutant-tests.mjs')], {
    env,
    stdio: ['ignore', out, out, 'ipc'],
  })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

/**
 * @param {string} folder
 * @param {string[]} parts
 * @returns {Results}
 */
function read(folder, parts) {
  /** @type {Results} */
  const results = {
    files: new Set(),
    found: new Map(),
    suspects: new Set(),
    covered: new Set(),
    atLoad: new Set(),
    durations: {},
    unfit: [],
  }
  for (const part of parts) {
    const path = join(folder, `journal-${part}.jsonl`)
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    for (const line of lines.filter((one) => one !== '')) take(results, JSON.parse(line))
  }
  return results
}

/**
 * @param {Results} results
 * @param {any} line of a journal
 */
function take(results, line) {
  if (line.is === 'suspect') results.suspects.add(line.id)
  if (line.is === 'killed' || line.is === 'timeout') results.found.set(line.id, line.is)
  if (line.is !== 'done') return
  results.files.add(line.file)
  results.durations[line.file] = line.ms
  for (const id of line.covered) results.covered.add(id)
  for (const id of line.atLoad) results.atLoad.add(id)
  for (const test of [...line.broken, ...line.unrepeatable]) results.unfit.push(`${line.file}: ${test}`)
}

/**
 * Prints what no test noticed, and the score of each folder.
 * @param {Placed[]} mutants
 * @param {Results} results
 * @param {boolean} named
 */
function report(mutants, results, named) {
  const isLoaded = (/** @type {Placed} */ { id }) => results.atLoad.has(id) && !results.covered.has(id)
  const judged = mutants.filter((mutant) => results.found.has(mutant.id) || !isLoaded(mutant))
  for (const { id, file, at, kind, replacement } of judged.filter(({ id }) => !results.found.has(id))) {
    const place = `${file}:${at.start.line + 1}:${at.start.column + 1}`
    const what = results.covered.has(id) ? 'survived' : 'not reached'
    process.stdout.write(`${place} ${what} ${kind}: ${replacement.replace(/\s+/g, ' ').slice(0, 100)}\n`)
  }
  const unfit = [...new Set(results.unfit)]
  process.stdout.write(
    `\n${unfit.length} tests did not judge, because they fail or cannot be run twice in a row${unfit.map((one) => `\n  ${one}`).join('')}\n`,
  )
  process.stdout.write(
    `${mutants.length - judged.length} mutants ran only while a file was loaded: told apart, in no score.\n`,
  )
  process.stdout.write(
    `\nMutants that a test notices, ${named ? 'of those named' : `of a random sample of ${DATE}`}, with the 95 % interval:\n`,
  )
  const folders = [...new Set(judged.map(({ file }) => dirname(file)))].sort()
  for (const folder of [...folders, ...PARTS.map((part) => `${part}/**`), '']) {
    const within = judged.filter(({ file }) => isWithin(folder, file))
    if (within.length > 0) process.stdout.write(`${score(folder || 'together', within, results)}\n`)
  }
  if (!named) judge(judged.filter(({ id }) => results.found.has(id)).length, judged.length)
}

/** The share of mutants that the tests should notice, and what makes a sample's chance to say otherwise one in two thousand. */
const [ENOUGH, CERTAIN] = [75, 3.29]

/**
 * Fails if the sample leaves no doubt that the tests notice too few.
 * @param {number} kills
 * @param {number} all
 */
function judge(kills, all) {
  const [, high] = wilson(kills, all, CERTAIN)
  if (Number(high) >= ENOUGH) return
  process.stdout.write(
    `Too few: not even ${high} % of all mutants can be noticed where ${kills} of ${all} are; ${ENOUGH} % should be\n`,
  )
  process.exitCode = 1
}

/**
 * @param {string} folder
 * @param {string} file
 */
function isWithin(folder, file) {
  if (folder === '') return true
  return folder.endsWith('/**') ? file.startsWith(folder.slice(0, -2)) : dirname(file) === folder
}

/**
 * @param {string} name
 * @param {Placed[]} mutants
 * @param {Results} results
 */
function score(name, mutants, { found, covered }) {
  const verdicts = mutants.map(({ id }) => found.get(id))
  const kills = verdicts.filter((verdict) => verdict !== undefined).length
  const late = verdicts.filter((verdict) => verdict === 'timeout').length
  const unreached = mutants.filter(({ id }) => !found.has(id) && !covered.has(id)).length
  const share = `${((100 * kills) / mutants.length).toFixed(1)} %`
  const [low, high] = wilson(kills, mutants.length)
  const notes = `${late > 0 ? `; ${late} by hanging` : ''}${unreached > 0 ? `; ${unreached} that no test reaches` : ''}`
  return `${name.padEnd(44)} ${share.padStart(7)}  ${low}–${high} %  ${kills} of ${mutants.length}${notes}`
}

/**
 * Wilson's interval for a share: https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval
 * @param {number} kills
 * @param {number} all
 * @param {number} [z] how many standard deviations: by default, for 95 %
 * @returns {[string, string]} in per cent
 */
function wilson(kills, all, z = 1.96) {
  const [p, d] = [kills / all, 1 + z ** 2 / all]
  const middle = (p + z ** 2 / (2 * all)) / d
  const half = (z / d) * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2))
  return [(100 * (middle - half)).toFixed(1), (100 * (middle + half)).toFixed(1)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()

#!/usr/bin/env node
// @ts-check
// Plays a random tenth of `npm run test:long`, another every day, and fails if any of it fails twice. Within minutes: nothing is started
// after STARTS_MS, and what still runs at ENDS_MS is ended and named, for it has said nothing.
//   node scripts/tenth.mjs [2026-11-27]   the day whose tenth it is: by default, today
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [STARTS_MS, ENDS_MS] = [120_000, 270_000]
const LANES = 2
/** The soak takes two hours otherwise. */
const WHOLE = { HINDCAST_FAULTS: 'whole', HINDCAST_SOAK_MINUTES: '1' }

/** @typedef {{ name: string, words: readonly string[], env: Readonly<Record<string, string>> }} Play something that passes or fails */

const day = process.argv[2] ?? new Date().toISOString().slice(0, 10)
let began = 0

async function main() {
  const all = [...properties(), ...tests(), ...mutants()]
  const chosen = inOrderOfDate(all).slice(0, Math.ceil(all.length / 10))
  process.stdout.write(`${chosen.length} of ${all.length} (node scripts/tenth.mjs ${day}):\n`)
  for (const { name } of chosen) process.stdout.write(`  ${name}\n`)
  const left = [...chosen]
  began = Date.now()
  const failed = (await Promise.all(Array.from({ length: LANES }, () => lane(left)))).flat()
  for (const { name } of left) process.stdout.write(`no time left for: ${name}\n`)
  for (const name of failed) process.stdout.write(`failed twice: ${name}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/**
 * Files of property tests, with ten times as many cases as in `npm test`.
 * @returns {Play[]}
 */
function properties() {
  const paths = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => join('test', name))
  const files = paths.filter((path) => path.endsWith('.test.ts') && !/^test.(e2e|faults|long)/.test(path))
  return files
    .filter((path) => /'fast-check'/.test(readFileSync(path, 'utf8')))
    .map((path) => ({
      name: `${path}, ten times as many cases`,
      words: ['npx', 'vitest', 'run', path],
      env: { HINDCAST_RUNS: '10' },
    }))
}

/**
 * The tests of `test/long`, and those of `test/faults` that only a whole run has.
 * @returns {Play[]}
 */
function tests() {
  const short = new Set(listed(['faults'], {}).map(({ name }) => name))
  return listed(['long', 'faults'], WHOLE).filter(({ name }) => !short.has(name))
}

/**
 * @param {readonly string[]} projects
 * @param {Record<string, string>} env
 * @returns {Play[]}
 */
function listed(projects, env) {
  const words = ['vitest', 'list', ...projects.flatMap((name) => ['--project', name]), '--json']
  const text = execFileSync('npx', words, { encoding: 'utf8', env: { ...process.env, ...env } })
  /** @type {{ name: string, file: string, projectName: string }[]} */
  const found = JSON.parse(text.slice(text.indexOf('[')))
  return found.map(({ name, file, projectName }) => {
    const path = relative('.', file)
    const pattern = `^${name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
    return {
      name: `${path} > ${name}`,
      words: ['npx', 'vitest', 'run', '--project', projectName, path, '-t', pattern],
      env,
    }
  })
}

/**
 * As many mutants as `npm run test:long` tries, in ten parts.
 * @returns {Play[]}
 */
function mutants() {
  return Array.from({ length: 10 }, (_, part) => {
    const env = { MUTANTS_DATE: `${day}-${part}`, MUTANTS_SAMPLE: '60' }
    return { name: `60 mutants, part ${part}`, words: ['node', 'scripts/mutants.mjs'], env }
  })
}

/**
 * @param {readonly Play[]} plays
 * @returns {Play[]}
 */
function inOrderOfDate(plays) {
  const keyOf = (/** @type {Play} */ { name }) => createHash('sha256').update(`${day} ${name}`).digest('hex')
  return plays.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

/**
 * Plays one after another while there is time; gives the names of those that failed twice.
 * @param {Play[]} left
 */
async function lane(left) {
  /** @type {string[]} */
  const failed = []
  while (Date.now() - began < STARTS_MS) {
    const play = left.shift()
    if (!play) break
    if ((await ending(play)) === 'failed' && (await ending(play)) !== 'passed') failed.push(play.name)
  }
  return failed
}

/**
 * How it ends. What it printed is shown in one piece.
 * @param {Play} play
 * @returns {Promise<'passed' | 'failed' | 'not finished'>}
 */
function ending({ name, words: [program = '', ...words], env }) {
  const [start, limit] = [Date.now(), began + ENDS_MS - Date.now()]
  return new Promise((resolve) => {
    // A group of its own, so that what it started ends with it
    const child = spawn(program, words, { env: { ...process.env, ...env }, detached: true })
    let [said, isLate] = ['', false]
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    const timer = setTimeout(
      () => {
        isLate = true
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      },
      Math.max(0, limit),
    )
    child.on('close', (code) => {
      clearTimeout(timer)
      const how = isLate ? 'not finished' : code === 0 ? 'passed' : 'failed'
      process.stdout.write(`\n-- ${name}\n${said}-- ${how} after ${Math.round((Date.now() - start) / 1_000)} s\n`)
      resolve(how)
    })
  })
}

await main()

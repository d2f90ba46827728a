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
/** How many parts the mutants of `npm run test:long` have, and how many are in each. */
const [PARTS, MUTANTS] = [10, 60]
/** The soak takes two hours otherwise. */
const WHOLE = { HINDCAST_FAULTS: 'whole', HINDCAST_SOAK_MINUTES: '1' }

/**
 * Something that passes or fails. Those of a group are played by one command, which gets their words.
 * @typedef {{ env: Record<string, string>, command: (words: string[]) => string[] }} Played
 * @typedef {Played & { name: string, group: string, word: string }} Play
 * @typedef {Played & { group: string, names: string[], words: string[] }} Group
 */

const day = process.argv[2] ?? new Date().toISOString().slice(0, 10)
let began = 0

async function main() {
  const all = [...properties(), ...tests(), ...mutants()]
  const chosen = inOrderOfDate(all).slice(0, Math.ceil(all.length / 10))
  process.stdout.write(`${chosen.length} of ${all.length} (node scripts/tenth.mjs ${day}):\n`)
  for (const { name } of chosen) process.stdout.write(`  ${name}\n`)
  began = Date.now()
  const left = grouped(chosen)
  const failed = (await Promise.all(Array.from({ length: LANES }, () => lane(left)))).flat()
  for (const name of left.flatMap(({ names }) => names)) process.stdout.write(`no time left for: ${name}\n`)
  for (const group of failed) process.stdout.write(`failed twice: ${group}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/**
 * Files of property tests, with ten times as many cases as in `npm test`.
 * @returns {Play[]}
 */
function properties() {
  const paths = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => join('test', name))
  const files = paths.filter((path) => path.endsWith('.test.ts') && !/^test.(e2e|faults|long)/.test(path))
  const group = 'ten times as many cases'
  const [env, command] = [
    { HINDCAST_RUNS: '10' },
    (/** @type {string[]} */ words) => ['npx', 'vitest', 'run', ...words],
  ]
  return files
    .filter((path) => /'fast-check'/.test(readFileSync(path, 'utf8')))
    .map((path) => ({ name: `${path}, ${group}`, group, word: path, env, command }))
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
  const asked = ['vitest', 'list', ...projects.flatMap((name) => ['--project', name]), '--json']
  const text = execFileSync('npx', asked, { encoding: 'utf8', env: { ...process.env, ...env } })
  /** @type {{ name: string, file: string, projectName: string }[]} */
  const found = JSON.parse(text.slice(text.indexOf('[')))
  return found.map(({ name, file, projectName }) => {
    const path = relative('.', file)
    const word = name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const command = (/** @type {string[]} */ words) => {
      return ['npx', 'vitest', 'run', '--project', projectName, path, '-t', `^(?:${words.join('|')})$`]
    }
    return { name: `${path} > ${name}`, group: path, word, env, command }
  })
}

/**
 * The mutants of a sample of its own, in parts.
 * @returns {Play[]}
 */
function mutants() {
  return Array.from({ length: PARTS }, (_, part) => {
    const name = `${MUTANTS} mutants of ${day}-${part}`
    const env = { MUTANTS_DATE: `${day}-${part}`, MUTANTS_SAMPLE: String(MUTANTS) }
    return { name, group: name, word: '', env, command: () => ['node', 'scripts/mutants.mjs'] }
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
 * @param {readonly Play[]} plays
 * @returns {Group[]}
 */
function grouped(plays) {
  /** @type {Map<string, Group>} */
  const groups = new Map()
  for (const { name, group, word, env, command } of plays) {
    const { names, words } = groups.get(group) ?? { names: [], words: [] }
    groups.set(group, { group, env, command, names: [...names, name], words: [...words, word] })
  }
  return [...groups.values()]
}

/**
 * Plays one group after another while there is time; gives those that failed twice.
 * @param {Group[]} left
 */
async function lane(left) {
  /** @type {string[]} */
  const failed = []
  while (Date.now() - began < STARTS_MS) {
    const next = left.shift()
    if (!next) break
    const limit = began + ENDS_MS - Date.now()
    // The second time it may take as long as it would if it were alone
    if ((await ending(next, limit)) === 'failed' && (await ending(next, ENDS_MS)) !== 'passed') failed.push(next.group)
  }
  return failed
}

/**
 * How a group ends. What it printed is shown in one piece.
 * @param {Group} group
 * @param {number} limit milliseconds after which it is ended
 * @returns {Promise<'passed' | 'failed' | 'not finished'>}
 */
function ending({ group, env, command, words: its }, limit) {
  const [program = '', ...words] = command(its)
  const start = Date.now()
  return new Promise((resolve) => {
    // A process group of its own, so that its workers end with it
    const child = spawn(program, words, { env: { ...process.env, ...env }, detached: true })
    let [said, isLate] = ['', false]
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limit)
    child.on('close', (code) => {
      clearTimeout(timer)
      const how = isLate ? 'not finished' : code === 0 ? 'passed' : 'failed'
      process.stdout.write(`\n-- ${group}\n${said}-- ${how} after ${Math.round((Date.now() - start) / 1_000)} s\n`)
      resolve(how)
    })
  })
}

await main()

#!/usr/bin/env node
// @ts-check
// Changes src/domain and src/engine in small ways (StrykerJS) and reports which changes no test notices.
// Files, or ranges of their lines (`order.ts:1-12`), are tested completely. Of folders (by default, of both parts) it tests
// ranges of lines in an order that depends on the date, until the time is up; the report is then a random sample.
//   MUTANTS_MINUTES=25 MUTANTS_WORKERS=2 node scripts/mutants.mjs [src/domain/order.ts …] [src/domain/memory …]
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { Stryker } from '@stryker-mutator/core'
import { build } from './build.mjs'

/** @typedef {import('@stryker-mutator/api/core').MutantResult} Mutant */

const MINUTES = Number(process.env.MUTANTS_MINUTES || 25)
const WORKERS = Number(process.env.MUTANTS_WORKERS || 2)
/**
 * Which tests each part of the source is run against (vitest.config.ts), and how many ranges share one run of Stryker, which
 * starts by running all of these tests unchanged. The engine's tests open real stores, so each mutant takes longer.
 * @type {readonly { folder: 'domain' | 'engine', together: number }[]}
 */
const PARTS = [
  { folder: 'domain', together: 30 },
  { folder: 'engine', together: 8 },
]
// Lines per range: few, so that a sample spreads over many files
const STRETCH = 12
const FOUND = new Set(['Killed', 'Timeout'])
const MISSED = new Set(['Survived', 'NoCoverage'])

/** @type {Mutant[]} */
const mutants = []

// Results are collected one at a time, because the time may be up in the middle of a run
class Collecting {
  /** @param {Mutant} mutant */
  onMutantTested(mutant) {
    mutants.push(mutant)
    const { fileName, location, mutatorName, replacement = '', status } = mutant
    if (!MISSED.has(status)) return
    const place = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`
    process.stdout.write(`${place} ${status} ${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 80)}\n`)
  }
}

/** What Stryker loads of this file, also in the processes that it starts. */
export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'collecting', Collecting)]

async function main() {
  // The store's worker is a built file, which Stryker copies with the rest
  await build()
  setTimeout(() => finish(`${MINUTES} minutes are over`), MINUTES * 60_000)
  const named = process.argv.slice(2).map((path) => relative('.', path))
  const files = named.filter((path) => /\.ts(?::\d+-\d+)?$/.test(path))
  const folders =
    named.length > 0 ? named.filter((path) => !files.includes(path)) : PARTS.map(({ folder }) => join('src', folder))
  const chosen = [...files, ...inOrderOfDate(folders.flatMap(sources).flatMap(stretches))]
  const left = PARTS.map(({ folder, together }) => {
    return { folder, together, all: chosen.filter((one) => one.startsWith(join('src', folder, '/'))) }
  })
  while (left.some(({ all }) => all.length > 0))
    for (const { folder, together, all } of left) await tried(folder, all.splice(0, together))
  finish('all was taken')
}

/**
 * Runs Stryker once, and reports why if it fails.
 * @param {string} folder whose tests are run
 * @param {string[]} mutate files, or stretches of files as `file:1-12`
 */
async function tried(folder, mutate) {
  if (mutate.length === 0) return
  process.env.HINDCAST_MUTANTS = folder
  try {
    await new Stryker({
      mutate,
      testRunner: 'vitest',
      // All tests of the part run once; after that, coverage decides which tests a mutant needs
      vitest: { related: false },
      plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(import.meta.url)],
      coverageAnalysis: 'perTest',
      // Code that runs when a module is loaded would need all tests for each mutant
      ignoreStatic: true,
      disableTypeChecks: false,
      concurrency: WORKERS,
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 15,
      reporters: ['collecting'],
      tempDirName: '.cache/mutants',
      ignorePatterns: ['.cache', 'viewer', 'bench'],
      allowEmpty: true,
    }).runMutationTest()
  } catch (error) {
    process.stdout.write(`${mutate.join(' ')}: ${error instanceof Error ? error.message : error}\n`)
  }
}

/**
 * A file as ranges of lines: `file:1-12` and so on.
 * @param {string} path
 */
function stretches(path) {
  const lines = readFileSync(path, 'utf8').split('\n').length
  return Array.from({ length: Math.ceil(lines / STRETCH) }, (_, at) => {
    return `${path}:${at * STRETCH + 1}-${Math.min(lines, (at + 1) * STRETCH)}`
  })
}

/**
 * A different order every day, so that everything is tested at some time.
 * @param {string[]} names
 */
function inOrderOfDate(names) {
  const day = new Date().toISOString().slice(0, 10)
  const keyOf = (/** @type {string} */ name) => createHash('sha256').update(`${day} ${name}`).digest('hex')
  return names.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sources(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => path.endsWith('.ts'))
}

/**
 * Prints the score of each folder and exits.
 * @param {string} why
 */
function finish(why) {
  const folders = [...new Set(mutants.map(({ fileName }) => dirname(relative('.', fileName))))].sort()
  process.stdout.write(`\nMutants that a test notices, of a random sample unless files were named (${why}):\n`)
  for (const folder of [...folders, '']) {
    const within = mutants.filter(({ fileName }) => folder === '' || dirname(relative('.', fileName)) === folder)
    const found = within.filter(({ status }) => FOUND.has(status)).length
    const all = found + within.filter(({ status }) => status === 'Survived').length
    const share = all === 0 ? '-' : `${((100 * found) / all).toFixed(1)} %`
    // These are known before any test runs, so they would count too much if the time is up early
    const unreached = within.filter(({ status }) => status === 'NoCoverage').length
    const counts = `${found} of ${all}${unreached > 0 ? `; ${unreached} more that none of these tests reaches` : ''}`
    process.stdout.write(`${(folder || 'together').padEnd(32)} ${share.padStart(7)}  ${counts}\n`)
  }
  process.exit(0)
}

// Not awaited: Stryker loads this file as a plugin too, and would wait for it to finish
if (process.argv[1] === fileURLToPath(import.meta.url)) void main()

#!/usr/bin/env node
// @ts-check
// Changes src/domain and src/engine in small ways (StrykerJS) and reports which changes no test notices.
// Named files are all taken; else the date decides the order, and the time how many are reached.
//   MUTANTS_MINUTES=25 MUTANTS_WORKERS=2 node scripts/mutants.mjs [src/domain/order.ts …]
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { Stryker } from '@stryker-mutator/core'
import { build } from './build.mjs'

/** @typedef {import('@stryker-mutator/api/core').MutantResult} Mutant */

const MINUTES = Number(process.env.MUTANTS_MINUTES || 25)
const WORKERS = Number(process.env.MUTANTS_WORKERS || 2)
// The tests without any change run first, once for so many files
const TOGETHER = 8
const FOLDERS = ['src/domain', 'src/engine']
const FOUND = new Set(['Killed', 'Timeout'])
const MISSED = new Set(['Survived', 'NoCoverage'])

/** @type {Mutant[]} */
const mutants = []

// Results are taken one by one, as the time may be up in the middle of a run
class Collecting {
  /** @param {Mutant} mutant */
  onMutantTested(mutant) {
    mutants.push(mutant)
  }
}

/** What Stryker loads of this file, also in the processes that it starts. */
export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'collecting', Collecting)]

async function main() {
  process.env.HINDCAST_MUTANTS = '1'
  // The store's worker is a built file; Stryker copies it with the rest
  await build()
  setTimeout(() => finish(`${MINUTES} minutes are over`), MINUTES * 60_000)
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : inOrderOfDate(FOLDERS.flatMap(sources))
  for (let at = 0; at < files.length; at += TOGETHER) await tried(files.slice(at, at + TOGETHER))
  finish('all files were taken')
}

/**
 * One run of Stryker; where it fails, it is told why.
 * @param {string[]} mutate
 */
async function tried(mutate) {
  try {
    await new Stryker({
      mutate,
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(import.meta.url)],
      coverageAnalysis: 'perTest',
      // What runs once when a module is loaded would need all tests for each change
      ignoreStatic: true,
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
 * Another order each day, so that every file has its turn.
 * @param {string[]} paths
 */
function inOrderOfDate(paths) {
  const day = new Date().toISOString().slice(0, 10)
  const keyOf = (/** @type {string} */ path) => createHash('sha256').update(`${day} ${path}`).digest('hex')
  return paths.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
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
 * Tells the score of each folder and every change that was missed, and ends.
 * @param {string} why
 */
function finish(why) {
  const missed = mutants.filter(({ status }) => MISSED.has(status))
  for (const { fileName, location, mutatorName, replacement, status } of missed) {
    const place = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`
    process.stdout.write(
      `${place} ${status} ${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 80)}\n`,
    )
  }
  const folders = [...new Set(mutants.map(({ fileName }) => dirname(relative('.', fileName))))].sort()
  process.stdout.write(`\nMutants that a test notices (${why}):\n`)
  for (const folder of [...folders, '']) {
    const within = mutants.filter(({ fileName }) => folder === '' || dirname(relative('.', fileName)) === folder)
    const found = within.filter(({ status }) => FOUND.has(status)).length
    const all = found + within.filter(({ status }) => MISSED.has(status)).length
    const share = all === 0 ? '-' : `${((100 * found) / all).toFixed(1)} %`
    process.stdout.write(`${(folder || 'together').padEnd(32)} ${share.padStart(7)}  ${found} of ${all}\n`)
  }
  process.exit(0)
}

// Not awaited: Stryker loads this very file as a plugin, and would wait for its end
if (process.argv[1] === fileURLToPath(import.meta.url)) void main()

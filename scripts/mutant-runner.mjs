// @ts-check
// Runs each test once as it is and then once with each change (mutant) that it reaches, until a test has noticed the change.
// vitest loads it in the process that runs the tests, for `scripts/mutants.mjs`.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { TestRunner } from 'vitest'

/** @typedef {{ static: Record<string, number>, perTest: Record<string, Record<string, number>> }} Coverage how often each change was reached: by a test, or while a file was loaded */
/** @typedef {{ activeMutant?: string, currentTestId?: string, hitCount?: number, hitLimit?: number, mutantCoverage: Coverage }} Switches what the built-in switches read and write */
/** @typedef {{ as: 'it is' } | { as: 'it was' } | { as: 'changed', id: string, hits: number } | { as: 'it was again', id: string, late: boolean }} Attempt how a test is run next */

// A change that makes a test take this much longer is a hang: time of the processor, so that a busy machine is no reason
const HANG_MS = 10_000
const SLOWER = 20
// Time of the processor that is spent on one change in all, slow tests last
const BUDGET_MS = Number(process.env.MUTANTS_BUDGET_SECONDS || 5) * 1000

const folder = process.env.HINDCAST_MUTANTS ?? ''
const part = process.env.HINDCAST_MUTANTS_PART ?? '0'
const journal = `${folder}/journal-${part}.jsonl`
/** @type {{ alive: string[], suspects: string[] }} */
const plan = JSON.parse(readFileSync(`${folder}/plan-${part}.json`, 'utf8'))
const alive = new Set(plan.alive)
const suspects = new Set(plan.suspects)
/** @type {Map<string, number>} */
const spent = new Map()

/** @type {Coverage} */
const coverage = { static: {}, perTest: {} }
/** @type {Switches} */
const switches = { mutantCoverage: coverage }
Object.assign(globalThis, { __stryker__: switches })

const say = (/** @type {object} */ line) => appendFileSync(journal, `${JSON.stringify(line)}\n`)
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// [id of the change being tried or -1, time of the processor at which it is a hang]
const watched = new Float64Array(new SharedArrayBuffer(16)).fill(-1)
const WATCH = `
const { workerData: { watched, journal, pid } } = require('node:worker_threads')
const { appendFileSync } = require('node:fs')
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const [id, limit] = watched
  if (id < 0 || (user + system) / 1000 < limit) return
  appendFileSync(journal, JSON.stringify({ is: 'timeout', id: String(id) }) + '\\n')
  process.kill(pid, 'SIGKILL')
}, 250)`
new Worker(WATCH, { eval: true, workerData: { watched, journal, pid: process.pid } }).unref()

process.on('disconnect', () => process.exit(1))
// The first counterexample will do
fc.configureGlobal({ endOnFailure: true })

/** What vitest runs the tests with. */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export
export default class MutantRunner extends TestRunner {
  /** @type {Attempt} */
  attempt = { as: 'it is' }
  /** @type {[id: string, hits: number][]} */
  left = []
  began = { cpu: 0, wall: 0 }
  took = { cpu: 0, wall: 0 }
  /** @type {Record<'covered' | 'broken' | 'unrepeatable', Set<string>>} */
  file = { covered: new Set(), broken: new Set(), unrepeatable: new Set() }
  fileBegan = 0

  /**
   * @override
   * @param {any} suite
   */
  async onBeforeRunSuite(suite) {
    await super.onBeforeRunSuite(suite)
    if (!('filepath' in suite)) return
    this.fileBegan = cpuMs()
    this.file = { covered: new Set(), broken: new Set(), unrepeatable: new Set() }
  }

  /**
   * @override
   * @param {any} suite
   */
  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite)
    if (!('filepath' in suite)) return
    const [covered, broken, unrepeatable] = [this.file.covered, this.file.broken, this.file.unrepeatable].map((all) => [
      ...all,
    ])
    const name = relative(process.cwd(), suite.filepath)
    say({
      is: 'done',
      file: name,
      ms: Math.round(this.fileMs),
      covered,
      broken,
      unrepeatable,
      atLoad: Object.keys(coverage.static),
    })
    this.fileMs = 0
  }
  // Of the tests as they are, so that the quick ones can come first
  fileMs = 0

  /**
   * @override
   * @param {any} test
   */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    // Ended by `onAfterRetryTask`
    test.repeats = Number.MAX_SAFE_INTEGER
    test.retry = 0
    this.attempt = { as: 'it is' }
    this.left = []
  }

  /**
   * @override
   * @param {any} test
   */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test)
    const { attempt } = this
    this.began = { cpu: cpuMs(), wall: performance.now() }
    switches.currentTestId = test.id
    switches.hitCount = 0
    if (attempt.as !== 'changed') return
    switches.activeMutant = attempt.id
    switches.hitLimit = Math.max(10_000, attempt.hits * 100)
    this.watch(attempt.id)
  }

  /** @param {any} test */
  async runTask(test) {
    const run = Promise.resolve(TestRunner.getTestFn(test)())
    if (this.attempt.as === 'it is' || this.attempt.as === 'it was') return run
    const ended = new AbortController()
    const hang = after(HANG_MS + SLOWER * this.took.wall, undefined, { signal: ended.signal }).then(
      () => Promise.reject(new Error('waits for what does not come')),
      () => undefined,
    )
    return Promise.race([run, hang.then(() => run)]).finally(() => ended.abort())
  }

  /**
   * Judges the attempt and says what the next one is.
   * @param {any} test
   */
  onAfterRetryTask(test) {
    writeFileSync(`${folder}/trying-${part}`, '')
    watched[0] = -1
    delete switches.activeMutant
    delete switches.currentTestId
    const failed = test.result.state === 'fail'
    const next = this.judged(test, failed)
    if (next === undefined) {
      // vitest ends the repetition of a test that skips itself
      test.result.pending = true
      return
    }
    test.result.state = 'run'
    delete test.result.errors
    this.attempt = next
  }

  /**
   * @param {any} test
   * @param {boolean} failed
   * @returns {Attempt | undefined}
   */
  judged(test, failed) {
    const { attempt } = this
    const cpu = cpuMs() - this.began.cpu
    if (attempt.as === 'it is') {
      this.took = { cpu, wall: performance.now() - this.began.wall }
      this.fileMs += cpu
      const reached = Object.entries(coverage.perTest[test.id] ?? {})
      for (const [id] of reached) this.file.covered.add(id)
      this.left = reached.filter(([id]) => alive.has(id))
      if (failed) this.file.broken.add(test.name)
      return failed || this.left.length === 0 ? undefined : { as: 'it was' }
    }
    if (attempt.as === 'it was') {
      if (failed) this.file.unrepeatable.add(test.name)
      return failed ? undefined : this.next()
    }
    if (attempt.as === 'changed') {
      spent.set(attempt.id, (spent.get(attempt.id) ?? 0) + cpu)
      const late = (switches.hitCount ?? 0) > (switches.hitLimit ?? 0)
      if (!failed && !late) return this.next()
      this.watch(attempt.id)
      return { as: 'it was again', id: attempt.id, late }
    }
    // What a change leaves behind could fail the test with others, too: then it is tried again, first in a new process
    if (failed && !suspects.has(attempt.id)) return this.restart({ is: 'suspect', id: attempt.id })
    alive.delete(attempt.id)
    const verdict = { is: attempt.late ? 'timeout' : 'killed', id: attempt.id, test: test.name }
    if (failed) return this.restart(verdict)
    say(verdict)
    return this.next()
  }

  /** @returns {Attempt | undefined} */
  next() {
    for (let one = this.left.shift(); one !== undefined; one = this.left.shift()) {
      const [id, hits] = one
      if ((spent.get(id) ?? 0) < BUDGET_MS) return { as: 'changed', id, hits }
    }
    return undefined
  }

  /** @param {string} id */
  watch(id) {
    watched[1] = cpuMs() + HANG_MS + SLOWER * this.took.cpu
    watched[0] = Number(id)
    writeFileSync(`${folder}/trying-${part}`, id)
  }

  /**
   * @param {object} line
   * @returns {never}
   */
  restart(line) {
    say(line)
    writeFileSync(`${folder}/trying-${part}`, '')
    process.kill(process.pid, 'SIGKILL')
    throw new Error('killed')
  }
}

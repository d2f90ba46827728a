import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../src/adapters/sqlite/driver.ts'
import { endAll, programsOf, rssOf, scratch, start, startDaemon } from './daemon/process.ts'
import { TRANSCRIPTS } from './imported.ts'
import { table } from './retrieval/figures.ts'

/**
 * What follows an import: the processor time of the daemon, the importer and the embedder, in seconds, until everything is
 * stored, until the queue is empty, and until every text that is to be embedded is; with what the same would be for 150 MB.
 *   npm run bench -- background [FOLDER of transcripts] [DIST]
 */
const [source = TRANSCRIPTS, dist = 'dist'] = process.argv.slice(2)
const [SCALE_MB, POLL_MS] = [150, 1_000]
const PROGRAMS = ['daemon', 'importer', 'embedder']

const home = scratch()
mkdirSync(join(home, '.claude/projects'), { recursive: true })
cpSync(resolve(source), join(home, '.claude/projects'), { recursive: true })
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'))
const megabytes = files.reduce((sum, file) => sum + statSync(join(source, file)).size, 0) / 1e6

try {
  const { process: daemon } = await startDaemon(home, dist)
  const rows: string[][] = []
  const spent = new Map<string, number>()
  const note = (step: string) => {
    for (const { words, own } of programsOf(daemon)) {
      const name = words.map((word) => basename(word, '.js')).find((word) => PROGRAMS.includes(word)) ?? 'other'
      // One that has ended keeps what it had spent
      spent.set(name, Math.max(own, spent.get(name) ?? 0))
    }
    const all = [...spent.values()].reduce((sum, own) => sum + own, 0)
    const each = PROGRAMS.map((name) => (spent.get(name) ?? 0).toFixed(1))
    return [step, ...each, all.toFixed(1), ((all * SCALE_MB) / megabytes).toFixed(0), String(rssOf(daemon))]
  }
  const importing = start(home, [join(dist, 'cli.js'), 'import'])
  const imported = new Promise((done) => importing.on('exit', done))
  let isOver = false
  void imported.then(() => {
    isOver = true
  })
  for (; !isOver; await sleep(POLL_MS)) note('')
  rows.push(note('imported'))
  const db = await openRaw(join(home, 'h/hindcast.db'))
  const count = (sql: string) => Number((db.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n)
  for (; count("jobs WHERE state = 'pending'") > 0; await sleep(POLL_MS)) note('')
  rows.push(note('distilled'))
  for (; count('vectors WHERE meaning IS NULL') > 0; await sleep(POLL_MS)) note('')
  rows.push(note('embedded'))
  const head = [`${megabytes.toFixed(0)} MB, CPU s`, ...PROGRAMS, 'all', `for ${SCALE_MB} MB`, 'daemon MB']
  const [texts, vectors, events] = [count('documents'), count('vectors'), count('events')]
  process.stdout.write(`${table(head, rows)}\n${events} events, ${texts} texts, ${vectors} embedded\n`)
  db.close()
} finally {
  await endAll()
}

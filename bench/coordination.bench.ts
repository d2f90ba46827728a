import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { alone } from './coordination/alone.ts'
import { freshText, type Noted, now, type Task, work } from './coordination/client.ts'
import { judge, type Life } from './coordination/judge.ts'
import { echoServer, endAll, scratch, startDaemon } from './daemon/process.ts'
import { hundred, quantile, seeded, table } from './retrieval/figures.ts'

/**
 * Sessions that edit the same 200 files at random: 2, 8 and 32 client processes with one daemon, of which some are killed,
 * some end and others follow. What they were told is compared with what happened on disk (judge.ts); claims are the answers
 * before edits, in milliseconds. The arm of 8 runs twice (A/A: the noise), and once with a bare Node server. Then one
 * session alone in its project: its calls of Edit with this build and with another one, which take turns, again with this
 * one twice.
 *   npm run bench -- coordination [seconds per arm: 20] [OTHER_DIST] [DIST]
 */
const [first = '20', other, own = 'dist'] = process.argv.slice(2)
const FILES = 200
/** The mean time between calls of one client. */
const PAUSE_MS = 250
/** Edits of the session that is alone. */
const TURNS = 1_000
/** How long a killed or ended client is away before the next one begins. */
const AWAY_MS = 300

interface Arm {
  readonly name: string
  readonly clients: number
  readonly isBare?: true
}

const ARMS: readonly Arm[] = [
  { name: '2', clients: 2 },
  { name: '8', clients: 8 },
  { name: '8, again', clients: 8 },
  { name: '8, bare server', clients: 8, isBare: true },
  { name: '32', clients: 32 },
]

/** One run: the clients' notes, and when each session lived. */
class Run {
  readonly noted: Noted[] = []
  readonly lives = new Map<string, Life[]>()
  kills = 0
  readonly #task: Omit<Task, 'session' | 'source' | 'seed'>
  readonly #running = new Map<ChildProcess, string>()
  readonly #random = seeded(7)
  #seed = 0

  constructor(task: Omit<Task, 'session' | 'source' | 'seed'>) {
    this.#task = task
  }

  async over(clients: number, seconds: number): Promise<void> {
    for (let n = 0; n < clients; n++) this.#begin(randomUUID(), 'startup')
    const until = now() + seconds * 1_000
    // About half of the clients leave in the course of a run, and others take their places
    while (now() < until) {
      await sleep((seconds * 1_000) / Math.max(2, clients / 2))
      if (now() < until) await this.#replaceOne()
    }
    await Promise.all([...this.#running.keys()].map((child) => this.#leave(child, false)))
  }

  async #replaceOne(): Promise<void> {
    const all = [...this.#running]
    const [child, session] = all[Math.floor(this.#random() * all.length)] as [ChildProcess, string]
    const isKilled = this.#random() < 0.7
    if (isKilled) this.kills++
    await this.#leave(child, isKilled)
    await sleep(AWAY_MS)
    const isResumed = this.#random() < 0.5
    this.#begin(isResumed ? session : randomUUID(), isResumed ? 'resume' : 'startup')
  }

  #begin(session: string, source: Task['source']): void {
    const task: Task = { ...this.#task, session, source, seed: ++this.#seed }
    const words = [process.argv[1] as string, 'client', JSON.stringify(task)]
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#running.set(child, session)
    const life = { from: now(), leaving: Number.POSITIVE_INFINITY, gone: Number.POSITIVE_INFINITY }
    this.lives.set(session, [...(this.lives.get(session) ?? []), life])
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => this.#note(line))
  }

  #note(line: string): void {
    const one = JSON.parse(line) as Noted
    this.noted.push(one)
    if (one.did === 'ended') this.#ended(one.session, { leaving: one.from, gone: one.at })
  }

  #ended(session: string, times: Partial<Life>): void {
    const all = this.lives.get(session) ?? []
    this.lives.set(session, [...all.slice(0, -1), { ...(all.at(-1) as Life), ...times }])
  }

  async #leave(child: ChildProcess, isKilled: boolean): Promise<void> {
    const session = this.#running.get(child) ?? ''
    this.#running.delete(child)
    const gone = new Promise<void>((done) => child.once('close', () => done()))
    if (isKilled) this.#ended(session, { leaving: now() })
    if (isKilled) child.kill('SIGKILL')
    else child.stdin?.end()
    await gone
    if (isKilled) this.#ended(session, { gone: now() })
  }
}

async function place(isBare = false): Promise<Omit<Task, 'session' | 'source' | 'seed' | 'pauseMs'>> {
  const folder = scratch()
  const project = scratch()
  execFileSync('git', ['init', '-q', project])
  for (let n = 0; n < FILES; n++) writeFileSync(join(project, `f${n}.txt`), freshText())
  const { port, token } = isBare ? { port: await echoServer(folder), token: '' } : await startDaemon(folder, own)
  return { port, token, project, files: FILES }
}

async function measured({ name, clients, isBare }: Arm, seconds: number): Promise<readonly string[]> {
  const run = new Run({ ...(await place(isBare)), pauseMs: PAUSE_MS })
  await run.over(clients, seconds)
  const found = judge(run.noted, run.lives)
  const claims = run.noted.flatMap((one) => (one.did === 'asked' ? [one.answered - one.at] : []))
  const of = (part: number, all: number) => `${part} of ${all}${all > 0 ? ` (${hundred(part / all)} %)` : ''}`
  return [
    name,
    `${run.lives.size}, ${run.kills} killed`,
    isBare ? '' : of(found.found, found.conflicts),
    isBare ? '' : `${found.false} and ${found.dead} of ${found.named}`,
    isBare ? '' : of(found.unwarned, found.overwrites),
    isBare ? '' : of(found.untold, found.raced),
    `${claims.length}: ${[0.5, 0.95, 0.99].map((share) => quantile(claims, share).toFixed(1)).join(' / ')}`,
  ]
}

if (first === 'client') await work(JSON.parse(process.argv[3] as string) as Task)
else
  try {
    const rows: (readonly string[])[] = []
    for (const arm of ARMS) {
      rows.push(await measured(arm, Number(first)))
      await endAll()
    }
    const head = [
      'clients',
      'sessions',
      'conflicts found',
      'false, and naming the dead',
      'overwrites unwarned',
      'raced, neither told',
      'claims: p50 / p95 / p99, ms',
    ]
    process.stdout.write(`${table(head, rows)}\n`)
    if (other)
      process.stdout.write(`\n${table(['alone', 'p50 / p95, ms', '- other'], await alone(own, other, TURNS))}\n`)
  } finally {
    await endAll()
  }

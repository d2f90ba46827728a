import { appendFileSync, mkdirSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '../src/adapters/sqlite/driver.ts'
import { type Cpu, cpuOf, endAll, rssOf, scratch, startDaemon } from './daemon/process.ts'
import { quantile, table } from './retrieval/figures.ts'
import { recordings } from './sessions/recorded.ts'
import { idOf, type Script, type Step } from './sessions/script.ts'
import { synthetic } from './sessions/synthetic.ts'

/**
 * What an event costs: whole sessions, with every hook posted and the lines of its transcript appended as the client does it.
 * 32 sessions of 8 projects send 200 events a second for so many seconds, one event at a time each. This build, another one
 * and this one again (A/A: the noise) take turns, in reverse order every second time, each with new sessions. CPU is that of
 * the daemon's threads until its queue is empty, and that of its children. Times in milliseconds.
 *   npm run bench -- sessions OTHER_DIST [seconds: 60] [turns: 1] [FOLDER of transcripts, or -] [DIST]
 * With `-` as OTHER_DIST, this build alone is measured.
 */
const [other, seconds = '60', turns = '1', source = '-', own = 'dist'] = process.argv.slice(2)
if (other === undefined)
  throw new Error('usage: npm run bench -- sessions OTHER_DIST|- [SECONDS] [TURNS] [FOLDER] [DIST]')
const [SESSIONS, PROJECTS, EVERY_MS, LATE_MS] = [32, 8, 5, 450]
const EVENTS = (Number(seconds) * 1_000) / EVERY_MS
const scriptOf = source === '-' ? synthetic : recordings(source)

interface Arm {
  readonly name: string
  readonly home: string
  readonly send: (hook: object) => Promise<number>
  readonly cpu: () => Cpu
  readonly rss: () => number
  readonly scripts: Script[]
  readonly times: number[]
  readonly spent: { daemon: number; children: number; drainMs: number; mb: number }
}

async function armOf(name: string, dist: string): Promise<Arm> {
  const home = scratch()
  const { process: daemon, port, token } = await startDaemon(home, dist)
  const agent = new http.Agent({ keepAlive: true, maxSockets: SESSIONS })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const options = { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers }
  const send = (hook: object) =>
    new Promise<number>((done, fail) => {
      const body = JSON.stringify(hook)
      const began = performance.now()
      http
        .request(options, (response) => response.resume().on('end', () => done(performance.now() - began)))
        .on('error', fail)
        .end(body)
    })
  const spent = { daemon: 0, children: 0, drainMs: 0, mb: 0 }
  return { name, home, send, cpu: () => cpuOf(daemon), rss: () => rssOf(daemon), scripts: [], times: [], spent }
}

/** One session as the client lives it: its hooks, one after another, and its transcript. */
class Client {
  readonly #arm: Arm
  readonly #script: Script
  readonly #transcript: string
  #lines = 0

  constructor(arm: Arm, script: Script) {
    this.#arm = arm
    this.#script = script
    const folder = script.folder.replace(/[^a-zA-Z0-9]/g, '-')
    this.#transcript = join(arm.home, '.claude/projects', folder, `${script.session}.jsonl`)
    mkdirSync(dirname(this.#transcript), { recursive: true })
    for (const one of ['orders', 'stock', 'people']) mkdirSync(join(script.folder, 'src', one), { recursive: true })
  }

  begin(): Promise<number> {
    return this.#hook({ hook_event_name: 'SessionStart', source: 'startup' })
  }

  async step({ before, hook, after }: Step): Promise<number> {
    for (const line of before) this.#write(line)
    const took = await this.#hook(hook)
    for (const line of after) this.#write(line)
    return took
  }

  end(): Promise<number> {
    return this.#hook({ hook_event_name: 'SessionEnd', reason: 'other' })
  }

  #hook(more: object): Promise<number> {
    const { session, folder } = this.#script
    const common = { session_id: session, transcript_path: this.#transcript, cwd: folder, permission_mode: 'default' }
    return this.#arm.send({ ...common, ...more })
  }

  #write(line: object): void {
    const { session, folder } = this.#script
    const common = {
      ...{ uuid: idOf(Number.parseInt(session, 16) + 0x10000000, this.#lines++), isSidechain: false, cwd: folder },
      ...{ sessionId: session, version: '2.1.330', entrypoint: 'cli', timestamp: new Date().toISOString() },
    }
    appendFileSync(this.#transcript, `${JSON.stringify({ ...common, ...line })}\n`)
  }
}

let made = 0
async function turnOf(arm: Arm, count: number): Promise<void> {
  const scripts = Array.from({ length: SESSIONS }, (_, n) =>
    scriptOf(++made, join(arm.home, 'work', `project-${n % PROJECTS}`), Math.ceil((count - n) / SESSIONS)),
  )
  arm.scripts.push(...scripts)
  const clients = scripts.map((script) => new Client(arm, script))
  const before = arm.cpu()
  for (const client of clients) await client.begin()
  const began = performance.now()
  const session = async (first: number) => {
    for (const [n, step] of scripts[first]?.steps.entries() ?? []) {
      await sleep(Math.max(0, began + (first + n * SESSIONS) * EVERY_MS - performance.now()))
      arm.times.push((await clients[first]?.step(step)) ?? 0)
    }
  }
  await Promise.all(scripts.map((_, first) => session(first)))
  for (const client of clients) await client.end()
  const ended = performance.now()
  await drained(arm.home)
  const after = arm.cpu()
  arm.spent.daemon += after.own - before.own
  arm.spent.children += after.children - before.children
  arm.spent.drainMs += performance.now() - ended
  arm.spent.mb = arm.rss()
}

/** Waits until the last transcripts are read and no job is due; asks the file, so that it costs the daemon nothing. */
async function drained(home: string): Promise<void> {
  const db = await openRaw(join(home, 'h/hindcast.db'))
  const pending = db.prepare("SELECT count(*) AS n FROM jobs WHERE state = 'pending'")
  for (let quiet = 0; quiet < 4; await sleep(500))
    quiet = (pending.get() as { n: number } | undefined)?.n === 0 ? quiet + 1 : 0
  db.close()
}

/** Events that were sent, stored, and stored under ids of their own; and sessions where any name's count differs. */
async function counted({ home, scripts }: Arm): Promise<string> {
  const db = await openRaw(join(home, 'h/hindcast.db'))
  const rows = db
    .prepare(
      `SELECT session || ' ' || name AS place, count(*) AS n, count(DISTINCT id) AS ids FROM events
       WHERE name IN ('UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop') GROUP BY place`,
    )
    .all() as { place: string; n: number; ids: number }[]
  db.close()
  const sent = new Map<string, number>()
  for (const { session, steps } of scripts)
    for (const { hook } of steps) {
      const place = `${session} ${(hook as { hook_event_name: string }).hook_event_name}`
      sent.set(place, (sent.get(place) ?? 0) + 1)
    }
  const sum = (of: Iterable<number>) => [...of].reduce((total, n) => total + n, 0)
  const kept = new Map(rows.map(({ place, n }) => [place, n]))
  const differing = [...new Set([...sent.keys(), ...kept.keys()])].filter(
    (place) => sent.get(place) !== kept.get(place),
  )
  return [sum(sent.values()), sum(kept.values()), sum(rows.map(({ ids }) => ids)), differing.length].join(', ')
}

async function rowOf(arm: Arm): Promise<string[]> {
  const { times, spent } = arm
  const shown = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(1)).join(' / ')
  const late = times.filter((ms) => ms > LATE_MS).length
  const each = ((spent.daemon * 1_000) / times.length).toFixed(2)
  const cpu = [spent.daemon, spent.children].map((one) => one.toFixed(1))
  const drain = (spent.drainMs / 1_000).toFixed(0)
  return [arm.name, shown, String(late), ...cpu, each, drain, String(spent.mb), await counted(arm)]
}

try {
  const dists = other === '-' ? { this: own } : { this: own, other, again: own }
  const arms: Arm[] = []
  for (const [name, dist] of Object.entries(dists)) arms.push(await armOf(name, dist))
  for (let turn = 0; turn < Number(turns); turn++)
    for (const arm of turn % 2 === 0 ? arms : arms.toReversed()) await turnOf(arm, EVENTS)
  const head = [
    ...['p50 / p95 / p99 / max', `${EVENTS} events, ms`, 'late', 'CPU s', 'children s', 'ms an event', 'drain s', 'MB'],
    'sent, rows, different, amiss',
  ]
  const rows: string[][] = []
  for (const arm of arms) rows.push(await rowOf(arm))
  process.stdout.write(`${table(head, rows)}\n`)
} finally {
  await endAll()
}

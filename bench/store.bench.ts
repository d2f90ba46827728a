import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../src/adapters/store/sqlite/store.ts'
import { parseQuery } from '../src/domain/retrieval/query.ts'
import type { Change, Commit } from '../src/ports.ts'
import { seeded } from './retrieval/figures.ts'

/**
 * The store through its worker threads, with 100,000 events (or as many as the first argument says).
 * One JSON line per measurement, in milliseconds; `a` and `a'` are the same work in turns: their difference is the noise.
 * `commit`: one event with its session and job, each awaited as a reply awaits it; `search`: 2 to 5 words, 10 hits.
 */
const EVENTS = Number(process.argv[2] ?? 100_000)
const COMMITS = 2_000
const SEARCHES = 200
const VOCABULARY = 20_000
/** The built worker: `npm run build` first. */
const workerUrl = pathToFileURL(resolve('dist/store-worker.js'))

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
const file = join(folder, 'hindcast.db')
const random = seeded(7)
let made = 0
try {
  await fill()
  await startUp()
  const store = await openStore({ file, workerUrl })
  await store.evidence.counts()
  await arms('commit', COMMITS, () => store.journal.commit(reply()))
  await throughput(store)
  for (const prefer of [undefined, 'p1']) {
    const title = prefer === undefined ? 'search' : 'search, one project preferred'
    await arms(title, SEARCHES, () => store.memories.search({ match: parseQuery(question()), prefer, limit: 10 }))
  }
  await arms('commit while searches run', 300, async () => {
    void store.memories.search({ match: parseQuery(question()), limit: 10 })
    await store.journal.commit(reply())
  })
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const store = await openStore({ file, workerUrl })
  const began = performance.now()
  while (made < EVENTS) await store.journal.commit({ changes: Array.from({ length: 500 }, event) })
  report('fill', '', { events: EVENTS, perSecond: Math.round(EVENTS / ((performance.now() - began) / 1_000)) })
  await store.close()
}

async function startUp(): Promise<void> {
  await arms('open', 10, async () => {
    const began = performance.now()
    const store = await openStore({ file, workerUrl })
    const ms = performance.now() - began
    await store.close()
    return ms
  })
}

async function throughput(store: Store): Promise<void> {
  const began = performance.now()
  await Promise.all(Array.from({ length: COMMITS }, () => store.journal.commit(reply())))
  report('commits in flight at once', '', { perSecond: Math.round(COMMITS / ((performance.now() - began) / 1_000)) })
}

/** Work that measures itself gives its milliseconds. */
async function arms(measure: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const taken: [number[], number[]] = [[], []]
  for (let n = 0; n < times * 2; n++) {
    const began = performance.now()
    const own = await work()
    taken[n % 2 === 0 ? 0 : 1].push(typeof own === 'number' ? own : performance.now() - began)
  }
  report(measure, 'a', quantiles(taken[0]))
  report(measure, "a'", quantiles(taken[1]))
}

function quantiles(ms: readonly number[]): Record<string, number> {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3))
  return { p50: at(0.5), p95: at(0.95), most: at(1) }
}

function report(measure: string, arm: string, figures: Record<string, number>): void {
  process.stdout.write(`${JSON.stringify({ bench: 'store', measure, arm, ...figures, node: process.version })}\n`)
}

function reply(): Commit {
  const change = event()
  const at = 1e12 + made
  const session = { id: 's1', host: 'claude-code', project: 'p1', lastSeenAt: at }
  const jobs = [{ behaviour: 'significance', event: `e_${made}`, dueAt: at }]
  return { changes: [{ kind: 'session', change: session }, change], jobs, once: `e_${made}` } as unknown as Commit
}

function event(): Change {
  const id = `e_${++made}`
  const record = {
    ...{ id, identity: id, name: 'PostToolUse', at: 1e12 + made, host: 'claude-code', via: 'hook' },
    ...{ session: `s${made % 500}`, project: `p${made % 20}`, tool: 'Bash', target: words(4), outcome: 'ok' },
    ...{ filesRead: [`/repo/src/${word()}/${word()}.ts`], filesModified: [], body: {} },
    ...{ input: words(12), output: words(60) },
  }
  return { kind: 'event', record } as unknown as Change
}

function question(): string {
  return words(2 + Math.floor(random() * 4))
}

function words(count: number): string {
  return Array.from({ length: count }, word).join(' ')
}

/** Zipf: the word of rank r comes with a share of 1/r. */
function word(): string {
  const rank = Math.floor(VOCABULARY ** random())
  return `w${rank.toString(36)}x`
}

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../src/adapters/store/sqlite/store.ts'
import { parseSearch } from '../src/domain/retrieval/query.ts'
import type { Change } from '../src/ports.ts'
import { quantile, seeded } from './retrieval/figures.ts'

/**
 * How long a search and a recall take with many stored texts (run `npm run build` first): prompts of 40 words (Zipf's law
 * over 20,000 words, no stop words), 50 per session, 200 sessions per project. One JSON line per measurement, in
 * milliseconds; `ratio` is p95 relative to a search for one term. `a` and `a'` are the same work: their difference is the
 * noise.
 *   npm run bench -- search [TEXTS = 1,000,000] [SEARCHES = 200] [FILE, kept and reused]
 */
const TEXTS = Number(process.argv[2] ?? 1_000_000)
const SEARCHES = Number(process.argv[3] ?? 200)
const WORDS = 40
const VOCABULARY = 20_000
const A_SESSION = 50
const A_PROJECT = 200 * A_SESSION
const BATCH = 1_000

const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
const file = resolve(process.argv[4] ?? join(folder, 'hindcast.db'))
const random = seeded(7)
try {
  const store = await openStore({ file, workerUrl: pathToFileURL(resolve('dist/store-worker.js')) })
  const { prompts } = await store.evidence.counts()
  await fill(store, prompts)
  report('stored', { texts: TEXTS, mb: Math.round(statSync(file).size / 1e6) })
  const find = (text: string, filter: object = {}) =>
    store.memories.search({ match: parseSearch(text), limit: 20, ...filter })
  const two = () => words(2 + Math.floor(random() * 4))
  const one = await timed(() => find(words(1)))
  const arms: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['search, 2 to 5 words, a', () => find(two())],
    ["search, 2 to 5 words, a'", () => find(two())],
    ['search, one project', () => find(two(), { project: 'p3' })],
    ['search, one project preferred', () => find(two(), { prefer: 'p3' })],
    ['search, a question of 12 words', () => find(words(12))],
    ['recall, a prompt of 20 words', () => recall(store, words(20))],
    ['recall, a prompt of 60 words', () => recall(store, words(60))],
  ]
  report('search, one term', one)
  for (const [name, work] of arms) {
    const taken = await timed(work)
    report(name, { ...taken, ratio: Number((taken.p95 / one.p95).toFixed(2)) })
  }
  await store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill(store: Store, from: number): Promise<void> {
  for (let made = from; made < TEXTS; made += BATCH)
    await store.journal.commit({
      changes: Array.from({ length: Math.min(BATCH, TEXTS - made) }, (_, at) => prompt(made + at)),
    })
}

function recall(store: Store, text: string) {
  return store.memories.recall({ text, project: 'p3', notSession: 'none', limit: 60 })
}

async function timed(work: () => Promise<unknown>) {
  const taken: number[] = []
  for (let n = 0; n < SEARCHES; n++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  const at = (share: number) => Number(quantile(taken, share).toFixed(1))
  return { p50: at(0.5), p95: at(0.95), most: at(1), n: SEARCHES }
}

function prompt(n: number): Change {
  const session = `s${Math.floor(n / A_SESSION)}`
  const placed = { id: `p_${n}`, session, project: `p${Math.floor(n / A_PROJECT)}`, at: 1.7e12 + n * 1_000 }
  const record = { ...placed, text: words(WORDS), origin: 'person', event: `e_${n}` }
  return { kind: 'prompt', record } as unknown as Change
}

function words(count: number): string {
  return Array.from({ length: count }, word).join(' ')
}

/** Zipf: the word of rank r comes with a share of 1/r. */
function word(): string {
  return `w${Math.floor(VOCABULARY ** random()).toString(36)}x`
}

function report(measure: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ bench: 'search', measure, ...figures, node: process.version })}\n`)
}

import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import type { Session } from '../../src/domain/nouns/session.ts'
import { parseSearch } from '../../src/domain/retrieval/query.ts'
import { bm25, grep } from './baselines.ts'
import { meanOf, percent, table } from './figures.ts'
import type { Turn } from './haystack.ts'

/** Sessions that count: the first so many. */
const K = 5
const HITS = 100

/** Recall of each related session of a project, by arm. */
type Found = Readonly<Record<'product' | 'recency' | 'BM25' | 'grep', number[]>>

/**
 * Real sessions: for each, the earlier sessions of its project that touched one of the same files are searched for with the
 * first prompt that a person typed and that has more than five words. Recall@5 of the sessions found (of at most five): by
 * project, and the difference from BM25, session by session.
 */
export async function related(
  stores: readonly ((use: (store: Store) => Promise<void>) => Promise<void>)[],
): Promise<string> {
  const projects: [name: string, found: Found][] = []
  for (const withStore of stores)
    await withStore(async (store) => {
      const all = await store.evidence.sessions({ limit: 10_000 })
      for (const project of new Set(all.map((session) => session.project))) {
        const own = all.filter((session) => session.project === project)
        projects.push([`project ${projects.length + 1}`, await inProject(store, own)])
      }
    })
  const asked = projects.filter(([, { product }]) => product.length > 0)
  return table(
    ['project', 'arm', `recall@${K}`, 'over BM25', 'sessions'],
    [...asked, ['all', merged(asked)] as const].flatMap(rowsOf),
  )
}

const merged = (projects: readonly (readonly [string, Found])[]): Found => {
  const of = (arm: keyof Found) => projects.flatMap(([, found]) => found[arm])
  return { product: of('product'), recency: of('recency'), BM25: of('BM25'), grep: of('grep') }
}

const rowsOf = ([project, found]: readonly [string, Found]): string[][] =>
  Object.entries(found).map(([arm, values]) => {
    const over = values.map((value, at) => value - (found.BM25[at] ?? 0))
    return [project, arm, percent(meanOf(values)), arm === 'BM25' ? '' : percent(meanOf(over)), String(values.length)]
  })

async function inProject(store: Store, all: readonly Session[]): Promise<Found> {
  const sessions = all.toSorted((a, b) => a.startedAt - b.startedAt)
  const files = new Map<string, ReadonlySet<string>>()
  for (const { id } of sessions) files.set(id, await filesOf(store, id))
  const found: Found = { product: [], recency: [], BM25: [], grep: [] }
  for (const [at, session] of sessions.entries()) {
    const own = files.get(session.id) ?? new Set()
    const earlier = sessions.slice(0, at)
    const gold: readonly string[] = earlier
      .filter(({ id }) => [...(files.get(id) ?? [])].some((file) => own.has(file)))
      .map(({ id }) => id)
    const question = await openingOf(store, session.id)
    if (gold.length === 0 || question === undefined) continue
    const recall = (ids: readonly string[]) =>
      ids.slice(0, K).filter((id) => gold.includes(id)).length / Math.min(K, gold.length)
    const match = parseSearch(question)
    const until = session.startedAt - 1
    // All arms search the same sessions
    const hits = await store.memories.search({ match, until, project: session.project, limit: HITS })
    found.product.push(recall([...new Set(hits.map(({ sessionId }) => sessionId))]))
    found.recency.push(recall(earlier.toReversed().map(({ id }) => id)))
    const turns = (await Promise.all(earlier.map((each) => textOf(store, each)))).flat()
    for (const [name, arm] of [
      ['BM25', bm25()],
      ['grep', grep()],
    ] as const) {
      await arm.learn({ turns, questions: [] })
      found[name].push(recall((await arm.find(question)).sessions))
    }
  }
  return found
}

async function filesOf(store: Store, session: string): Promise<ReadonlySet<string>> {
  const events = await store.evidence.events({ session, limit: 100_000 })
  return new Set(events.flatMap(({ filesModified, filesRead }) => [...filesModified, ...filesRead]))
}

async function openingOf(store: Store, session: string): Promise<string | undefined> {
  const prompts = await store.evidence.prompts({ session, limit: 1_000 })
  return prompts.find(({ origin, text }) => origin === 'person' && text.split(/\s+/).length > 5)?.text
}

/** All that was said and done in a session, a text each. */
async function textOf(store: Store, { id }: Session): Promise<Turn[]> {
  const prompts = await store.evidence.prompts({ session: id, limit: 1_000 })
  const events = await store.evidence.events({ session: id, limit: 100_000 })
  return [
    ...prompts.map(({ id: prompt, at, text }) => ({ id: prompt, session: id, at, text })),
    ...events.map((event) => {
      const text = [event.target, event.input, event.output, JSON.stringify(event.body)].join('\n')
      return { id: event.id, session: id, at: event.at, text }
    }),
  ]
}

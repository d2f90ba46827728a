import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import type { Session } from '../../src/domain/nouns/session.ts'
import { parseSearch } from '../../src/domain/retrieval/query.ts'
import { bm25, grep } from './baselines.ts'
import { meanOf, percent, table } from './figures.ts'
import type { Turn } from './haystack.ts'

const K = 5
const HITS = 100

/**
 * Real sessions: for each, which earlier ones touched a same file, asked for by its first prompt of a person that says
 * more than five words. Recall@5 of the sessions found, of at most five.
 */
export async function related(store: Store): Promise<string> {
  const all = await store.evidence.sessions({ limit: 1_000 })
  const sessions = all.toSorted((a, b) => a.startedAt - b.startedAt)
  const files = new Map<string, ReadonlySet<string>>()
  for (const { id } of sessions) files.set(id, await filesOf(store, id))
  const found: Record<string, number[]> = { product: [], recency: [], BM25: [], grep: [] }
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
    const until = session.startedAt - 1
    const hits = await store.memories.search({
      match: parseSearch(question),
      until,
      prefer: session.project,
      limit: HITS,
    })
    found.product?.push(recall([...new Set(hits.map(({ sessionId }) => sessionId))]))
    found.recency?.push(recall(earlier.toReversed().map(({ id }) => id)))
    const turns = (await Promise.all(earlier.map((each) => textOf(store, each)))).flat()
    for (const arm of [bm25(), grep()]) {
      await arm.learn({ turns, questions: [] })
      found[arm.name]?.push(recall((await arm.find(question)).sessions))
    }
  }
  const rows = Object.entries(found).map(([arm, values]) => [arm, percent(meanOf(values)), String(values.length)])
  return table(['arm', `recall@${K}`, 'sessions'], rows)
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LocalEmbedder } from '../../src/adapters/embedder/embedder.ts'
import { semanticRerank } from '../../src/adapters/embedder/semantic-search.ts'
import { openStore, type Store } from '../../src/adapters/store/sqlite/store.ts'
import { estimateTokens } from '../../src/domain/context/tokens.ts'
import search from '../../src/operations/search.ts'
import { parseInput, plainScreen, renderedText } from '../../src/operations/verb/operation.ts'
import type { Change, Hit, OperationPorts } from '../../src/ports.ts'
import type { Arm, Turn } from './haystack.ts'

/** Enough hits for ten sessions; their order does not depend on it. */
const HITS = 100
const READ = 10
const BATCH = 500
/** The built worker: `npm run build` first. */
const workerUrl = pathToFileURL(resolve('dist/store-worker.js'))

/** The built-in model, in the built worker. */
export const builtIn = (): LocalEmbedder =>
  new LocalEmbedder({
    program: resolve('dist/embedder.js'),
    env: process.env,
    model: resolve('dist/model'),
    isOn: () => true,
    log: { error: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`) },
  })

/**
 * What the product's own `search` finds, with its defaults: each haystack is a store, each turn a prompt of its session. With
 * an embedder, semantic search is used too.
 */
export function product(embedder?: LocalEmbedder): Arm {
  let open: { readonly store: Store; readonly folder: string } | undefined
  const close = async () => {
    await open?.store.close()
    if (open !== undefined) rmSync(open.folder, { recursive: true, force: true })
    open = undefined
  }
  return {
    name: embedder === undefined ? 'product, words alone' : 'product',
    close: () => close().then(() => embedder?.close()),
    async learn({ turns }) {
      await close()
      const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
      open = { folder, store: await openStore({ file: join(folder, 'hindcast.db'), workerUrl }) }
      for (let from = 0; from < turns.length; from += BATCH)
        await open.store.journal.commit({ changes: turns.slice(from, from + BATCH).map(promptOf) })
      if (embedder !== undefined) await embedAll(open.store, embedder)
    },
    async find(question) {
      if (open === undefined) throw new Error('nothing learned')
      const input = parseInput(search, { query: question, limit: HITS })
      const { store } = open
      const memories = embedder === undefined ? store.memories : semanticRerank(store.memories, embedder)
      const ports = { ...store, memories } as unknown as OperationPorts
      const found = (await search.run(input, ports)) as { results: readonly Hit[] }
      const { results } = found
      const read = renderedText(search, { ...found, results: results.slice(0, READ) }, plainScreen(Date.now()), input)
      return {
        turns: results.map(({ id }) => id),
        sessions: [...new Set(results.map(({ sessionId }) => sessionId))],
        tokens: estimateTokens(read),
      }
    },
  }
}

/** As the daemon does when nothing else is to be done. */
async function embedAll({ vectors }: Store, embedder: LocalEmbedder): Promise<void> {
  for (let owed = await vectors.missing(BATCH); owed.length > 0; owed = await vectors.missing(BATCH)) {
    const found = owed.map(async ({ id, mark, text }) => ({ id, mark, embedding: await embedder.kept(text) }))
    await vectors.fill((await Promise.all(found)) as Parameters<typeof vectors.fill>[0])
  }
}

function promptOf({ id, session, at, text }: Turn): Change {
  const record = { id, session, project: 'bench', at, text, origin: 'person', event: `e-${id}` }
  return { kind: 'prompt', record } as unknown as Change
}

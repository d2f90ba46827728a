import type { Embedding } from '@hindcast/text/similarity.ts'
import { comparable, type Embeddings } from '../../domain/learning/likeness.ts'
import type { Embedder, Memories } from '../../ports.ts'

/** Where texts and their embeddings come from. */
interface Known {
  readonly memories: Memories
  readonly embedder?: Embedder | undefined
}

/** More signals than one project has. */
const SIGNALS = 2000
/** New texts are embedded a few at a time (some 20 ms each); the others the next time. */
const AT_ONCE = 50
/** About 400 bytes each. */
const MOST_KNOWN = 1000

/** The embeddings of what was said in a project, as far as they are known or quickly made. */
export function embeddingsFact({ memories, embedder }: Known) {
  const known = new Map<string, Embedding>()
  return async (
    { project }: { readonly project: string },
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Embeddings> => {
    if (embedder?.state().on !== true) return new Map()
    const signals = await memories.records({ noun: 'signal', project, limit: SIGNALS })
    const quotes = comparable(signals)
    const missing = [...new Set(quotes.values())].filter((quote) => !known.has(quote)).slice(-AT_ONCE)
    if (known.size > MOST_KNOWN) known.clear()
    for (const quote of missing) {
      const embedding = signal.aborted ? undefined : await embedder.kept(quote)
      if (embedding !== undefined) known.set(quote, embedding)
    }
    return new Map(
      [...quotes].flatMap(([id, quote]) => (known.has(quote) ? [[id, known.get(quote) as Embedding]] : [])),
    )
  }
}

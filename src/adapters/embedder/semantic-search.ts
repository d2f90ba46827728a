import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder, Journal, Log, Memories, Pacer, Vectors } from '../../ports.ts'
import { type EmbedderOptions, LocalEmbedder } from './embedder.ts'

/** What embedding gives way to: answers, people at work, and work that is not optional. */
export interface BacklogPacer extends Pacer {
  /** Whether so much is owed that optional work waits, as this is. */
  isBacklogged(): Promise<boolean>
}

/** Search by meaning: a model, the embeddings of kept texts, and the ports that use them. */
export interface SemanticSearch {
  /** The embedder, a journal after whose commits new texts are embedded, and memories that are searched by meaning too. */
  over(store: Wrapped): Wrapped & { readonly embedder: Embedder }
  /** From now on kept texts are embedded, at the pacer's leave; those that an earlier daemon left first. */
  start(pacer: BacklogPacer): void
  close(): Promise<void>
}

interface Wrapped {
  readonly journal: Journal
  readonly memories: Memories
}

interface StorePorts {
  readonly vectors: Vectors
}

/** Nothing is loaded before it is asked for. */
export function semanticSearch(options: EmbedderOptions & { readonly log: Log }, store: StorePorts): SemanticSearch {
  const embedder = new LocalEmbedder(options)
  const indexer = new EmbeddingIndexer({ ...store, embedder, log: options.log })
  return {
    over: ({ journal, memories }) => ({
      embedder,
      journal: watching(journal, () => indexer.wake()),
      memories: semanticRerank(memories, embedder),
    }),
    start: (pacer) => indexer.start(pacer),
    close() {
      // First the embedder, so that nothing waits for it
      embedder.close()
      return indexer.close()
    },
  }
}

function watching(journal: Journal, notice: () => void): Journal {
  const after = <T>(kept: Promise<T>): Promise<T> => kept.finally(notice)
  return {
    commit: (commit) => after(journal.commit(commit)),
    commitAll: (commits, mark) => after(journal.commitAll(commits, mark)),
    commitPacked: (packed) => after(journal.commitPacked(packed)),
  }
}

/** Whoever searches asked for it and waits; in less the model is loaded. No hook waits for it. */
const SEARCH_MS = 200
/** Of a longer text the beginning says what it is about: all of it would take a tenth of a second. */
const MAX_QUERY = 200

/** Memories that are searched by meaning, too. */
export const semanticRerank = (memories: Memories, embedder: Embedder): Memories => ({
  ...memories,
  search: async (filter) =>
    memories.search({ ...filter, embedding: await embedder.asked(filter.match.text.slice(0, MAX_QUERY), SEARCH_MS) }),
})

interface IndexerParts extends StorePorts {
  readonly embedder: Embedder
  readonly log: Log
}

/** After a commit, so that a turn's texts come together and a short life loads no model. */
const REST_MS = 3_000
const BATCH = 8
/** How often it looks whether somebody still works: the next text waits for a pause, of which a session has many. */
const BUSY_MS = 200

/** Embeds kept texts in the background; the store knows which are missing. */
class EmbeddingIndexer {
  readonly #parts: IndexerParts
  #pacer: BacklogPacer | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(parts: IndexerParts) {
    this.#parts = parts
  }

  start(pacer: BacklogPacer): void {
    this.#pacer = pacer
    this.wake()
  }

  /** Texts may have been kept. */
  wake(): void {
    const pacer = this.#pacer
    if (pacer === undefined || this.#running !== undefined || !this.#isWanted()) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#run(pacer), REST_MS).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #isWanted(): boolean {
    return !this.#isClosed && this.#parts.embedder.state().on
  }

  #run(pacer: BacklogPacer): void {
    this.#running = this.#embedAll(pacer)
      .catch((error: unknown) => this.#parts.log.error('embeddings could not be stored', { error: String(error) }))
      .finally(() => {
        this.#running = undefined
      })
  }

  async #embedAll(pacer: BacklogPacer): Promise<void> {
    const { vectors } = this.#parts
    while (this.#isWanted()) {
      if (await pacer.isBacklogged()) await sleep(REST_MS, undefined, { ref: false })
      else if (!(await this.#embed(await vectors.missing(BATCH), pacer))) return
    }
  }

  /** False where nothing is missing, or nothing can be embedded. */
  async #embed(missing: Awaited<ReturnType<Vectors['missing']>>, pacer: BacklogPacer): Promise<boolean> {
    const found = []
    for (const { id, mark, text } of missing) {
      await pacer.giveWay()
      while (this.#isWanted() && !pacer.isCalm()) await sleep(BUSY_MS, undefined, { ref: false })
      const embedding = this.#isWanted() ? await this.#parts.embedder.kept(text) : undefined
      if (embedding === undefined) break
      found.push({ id, mark, embedding })
    }
    if (found.length > 0) await this.#parts.vectors.fill(found)
    return found.length > 0
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Code, CodeMeanings, Embedder, Log, Memories, Pacer, Vectors } from '../../ports.ts'
import { type EmbedderOptions, LocalEmbedder } from './embedder.ts'

/** Embedding yields to answers, active users, and required work in the queue. */
export interface BacklogPacer extends Pacer {
  /** Whether the queue is long enough for optional work, such as this, to wait. */
  isBacklogged(): Promise<boolean>
}

/** Search by meaning: a model, the embeddings of stored texts, and the ports that use them. */
export interface SemanticSearch {
  /** The embedder, and memories that can also be searched by meaning. */
  over(store: { readonly memories: Memories }): { readonly memories: Memories; readonly embedder: Embedder }
  /** Signals that texts may have been stored. */
  wake(): void
  /** Code that can also be searched by meaning; what a searched project consists of is embedded after its first search. */
  overCode(code: Code & CodeMeanings): Code
  /** Starts embedding texts when the pacer permits, beginning with those that an earlier daemon left. */
  start(pacer: BacklogPacer): void
  close(): Promise<void>
}

/** Where texts without embeddings come from. */
type Unembedded = Pick<Vectors, 'missing' | 'fill'>

interface StorePorts {
  readonly vectors: Unembedded
}

/** Loads nothing before it is used. */
export function semanticSearch(options: EmbedderOptions & { readonly log: Log }, store: StorePorts): SemanticSearch {
  const embedder = new LocalEmbedder(options)
  const { log } = options
  const indexer = new EmbeddingIndexer({ ...store, embedder, log })
  const projects = new SearchedProjects()
  const codeIndexer = new EmbeddingIndexer({ vectors: projects, embedder, log })
  return {
    over: ({ memories }) => ({ embedder, memories: semanticRerank(memories, embedder) }),
    wake: () => indexer.wake(),
    overCode: (code) => ({
      forget: () => code.forget(),
      async ask(folder, question, within) {
        if (question.kind !== 'search') return code.ask(folder, question, within)
        const embedding = await embedder.asked(question.query.slice(0, MAX_QUERY), SEARCH_MS)
        const asked = { ...question, ...(embedding && { embedding: [...embedding] }) }
        const answer = await code.ask(folder, asked, within)
        projects.add(folder, code)
        codeIndexer.wake()
        return answer
      },
    }),
    start(pacer) {
      indexer.start(pacer)
      codeIndexer.start(pacer)
    },
    async close() {
      // The embedder first, so that nothing waits for it
      embedder.close()
      await Promise.all([indexer.close(), codeIndexer.close()])
    },
  }
}

/** A search is explicit and can wait; the model loads in less time than this. No hook waits for it. */
const SEARCH_MS = 200
/** The beginning of a long query says what it is about; embedding all of it would take a tenth of a second. */
const MAX_QUERY = 200

/** Memories that are searched by meaning, too. */
export const semanticRerank = (memories: Memories, embedder: Embedder): Memories => ({
  ...memories,
  search: async (filter) =>
    memories.search({ ...filter, embedding: await embedder.asked(filter.match.text.slice(0, MAX_QUERY), SEARCH_MS) }),
})

/** The projects whose code was searched, until all that it consists of has embeddings. */
class SearchedProjects implements Unembedded {
  readonly #projects = new Map<string, CodeMeanings>()
  /** Where the last texts came from. */
  #folder = ''

  add(folder: string, code: CodeMeanings): void {
    this.#projects.set(folder, code)
  }

  async missing(limit: number) {
    for (const [folder, code] of this.#projects) {
      this.#folder = folder
      // A folder that is gone is nobody's any more
      const found = await code.unembedded(folder, limit).catch(() => [])
      if (found.length > 0) return found.map((each) => ({ ...each, mark: 0 }))
      this.#projects.delete(folder)
    }
    return []
  }

  async fill(found: Parameters<Unembedded['fill']>[0]): Promise<void> {
    const embedded = found.map(({ id, embedding }) => ({ id, embedding: [...embedding] }))
    await this.#projects.get(this.#folder)?.embed(this.#folder, embedded)
  }
}

interface IndexerParts extends StorePorts {
  readonly embedder: Embedder
  readonly log: Log
}

/** The delay after a commit or search, so that a turn's texts are batched, and a short-lived daemon loads no model. */
const REST_MS = 3_000
const BATCH = 8
/** How often to check for activity: the next text waits for a pause, of which a session has many. */
const BUSY_MS = 200

/** Embeds texts in the background; where they come from knows which are missing. */
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

  /** Signals that texts may have been stored. */
  wake(): void {
    const pacer = this.#pacer
    if (pacer === undefined || this.#running !== undefined || !this.#isWanted()) return
    // One that is set stays, or those who come often enough would put it off forever
    this.#timer ??= setTimeout(() => this.#run(pacer), REST_MS).unref()
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
    this.#timer = undefined
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

  /** False if nothing is missing, or nothing can be embedded. */
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder, Jobs, Log, Vectors } from '../ports.ts'

/** What it takes to work out what kept texts mean. `giveWay` and `isCalm`: the engine's. */
export interface EmbeddingParts {
  readonly vectors: Vectors
  readonly embedder: Embedder
  readonly jobs: Jobs
  readonly log: Log
  giveWay(): Promise<void>
  isCalm(): boolean
}

/** Works out what kept texts mean, when nothing else is to be done; what is owed stands in the store. */
export interface Embedding {
  /** Something may have been kept. */
  wake(): void
  close(): Promise<void>
}

/** After a commit, so that a turn's texts come together and a short life loads no model. */
const REST_MS = 3_000
const AT_ONCE = 8
/** Jobs that are owed: with more, texts wait. */
const HIGH_WATER = 100
/** How often it looks whether somebody still works: the next text waits for a pause, of which a session has many. */
const BUSY_MS = 200

/** Woken by commits and by the start. */
export function embeddingOf(parts: EmbeddingParts): Embedding {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  const wake = () => {
    if (isClosed || running !== undefined || !parts.embedder.state().on) return
    clearTimeout(timer)
    timer = setTimeout(run, REST_MS).unref()
  }
  const run = () => {
    const isWanted = () => !isClosed && parts.embedder.state().on
    running = embedAll(parts, isWanted)
      .catch((error: unknown) => parts.log.error('what texts mean could not be kept', { error: String(error) }))
      .finally(() => {
        running = undefined
      })
  }
  return {
    wake,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

async function embedAll(parts: EmbeddingParts, isWanted: () => boolean): Promise<void> {
  const { vectors, jobs } = parts
  while (isWanted()) {
    if ((await jobs.counts()).pending > HIGH_WATER) await sleep(REST_MS, undefined, { ref: false })
    else if (!(await embedSome(parts, await vectors.missing(AT_ONCE), isWanted))) return
  }
}

/** False where nothing is missing, or nothing can be known. */
async function embedSome(
  { vectors, embedder, giveWay, isCalm }: EmbeddingParts,
  missing: Awaited<ReturnType<Vectors['missing']>>,
  isWanted: () => boolean,
): Promise<boolean> {
  const found = []
  for (const { id, mark, text } of missing) {
    await giveWay()
    while (isWanted() && !isCalm()) await sleep(BUSY_MS, undefined, { ref: false })
    const meaning = isWanted() ? await embedder.kept(text) : undefined
    if (meaning === undefined) break
    found.push({ id, mark, meaning })
  }
  if (found.length > 0) await vectors.fill(found)
  return found.length > 0
}

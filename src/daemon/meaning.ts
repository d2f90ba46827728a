import { join } from 'node:path'
import { LocalEmbedder } from '../adapters/embedder/embedder.ts'
import { allowedEnvironment } from '../config/environment.ts'
import type { LiveConfig } from '../config/live.ts'
import type { Engine } from '../engine/engine.ts'
import type { Embedder, Jobs, Journal, Log, Memories, Vectors } from '../ports.ts'
import { embeddingOf } from './embedding.ts'

interface MeaningPorts {
  readonly journal: Journal
  readonly memories: Memories
  readonly vectors: Vectors
  readonly jobs: Jobs
}

/** Lets a store be searched by what is meant, too. Nothing is loaded before it is asked; `app`: the built programs' folder. */
export function meaningOf(
  store: MeaningPorts,
  { app, log }: { readonly app: string; readonly log: Log },
  live: LiveConfig,
  engine: () => Pick<Engine, 'giveWay' | 'isCalm'>,
) {
  const embedder = new LocalEmbedder({
    program: join(app, 'embedder.js'),
    env: allowedEnvironment(process.env),
    model: join(app, 'model'),
    isOn: () => live.values()['embedder.enabled'],
    log,
  })
  const embedding = embeddingOf({
    ...store,
    ...{ embedder, log },
    giveWay: () => engine().giveWay(),
    isCalm: () => engine().isCalm(),
  })
  // What an earlier life has left
  embedding.wake()
  return {
    ports: {
      embedder,
      journal: noticed(store.journal, embedding.wake),
      memories: semanticRerank(store.memories, embedder),
    },
    /** The embedder first, so that nothing waits for it. */
    close() {
      embedder.close()
      return embedding.close()
    },
  }
}

/** A journal that says when something was kept. */
const noticed = (journal: Journal, notice: () => void): Journal => {
  const after = <T>(kept: Promise<T>): Promise<T> => kept.finally(notice)
  return {
    commit: (commit) => after(journal.commit(commit)),
    commitAll: (commits, mark) => after(journal.commitAll(commits, mark)),
    commitPacked: (packed) => after(journal.commitPacked(packed)),
  }
}

/** Who searches asked for it and waits; in less the model is loaded. No hook waits for it. */
const SEARCH_MS = 200
/** Of a longer text the beginning says what it is about: all of it would take a tenth of a second. */
const MOST_ASKED = 200

/** Memories that are searched by what is meant too. */
export const semanticRerank = (memories: Memories, embedder: Embedder): Memories => ({
  ...memories,
  search: async (filter) =>
    memories.search({ ...filter, meaning: await embedder.asked(filter.match.text.slice(0, MOST_ASKED), SEARCH_MS) }),
})

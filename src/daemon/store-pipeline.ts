import type { semanticSearch } from '../adapters/embedder/semantic-search.ts'
import type { Store } from '../adapters/store/sqlite/store.ts'
import type { LiveConfig } from '../config/live.ts'
import { bufferedLog } from '../engine/buffered-log.ts'
import { cachedLedger } from '../engine/cached-ledger.ts'
import type { Ledger } from '../ports.ts'

/** The dependencies of the layers. */
interface Layers {
  readonly live: Pick<LiveConfig, 'watching'>
  readonly semantic: Pick<ReturnType<typeof semanticSearch>, 'over'>
}

/**
 * The layers around the store, from the inside out: the turn log is buffered, and its buffer is written before anything
 * is forgotten; switches for forgotten sessions and projects are removed; the ledger's spans are cached; stored texts
 * are embedded, and searches reranked by meaning. Replays add the last layer, which restarts a replay that contains
 * something forgotten.
 */
export function storePipeline(store: Store, { live, semantic }: Layers) {
  const turnLog = bufferedLog(store.turnLog)
  const flushed = afterFlush(store.ledger, () => turnLog.flush())
  const switched = live.watching(flushed)
  const ledger = cachedLedger(switched)
  return { ...store, ...semantic.over(store), turnLog, ledger }
}

/** Records must be in the store before they can be forgotten. */
const afterFlush = (ledger: Ledger, flush: () => Promise<void>): Ledger => ({
  ...ledger,
  forget: (selection, at) => flush().then(() => ledger.forget(selection, at)),
})

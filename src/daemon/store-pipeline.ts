import type { semanticSearch } from '../adapters/embedder/semantic-search.ts'
import type { Store } from '../adapters/store/sqlite/store.ts'
import type { LiveConfig } from '../config/live.ts'
import { bufferedLog } from '../engine/buffered-log.ts'
import { cachedLedger } from '../engine/cached-ledger.ts'
import type { Ledger } from '../ports.ts'

/** What the layers are made with. */
interface Layers {
  readonly live: Pick<LiveConfig, 'watching'>
  readonly semantic: Pick<ReturnType<typeof semanticSearch>, 'over'>
}

/**
 * The store as the daemon uses it, from the store outwards: the turn log is buffered; what is in its buffer is written before
 * anything is forgotten; switches of what is forgotten end; the ledger's spans are cached; texts that are kept are embedded,
 * and searches reranked by meaning. Replays add the last layer, with which one that holds what is forgotten begins anew.
 */
export function storePipeline(store: Store, { live, semantic }: Layers) {
  const turnLog = bufferedLog(store.turnLog)
  const flushed = afterFlush(store.ledger, () => turnLog.flush())
  const switched = live.watching(flushed)
  const ledger = cachedLedger(switched)
  return { ...store, ...semantic.over(store), turnLog, ledger }
}

/** What is to be forgotten must be where it is looked for. */
const afterFlush = (ledger: Ledger, flush: () => Promise<void>): Ledger => ({
  ...ledger,
  forget: (selection, at) => flush().then(() => ledger.forget(selection, at)),
})

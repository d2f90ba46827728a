import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { semanticSearch } from '../adapters/embedder/semantic-search.ts'
import { openStore, type Store } from '../adapters/store/sqlite/store.ts'
import { allowedEnvironment } from '../config/environment.ts'
import { type LiveConfig, liveConfig } from '../config/live.ts'
import { bufferedLog } from '../engine/buffered-log.ts'
import { IdleGate } from '../engine/idle-gate.ts'
import type { Ledger } from '../ports.ts'
import type { Parts } from './parts.ts'
import { CaredStore } from './store-care.ts'

/** The settings, the open store, and what looks after it. */
export type StoreStage = Awaited<ReturnType<typeof storeStage>>

/** A new daemon has answers to give first, and a short session needs no check and no backup. */
const FIRST_CHECK_MS = 60_000

/** Reads the settings, and opens the store that they name. */
export async function storeStage(parts: Parts) {
  const { home, workerUrl, booted, log } = parts
  const live = await configured(parts)
  const file = live.values()['store.url'] || home.database
  // Its own file, once a daemon has listened, is never missing; any other one may be new
  const recovery = { isExpected: file === home.database && existsSync(home.curl), log }
  const store = await openStore({ file, workerUrl, booted, recovery })
  await live.adopt(store.switches)
  const idleGate = new IdleGate()
  const care = new CaredStore({ store, file, log, pacer: idleGate, firstMs: FIRST_CHECK_MS })
  const semantic = semanticSearch(embedderOptions(parts, live), store)
  return { live, file, store, kept: { ...keptBy(store), ...semantic.over(store) }, semantic, idleGate, care }
}

/** The store's ports, with a turn log whose buffer is written before anything in it can be forgotten. */
function keptBy(store: Store) {
  const turnLog = bufferedLog(store.turnLog)
  const ledger: Ledger = {
    ...store.ledger,
    forget: (selection, at) => turnLog.flush().then(() => store.ledger.forget(selection, at)),
  }
  return { ...store, turnLog, ledger }
}

/** Logs anything in the configuration that is invalid. */
async function configured({ home, log }: Parts): Promise<LiveConfig> {
  const live = await liveConfig(home.config, process.env, log)
  for (const complaint of live.complaints) log.warn('config', { complaint })
  return live
}

const embedderOptions = ({ app, log }: Parts, live: LiveConfig): Parameters<typeof semanticSearch>[0] => ({
  program: join(app, 'embedder.js'),
  env: allowedEnvironment(process.env),
  model: join(app, 'model'),
  isOn: () => live.values()['embedder.enabled'],
  log,
})

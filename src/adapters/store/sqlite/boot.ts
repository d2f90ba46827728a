import { Worker } from 'node:worker_threads'

/**
 * A worker that waits for its settings. Starting it takes longer than everything else in a store, so it may start
 * before the file is known. An unused one does not keep the process alive.
 */
export function boot(url: URL): Worker {
  const worker = new Worker(url, { name: 'store' })
  worker.unref()
  return worker
}

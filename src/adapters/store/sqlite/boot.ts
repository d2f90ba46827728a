import { Worker } from 'node:worker_threads'

/**
 * A worker that waits to be told what it serves: it takes longer to come up than all else of a store, so it may begin before
 * the file is known. It keeps no process alive that does not use it.
 */
export function boot(url: URL): Worker {
  const worker = new Worker(url, { name: 'store' })
  worker.unref()
  return worker
}

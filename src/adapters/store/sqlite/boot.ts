import { Worker } from 'node:worker_threads'

/** Workers that were started before their file was known. */
export type Booted = readonly [writer: Worker, reader: Worker]

/** A store's first threads: they take longer to come up than all else of it, so they do beside what else there is to do. */
export const bootStore = (url: URL): Booted => [boot(url), boot(url)]

/** A worker that waits to be told what it serves. It keeps no process alive that does not use it. */
export function boot(url: URL): Worker {
  const worker = new Worker(url, { name: 'store' })
  worker.unref()
  return worker
}

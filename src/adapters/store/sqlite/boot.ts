import { Worker } from 'node:worker_threads'

/** A worker that was started before its file was known. */
export type Booted = readonly [writer: Worker]

/** A store's first thread: it takes longer to come up than all else of it, so it does beside what else there is to do. */
export const bootStore = (url: URL): Booted => [boot(url)]

/** A worker that waits to be told what it serves. It keeps no process alive that does not use it. */
export function boot(url: URL): Worker {
  const worker = new Worker(url, { name: 'store' })
  worker.unref()
  return worker
}

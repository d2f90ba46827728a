import type { Worker } from 'node:worker_threads'
import type { Snapshot } from '../../../ports.ts'
import { boot } from './boot.ts'
import { LONG, ROLES, type StorePorts } from './protocol.ts'
import { thread, type WorkerThread } from './thread.ts'

/** Every port over one SQLite file. */
export interface Store extends StorePorts {
  /** Waits for what was asked before, then frees the file. */
  close(): Promise<void>
  /** All of it as it is now, over a thread of its own. */
  snapshot(): Promise<Snapshot>
}

/** Which file, and what serves it. */
export interface StoreOptions {
  /** Made, 0600 in a folder 0700, where there is none. */
  readonly file: string
  /** Threads that read. By two, what may take long has one of its own, which is there only while it is asked. */
  readonly readers?: 1 | 2
  /** The built worker: `store-worker.js` beside the program. */
  readonly workerUrl: URL
  /** The thread that writes, where it was started before the file was known. It alone reads, too, until the first answers are given. */
  readonly booted?: Worker
}

/**
 * Opens the store: one writer thread and readers; nothing of SQLite runs on the caller's thread.
 * Throws StoreError, one line for a person, where the file cannot be used; it is then as it was.
 */
export async function openStore({ file, readers = 2, workerUrl, booted }: StoreOptions): Promise<Store> {
  const worker = booted ?? boot(workerUrl)
  const writer = thread(workerUrl, { file, role: 'writer' }, worker)
  await writer.ready()
  const reader = thread(workerUrl, { file, role: 'reader' })
  const reading = inFor(reader, writer, booted ? FIRST_ANSWERS_MS : 0)
  const searcher = readers === 1 ? reader : thread(workerUrl, { file, role: 'reader' })
  const rest = resting(searcher)
  const pick = (role: 'writer' | 'reader', name: string) => {
    if (role === 'writer') return writer
    if (searcher === reader || !LONG.has(name)) return reading.by()
    rest.later()
    return searcher
  }
  const close = async () => {
    rest.cancel()
    reading.cancel()
    await Promise.all([reader.close(), searcher.close()])
    // Last, so that the file is left whole, without its log
    await writer.close()
  }
  return { ...proxies(pick), close, snapshot: () => snapshotOf(thread(workerUrl, { file, role: 'snapshot' })) }
}

/** A second thread that comes up delays a cold start's answer by a tenth. */
const FIRST_ANSWERS_MS = 1_000

/** Who reads: `stand-in` until the reader, which is started after a while, is up. */
function inFor(
  reader: WorkerThread,
  fallbackServer: WorkerThread,
  afterMs: number,
): { by(): WorkerThread; cancel(): void } {
  let current = fallbackServer
  const start = () => {
    // One that cannot be opened says why to whoever asks it
    const take = () => (current = reader)
    reader.ready().then(take, take)
  }
  const timer = setTimeout(start, afterMs).unref()
  return { by: () => current, cancel: () => clearTimeout(timer) }
}

async function snapshotOf(own: WorkerThread): Promise<Snapshot> {
  await own.ready()
  const { counts, page } = proxies(() => own).archive
  return { counts, page, close: own.close }
}

/** A thread holds some 10 MB. */
const REST_MS = 30_000

/** Ends a thread that was not asked for a while. */
function resting(idle: WorkerThread): { later(): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (idle.pending > 0 ? later() : void idle.rest()), REST_MS).unref()
  }
  return { later, cancel: () => clearTimeout(timer) }
}

function proxies(pick: (role: 'writer' | 'reader', name: string) => WorkerThread): StorePorts {
  const ports = Object.entries(ROLES).map(([port, methods]) => {
    const calls = Object.entries(methods as Record<string, 'writer' | 'reader'>).map(([method, role]) => [
      method,
      (...args: unknown[]) => pick(role, `${port}.${method}`).call(port, method, args),
    ])
    return [port, Object.fromEntries(calls)]
  })
  return Object.fromEntries(ports) as StorePorts
}

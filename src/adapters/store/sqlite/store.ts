import type { Worker } from 'node:worker_threads'
import type { Snapshot, StoreChanges } from '../../../ports.ts'
import { backupPaths } from './backups.ts'
import { boot } from './boot.ts'
import { StoreError } from './errors.ts'
import { ChangeFeed } from './feed.ts'
import { hasLostLog } from './log-loss.ts'
import { LONG, ROLES, type StorePorts } from './protocol.ts'
import { Recoverer, type RecoveryOptions } from './recovery.ts'
import { thread, type WorkerThread } from './thread.ts'

/** All ports over one SQLite file. */
export interface Store extends StorePorts {
  /** Everything that happens to it. */
  readonly changes: StoreChanges
  /** Waits for earlier calls, then closes the file. */
  close(): Promise<void>
  /** A snapshot of everything, on its own thread. */
  snapshot(): Promise<Snapshot>
  /** Present if the store recovers by itself. */
  readonly recoverer?: Recoverer
}

/** The file, and how to serve it. */
export interface StoreOptions {
  /** Created if missing, with mode 0600 in a folder with 0700. */
  readonly file: string
  /** Reader threads. With two, one is reserved for slow reads, and runs only while it is used. */
  readonly readers?: 1 | 2
  /** The built worker, `store-worker.js`, next to the program. */
  readonly workerUrl: URL
  /**
   * The writer thread, if it was started before the file was known. It also serves all reads until the first answers
   * are out.
   */
  readonly booted?: Worker
  /** Restores the file by itself if it is damaged; without these options, every call then fails. */
  readonly recovery?: RecoveryOptions
}

/**
 * Opens the store: one writer thread and readers; SQLite never runs on the caller's thread. Throws StoreError, one line
 * for a person, if the file cannot be used; the file is then unchanged.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { file, readers = 2, workerUrl, booted, recovery } = options
  const isExpected = recovery && (recovery.isExpected || backupPaths(file).length > 0)
  const isCut = isExpected === true && hasLostLog(file)
  const writer = thread(workerUrl, { file, role: 'writer', isExpected }, booted ?? boot(workerUrl))
  const reader = thread(workerUrl, { file, role: 'reader' })
  const searcher = readers === 1 ? reader : thread(workerUrl, { file, role: 'reader' })
  const changes = new ChangeFeed()
  const files = { file, workerUrl, threads: [writer, reader, searcher] } as const
  const recoverer = recovery && recovererOf({ ...recovery, ...files }, changes)
  const safely: Safely = recoverer ? (call) => recoverer.over(call) : (call) => call()
  // A file that was never used may be somebody else's
  await (isExpected ? safely(() => writer.ready()) : writer.ready())
  if (isCut) await recoverer?.recover(new StoreError('log-lost', `${file} lost the end of its log`))
  const reading = inFor(reader, writer, booted ? FIRST_ANSWERS_MS : 0)
  const rest = resting(searcher)
  const unpaused = countingUnpaused(() => {
    rest.later()
    return searcher.call('health', 'checkpoint', [])
  })
  const pick = (role: 'writer' | 'reader', name: string) => {
    if (role === 'writer') {
      unpaused()
      return writer
    }
    if (searcher === reader || !LONG.has(name)) return reading.by()
    rest.later()
    return searcher
  }
  const ports = proxies(pick, safely, changes)
  const close = async () => {
    // Files that were deleted meanwhile would be lost with the last connection
    if (recoverer) await ports.health.probe().catch(() => {})
    rest.cancel()
    reading.cancel()
    await Promise.all([reader.close(), searcher.close()])
    // Last, so that the file is left complete, without its log
    await writer.close()
  }
  const alone: Alone = (call) => safely(() => onItsOwn(thread(workerUrl, { file, role: 'reader' }), call))
  const health = { ...ports.health, ...longChecks(alone, file, recoverer) }
  const snapshot = () => snapshotFrom(thread(workerUrl, { file, role: 'snapshot' }))
  return { ...ports, health, changes, close, snapshot, ...(recoverer && { recoverer }) }
}

/** Recoveries are heard of before the calls that wait for them continue; whoever then reads the store waits likewise. */
const recovererOf = (parts: Omit<ConstructorParameters<typeof Recoverer>[0], 'onRecovered'>, changes: ChangeFeed) =>
  new Recoverer({
    ...parts,
    onRecovered() {
      changes.publish({ kind: 'recovered' }).catch((error: unknown) => {
        parts.log.warn('the restored database could not be read', { error: String(error) })
      })
    },
  })

/** Makes a long call on a thread of its own. */
type Alone = <T>(call: (own: StorePorts) => Promise<T>) => Promise<T>

/** Backups and checks; what a check finds damaged is restored. */
function longChecks(alone: Alone, file: string, recoverer: Recoverer | undefined) {
  const examine = () => alone((own) => own.health.examine())
  return {
    backUp: () => alone((own) => own.health.backUp()),
    examine: async () => {
      const found = await examine()
      const [problem] = found.problems
      if (problem === undefined || !recoverer) return found
      return (await recoverer.recover(new StoreError('corrupt', `${file} is damaged: ${problem}`))) ? examine() : found
    },
  }
}

/** Makes a call, and makes it again if the file had to be restored. */
type Safely = <T>(call: () => Promise<T>) => Promise<T>

/** Starting a second thread would delay a cold start's answer by a tenth. */
const FIRST_ANSWERS_MS = 1_000

/** The current reader: `stand-in` until the real one, which starts after a delay, is ready. */
function inFor(
  reader: WorkerThread,
  fallbackServer: WorkerThread,
  afterMs: number,
): { by(): WorkerThread; cancel(): void } {
  let current = fallbackServer
  const start = () => {
    // If it cannot be opened, whoever uses it gets the reason
    const take = () => (current = reader)
    reader.ready().then(take, take)
  }
  const timer = setTimeout(start, afterMs).unref()
  return { by: () => current, cancel: () => clearTimeout(timer) }
}

/** Makes a long call on a thread of its own, so that no answer or search waits for it. */
async function onItsOwn<T>(own: WorkerThread, call: (ports: StorePorts) => Promise<T>): Promise<T> {
  try {
    return await call(proxies(() => own))
  } finally {
    await own.close()
  }
}

/** What can still be read of a damaged file. */
export const readDamaged = (file: string, workerUrl: URL): Promise<Snapshot> =>
  snapshotFrom(thread(workerUrl, { file, role: 'snapshot' }))

async function snapshotFrom(own: WorkerThread): Promise<Snapshot> {
  await own.ready().catch(async (error: Error) => {
    await own.close()
    throw error
  })
  const { counts, page } = proxies(() => own).archive
  return { counts, page, close: own.close }
}

/** Between writes closer together than this, the writer's own thread does not come to checkpoint the log. */
const PAUSE_MS = 100
/** After so many of them, another thread does it: some 6 MB of log. */
const UNPAUSED = 100

/** Call for each write; calls `checkpoint`, once at a time, when there has been no pause for many of them. */
function countingUnpaused(checkpoint: () => Promise<unknown>): () => void {
  let [count, last, isRunning] = [0, Number.NEGATIVE_INFINITY, false]
  return () => {
    const now = performance.now()
    count = now - last < PAUSE_MS ? count + 1 : 1
    last = now
    if (count < UNPAUSED || isRunning) return
    count = 0
    isRunning = true
    const done = () => {
      isRunning = false
    }
    checkpoint().then(done, done)
  }
}

/** A thread uses about 10 MB. */
const REST_MS = 30_000

/** Stops a thread after it has been idle for a while. */
function resting(idle: WorkerThread): { later(): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (idle.pending > 0 ? later() : void idle.rest()), REST_MS).unref()
  }
  return { later, cancel: () => clearTimeout(timer) }
}

function proxies(
  pick: (role: 'writer' | 'reader', name: string) => WorkerThread,
  safely: Safely = (call) => call(),
  changes = new ChangeFeed(),
): StorePorts {
  const ports = Object.entries(ROLES).map(([port, methods]) => {
    const calls = Object.entries(methods as Record<string, 'writer' | 'reader'>).map(([method, role]) => {
      const call = (...args: readonly unknown[]) =>
        safely(() => pick(role, `${port}.${method}`).call(port, method, args))
      return [method, changes.telling(port, method, call)]
    })
    return [port, Object.fromEntries(calls)]
  })
  return Object.fromEntries(ports) as StorePorts
}

import { readFileSync } from 'node:fs'
import { chmod, copyFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Recovery } from '../../../domain/facts.ts'
import type { Log, StoreState } from '../../../ports.ts'
import { backupPaths, damagedPaths } from './backups.ts'
import { isDamage, type StoreError } from './errors.ts'
import { thread, type WorkerThread } from './thread.ts'

/** How a store restores its file when that is damaged, deleted or replaced. */
export interface RecoveryOptions {
  /** Whether the file was used before, so that a missing or an empty one is a loss. */
  readonly isExpected: boolean
  readonly log: Log
}

interface RecovererParts extends RecoveryOptions {
  /** Called before the calls that waited continue: whatever was read from the store before may no longer be true. */
  readonly onRecovered: () => void
  readonly file: string
  readonly workerUrl: URL
  /** Every thread that has the file open; the first one writes. */
  readonly threads: readonly [WorkerThread, ...WorkerThread[]]
}

/** How many damaged files are kept, each with its log. */
const MOST_DAMAGED = 2
/** After an error that was no damage, or a recovery that failed, how long no other is tried. */
const PAUSE_MS = 60_000

/** Damage that no check of the file would find. */
const CERTAIN: ReadonlySet<string> = new Set(['gone', 'log-lost'])

/** A source for the contents of the new file. */
interface Candidate extends Pick<Recovery, 'from' | 'backupAt'> {
  /** Writes the contents to a file that does not exist yet. */
  readonly write: (to: string) => Promise<unknown>
}

/** Replaces a damaged file while the store stays open: calls wait meanwhile, and none is lost. */
export class Recoverer {
  readonly #parts: RecovererParts
  #running: Promise<boolean> | undefined
  #pausedUntil = Number.NEGATIVE_INFINITY
  #last: Recovery | undefined

  constructor(parts: RecovererParts) {
    this.#parts = parts
    this.#last = lastRecovery(parts.file)
  }

  /** The latest recovery of this file, by this process or an earlier one. */
  get last(): Recovery | undefined {
    return this.#last
  }

  /** Notes that the transcripts have been read again. */
  async complete(): Promise<void> {
    if (this.#last && !this.#last.isComplete) await this.#note({ ...this.#last, isComplete: true })
  }

  /** Makes a call; one that meets damage waits for the recovery and is made again. */
  async over<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running) await this.#running
    try {
      return await call()
    } catch (error) {
      if (!isDamage(error) || !(await this.recover(error as StoreError))) throw error
      return await call()
    }
  }

  /** Returns whether to make the call again; never rejects. */
  recover(cause: StoreError): Promise<boolean> {
    this.#running ??= this.#recover(cause).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #recover(cause: StoreError): Promise<boolean> {
    const { log, onRecovered } = this.#parts
    if (Date.now() < this.#pausedUntil) return false
    log.error('the database is damaged', { error: cause.message })
    try {
      // An error of one connection alone ends with that connection
      if (!CERTAIN.has(cause.code) && (await this.#isSound(this.#parts.file))) {
        this.#pausedUntil = Date.now() + PAUSE_MS
        await this.#restart()
        return true
      }
      const recovery = await this.#replace(cause)
      onRecovered()
      log.info('the database was restored', { ...recovery })
      return true
    } catch (error) {
      this.#pausedUntil = Date.now() + PAUSE_MS
      log.error('the database could not be restored', { error: String(error) })
      return false
    }
  }

  async #replace({ code }: StoreError): Promise<Recovery> {
    const { file } = this.#parts
    const fresh = `${file}.new`
    const { from, backupAt } = await this.#firstSound(fresh, code === 'corrupt')
    await this.#restart()
    const damaged = await setAside(file)
    await chmod(fresh, 0o600)
    await rename(fresh, file)
    const cause = code === 'gone' ? 'deleted' : 'damaged'
    // What can still be read of a damaged file may be less than was in it
    const isComplete = cause === 'deleted' && from === 'file'
    return this.#note({ at: Date.now(), cause, from, backupAt, damaged, isComplete })
  }

  /** Writes the first sound one of the possible contents. */
  async #firstSound(fresh: string, isCorrupt: boolean): Promise<Candidate> {
    for (const candidate of await this.#candidates(isCorrupt)) {
      await rm(fresh, { force: true })
      try {
        await candidate.write(fresh)
        if (await this.#isSound(fresh)) return candidate
      } catch (error) {
        this.#parts.log.warn('nothing to restore the database from', { from: candidate.from, why: String(error) })
      }
    }
    throw new Error('no database can be created')
  }

  async #candidates(isCorrupt: boolean): Promise<readonly Candidate[]> {
    const { file, threads, workerUrl } = this.#parts
    const backups = backupPaths(file).map(async (path): Promise<Candidate> => {
      const { mtimeMs } = await stat(path)
      return { from: 'backup', backupAt: mtimeMs, write: (to) => copyFile(path, to) }
    })
    return [
      // A connection that is open still reads a deleted file, and indexes can be made from their tables
      { from: 'file', write: (to) => threads[0].call('health', 'copy', [to, isCorrupt]) },
      ...(await Promise.all(backups)),
      {
        from: 'nothing',
        write: (to) => closing(thread(workerUrl, { file: to, role: 'writer' }), (one) => one.ready()),
      },
    ]
  }

  async #isSound(file: string): Promise<boolean> {
    const reader = thread(this.#parts.workerUrl, { file, role: 'reader' })
    try {
      const found = await closing(reader, (one) => one.call('health', 'examine', []))
      const { problems, schema } = found as StoreState
      if (problems.length > 0) this.#parts.log.warn('a database is not sound', { file, problems })
      return problems.length === 0 && schema > 0
    } catch (error) {
      if (isDamage(error)) return false
      throw error
    }
  }

  async #restart(): Promise<void> {
    await Promise.all(this.#parts.threads.map((one) => one.restart()))
  }

  async #note(recovery: Recovery): Promise<Recovery> {
    this.#last = recovery
    await writeFile(noteOf(this.#parts.file), `${JSON.stringify(recovery)}\n`, { mode: 0o600 })
    return recovery
  }
}

async function closing<T>(one: WorkerThread, work: (one: WorkerThread) => Promise<T>): Promise<T> {
  try {
    return await work(one)
  } finally {
    await one.close()
  }
}

/** Moves a file away, with its log; returns where it is now, if there was one. */
async function setAside(file: string): Promise<string | undefined> {
  await rm(`${file}-shm`, { force: true })
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  if (size === 0) {
    for (const path of [file, `${file}-wal`]) await rm(path, { force: true })
    return undefined
  }
  const name = `${file}.damaged-${new Date().toISOString().replace(/\D/g, '')}`
  await rename(file, name)
  await rename(`${file}-wal`, `${name}-wal`).catch(() => {})
  const isLog = (path: string) => path.endsWith('-wal') || path.endsWith('-shm')
  const old = damagedPaths(file)
    .filter((path) => !isLog(path))
    .slice(0, -MOST_DAMAGED)
  // What cannot be deleted, or is a folder that stood in the file's place, must not end the recovery halfway
  for (const path of old)
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true, recursive: true }).catch(() => {})
  return name
}

const noteOf = (file: string): string => `${file}.recovered.json`

/** The latest recovery of a database, whoever did it. */
export function lastRecovery(file: string): Recovery | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(file), 'utf8')) as Recovery
  } catch {
    return undefined
  }
}

import { stat } from 'node:fs/promises'
import { KINDS } from '../adapters/archive/format.ts'
import { salvageFrom } from '../adapters/archive/restore.ts'
import { readDamaged, type Store } from '../adapters/store/sqlite/store.ts'
import type { Recovery } from '../domain/facts.ts'
import type { Engine } from '../engine/engine.ts'
import type { ArchiveKind, Connections, Log, Pacer, Secrets, StoreCare } from '../ports.ts'
import type { Transcripts } from '../sources/transcripts/transcripts.ts'

/** What caring for a store takes. */
export interface CareParts {
  readonly store: Store
  readonly file: string
  readonly log: Log
  readonly pacer: Pick<Pacer, 'giveWay'>
  /** The first check and backup are this long after the start. */
  readonly firstMs?: number
}

/** What reads again what a restored store lacks. */
export interface Readers {
  readonly engine: Pick<Engine, 'wake'>
  readonly imports: Pick<Transcripts, 'recover'>
  readonly connections: Pick<Connections, 'list'>
  readonly secrets: Secrets
  /** The clients, by name, and the folder in which this store's home began. */
  readonly hosts: readonly { readonly name: string }[]
  readonly home: string
  readonly workerUrl: URL
}

/** How often to check whether a backup is due, and whether the files are still there. */
const CHECK_MS = 60_000
/** How long after forgetting a new backup is made. */
const SOON_MS = 1_000
const DAY_MS = 24 * 3_600_000
/** A smaller file is checked at every start; a larger one once a day, before its backup. */
const SMALL = 64e6
/** Clocks and file systems round times, and a backup takes a while. */
const SLACK_MS = 10 * 60_000
/** What must not be stored; salvaged before anything is read again. */
const LEDGER: readonly ArchiveKind[] = ['ledger', 'tombstone', 'exclusion', 'pause']

/**
 * Keeps a store sound: checks it and backs it up every day, and soon after `forget` has deleted the older backups; and
 * reads again what a restored one lacks. Yields to answers.
 */
export class CaredStore implements StoreCare {
  readonly #parts: CareParts
  readonly #timers: NodeJS.Timeout[]
  #running: Promise<void> = Promise.resolve()
  #following: Promise<void> = Promise.resolve()
  #isChecked = false
  #isClosed = false
  #isOwed = false
  #readers: Readers | undefined
  #backupFailure: string | undefined

  constructor(parts: CareParts) {
    this.#parts = parts
    const { firstMs = CHECK_MS } = parts
    const begin = () => this.#begin()
    this.#timers = [setTimeout(begin, firstMs).unref(), setInterval(begin, CHECK_MS).unref()]
  }

  recovery(): Recovery | undefined {
    return this.#parts.store.recoverer?.last
  }

  backupFailure(): string | undefined {
    return this.#backupFailure
  }

  /** After something was forgotten, a new backup is to be made, because the older ones are gone. */
  owe(): void {
    this.#isOwed = true
  }

  /** What was forgotten is overwritten: makes the backup that is owed. */
  backUpSoon(): void {
    if (this.#isOwed) setTimeout(() => this.#begin(), SOON_MS).unref()
    this.#isOwed = false
  }

  /** From now on, what a recovery could not restore is read again by these; also what an earlier daemon left. */
  serve(readers: Readers): void {
    this.#readers = readers
    this.follow()
  }

  /** Reads again what the latest recovery could not restore, if that is not done yet. */
  follow(): void {
    const [recovery, readers] = [this.recovery(), this.#readers]
    if (recovery === undefined || readers === undefined) return
    void this.#release(readers)
    if (recovery.isComplete) return
    this.#following = this.#following
      .then(() => this.#readAgain(recovery, readers))
      .catch((error: unknown) => {
        this.#parts.log.error('what the restored database lacks could not be read', { error: String(error) })
      })
  }

  close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    return this.#running
  }

  #begin(): void {
    this.#running = this.#running.then(() => this.#run())
  }

  async #run(): Promise<void> {
    const { store, log, pacer } = this.#parts
    try {
      await pacer.giveWay()
      if (this.#isClosed) return
      await store.health.probe()
      if (await this.#isCheckDue()) await this.#check()
      if (!this.#isClosed && (await store.health.backUp())) log.info('database backed up', {})
      this.#backupFailure = undefined
    } catch (error) {
      this.#backupFailure = error instanceof Error ? error.message : String(error)
      log.error('the database could not be backed up', { error: this.#backupFailure })
    }
  }

  async #isCheckDue(): Promise<boolean> {
    const { store, file } = this.#parts
    const { newestAt } = await store.health.backups()
    if (newestAt === undefined || Date.now() - newestAt >= DAY_MS) return true
    return !this.#isChecked && (await stat(file)).size < SMALL
  }

  /** The check restores what it finds damaged. */
  async #check(): Promise<void> {
    const { store } = this.#parts
    this.#isChecked = true
    const { problems } = await store.health.examine()
    if (problems.length > 0) throw new Error(`the database is damaged: ${problems[0]}`)
  }

  async #release({ engine }: Readers): Promise<void> {
    const { store, log } = this.#parts
    try {
      // A backup has the leases of its time
      await store.jobs.release()
      engine.wake()
    } catch (error) {
      log.warn('the restored database could not be read', { error: String(error) })
    }
  }

  async #readAgain(recovery: Recovery, readers: Readers): Promise<void> {
    const { store, log, pacer } = this.#parts
    const { engine, imports, secrets } = readers
    const { from, damaged, backupAt } = recovery
    const since = (backupAt ?? (await this.#lastKnown(recovery, readers))) - SLACK_MS
    const giveWay = () => pacer.giveWay()
    const salvage = (kinds: readonly ArchiveKind[]) =>
      damaged === undefined || from === 'file'
        ? 0
        : salvaged(damaged, readers.workerUrl, (snapshot) =>
            salvageFrom(snapshot, kinds, { archive: store.archive, secrets, since, giveWay }),
          )
    const ledger = await salvage(LEDGER)
    // Rows may be missing from what could be read of the file
    await imports.recover({ since, everywhere: await everywhere(readers), anew: from === 'file' })
    const rest = await salvage(KINDS.filter((kind) => !LEDGER.includes(kind)))
    engine.wake()
    await store.recoverer?.complete()
    log.info('transcripts were read again', { since: new Date(since).toISOString(), salvaged: ledger + rest })
  }

  /** When the restored contents end: with the last hook, or else before Hindcast was installed. */
  async #lastKnown({ from }: Recovery, { home }: Readers): Promise<number> {
    const { lastHookAt } = from === 'nothing' ? {} : await this.#parts.store.health.examine()
    return lastHookAt ?? (await stat(home)).birthtimeMs
  }
}

/** A file that is not even a database holds nothing to salvage. */
async function salvaged(
  damaged: string,
  workerUrl: URL,
  work: (snapshot: Awaited<ReturnType<typeof readDamaged>>) => Promise<number>,
): Promise<number> {
  const snapshot = await readDamaged(damaged, workerUrl).catch(() => undefined)
  if (snapshot === undefined) return 0
  try {
    return await work(snapshot)
  } finally {
    await snapshot.close()
  }
}

/** The clients whose every session is recorded: those connected for the whole user. */
async function everywhere({ connections, hosts }: Readers): Promise<readonly string[]> {
  const known = await connections.list().catch(() => [])
  if (known.length === 0) return hosts.map(({ name }) => name)
  return known.filter(({ scope }) => scope === 'user').map(({ host }) => host)
}

import { type Clean, redactDeep } from '@hindcast/redaction/clean.ts'
import type {
  Clock,
  Evidence,
  Imported,
  ImportProgress,
  Log,
  Secrets,
  Sources,
  TranscriptImports,
} from '../../ports.ts'
import { bytesOf, discover, type TranscriptFile, type TranscriptPlace, transcriptsAsked } from './discover.ts'
import { type Elsewhere, Gone, type Read } from './elsewhere.ts'
import { importEnds, isQuiet } from './ended.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { placesNamed, writtenBeside } from './places.ts'
import { type Absorb, type ReadContext, readTranscript } from './read.ts'

/** Dependencies of the source. */
export interface TranscriptsParts {
  readonly sources: Sources
  readonly evidence: Evidence
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly absorb: Absorb
  /** Reads large amounts; without it, everything is read in this process. */
  readonly elsewhere?: Elsewhere
  /** Called when absorbed events may have queued jobs. */
  readonly wake: () => void
  /** The clients, and the folder of each one's transcripts. */
  readonly places: readonly TranscriptPlace[]
  /** Globs of files that are never read. */
  readonly exclude: () => readonly string[]
}

/** What a restored store lacks: what was written after `since`; with `anew`, possibly more. */
interface Lacking {
  readonly since: number
  readonly everywhere: readonly string[]
  readonly anew: boolean
}

type How = Pick<ReadContext, 'hasEnded' | 'onProgress'>

/** How many files are in progress at once. */
const AT_ONCE = 4
/** From this many unread bytes on, starting another process is worth it. */
const MUCH = 1_000_000
/** How long after a failure, such as a full disk, catching up is retried; twice as long each time, up to the second. */
const [RETRY_MS, LONGEST_RETRY_MS] = [2_000, 300_000]
const IDLE: ImportProgress = { running: false, files: 0, bytes: 0, filesDone: 0, bytesDone: 0, events: 0 }

/** Transcripts as a source of events: import and catch-up are the same reading, started at different positions. */
export class Transcripts implements TranscriptImports {
  readonly #parts: TranscriptsParts
  readonly #reading = new OneAtATime()
  #progress = IDLE
  #importing: Promise<unknown> = Promise.resolve()
  #isFar = false
  #closed = false
  #retry: NodeJS.Timeout | undefined
  #retryMs = RETRY_MS

  constructor(parts: TranscriptsParts) {
    this.#parts = parts
  }

  async survey(paths: readonly string[], from?: string) {
    const files = await transcriptsAsked(placesNamed(this.#parts.places, from), paths, this.#parts.exclude())
    return {
      projects: new Set(files.map(({ folder }) => folder)).size,
      sessions: new Set(files.map(({ session }) => session)).size,
      files: files.length,
      bytes: bytesOf(files),
      unread: (await this.#unread(files)).length,
    }
  }

  run(paths: readonly string[], from?: string): Promise<Imported> {
    const own = this.#importing.then(async () => {
      const places = placesNamed(this.#parts.places, from)
      // Importing everything is also permission to read what comes later
      if (paths.length === 0)
        for (const folder of await this.#keptAs(places.map((place) => place.folder)))
          await this.#parts.sources.consent(folder)
      return this.#import(await transcriptsAsked(places, paths, this.#parts.exclude()))
    })
    this.#importing = own.catch(() => undefined)
    return own
  }

  progress(): ImportProgress {
    return this.#progress
  }

  async written() {
    return writtenBeside(await this.#parts.sources.kinds(), this.#parts.places)
  }

  /**
   * Continues files that were read before, and reads those of known sessions; where everything was imported once, also
   * sessions that no hook reported. Never rejects.
   */
  async catchUp(): Promise<void> {
    await this.#quietly(async () => {
      const { sources, places } = this.#parts
      const files = await this.#discover([])
      const consented = new Set<string | undefined>(await sources.consented())
      const folders = await this.#keptAs(places.map(({ folder }) => folder))
      const hosts = places.filter((_, n) => consented.has(folders[n])).map(({ host }) => host.name)
      const sessions = [...new Set(files.map(({ session }) => session))]
      const unread = new Set(await this.#unread(files))
      const known = new Set(await sources.known(sessions))
      return files.filter((file) => hosts.includes(file.host) || !unread.has(file) || known.has(file.session))
    })
  }

  /** The other process still reads the file that the store had before it was restored. */
  lookAgain(): void {
    this.#parts.elsewhere?.close()
  }

  /**
   * After the store was restored from an earlier time: reads all files written since then that belong to known projects
   * or to `everywhere`, the clients whose every session is recorded; and continues those read before, with `anew` from
   * the beginning. Never rejects.
   */
  async recover({ since, everywhere, anew }: Lacking): Promise<void> {
    const { sources, log, clock } = this.#parts
    try {
      const files = await this.#discover([])
      const unread = new Set(await this.#unread(files))
      if (anew) await sources.rewind()
      const known = new Set(await sources.known([...new Set(files.map(({ session }) => session))]))
      const folders = new Set(files.filter(({ session }) => known.has(session)).map(({ folder }) => folder))
      const isLate = ({ host, folder, written }: TranscriptFile) =>
        written >= since && (everywhere.includes(host) || folders.has(folder))
      const lost = files.filter((file) => (anew && !unread.has(file)) || isLate(file))
      // An ended session's file is complete; that of a running one may end in the middle of a turn
      const read = this.#importing.then(() => this.#import(lost.filter(({ written }) => isQuiet(written, clock))))
      this.#importing = read.catch(() => undefined)
      await read
      await this.#quietly(async () => lost)
      await this.catchUp()
    } catch (error) {
      if (!this.#closed) log.warn('transcripts could not be read again', { error: String(error) })
    }
  }

  /** Continues one session's files, including its subagents'. Never rejects. */
  async catchUpWith(session: string): Promise<void> {
    await this.#quietly(async () => {
      const [row] = await this.#parts.evidence.sessions({ id: session, limit: 1 })
      if (row?.id !== session || row.transcript === undefined) return []
      const { host = this.#parts.places[0]?.host } = this.#parts.places.find(({ host }) => host.name === row.host) ?? {}
      return host ? this.#discover([row.transcript, host.transcripts.subagentsOf(row.transcript)]) : []
    })
  }

  /** Lets the current batch finish; the rest is read the next time. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#parts.elsewhere?.close()
    await Promise.all([this.#importing, this.#reading.settled()])
  }

  readonly #discover = (paths: readonly string[], places = this.#parts.places): Promise<readonly TranscriptFile[]> =>
    discover(places, paths, this.#parts.exclude())

  async #import(files: readonly TranscriptFile[]): Promise<Imported> {
    const { sources, wake } = this.#parts
    this.#progress = { ...IDLE, running: true, files: files.length, bytes: bytesOf(files) }
    const known = await sources.known([...new Set(files.map(({ session }) => session))])
    const reads = await this.#importAll(files).finally(() => {
      this.#progress = { ...this.#progress, running: false }
      wake()
    })
    const sessions = [...new Set(reads.flatMap(({ sessions }) => sessions))]
    return {
      files: files.length,
      ...(await sources.tally(sessions)),
      added: this.#progress.events,
      known: known.length,
      skipped: reads.reduce((sum, { skipped }) => sum + skipped, 0),
      errors: reads.flatMap(({ errors }) => errors),
    }
  }

  /** The next file is read while the end of the previous one is being stored. */
  async #importAll(files: readonly TranscriptFile[]): Promise<readonly Read[]> {
    this.#isFar = await this.#isMuch(files)
    const under: Promise<readonly Read[]>[] = []
    try {
      for (const file of files) {
        const one = this.#importOne(file, under.at(-1))
        under.push(one)
        // Reported where it is awaited
        one.catch(() => {})
        await under.at(-AT_ONCE)
      }
      return (await Promise.all(under)).flat()
    } finally {
      await Promise.allSettled(under)
    }
  }

  async #isMuch(files: readonly TranscriptFile[]): Promise<boolean> {
    if (!this.#parts.elsewhere || bytesOf(files) < MUCH) return false
    return bytesOf(await this.#unread(files)) >= MUCH
  }

  /** Those of which nothing was read yet. */
  async #unread(files: readonly TranscriptFile[]): Promise<readonly TranscriptFile[]> {
    const begun = new Set<string | undefined>(await this.#parts.sources.paths())
    const paths = await this.#keptAs(files.map(({ path }) => path))
    return files.filter((_, n) => !begun.has(paths[n]))
  }

  /** The paths as stored, in the same order. */
  #keptAs(paths: readonly string[]): Promise<readonly Clean[]> {
    return redactDeep(paths, (text) => this.#parts.secrets.find(text))
  }

  /**
   * The result of one file; undefined if the file no longer exists. `before`: the previous file; if that failed, so
   * does this one.
   */
  async #importOne(file: TranscriptFile, before: Promise<unknown> | undefined): Promise<readonly Read[]> {
    let behind = 0
    const onProgress = (offset: number, events: number) => {
      this.#proceed({ bytesDone: offset - behind, events })
      behind = offset
    }
    const read = await this.#reading.run(file.path, () => this.#readFar(file, before, onProgress))
    this.#proceed({ bytesDone: file.size - behind, filesDone: 1 })
    return read ? [read] : []
  }

  #proceed(by: Partial<Pick<ImportProgress, 'bytesDone' | 'filesDone' | 'events'>>): void {
    const { bytesDone, filesDone, events } = this.#progress
    this.#progress = {
      ...this.#progress,
      bytesDone: bytesDone + (by.bytesDone ?? 0),
      filesDone: filesDone + (by.filesDone ?? 0),
      events: events + (by.events ?? 0),
    }
  }

  /** Reads in the other process if there is much to read; if that process dies, the rest is read here, in order. */
  async #readFar(
    file: TranscriptFile,
    before: Promise<unknown> | undefined,
    onProgress: How['onProgress'],
  ): Promise<Read | undefined> {
    const { elsewhere, log } = this.#parts
    try {
      if (elsewhere && this.#isFar) return await elsewhere.read(file, onProgress)
    } catch (error) {
      if (!(error instanceof Gone)) throw error
      if (this.#isFar) log.warn('the importer is gone; what is left is read in the daemon', { error: error.message })
      this.#isFar = false
    }
    await before
    return this.#readHere(file, { hasEnded: importEnds(this.#parts), onProgress })
  }

  async #quietly(find: () => Promise<readonly TranscriptFile[]>): Promise<void> {
    const how: How = { hasEnded: async (_session, at) => isQuiet(at, this.#parts.clock), onProgress: () => {} }
    try {
      for (const file of await find()) await this.#reading.run(file.path, () => this.#readHere(file, how))
      this.#parts.wake()
      if (this.#retry === undefined) this.#retryMs = RETRY_MS
    } catch (error) {
      if (this.#closed) return
      this.#parts.log.warn('transcripts could not be caught up with', { error: String(error) })
      this.#retryLater()
    }
  }

  /** Sessions may have ended meanwhile, so that no later event leads to their transcripts. */
  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS)
      void this.catchUp()
    }, this.#retryMs).unref()
  }

  #readHere(file: TranscriptFile, how: How): Promise<Read | undefined> {
    const hosts = this.#parts.places.map(({ host }) => host)
    return readTranscript(file, { ...this.#parts, hosts, absorb: this.#absorb, ...how })
  }

  readonly #absorb: Absorb = async (batch) => {
    if (this.#closed) throw new Error('the daemon is stopping')
    return this.#parts.absorb(batch)
  }
}

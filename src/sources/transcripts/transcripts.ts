import { dirname, join } from 'node:path'
import type { Clock, Evidence, Imported, ImportProgress, Imports, Log, SourceCursor, Sources } from '../../ports.ts'
import { discover, type TranscriptFile } from './discover.ts'
import { type Absorb, type Reading, readTranscript } from './read.ts'

/** What the source is made with. */
export interface TranscriptsParts {
  readonly sources: Sources
  readonly evidence: Evidence
  readonly clock: Clock
  readonly log: Log
  readonly absorb: Absorb
  /** Told when what was absorbed may owe work. */
  readonly wake: () => void
  /** The folder in which the client keeps all transcripts. */
  readonly folder: string
  /** Globs of what is never read. */
  readonly exclude: () => readonly string[]
}

type How = Pick<Reading, 'hasEnded' | 'onProgress'>

/** A turn whose last line is older than this goes on no more. */
const QUIET_MS = 10 * 60_000
const IDLE: ImportProgress = { running: false, files: 0, bytes: 0, filesDone: 0, bytesDone: 0, events: 0 }

/** Transcripts as a source of events: import and catch-up are one reading, begun at different places. */
export class Transcripts implements Imports {
  readonly #parts: TranscriptsParts
  readonly #reading = new Map<string, Promise<unknown>>()
  #progress = IDLE
  #importing: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: TranscriptsParts) {
    this.#parts = parts
  }

  async survey(paths: readonly string[]) {
    const files = await this.#discover(paths)
    return {
      projects: new Set(files.map(({ folder }) => folder)).size,
      sessions: new Set(files.map(({ session }) => session)).size,
      files: files.length,
      bytes: bytesOf(files),
    }
  }

  run(paths: readonly string[]): Promise<Imported> {
    const own = this.#importing.then(async () => this.#import(await this.#discover(paths)))
    this.#importing = own.catch(() => undefined)
    return own
  }

  progress(): ImportProgress {
    return this.#progress
  }

  /** Reads on what was read before, and what belongs to sessions that are known. Never rejects. */
  async catchUp(): Promise<void> {
    await this.#quietly(async () => {
      const { sources } = this.#parts
      const files = await this.#discover([])
      const sessions = [...new Set(files.map(({ session }) => session))]
      const read = new Set(await sources.paths())
      const known = new Set(await sources.known(sessions))
      return files.filter(({ path, session }) => read.has(path) || known.has(session))
    })
  }

  /** Reads on one session's own, its subagents' too. Never rejects. */
  async catchUpWith(session: string): Promise<void> {
    await this.#quietly(async () => {
      const [row] = await this.#parts.evidence.sessions({ id: session, limit: 1 })
      if (row?.id !== session || row.transcript === undefined) return []
      return this.#discover([row.transcript, join(dirname(row.transcript), session)])
    })
  }

  /** Lets the running batch end; what is left is read the next time. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#importing, ...this.#reading.values()])
  }

  #discover(paths: readonly string[]): Promise<readonly TranscriptFile[]> {
    return discover(paths.length > 0 ? paths : [this.#parts.folder], this.#parts.exclude())
  }

  async #import(files: readonly TranscriptFile[]): Promise<Imported> {
    const { sources, wake } = this.#parts
    this.#progress = { ...IDLE, running: true, files: files.length, bytes: bytesOf(files) }
    const cursors: SourceCursor[] = []
    try {
      for (const file of files) cursors.push(...(await this.#importOne(file)))
    } finally {
      this.#progress = { ...this.#progress, running: false }
      wake()
    }
    const sessions = [...new Set(cursors.flatMap(({ sessions }) => sessions))]
    return {
      files: files.length,
      ...(await sources.tally(sessions)),
      skipped: cursors.reduce((sum, { skipped }) => sum + skipped, 0),
      errors: cursors.flatMap(({ errors }) => errors),
    }
  }

  /** Its cursor; none where the file is gone by now. */
  async #importOne(file: TranscriptFile): Promise<readonly SourceCursor[]> {
    const start = this.#progress.bytesDone
    const hasEnded = async (session: string, at: number) => this.#isQuiet(at) || !(await this.#isLived(session))
    const onProgress = (offset: number, events: number) => {
      this.#progress = { ...this.#progress, bytesDone: start + offset, events: this.#progress.events + events }
    }
    const cursor = await this.#read(file, { hasEnded, onProgress })
    this.#progress = { ...this.#progress, filesDone: this.#progress.filesDone + 1, bytesDone: start + file.size }
    return cursor ? [cursor] : []
  }

  async #quietly(find: () => Promise<readonly TranscriptFile[]>): Promise<void> {
    const how: How = { hasEnded: async (_session, at) => this.#isQuiet(at), onProgress: () => {} }
    try {
      for (const file of await find()) await this.#read(file, how)
      this.#parts.wake()
    } catch (error) {
      if (!this.#closed) this.#parts.log.warn('transcripts could not be caught up with', { error: String(error) })
    }
  }

  /** One reader at a time for each file. */
  async #read(file: TranscriptFile, how: How): Promise<SourceCursor | undefined> {
    const before = this.#reading.get(file.path) ?? Promise.resolve()
    const own = before.then(() => readTranscript(file, { sources: this.#parts.sources, absorb: this.#absorb, ...how }))
    const settled = own.catch(() => undefined)
    this.#reading.set(file.path, settled)
    await settled
    if (this.#reading.get(file.path) === settled) this.#reading.delete(file.path)
    return own
  }

  readonly #absorb: Absorb = async (batch) => {
    if (this.#closed) throw new Error('Hindcast is leaving')
    return this.#parts.absorb(batch)
  }

  #isQuiet(at: number): boolean {
    return at < this.#parts.clock.now() - QUIET_MS
  }

  /** Of a session that hooks tell of, they tell themselves when a turn ends. */
  async #isLived(session: string): Promise<boolean> {
    const [row] = await this.#parts.evidence.sessions({ id: session, limit: 1 })
    return row?.id === session && row.clientPid !== undefined && row.endedAt === undefined
  }
}

const bytesOf = (files: readonly TranscriptFile[]): number => files.reduce((sum, { size }) => sum + size, 0)

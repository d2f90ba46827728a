import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { HindcastError } from '../../domain/errors.ts'
import type { ForeignFile, ForeignFiles, Imported, ImportProgress, Imports } from '../../ports.ts'
import { DatabaseImport, type ReadingParts } from './reading.ts'
import { cellText, isClaudeMem, pagesOf, rowsIn } from './tables.ts'

interface Parts extends ReadingParts {
  readonly files: ForeignFiles
}

const IDLE: ImportProgress = { running: false, files: 0, bytes: 0, filesDone: 0, bytesDone: 0, events: 0 }
const DATABASE = 'claude-mem.db'

/** Imports claude-mem's database; records forgotten here are not imported again. */
export class ClaudeMem implements Imports {
  readonly #parts: Parts
  #progress = IDLE
  #importing: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async survey(paths: readonly string[]) {
    const found = { projects: 0, sessions: 0, files: 0, bytes: 0 }
    for (const path of await databasesAt(paths))
      await this.#with(path, async (file) => {
        const names = new Set<string>()
        for (const page of pagesOf(file, 'sdk_sessions')) for (const row of page) names.add(cellText(row.project))
        found.projects += names.size
        found.sessions += file.count('sdk_sessions')
        found.files++
        found.bytes += (await stat(path)).size
      })
    return found
  }

  run(paths: readonly string[]): Promise<Imported> {
    const own = this.#importing.then(() => this.#import(paths))
    this.#importing = own.catch(() => undefined)
    return own
  }

  progress(): ImportProgress {
    return this.#progress
  }

  /** Lets the current batch finish. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#importing
  }

  async #import(given: readonly string[]): Promise<Imported> {
    const paths = await databasesAt(given)
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    this.#progress = { ...IDLE, running: true, files: paths.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    const readings: DatabaseImport[] = []
    try {
      for (const [n, path] of paths.entries()) {
        readings.push(await this.#with(path, (file) => this.#read(path, file, sizes[n] ?? 0)))
        this.#progress = { ...this.#progress, filesDone: n + 1 }
      }
    } finally {
      this.#progress = { ...this.#progress, running: false }
    }
    return { ...summed(readings), added: this.#progress.events }
  }

  async #read(path: string, file: ForeignFile, size: number): Promise<DatabaseImport> {
    const all = Math.max(1, rowsIn(file))
    const { bytesDone: before, events } = this.#progress
    const reading = new DatabaseImport(path, file, this.#parts, (rows, fresh) => {
      if (this.#closed) throw new HindcastError('not-running', 'it is shutting down')
      this.#progress = {
        ...this.#progress,
        bytesDone: before + Math.floor((size * rows) / all),
        events: events + fresh,
      }
    })
    await reading.run()
    return reading
  }

  async #with<T>(path: string, work: (file: ForeignFile) => Promise<T>): Promise<T> {
    const file = await this.#parts.files.open(path)
    try {
      if (!isClaudeMem(file)) throw new HindcastError('bad-database', `${path} is not a claude-mem database`)
      return await work(file)
    } finally {
      await file.close()
    }
  }
}

/** The given files, or those in the given folders; by default, the one that claude-mem itself uses. */
async function databasesAt(paths: readonly string[]): Promise<readonly string[]> {
  const meant = paths.length > 0 ? paths : [join(process.env.CLAUDE_MEM_DATA_DIR || join(homedir(), '.claude-mem'))]
  return Promise.all(
    meant.map(async (path) => {
      const found = await stat(path).catch(() => undefined)
      if (found === undefined) throw new HindcastError('bad-database', `${path} does not exist`)
      return found.isDirectory() ? join(path, DATABASE) : path
    }),
  )
}

function summed(readings: readonly DatabaseImport[]): Omit<Imported, 'added'> {
  const sum = (of: (reading: DatabaseImport) => number) => readings.reduce((all, reading) => all + of(reading), 0)
  return {
    files: readings.length,
    sessions: new Set(readings.flatMap(({ sessions }) => [...sessions])).size,
    prompts: sum(({ kept }) => kept.prompt),
    events: sum(({ kept }) => kept.event),
    observations: sum(({ kept }) => kept.observation),
    skipped: sum(({ skipped }) => skipped),
    errors: readings.flatMap(({ errors }) => errors),
  }
}

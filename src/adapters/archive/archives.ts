import { dirname } from 'node:path'
import { HindcastError } from '../../domain/errors.ts'
import type {
  Archive,
  ArchiveCounts,
  ArchiveProgress,
  Archives,
  Clock,
  Exported,
  RestoredAll,
  Secrets,
  Snapshot,
} from '../../ports.ts'
import { type Exporting, writeArchive } from './export.ts'
import { ON_PAGES, writeFolder } from './folder.ts'
import { archiveAt, refuseForeign, takeFolder } from './place.ts'
import { restoreFrom } from './restore.ts'

/** Dependencies of archives. `restored` is called when records may have been added. */
export interface ArchivesParts {
  readonly archive: Archive
  readonly snapshot: () => Promise<Snapshot>
  readonly secrets: Secrets
  readonly clock: Clock
  readonly restored: () => void | Promise<void>
}

/** Archive files; one export or restore at a time, the next one waits. */
export class FileArchives implements Archives {
  readonly #parts: ArchivesParts
  #progress: ArchiveProgress = { running: false, what: 'export', done: 0, total: 0 }
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: ArchivesParts) {
    this.#parts = parts
  }

  export(to: { readonly path: string; readonly format: 'jsonl' | 'markdown' }): Promise<Exported> {
    return this.#alone('export', async () => {
      if (to.format === 'markdown') await inWords(to.path, () => takeFolder(to.path))
      else await refuseForeign(to.path)
      const snapshot = await this.#parts.snapshot()
      try {
        const counts = await snapshot.counts()
        this.#step({ total: recordTotal(counts) + (to.format === 'markdown' ? onPages(counts) : 0) })
        const exporting = { snapshot, counts, at: this.#parts.clock.now(), onStep: (more: number) => this.#more(more) }
        return await inWords(to.path, () => writeExport(to, exporting))
      } finally {
        await snapshot.close()
      }
    })
  }

  restore(path: string): Promise<RestoredAll> {
    return this.#alone('restore', async () => {
      const { archive, secrets, clock, restored } = this.#parts
      try {
        return await restoreFrom(await archiveAt(path), {
          archive,
          secrets,
          clock,
          onBegin: ({ counts }) => this.#step({ total: recordTotal(counts) }),
          onStep: (done) => this.#step({ done }),
        })
      } finally {
        await restored()
      }
    })
  }

  progress(): ArchiveProgress {
    return this.#progress
  }

  /**
   * Lets the current step finish; a partly written file is deleted, and a partial restore can be completed by another.
   */
  async close(): Promise<void> {
    this.#closed = true
    await this.#last
  }

  #alone<T>(what: ArchiveProgress['what'], work: () => Promise<T>): Promise<T> {
    const own = this.#last.then(async () => {
      this.#progress = { running: true, what, done: 0, total: 0 }
      try {
        return await work()
      } finally {
        this.#step({ running: false })
      }
    })
    this.#last = own.catch(() => undefined)
    return own
  }

  #more(records: number): void {
    this.#step({ done: this.#progress.done + records })
  }

  #step(change: Partial<ArchiveProgress>): void {
    this.#progress = { ...this.#progress, ...change }
    if (this.#closed && this.#progress.running) throw new HindcastError('not-running', 'it is shutting down')
  }
}

async function writeExport(
  { path, format }: { readonly path: string; readonly format: 'jsonl' | 'markdown' },
  exporting: Exporting,
): Promise<Exported> {
  const { counts } = exporting
  if (format === 'jsonl')
    return { path, format, counts, files: 1, bytes: await writeArchive(path, exporting), left: [] }
  return { path, format, counts, ...(await writeFolder(path, exporting)) }
}

const recordTotal = (counts: Partial<ArchiveCounts>): number =>
  Object.values(counts).reduce<number>((sum, n) => sum + (n ?? 0), 0)

const onPages = (counts: ArchiveCounts): number => ON_PAGES.reduce((sum, kind) => sum + counts[kind], 0)

/** An error from the system, in one line. */
async function inWords<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = WORDS[String((error as { code?: unknown }).code)]
    throw why === undefined ? error : new HindcastError('not-written', why(path))
  }
}

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `folder ${dirname(path)} does not exist`,
  ENOTDIR: (path) => `part of ${path} is not a folder`,
  EEXIST: (path) => `${path} is a file`,
  EACCES: (path) => `no permission to write ${path}`,
  EPERM: (path) => `no permission to write ${path}`,
  EROFS: (path) => `${path} is on a read-only disk`,
  ENOSPC: () => 'the disk is full',
}

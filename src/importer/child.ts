import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { allowedEnvironment } from '../config/environment.ts'
import type { ConfigSnapshot } from '../config/live.ts'
import type { Evidence, Journal, Log, Pacer } from '../ports.ts'
import type { TranscriptFile } from '../sources/transcripts/discover.ts'
import { type Elsewhere, Gone, type Read } from '../sources/transcripts/elsewhere.ts'
import type { FromImporter, ToImporter } from './protocol.ts'
import { readFrames, writeFrame } from './protocol.ts'

/** How the importer is started, and what it is served with. */
export interface ImporterParts {
  /** The built program, and the store that it reads. */
  readonly program: string
  readonly database: string
  readonly snapshot: () => ConfigSnapshot
  readonly journal: Pick<Journal, 'commitPacked'>
  readonly evidence: Pick<Evidence, 'project'>
  readonly log: Log
  /** While nobody has asked for a while, larger batches are committed. */
  readonly pacer: Pacer
}

/** How long it may be idle before it stops and frees its memory. */
const IDLE_MS = 5 * 60_000

/**
 * Its objects live for one batch: this reduces garbage collections, and keeps the collector's threads from taking the
 * daemon's time.
 */
const FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-parallel-scavenge']

/**
 * A process that decodes and redacts transcripts; it sends what to store as bytes that only the store's writer unpacks.
 * Started by the first read; stops after IDLE_MS without one, or with this process, because its input ends then.
 */
export function importerOf(parts: ImporterParts): Elsewhere {
  let current: Child | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => current?.end()
  const rest = () => {
    clearTimeout(idle)
    idle = setTimeout(() => (current?.isReading ? rest() : end()), IDLE_MS).unref()
  }
  return {
    read(file, onProgress) {
      if (current === undefined || current.isGone) current = new Child(parts)
      return current.read(file, onProgress).finally(rest)
    },
    close: end,
  }
}

interface Reading {
  readonly resolve: (read: Read | undefined) => void
  readonly reject: (error: Error) => void
  readonly onProgress: (offset: number, events: number) => void
}

class Child {
  readonly #parts: ImporterParts
  readonly #process: ChildProcess
  /** Files in progress, in order: messages are about the first one. */
  readonly #readings: Reading[] = []
  /** Commits run one after another; after a refused one, nothing in progress may be stored. */
  #work: Promise<void> = Promise.resolve()
  #refused: string | undefined
  #snapshot: ConfigSnapshot | undefined
  isGone = false

  constructor(parts: ImporterParts) {
    this.#parts = parts
    this.#process = spawn(process.execPath, [...FLAGS, parts.program, parts.database], {
      env: allowedEnvironment(process.env),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    lower(this.#process.pid)
    const { stdin, stdout } = this.#process
    stdin?.on('error', () => {})
    if (stdout) readFrames(stdout, (message, bytes) => this.#hear(message as FromImporter, bytes))
    this.#process.on('error', ({ message }) => this.#gone(message))
    this.#process.on('exit', (code, signal) => this.#gone(`it ended (${signal ?? code})`))
  }

  read(file: TranscriptFile, onProgress: Reading['onProgress']): Promise<Read | undefined> {
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(new Gone('it ended'))
      if (!this.isReading) this.#refused = undefined
      this.#readings.push({ resolve, reject, onProgress })
      this.#say({ kind: 'read', file, isCalm: this.#parts.pacer.isCalm() })
    })
  }

  get isReading(): boolean {
    return this.#readings.length > 0
  }

  /** It exits when its input ends. */
  end(): void {
    this.#process.stdin?.end()
  }

  #gone(why: string): void {
    this.isGone = true
    // Everything it sent is stored first, so that no other process reads it at the same time
    void this.#work.then(() => {
      for (const reading of this.#readings.splice(0)) reading.reject(new Gone(why))
    })
  }

  #hear(message: FromImporter, bytes: ArrayBuffer): void {
    const { evidence, log } = this.#parts
    if (message.kind === 'log') log[message.level](message.message, { ...message.fields, in: 'importer' })
    else if (message.kind === 'commit') this.#answer(() => this.#commit(message.offset, bytes))
    else if (message.kind === 'project') this.#answer(() => evidence.project(message.project))
    else void this.#work.then(() => this.#done(message))
  }

  #done(end: Extract<FromImporter, { kind: 'read' | 'failed' }>): void {
    const reading = this.#readings.shift()
    if (end.kind === 'failed') this.#refused ??= end.why
    if (this.#refused !== undefined) reading?.reject(new Error(this.#refused))
    else if (end.kind === 'read') reading?.resolve(end.read ?? undefined)
  }

  async #commit(offset: number, bytes: ArrayBuffer): Promise<void> {
    if (this.#refused !== undefined) throw new Error(this.#refused)
    await this.#parts.pacer.giveWay()
    const { fresh } = await this.#parts.journal.commitPacked(bytes)
    this.#readings[0]?.onProgress(offset, fresh)
  }

  #answer(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      try {
        await work()
        this.#say({ kind: 'kept', isCalm: this.#parts.pacer.isCalm() })
      } catch (error) {
        this.#refused = error instanceof Error ? error.message : String(error)
        this.#say({ kind: 'refused', why: this.#refused })
      }
    })
  }

  /** Changed settings are sent before any other message. */
  #say(message: ToImporter): void {
    const { stdin } = this.#process
    if (this.isGone || !stdin) return
    const snapshot = this.#parts.snapshot()
    if (snapshot !== this.#snapshot) writeFrame(stdin, { kind: 'settings', snapshot } satisfies ToImporter)
    this.#snapshot = snapshot
    writeFrame(stdin, message)
  }
}

/**
 * Lowers its priority, because answers come first if there are more programs than processors; it does not matter if the
 * system refuses.
 */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

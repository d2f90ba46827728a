import { createHash } from 'node:crypto'
import { readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { redactDeep } from '@hindcast/redaction/clean.ts'
import type { Usage } from '../../domain/nouns/usage.ts'
import type { Secrets, SourceCursor, SourceLine, SourceMark, Sources } from '../../ports.ts'
import type { Host } from '../../wire/host.ts'
import type { HostTranscripts, TranscriptEvent, TranscriptState } from '../../wire/host-transcripts.ts'
import { type TranscriptFile, transcriptsOf } from './discover.ts'
import { type FileLine, linesFrom, MAX_LINE } from './lines.ts'

/** Takes events; returns how many were new. `offset`: the reader's position, which may be ahead of the mark. */
export type Absorb = (batch: {
  readonly told: readonly TranscriptEvent[]
  readonly mark: SourceMark
  readonly offset: number
}) => Promise<number>

/** Dependencies for reading a file. */
export interface ReadContext {
  readonly hosts: readonly Host[]
  readonly sources: Sources
  readonly secrets: Secrets
  readonly absorb: Absorb
  /** Whether a transcript whose last line has this time (epoch milliseconds) is complete. */
  readonly hasEnded: (session: string, at: number) => Promise<boolean>
  /** Called after each batch with the bytes read and the number of new events. */
  readonly onProgress: (offset: number, events: number) => void
  /** Whether no hook is waiting, or was recently. */
  readonly isCalm?: () => boolean
}

/**
 * A batch is committed once it has this many bytes, about a dozen events: a hook's commit waits no longer than that.
 */
const BATCH_BYTES = 128 * 1024
/** The same while no hooks come: a commit costs the index as much for many events as for a few. */
const CALM_BYTES = 1024 * 1024
/** How long lines are read without yielding to answers. */
const SLICE_MS = 2
/** The maximum number of errors kept for a file; the first ones say what is wrong. */
const MOST_ERRORS = 50

/**
 * Continues reading where it stopped, or from the first byte if the file is no longer the same. Returns the new cursor.
 */
export async function readTranscript(file: TranscriptFile, reading: ReadContext): Promise<SourceCursor | undefined> {
  const handle = await open(file.path).catch(() => undefined)
  if (!handle) return undefined
  try {
    const path = await redactDeep(file.path, (text) => reading.secrets.find(text))
    const before = await reading.sources.cursor(path)
    const transcripts = transcriptsOf(file, reading.hosts)
    const from = before && isUnchanged(transcripts, handle, before) ? before : beginning(transcripts, file)
    return await new TranscriptReading(file, transcripts, handle, reading, from).run()
  } finally {
    await handle.close()
  }
}

/** Whether a file still matches its cursor, with a state that may be stored. */
const isUnchanged = (
  transcripts: HostTranscripts,
  handle: FileHandle,
  { offset, seal, state }: SourceCursor,
): boolean => transcripts.isResting(state as TranscriptState) && sealOf(handle, offset) === seal

const beginning = (transcripts: HostTranscripts, { path, agent }: TranscriptFile): SourceCursor => ({
  path,
  seal: '',
  offset: 0,
  line: 0,
  sessions: [],
  state: transcripts.begin({ transcript: path, ...(agent && { agent }) }),
  skipped: 0,
  kinds: {},
  errors: [],
})

/** The reading of one file from a cursor to the end. */
class TranscriptReading {
  readonly #file: TranscriptFile
  readonly #transcripts: HostTranscripts
  readonly #handle: FileHandle
  readonly #reading: ReadContext
  #cursor: SourceCursor
  /**
   * The last position at which the reader's state contained no text: only this is stored, since the state could
   * otherwise hold forgotten text.
   */
  #resting: SourceCursor
  #state: TranscriptState
  #batch: ReadLine[] = []
  #bytes = 0
  #end: Pick<SourceCursor, 'offset' | 'line'>
  #torn: SourceCursor['errors'] = []
  #kept: Promise<void> = Promise.resolve()

  constructor(
    file: TranscriptFile,
    transcripts: HostTranscripts,
    handle: FileHandle,
    reading: ReadContext,
    cursor: SourceCursor,
  ) {
    this.#file = file
    this.#transcripts = transcripts
    this.#handle = handle
    this.#reading = reading
    this.#cursor = cursor
    this.#resting = cursor
    this.#end = cursor
    this.#state = cursor.state as TranscriptState
  }

  async run(): Promise<SourceCursor> {
    for await (const line of linesFrom(this.#handle, this.#cursor.offset)) {
      if (!this.#take(line)) break
      if (this.#bytes >= (this.#reading.isCalm?.() ? CALM_BYTES : BATCH_BYTES)) await this.#flush()
    }
    await this.#flush(true)
    await this.#kept
    return { ...this.#cursor, errors: [...this.#cursor.errors, ...this.#torn] }
  }

  /** False for a last line that is incomplete or torn: it stays unread until the file grows. */
  #take({ text, garbled, end, whole }: FileLine): boolean {
    const line = this.#end.line + 1
    const { values, error } = text === undefined ? { values: [], error: TOO_LONG } : this.#transcripts.split(text)
    if (!whole && error !== undefined) {
      this.#torn = [{ path: this.#file.path, line, why: 'the file ends in the middle of this line' }]
      return false
    }
    const errors = [...(error === undefined ? [] : [error]), ...(garbled ? ['not all of it is UTF-8'] : [])]
    this.#bytes += end - this.#end.offset
    this.#end = { offset: end, line: whole ? line : line - 1 }
    const whys = errors.map((why) => ({ path: this.#file.path, line, why }))
    this.#batch.push({
      ...this.#end,
      values: values.map((value) => ({ value, line: this.#transcripts.lineOf(value) })),
      errors: whys,
    })
    return true
  }

  /**
   * The end of a complete file is part of the last batch, so that a reader that is killed repeatedly still makes
   * progress.
   */
  async #flush(isLast = false): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    this.#bytes = 0
    const lines = batch.flatMap(({ values }) => values.flatMap(({ line }) => line ?? []))
    const owners = await this.#reading.sources.owners(lines.map(({ uuid }) => uuid))
    const told: TranscriptEvent[] = []
    let began = performance.now()
    for (const line of batch) {
      this.#tell(line, owners, told)
      if (performance.now() - began < SLICE_MS) continue
      await new Promise(setImmediate)
      began = performance.now()
    }
    if (isLast) told.push(...(await this.#ending()))
    if (batch.length > 0 || told.length > 0) await this.#keep(told, lines)
  }

  #tell(
    { values, errors, offset, line: at }: ReadLine,
    owners: Readonly<Record<string, string>>,
    told: TranscriptEvent[],
  ): void {
    let { skipped } = this.#cursor
    const kinds = { ...this.#cursor.kinds }
    for (const { value, line } of values) {
      const owner = line && owners[line.uuid]
      const isRepeated = owner !== undefined && owner !== (line?.session || this.#state.session)
      const step = this.#transcripts.next(this.#state, value, isRepeated)
      this.#state = step.state
      told.push(...step.told)
      countKind(kinds, step.kind)
      if (isRepeated || step.ignored !== undefined) skipped++
    }
    const most = errors.length === 0 ? this.#cursor.errors : [...this.#cursor.errors, ...errors].slice(0, MOST_ERRORS)
    this.#move({ ...this.#cursor, offset, line: at, skipped, kinds, errors: most, state: this.#state })
  }

  #move(cursor: SourceCursor): void {
    this.#cursor = cursor
    if (this.#transcripts.isResting(this.#state)) this.#resting = cursor
  }

  async #ending(): Promise<readonly TranscriptEvent[]> {
    const { session, at } = this.#state
    if (session === '' || !(await this.#reading.hasEnded(session, at))) return []
    const { state, told } = this.#transcripts.end(this.#state)
    this.#state = state
    this.#move({ ...this.#cursor, state })
    return told
  }

  /** Commits events together with the position to continue from, while the next batch is being read. */
  async #keep(told: readonly TranscriptEvent[], lines: readonly SourceLine[]): Promise<void> {
    const sessions = [...new Set([...this.#cursor.sessions, ...told.map(({ draft }) => draft.session)])]
    const { offset } = this.#resting
    const seal = offset === 0 ? '' : sealOf(this.#handle, offset)
    this.#cursor = { ...this.#cursor, sessions }
    this.#resting = { ...this.#resting, sessions, seal }
    const own = lines.map(({ uuid, session }) => ({ uuid, session: session || this.#state.session }))
    const mark = { cursor: this.#resting, lines: own, usage: this.#usage() }
    const readTo = this.#cursor.offset
    await this.#kept
    const { absorb, onProgress } = this.#reading
    this.#kept = absorb({ told, mark, offset: readTo }).then((events) => onProgress(readTo, events))
    // Its failure is reported where it is awaited
    this.#kept.catch(() => {})
  }

  /** How full the context is at this point. */
  #usage(): Usage | undefined {
    const { session, use } = this.#state
    return use && { session, agent: this.#file.agent?.id ?? '', ...use }
  }
}

/** More kinds than any client writes; what comes after them, or has no plain name, is counted together. */
const MOST_KINDS = 100
const PLAIN_KIND = /^[\w./-]{1,60}$/

function countKind(kinds: Record<string, number>, kind: string): void {
  const isCounted = Object.hasOwn(kinds, kind) || Object.keys(kinds).length < MOST_KINDS
  const name = PLAIN_KIND.test(kind) && kind !== '__proto__' && isCounted ? kind : 'other'
  kinds[name] = (kinds[name] ?? 0) + 1
}

/** A line of the file: its values, and the offset after it. */
interface ReadLine extends Pick<SourceCursor, 'offset' | 'line' | 'errors'> {
  readonly values: readonly Value[]
}

interface Value {
  readonly value: unknown
  readonly line: SourceLine | undefined
}

const TOO_LONG = `longer than ${MAX_LINE} bytes`

const SEALED = 1_024

/**
 * A hash of a file's first bytes and of the last ones before `offset`, which changes if the file is replaced or
 * rewritten. Synchronous: the bytes were read a moment ago, so using a thread would cost more.
 */
function sealOf({ fd }: FileHandle, offset: number): string {
  const size = Math.min(SEALED, offset)
  const hash = createHash('sha256').update(`${offset}:`)
  for (const from of [0, offset - size]) {
    const bytes = Buffer.alloc(size)
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, size, from)))
  }
  return hash.digest('base64url').slice(0, 22)
}

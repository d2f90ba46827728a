import { type FileHandle, open } from 'node:fs/promises'
import type { SourceCursor, SourceLine, SourceMark, Sources } from '../../ports.ts'
import { readLine } from '../../wire/claude-code/transcript/line.ts'
import { beginTranscript, endTranscript, nextValue } from '../../wire/claude-code/transcript/reader.ts'
import { splitValues } from '../../wire/claude-code/transcript/split.ts'
import type { TranscriptState } from '../../wire/claude-code/transcript/state.ts'
import type { Told } from '../../wire/claude-code/transcript/told.ts'
import type { TranscriptFile } from './discover.ts'
import { type FileLine, linesFrom, MAX_LINE } from './lines.ts'
import { sealOf } from './seal.ts'

/** Where events go; gives how many were new. */
export type Absorb = (batch: { readonly told: readonly Told[]; readonly mark: SourceMark }) => Promise<number>

/** What a file is read with. */
export interface Reading {
  readonly sources: Sources
  readonly absorb: Absorb
  /** Whether a transcript whose last line is of this time (epoch milliseconds) has come to its end. */
  readonly hasEnded: (session: string, at: number) => Promise<boolean>
  /** Told after each batch: bytes behind the reader, and how many events were new. */
  readonly onProgress: (offset: number, events: number) => void
}

/** A batch is committed once it holds this many bytes, about a dozen events: a hook's commit waits for no more than that. */
const BATCH_BYTES = 128 * 1024
/** How long lines are read without a pause for answers. */
const SLICE_MS = 2
/** Errors that are kept of a file; the first ones tell what is wrong with it. */
const MOST_ERRORS = 50

/** Reads on where a file was left, from its first byte where it is not the same any more. Gives its cursor, as it is then. */
export async function readTranscript(file: TranscriptFile, reading: Reading): Promise<SourceCursor | undefined> {
  const handle = await open(file.path).catch(() => undefined)
  if (!handle) return undefined
  try {
    const before = await reading.sources.cursor(file.path)
    const isSame = before !== undefined && (await sealOf(handle, before.offset)) === before.seal
    return await new TranscriptReading(file, handle, reading, isSame ? before : beginning(file)).run()
  } finally {
    await handle.close()
  }
}

const beginning = ({ path, agent }: TranscriptFile): SourceCursor => ({
  path,
  seal: '',
  offset: 0,
  line: 0,
  sessions: [],
  state: beginTranscript({ transcript: path, ...(agent && { agent }) }),
  skipped: 0,
  errors: [],
})

/** One file on its way from a cursor to the end. */
class TranscriptReading {
  readonly #file: TranscriptFile
  readonly #handle: FileHandle
  readonly #reading: Reading
  #cursor: SourceCursor
  #state: TranscriptState
  #batch: Value[] = []
  #bytes = 0
  #torn: SourceCursor['errors'] = []
  #kept: Promise<void> = Promise.resolve()

  constructor(file: TranscriptFile, handle: FileHandle, reading: Reading, cursor: SourceCursor) {
    this.#file = file
    this.#handle = handle
    this.#reading = reading
    this.#cursor = cursor
    this.#state = cursor.state as TranscriptState
  }

  async run(): Promise<SourceCursor> {
    for await (const line of linesFrom(this.#handle, this.#cursor.offset)) {
      if (!this.#take(line)) break
      if (this.#bytes >= BATCH_BYTES) await this.#flush()
    }
    await this.#flush()
    await this.#end()
    await this.#kept
    return { ...this.#cursor, errors: [...this.#cursor.errors, ...this.#torn] }
  }

  /** False for a last line that is still in writing, or was left torn: it stays unread until more follows. */
  #take({ text, garbled, end, whole }: FileLine): boolean {
    const line = this.#cursor.line + 1
    const { values, error } = text === undefined ? { values: [], error: TOO_LONG } : splitValues(text)
    if (!whole && error !== undefined) {
      this.#torn = [{ path: this.#file.path, line, why: 'the file ends within this line' }]
      return false
    }
    this.#batch.push(...values.map((value) => readValue(value)))
    this.#bytes += end - this.#cursor.offset
    const errors = [...(error === undefined ? [] : [error]), ...(garbled ? ['not all of it is UTF-8'] : [])]
    this.#note({ offset: end, line: whole ? line : line - 1 }, errors, line)
    return true
  }

  #note(to: Pick<SourceCursor, 'offset' | 'line'>, whys: readonly string[], line: number): void {
    const errors = whys.map((why) => ({ path: this.#file.path, line, why }))
    this.#cursor = { ...this.#cursor, ...to, errors: [...this.#cursor.errors, ...errors].slice(0, MOST_ERRORS) }
  }

  async #flush(): Promise<void> {
    if (this.#bytes === 0) return
    const values = this.#batch
    this.#batch = []
    this.#bytes = 0
    const owners = await this.#reading.sources.owners(values.flatMap(({ line }) => line?.uuid ?? []))
    const told: Told[] = []
    let skipped = 0
    let began = performance.now()
    for (const { value, line } of values) {
      const owner = line && owners[line.uuid]
      const isRepeated = owner !== undefined && owner !== (line?.session || this.#state.session)
      const step = nextValue(this.#state, value, isRepeated)
      this.#state = step.state
      told.push(...step.told)
      if (isRepeated || step.ignored !== undefined) skipped++
      if (performance.now() - began < SLICE_MS) continue
      await new Promise(setImmediate)
      began = performance.now()
    }
    const lines = values.flatMap(({ line }) => line ?? [])
    await this.#keep(told, lines, skipped)
  }

  async #end(): Promise<void> {
    const { session, at } = this.#state
    if (session === '' || !(await this.#reading.hasEnded(session, at))) return
    const { state, told } = endTranscript(this.#state)
    this.#state = state
    if (told.length > 0) await this.#keep(told, [], 0)
  }

  /** Commits what was told together with the place up to which it was read, while the next batch is being read. */
  async #keep(told: readonly Told[], lines: readonly SourceLine[], skipped: number): Promise<void> {
    const before = this.#cursor
    const sessions = [...new Set([...before.sessions, ...told.map(({ draft }) => draft.session)])]
    const seal = await sealOf(this.#handle, before.offset)
    const cursor = { ...before, seal, sessions, state: this.#state, skipped: before.skipped + skipped }
    this.#cursor = cursor
    const own = lines.map(({ uuid, session }) => ({ uuid, session: session || this.#state.session }))
    await this.#kept
    const { absorb, onProgress } = this.#reading
    this.#kept = absorb({ told, mark: { cursor, lines: own } }).then((events) => onProgress(cursor.offset, events))
    // Its failure is told where it is waited for
    this.#kept.catch(() => {})
  }
}

interface Value {
  readonly value: unknown
  readonly line: SourceLine | undefined
}

function readValue(value: unknown): Value {
  const { uuid, session = '' } = readLine(value) ?? {}
  return { value, line: uuid === undefined ? undefined : { uuid, session } }
}

const TOO_LONG = `longer than ${MAX_LINE} bytes`

import { isAbsolute } from 'node:path'
import { type Cleaned, redactDeep } from '@hindcast/redaction/clean.ts'
import { IMPORTED, sameWords } from '../../domain/memory/imported.ts'
import type { Project } from '../../domain/nouns/project.ts'
import type {
  Archive,
  ArchiveRecord,
  Evidence,
  ForeignFile,
  Pacer,
  Secrets,
  SourceError,
  Workspace,
} from '../../ports.ts'
import {
  observationRecords,
  promptEventId,
  promptRecords,
  promptText,
  type Seat,
  sessionRecord,
  summaryRecords,
} from './records.ts'
import { type MemSession, type MemSessions, projectIn, projectsOf, sessionsOf } from './sessions.ts'
import { cellText, type MemRow, pagesOf, type RowOf, timeOf } from './tables.ts'

/** Dependencies for reading a database. */
export interface ReadingParts {
  readonly archive: Archive
  readonly evidence: Evidence
  readonly secrets: Secrets
  readonly workspace: Workspace
  readonly pacer: Pacer
}

/** The number of records in one transaction. */
const BATCH = 50
const MOST_ERRORS = 200
/** How many sessions' prompts are cached, to match them with those that the client reported. */
const REMEMBERED = 200
const PROMPTS = 10_000

type Derived = RowOf<'observations'> | RowOf<'session_summaries'>

/**
 * The import of one database: prompts, records derived from them, then sessions and projects with their latest times.
 */
export class DatabaseImport {
  readonly kept = { prompt: 0, event: 0, observation: 0 }
  readonly sessions = new Set<string>()
  readonly errors: SourceError[] = []
  skipped = 0
  readonly #path: string
  readonly #file: ForeignFile
  readonly #parts: ReadingParts
  readonly #onProgress: (rows: number, fresh: number) => void
  readonly #lastSeen = new Map<string, number>()
  readonly #lastIn = new Map<string, number>()
  readonly #asked = new Map<string, Map<string, string[]>>()
  #mem: MemSessions = { byId: new Map(), byMemory: new Map() }
  #projects: ReadonlyMap<string, Project> = new Map()
  /** The folder of each project that has one. */
  #roots: ReadonlyMap<string, string> = new Map()
  #rows = 0
  #fresh = 0

  constructor(path: string, file: ForeignFile, parts: ReadingParts, onProgress: (rows: number, fresh: number) => void) {
    this.#path = path
    this.#file = file
    this.#parts = parts
    this.#onProgress = onProgress
  }

  async run(): Promise<void> {
    const { evidence, workspace } = this.#parts
    this.#mem = await sessionsOf(this.#file, evidence, (row, why) => this.#fail('sdk_sessions', row, why))
    this.#projects = await projectsOf(this.#names(), this.#file, { known: await evidence.projects(), workspace })
    const there = [...this.#projects.values()].filter(({ root }) => isAbsolute(root))
    this.#roots = new Map(there.map(({ id, root }) => [id, root]))
    const prompted = await this.#prompts()
    await this.#firstPrompts(prompted)
    for (const page of pagesOf(this.#file, 'observations'))
      await this.#derived('observations', page, (row, seat, cause) => observationRecords(row, seat, cause))
    for (const page of pagesOf(this.#file, 'session_summaries'))
      await this.#derived('session_summaries', page, (row, seat, cause) => summaryRecords(row, seat, cause))
    await this.#frames()
  }

  #names(): ReadonlySet<string> {
    const names = new Set([...this.#mem.byId.values()].map(({ name }) => name))
    for (const page of pagesOf(this.#file, 'observations')) for (const row of page) names.add(cellText(row.project))
    return names
  }

  /** Returns the sessions that have any prompts. */
  async #prompts(): Promise<ReadonlySet<string>> {
    const prompted = new Set<string>()
    for (const page of pagesOf(this.#file, 'user_prompts')) {
      const records: ArchiveRecord[] = []
      for (const row of page) {
        const id = cellText(row.session)
        const at = timeOf(row.at, row.written)
        if (id === '' || at === undefined) {
          this.#fail('user_prompts', row, id === '' ? 'it names no session' : 'it has no time')
          continue
        }
        prompted.add(id)
        records.push(
          ...(await this.#promptOf(row, this.#seat(this.#mem.byId.get(id), id, '', at), Number(row.number) || 1)),
        )
      }
      await this.#write(records, page.length)
    }
    return prompted
  }

  /** Before prompts had their own table, a session only stored its first. */
  async #firstPrompts(prompted: ReadonlySet<string>): Promise<void> {
    for (const session of this.#mem.byId.values()) {
      const { id, at, row } = session
      if (prompted.has(id) || cellText(row.prompt) === '') continue
      await this.#write(await this.#promptOf({ text: row.prompt }, this.#seat(session, id, '', at), 1), 0)
    }
  }

  async #promptOf(row: { readonly text: unknown }, seat: Seat, number: number): Promise<readonly ArchiveRecord[]> {
    const text = promptText(row)
    if (text === '') {
      this.skipped++
      return []
    }
    const twin = this.#mem.byId.get(seat.session)?.isOurs ? await this.#toldBy(seat.session, text) : undefined
    if (twin !== undefined) this.skipped++
    return promptRecords(text, number, seat, twin)
  }

  /** The event of a prompt with these words that the client reported; each is matched once. */
  async #toldBy(session: string, text: string): Promise<string | undefined> {
    const asked = this.#asked.get(session) ?? (await this.#askedIn(session))
    this.#asked.delete(session)
    this.#asked.set(session, asked)
    const [oldest] = this.#asked.keys()
    if (this.#asked.size > REMEMBERED && oldest !== undefined) this.#asked.delete(oldest)
    const events = asked.get(sameWords(text)) ?? []
    return events.length > 1 ? events.shift() : events[0]
  }

  async #askedIn(session: string): Promise<Map<string, string[]>> {
    const asked = new Map<string, string[]>()
    for (const { text, event, promptId } of await this.#parts.evidence.prompts({ session, limit: PROMPTS })) {
      if (promptId?.startsWith(IMPORTED)) continue
      const words = sameWords(text)
      asked.set(words, [...(asked.get(words) ?? []), event])
    }
    return asked
  }

  async #derived<R extends Derived>(
    table: string,
    page: readonly R[],
    make: (row: R, seat: Seat, cause?: string) => readonly ArchiveRecord[] | undefined,
  ): Promise<void> {
    const records: ArchiveRecord[] = []
    for (const row of page) {
      const at = timeOf(row.at, row.written)
      if (at === undefined) {
        this.#fail(table, row, 'it has no time')
        continue
      }
      const session = this.#mem.byMemory.get(cellText(row.memory))
      const seat = this.#seat(session, session?.id ?? '', cellText(row.project), at)
      const number = Number(row.number)
      const made = make(row, seat, session && number > 0 ? promptEventId(session.id, number) : undefined)
      if (made === undefined) this.skipped++
      else records.push(...made)
    }
    await this.#write(records, page.length)
  }

  #seat(session: MemSession | undefined, id: string, name: string, at: number): Seat {
    const project = projectIn(session, name, this.#projects)
    this.#lastSeen.set(id, Math.max(at, this.#lastSeen.get(id) ?? 0))
    this.#lastIn.set(project, Math.max(at, this.#lastIn.get(project) ?? 0))
    const root = session?.known?.worktree ?? this.#roots.get(project) ?? ''
    return { session: id, project, host: session?.host ?? 'claude-code', at, root, path: this.#path }
  }

  /** Sessions that no client reported, and the projects of all imported records. */
  async #frames(): Promise<void> {
    const fresh = [...this.#mem.byId.values()].filter(({ isOurs }) => !isOurs)
    for (let n = 0; n < fresh.length; n += BATCH) {
      const some = fresh.slice(n, n + BATCH)
      await this.#write(
        some.map((session) => {
          const ended = timeOf(session.row.endedAt, null) ?? 0
          const seat = this.#seat(session, session.id, '', session.at)
          return sessionRecord(session.row, seat, Math.max(ended, this.#lastSeen.get(session.id) ?? 0))
        }),
        some.length,
      )
    }
    for (const record of new Set(this.#projects.values())) {
      const last = this.#lastIn.get(record.id)
      if (last !== undefined) await this.#restore([{ kind: 'project', record }], last)
    }
  }

  async #write(records: readonly ArchiveRecord[], rows: number): Promise<void> {
    for (let n = 0; n < records.length; n += BATCH) {
      await this.#parts.pacer.giveWay()
      await this.#restore(records.slice(n, n + BATCH), 0)
    }
    this.#rows += rows
    this.#onProgress(this.#rows, this.#fresh)
  }

  /** Redacts records like all other input; the ledger is checked when they are written. */
  async #restore(records: readonly ArchiveRecord[], asOf: number): Promise<void> {
    const { archive, secrets } = this.#parts
    const clean = await redactDeep(records, (text) => secrets.find(text))
    const outcomes = await archive.restore(clean as readonly Cleaned<ArchiveRecord>[], asOf)
    for (const [n, { kind, record }] of records.entries()) {
      if (outcomes[n] === 'refused') {
        if (kind !== 'event') this.skipped++
        continue
      }
      if (outcomes[n] === 'new') this.#fresh++
      if (kind in this.kept) this.kept[kind as keyof typeof this.kept]++
      const session = kind === 'session' ? record.id : 'session' in record ? record.session : ''
      if (session) this.sessions.add(session)
    }
  }

  #fail(table: string, { row }: MemRow, why: string): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push({ path: `${this.#path} ${table}`, line: Number(row), why })
    else this.skipped++
  }
}

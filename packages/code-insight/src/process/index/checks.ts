import type { FileCalls } from '../../analysis/facts.ts'
import { type CodePlace, MODULE } from '../../analysis/graph.ts'
import { lastName } from '../../analysis/outline.ts'
import type { Checked } from '../checker/checker.ts'
import { CheckerThread } from '../checker/checker-thread.ts'
import { joinedCalls } from '../checker/joined.ts'
import { isChecked } from '../checker/shards.ts'
import type { CheckedFile } from '../checker/site.ts'
import type { Gate } from '../gate.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles, KnownFile } from './indexed-files.ts'
import { edgeIn, referenceIn, unresolvedIn } from './rows.ts'
import { DUE } from './schema.ts'
import { setState, storeCalls } from './writes.ts'

/** How many files are checked before their calls are stored. */
const BATCH = 8
/** A thread that ended so often is not started again. */
const MOST_ENDS = 3
/** What changes how everything is checked. */
const CONFIG = /(?:^|\/)[tj]sconfig[^/]*$/

/** Completes the calls of files, as their syntax tells them, by what a checker knows of types. */
export class CallChecks {
  readonly #index: IndexFile
  readonly #known: IndexedFiles
  readonly #gate: Gate
  readonly #thread: CheckerThread | undefined
  /** Checked before the others: somebody works on them. */
  readonly #first = new Set<KnownFile>()
  /** Files that are with the checker, and still as they were. */
  readonly #asked = new Set<KnownFile>()
  #ends = 0
  #isClosed = false

  /** `compiler`: the file of TypeScript's compiler; without it, nothing is checked. */
  constructor(root: string, index: IndexFile, known: IndexedFiles, gate: Gate, compiler: string | undefined) {
    this.#gate = gate
    this.#index = index
    this.#known = known
    const paths = () => [...known.all()].map(({ path }) => path)
    this.#thread = compiler ? new CheckerThread(process.argv[1] ?? '', { root, compiler }, paths) : undefined
    if (!this.#thread) this.#giveUp(known.due(DUE.types))
  }

  /** What is due of a file whose calls were resolved by its syntax. */
  dueOf(file: KnownFile): number {
    this.#asked.delete(file)
    return this.#isAble && isChecked(file.path) ? DUE.types : DUE.nothing
  }

  /** A file was edited, created or deleted. True if others have to be resolved again. */
  changed(file: KnownFile): boolean {
    this.#thread?.changed(file.path)
    this.#asked.delete(file)
    return CONFIG.test(file.path)
  }

  /** These are checked before the others. */
  prefer(files: Iterable<KnownFile>): void {
    for (const file of files) this.#first.add(file)
  }

  /** Those that are due next. */
  next(): readonly KnownFile[] {
    const due = this.#known.due(DUE.types)
    const first = due.filter((file) => this.#first.has(file))
    this.#first.clear()
    for (const file of first.slice(BATCH)) this.#first.add(file)
    // A shard is a folder, and all of its files go together
    const sorted = first.length > 0 ? first : due.sort((a, b) => (a.path < b.path ? -1 : 1))
    return sorted.slice(0, BATCH)
  }

  /** Checks files. Never rejects: where the checker fails, the syntax's calls stay. */
  async check(files: readonly KnownFile[]): Promise<ReadonlyMap<string, Checked>> {
    for (const file of files) this.#asked.add(file)
    try {
      return (await this.#thread?.check(files.map(({ path }) => path))) ?? new Map()
    } catch (error) {
      if (this.#isClosed) return new Map()
      if (this.#ends++ === 0)
        process.emitWarning(`types could not be checked, from ${files[0]?.path} on: ${error}`, 'CodeWarning')
      return new Map()
    }
  }

  /** Stores what was found, unless a file has changed since; what cannot be checked stays as it is. */
  async store(files: readonly KnownFile[], checked: ReadonlyMap<string, Checked>): Promise<void> {
    const outlines = new Map<string, ReadonlyMap<number, readonly string[]>>()
    const named = (place: CodePlace) => this.#named(place, outlines)
    const current = files.filter((file) => this.#asked.delete(file) && file.state === DUE.types)
    const joined = current.map((file) => {
      const found = checked.get(file.path)
      return found && 'sites' in found ? joinedCalls(callsIn(this.#index, file), renamed(found, named)) : undefined
    })
    const calls = await this.#gate.record(joined)
    const idOf = (path: string) => this.#known.get(path)?.id
    this.#index.transaction(() => {
      for (const [at, file] of current.entries()) {
        const own = calls[at]
        if (own) storeCalls(this.#index, file, own, idOf, DUE.nothing)
        else setState(this.#index, file, DUE.nothing)
      }
    })
    if (!this.#isAble) this.#giveUp(this.#known.due(DUE.types))
  }

  close(): void {
    this.#isClosed = true
    this.#thread?.close()
  }

  get #isAble(): boolean {
    return this.#thread !== undefined && this.#ends < MOST_ENDS
  }

  #giveUp(files: readonly KnownFile[]): void {
    this.#index.transaction(() => {
      for (const file of files) setState(this.#index, file, DUE.nothing)
    })
  }

  /** A place with the name that the outline has for it. */
  #named(place: CodePlace, outlines: Map<string, ReadonlyMap<number, readonly string[]>>): CodePlace {
    // Code at the top level is on line 1, as the first entity may be
    if (place.name === MODULE) return place
    const known = outlines.get(place.file) ?? this.#linesOf(place.file)
    outlines.set(place.file, known)
    const names = known.get(place.line) ?? []
    if (names.length === 0 || names.includes(place.name)) return place
    const alike = names.filter((name) => lastName(name) === lastName(place.name))
    const [only, ...others] = alike.length > 0 ? alike : names
    return only === undefined || others.length > 0 ? place : { ...place, name: only }
  }

  /** By line, the names of the functions and classes of a file. */
  #linesOf(path: string): ReadonlyMap<number, readonly string[]> {
    const rows = this.#index.all(
      "SELECT name, line FROM entities WHERE file = ? AND kind IN ('function', 'method', 'class')",
      this.#known.get(path)?.id ?? -1,
    )
    const lines = new Map<number, string[]>()
    for (const { name, line } of rows) {
      const names = lines.get(Number(line)) ?? []
      names.push(String(name))
      lines.set(Number(line), names)
    }
    return lines
  }
}

function renamed({ sites, references }: CheckedFile, named: (place: CodePlace) => CodePlace): CheckedFile {
  return {
    sites: sites.map((site) => ({ ...site, from: named(site.from), to: site.to.map(named) })),
    references: references.map(({ from, to, line }) => ({ from: named(from), to: named(to), line })),
  }
}

/** The calls of a file as they are stored. */
function callsIn(index: IndexFile, { id }: KnownFile): FileCalls {
  const ends = (table: string) => `SELECT e.*, f.path AS path, t.path AS to_path FROM ${table} e
    JOIN files f ON f.id = e.file JOIN files t ON t.id = e.to_file WHERE e.file = ? ORDER BY e.rowid`
  return {
    edges: index.all(ends('edges'), id).map(edgeIn),
    references: index.all(ends('uses'), id).map(referenceIn),
    unresolved: index
      .all('SELECT e.*, f.path AS path FROM unresolved e JOIN files f ON f.id = e.file WHERE e.file = ?', id)
      .map(unresolvedIn),
  }
}

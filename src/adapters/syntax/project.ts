import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { IndexState } from '../../domain/code/code-answers.ts'
import { changedFiles, statOf } from './files/changed.ts'
import { folderTimes, type Listing, listFiles } from './files/list.ts'
import { type AnalysedFile, analysed } from './index/analysis.ts'
import { type IndexFile, openIndex } from './index/index-file.ts'
import { type KnownFile, KnownFiles } from './index/known-files.ts'
import { resolveCalls } from './index/resolving.ts'
import { DUE } from './index/schema.ts'
import { IndexedSources } from './index/sources.ts'
import { IndexView } from './index/view.ts'
import { dependentsOf, dropFacts, noteTime, relink, removeFile, setState, storeAnalysis } from './index/writes.ts'
import type { SourceParser } from './parser.ts'
import type { CodeRoot } from './root.ts'

/** Projects with more files than this are compared with the disk in the background. */
const MOST_SWEPT = 2_000
/** As many changed files are analysed before an answer; a checkout of another branch changes more. */
const MOST_AT_ONCE = 20
/** How long a list of files is trusted if no folder has changed, in milliseconds. */
const LISTED_MS = 5_000
/** How often a large project is compared with the disk, in milliseconds. */
const SWEEP_MS = 1_000
/** How much is analysed or resolved before a question gets its turn, in bytes and in lines. */
const BATCH_BYTES = 200_000
const BATCH_FILES = 50
const SHARD_LINES = 20_000

/** One project's index, and what keeps it up to date. Nothing is watched: questions compare it with the disk. */
export class Project {
  readonly root: CodeRoot
  readonly #index: IndexFile
  readonly #parser: SourceParser
  readonly #known: KnownFiles
  readonly #sources: IndexedSources
  /** The end of the work that is in turn. */
  #last: Promise<unknown> = Promise.resolve()
  #working: Promise<void> | undefined
  #sweeping: Promise<void> | undefined
  #listing: (Listing & { readonly times: ReadonlyMap<string, number>; readonly at: number }) | undefined
  #sweptAt = 0
  #isClosed = false

  private constructor(root: CodeRoot, index: IndexFile, parser: SourceParser) {
    this.root = root
    this.#index = index
    this.#parser = parser
    this.#known = new KnownFiles(index)
    this.#sources = new IndexedSources(root.path, index, this.#known)
  }

  /** Opens the index of a project in the folder of all indexes, or begins a new one. */
  static async open(root: CodeRoot, folder: string, parser: SourceParser): Promise<Project> {
    return new Project(root, await openIndex(folder, root.path), parser)
  }

  get isBusy(): boolean {
    return this.#working !== undefined || this.#sweeping !== undefined
  }

  /** What is known now, for questions that are asked in a folder of the project. */
  view(folder: string): IndexView {
    return new IndexView({
      root: this.root.path,
      folder,
      index: this.#index,
      known: this.#known,
      state: () => this.state(),
    })
  }

  state(): IndexState {
    const { files, read, resolved } = this.#known.count()
    const isListed = this.#listing !== undefined || files > 0
    return { files, filesIndexed: read, complete: isListed && read === files, pending: files - resolved }
  }

  /** Compares the project with the disk: at once if it is small, else in the background. */
  async freshen(): Promise<void> {
    const isLarge = this.#known.count().files > MOST_SWEPT
    if (!isLarge) await this.#inTurn(() => this.#sweep())
    else if (this.#sweeping === undefined && Date.now() - this.#sweptAt > SWEEP_MS)
      this.#sweeping = this.#inTurn(() => this.#sweep())
        .catch(() => {})
        .finally(() => {
          this.#sweeping = undefined
          this.#work()
        })
    this.#work()
  }

  /** Compares these files with the disk and analyses those that have changed; false if none has. */
  async freshenFiles(paths: readonly string[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const known = paths.flatMap((path) => this.#known.get(path) ?? [])
      const changed = await changedFiles(this.root.path, known)
      const due = known.filter(({ state }) => state !== DUE.nothing)
      if (changed.length + due.length === 0) return false
      await this.#update(changed, due)
      this.#work()
      return changed.length > 0
    })
  }

  /** Resolves when nothing is due any more, or after a while. */
  async settled(withinMs: number): Promise<void> {
    const late = new AbortController()
    const timer = new Promise<void>((resolve) => {
      const running = setTimeout(resolve, withinMs)
      late.signal.addEventListener('abort', () => clearTimeout(running))
    })
    const done = (async () => {
      while (this.isBusy) await (this.#sweeping ?? this.#working)
    })()
    await Promise.race([done, timer])
    late.abort()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.isBusy) await (this.#sweeping ?? this.#working)
    await this.#last
    this.#index.close()
  }

  /** Whatever reads the disk and writes the index does so one after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  async #sweep(): Promise<void> {
    if (this.#isClosed) return
    await this.#list()
    const changed = await changedFiles(this.root.path, [...this.#known.all()].filter(isWatched))
    this.#sweptAt = Date.now()
    if (changed.length === 0) return
    if (changed.length <= MOST_AT_ONCE && this.#known.count().resolved > 0) return this.#update(changed, [])
    this.#manifestsRead(changed)
    this.#index.transaction(() => {
      for (const file of changed) if (file.parsing) setState(this.#index, file, DUE.all)
    })
  }

  /** Lists the project's files again if a folder has changed. */
  async #list(): Promise<void> {
    const before = this.#listing
    if (before && Date.now() - before.at < LISTED_MS) {
      const times = await folderTimes(this.root.path, before.folders)
      if ([...times].every(([path, time]) => before.times.get(path) === time)) return
    }
    const listing = await listFiles(this.root)
    this.#listing = { ...listing, times: await folderTimes(this.root.path, listing.folders), at: Date.now() }
    const { added, removed } = this.#index.transaction(() => {
      const changes = this.#known.set(listing.files)
      for (const file of changes.removed) this.#remove(file)
      return changes
    })
    if (added.length + removed.length > 0) this.#relink()
  }

  /** Imports may mean something else where one of these files is a manifest. */
  #manifestsRead(changed: readonly KnownFile[]): void {
    const manifests = changed.filter(({ isManifest }) => isManifest)
    for (const file of manifests) {
      const found = file.parsing ? undefined : statOf(join(this.root.path, file.path))
      if (found) noteTime(this.#index, file, { size: found.size, mtime: found.mtimeMs })
    }
    if (manifests.length > 0) this.#relink()
  }

  /** File names or manifests have changed, and so may what imports mean. */
  #relink(): void {
    this.#sources.forgetResolvers()
    this.#index.transaction(() => {
      for (const file of this.#known.code())
        if (file.hash !== '' && relink(this.#index, file, this.#sources.targetsOf) && file.state === DUE.nothing)
          setState(this.#index, file, DUE.calls)
    })
  }

  /** Analyses changed files, and resolves their calls and those of others; what depends on them is due then. */
  async #update(changed: readonly KnownFile[], due: readonly KnownFile[]): Promise<void> {
    this.#manifestsRead(changed)
    const unread = this.#known.due(DUE.all)
    const read = [
      ...new Set([...changed.filter(({ parsing }) => parsing), ...due.filter(({ state }) => state === DUE.all)]),
    ]
    await this.#analyse(read)
    // What is resolved while other files are unknown has to be resolved again
    const state = unread.some((file) => !read.includes(file)) ? DUE.calls : DUE.nothing
    resolveCalls(this.#index, this.#known, this.#sources, [...new Set([...read, ...due])], state)
  }

  async #analyse(files: readonly KnownFile[]): Promise<void> {
    const found: AnalysedFile[] = []
    for (const file of files) found.push(await analysed(this.root.path, file, this.#parser, this.#index))
    const areOthersResolved = this.#known.count().resolved > 0
    this.#index.transaction(() => {
      for (const each of found) this.#store(each, areOthersResolved)
    })
  }

  #store(file: AnalysedFile, areOthersResolved: boolean): void {
    const { known, source, key } = file
    if (source === undefined) this.#remove(known)
    else if (known.hash === key && key !== '') {
      // The same text again
      noteTime(this.#index, known, source)
      setState(this.#index, known, Math.min(known.state, DUE.calls))
    } else {
      if (areOthersResolved) this.#dependentsDue(known)
      storeAnalysis(this.#index, file, this.#sources.targetsOf)
      if (areOthersResolved) this.#dependentsDue(known)
    }
  }

  #remove(file: KnownFile): void {
    this.#dependentsDue(file)
    this.#known.remove(file)
    removeFile(this.#index, file.id)
  }

  #dependentsDue(file: KnownFile): void {
    for (const id of dependentsOf(this.#index, file)) {
      const dependent = this.#known.byId(id)
      if (dependent?.state === DUE.nothing) setState(this.#index, dependent, DUE.calls)
    }
  }

  /** Does what is due in the background, until nothing is. */
  #work(): void {
    this.#working ??= this.#workAll()
      .catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
      .finally(() => {
        this.#working = undefined
      })
  }

  async #workAll(): Promise<void> {
    while (!this.#isClosed && (await this.#inTurn(() => this.#workOnce()))) await turn()
    dropFacts(this.#index)
  }

  /** One batch; false if nothing was due. */
  async #workOnce(): Promise<boolean> {
    const unread = this.#known.due(DUE.all)
    if (unread.length > 0) {
      await this.#analyse(batchOf(unread, BATCH_BYTES, ({ size }) => size || BATCH_BYTES / BATCH_FILES))
      return true
    }
    const unresolved = this.#known.due(DUE.calls)
    if (unresolved.length === 0) return false
    const shard = batchOf(unresolved, SHARD_LINES, ({ lines }) => lines)
    resolveCalls(this.#index, this.#known, this.#sources, shard, DUE.nothing)
    return true
  }
}

const isWatched = ({ parsing, isManifest }: KnownFile): boolean => parsing !== undefined || isManifest

/** The first files, in the order of their paths, up to a weight. */
function batchOf(files: readonly KnownFile[], most: number, weigh: (file: KnownFile) => number): readonly KnownFile[] {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  let weight = 0
  const end = sorted.findIndex((file, at) => {
    weight += weigh(file)
    return weight > most && at > 0
  })
  return end === -1 ? sorted : sorted.slice(0, end)
}

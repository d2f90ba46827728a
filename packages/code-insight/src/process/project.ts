import { setImmediate as turn } from 'node:timers/promises'
import type { IndexState } from '../analysis/code-answers.ts'
import type { CodeSources } from '../analysis/facts.ts'
import { CodeError } from './code-error.ts'
import { changedFiles } from './files/changed.ts'
import { folderTimes, type Listing, listFiles } from './files/list.ts'
import { filesNaming } from './files/read.ts'
import type { Analysing } from './index/analysis.ts'
import { CallChecks } from './index/checks.ts'
import type { OpenDatabase } from './index/database.ts'
import { type IndexFile, openIndex } from './index/index-file.ts'
import { bytesOf, firstOf, IndexedFiles, isWatched, type KnownFile } from './index/indexed-files.ts'
import { Meanings } from './index/meanings.ts'
import { DUE } from './index/schema.ts'
import { IndexUpdater } from './index/updater.ts'
import { IndexView } from './index/view.ts'
import type { CodeProcessOptions } from './process-options.ts'
import type { CodeRoot } from './root.ts'
import { Runs, type Rush, within } from './rush.ts'

/** As many changed files are analysed before an answer; a checkout of another branch changes more. */
const MOST_AT_ONCE = 20
/** As many bytes of what an answer is about are read before it, or a single file. */
const MOST_BYTES_AT_ONCE = 300_000
/** As many lines are resolved before an answer, or a single file. */
const MOST_LINES_AT_ONCE = 1_000
/** How long a list of files is trusted if no folder has changed, in milliseconds. */
const LISTED_MS = 5_000
/** Who waits longer than this also waits for types. */
const MOST_CHECKING_MS = 5_000
/** How long an answer waits for the project to be compared with the disk, once its files are listed: enough for tens of thousands of them. */
const SWEEP_MS = 1_000

/** Where the index of a project is, and what its files are read with. */
export interface ProjectOptions extends Pick<CodeProcessOptions, 'indexes' | 'compiler' | 'skipped'> {
  readonly rush: Rush
  readonly open: OpenDatabase
}

/** One project's index, and what keeps it up to date. Nothing is watched: questions compare it with the disk. */
export class CodeProject {
  readonly root: CodeRoot
  readonly meanings: Meanings
  /** Folders in it that nothing is read of, from its root. */
  spared: readonly string[] = []
  /** The last comparison with the disk was over before its answer could not wait any longer. */
  isCompared = true
  readonly #index: IndexFile
  readonly #known: IndexedFiles
  readonly #updater: IndexUpdater
  readonly #checks: CallChecks
  readonly #skipped: readonly string[]
  readonly #rush: Rush
  /** The end of the work that is in turn. */
  #last: Promise<unknown> = Promise.resolve()
  #working: Promise<void> | undefined
  readonly #sweeps = new Runs(() => this.#sweep())
  #checking: Promise<void> | undefined
  #listing: (Listing & { readonly times: ReadonlyMap<string, number>; readonly at: number }) | undefined
  /** What was read again and may not be resolved yet. */
  readonly #edited = new Set<KnownFile>()
  #isClosed = false
  #isBuilt: boolean
  #failure: unknown

  private constructor(root: CodeRoot, index: IndexFile, analysing: Analysing, options: ProjectOptions) {
    this.#rush = options.rush
    this.root = root
    this.#index = index
    this.meanings = new Meanings(index, root.path, analysing.gate)
    this.#known = new IndexedFiles(index)
    this.#checks = new CallChecks(root.path, index, this.#known, analysing.gate, options.compiler)
    this.#updater = new IndexUpdater(root.path, index, this.#known, analysing, this.#checks)
    this.#skipped = options.skipped ?? []
    const { files, resolved } = this.#known.count()
    this.#isBuilt = files > 0 && resolved * 2 > files
  }

  /** Opens the index of a project, or begins a new one. */
  static async open(root: CodeRoot, analysing: Analysing, options: ProjectOptions): Promise<CodeProject> {
    const index = await openIndex(options.indexes, root.path, analysing.gate, options.open)
    try {
      return new CodeProject(root, index, analysing, options)
    } catch (error) {
      index.close()
      throw error
    }
  }

  get isBusy(): boolean {
    return this.#working !== undefined || this.#sweeps.running !== undefined || this.#checking !== undefined
  }

  /** Whether all calls were known at some time since the index was begun, or since much of the project changed at once. */
  get isBuilt(): boolean {
    return this.#isBuilt
  }

  /** What is known now, for questions that are asked in a folder of the project. */
  view(folder: string): IndexView {
    const state = () => this.state()
    return new IndexView({ root: this.root.path, folder, index: this.#index, known: this.#known, state })
  }

  state(): IndexState {
    const { files, read, done } = this.#known.count()
    const isListed = this.#listing !== undefined || files > 0
    const complete = isListed && this.isCompared && read === files
    return { files, filesIndexed: read, complete, pending: files - done }
  }

  /** Leaves these folders out, and takes in what was left out until now. */
  async spare(folders: readonly string[]): Promise<void> {
    if (folders.length === this.spared.length && folders.every((each) => this.spared.includes(each))) return
    this.spared = folders
    await this.#relist()
  }

  /** Compares the project with the disk; what takes too long goes on in the background. Throws what failed there. */
  async freshen(): Promise<void> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure
    const swept = this.#sweeps.next()
    if (this.#listing === undefined) {
      this.isCompared = false
      await swept
    }
    this.isCompared = await within(SWEEP_MS, swept)
    this.#work()
  }

  /** Waits for a comparison with the disk that is still under way; false if none is. */
  async compare(): Promise<boolean> {
    if (this.isCompared) return false
    await this.#sweeps.next()
    this.isCompared = true
    return true
  }

  /** Compares these files with the disk and reads those that have changed again; false if none has. */
  async freshenFiles(paths: readonly string[]): Promise<boolean> {
    if (paths.length === 0) return false
    return this.#inTurn(async () => {
      const known = paths.flatMap((path) => this.#known.get(path) ?? [])
      const changed = await changedFiles(this.root.path, known.filter(isWatched))
      const few = firstOf(changed, bytesOf, MOST_BYTES_AT_ONCE)
      if (few.length > 0) await this.#update(few)
      if (few.length < changed.length) this.#updater.outdated(changed.slice(few.length))
      return few.length > 0
    })
  }

  /** The files that are not read yet and have one of these names in their text, as far as that is soon found out. */
  unreadNaming(names: readonly string[]): readonly string[] {
    const unread = names.length === 0 ? [] : this.#known.due(DUE.all)
    return filesNaming(this.root.path, unread, names).map(({ path }) => path)
  }

  /**
   * Resolves the calls of these files, and of those that were edited a moment ago, as far as they are due and not many;
   * the others are done in the background. False if there was nothing to do.
   */
  async resolve(paths: readonly string[]): Promise<boolean> {
    for (const file of this.#edited) if (file.state < DUE.calls) this.#edited.delete(file)
    const files = new Set([...paths.flatMap((path) => this.#known.get(path) ?? []), ...this.#edited])
    const due = [...files].filter(({ state }) => state === DUE.calls)
    const few = firstOf(due, ({ lines }) => lines, MOST_LINES_AT_ONCE)
    if (few.length === 0) return false
    return this.#inTurn(() => this.#updater.resolve(few))
  }

  /** The files as resolving calls sees them. */
  get sources(): CodeSources {
    return this.#updater.sources
  }

  /** The files that mention one of these names where they call something. */
  calling = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => this.#updater.sources.naming('calls', name))

  /** Resolves when nothing is due any more, or after a while. */
  async settled(withinMs: number): Promise<void> {
    await within(withinMs, this.#idle(withinMs))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#checks.close()
    await this.#idle()
    await this.#last
    this.#index.close()
  }

  /** Waits for types only where there is time for it, or little is due of them, and for no texts. */
  async #idle(withinMs = 0): Promise<void> {
    for (;;) {
      const isShort = this.#isClosed || this.#known.due(DUE.types).length <= MOST_AT_ONCE
      const checking = isShort || withinMs > MOST_CHECKING_MS ? this.#checking : undefined
      const working = this.#isClosed || this.#updater.isDue ? this.#working : undefined
      const work = this.#sweeps.running ?? working ?? checking
      if (work === undefined) return
      await work
    }
  }

  /** Whatever writes the index does so one after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      if (this.#isClosed) throw new CodeError('code-failed', 'the index was closed')
      return work()
    })
    this.#last = done.catch(() => {})
    return done
  }

  /** Other questions get their turn while the disk is read. */
  async #sweep(): Promise<void> {
    await this.#list()
    const changed = await changedFiles(this.root.path, [...this.#known.all()].filter(isWatched))
    if (changed.length > 0) await this.#inTurn(() => this.#take(changed))
  }

  /** A few changes are taken over at once, many in the background. */
  async #take(changed: readonly KnownFile[]): Promise<void> {
    if (changed.length <= MOST_AT_ONCE) return this.#update(changed)
    this.#isBuilt = false
    await this.#updater.outdated(changed)
  }

  async #update(changed: readonly KnownFile[]): Promise<void> {
    await this.#updater.update(changed)
    for (const file of changed) this.#edited.add(file)
  }

  /** Lists the project's files again if a folder has changed; now and then in the background, since rules in a folder may have. */
  async #list(): Promise<void> {
    const before = this.#listing
    const times = before && folderTimes(this.root.path, before.folders)
    const isSame = times && [...times].every(([path, time]) => before.times.get(path) === time)
    if (!isSame) return this.#relist()
    if (Date.now() - before.at < LISTED_MS) return
    this.#listing = { ...before, at: Date.now() }
    this.#rush
      .over()
      .then(() => this.#relist())
      .catch((error: unknown) => this.#fail(error))
  }

  async #relist(): Promise<void> {
    const at = Date.now()
    const listing = await listFiles(this.root, this.#skipped, this.spared)
    if ((this.#listing?.at ?? 0) > at) return
    this.#listing = { ...listing, times: folderTimes(this.root.path, listing.folders, at), at }
    await this.#inTurn(() => this.#updater.list(listing.files))
  }

  /** Does what is due in the background, until nothing is. */
  #work(): void {
    this.#working ??= this.#workAll()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#working = undefined
        this.#check()
      })
    this.#check()
  }

  /** Checks types beside the other work, as soon as there are calls that the syntax has told. */
  #check(): void {
    this.#checking ??= this.#checkAll()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#checking = undefined
      })
  }

  async #checkAll(): Promise<void> {
    while (!this.#isClosed) {
      const files = this.#checks.next()
      if (files.length === 0) return
      const found = await this.#checks.check(files)
      await this.#inTurn(() => this.#checks.store(files, found))
    }
  }

  async #workAll(): Promise<void> {
    const isUrgent = () => this.#isClosed || this.#rush.isOn
    for (;;) {
      await turn()
      await this.#rush.over()
      if (this.#isClosed) return
      if (await this.#inTurn(() => this.#updater.work(isUrgent))) continue
      this.#isBuilt = true
      if (!(await this.#inTurn(() => this.#updater.readTexts(isUrgent)))) return
    }
  }

  #fail(error: unknown): void {
    if (!this.#isClosed) this.#failure = error
  }
}

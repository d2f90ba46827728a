import { join } from 'node:path'
import { isChecked } from '../checker/shards.ts'
import { statOf, timeOf } from '../files/changed.ts'
import { type AnalysedFile, type Analysing, analysisOf } from './analysis.ts'
import type { CallChecks } from './checks.ts'
import type { IndexFile } from './index-file.ts'
import { bytesOf, firstOf, type IndexedFiles, isRead, type KnownFile } from './indexed-files.ts'
import { dropMeanings } from './meanings.ts'
import { ProjectParts } from './parts.ts'
import { CallResolver } from './resolving.ts'
import { DUE } from './schema.ts'
import { IndexedSources } from './sources.ts'
import { Suspects } from './suspects.ts'
import { WordSweep } from './texts.ts'
import {
  dependentsOf,
  dropFacts,
  giveUp,
  importersNaming,
  missing,
  namesIn,
  noteTime,
  relink,
  removeFile,
  setState,
  storeAnalysis,
} from './writes.ts'

/** How much is analysed or resolved before a question gets its turn. */
const BATCH_BYTES = 200_000
/** Writes what is found in files to an index; what else that makes out of date is due then. */
export class IndexUpdater {
  readonly #root: string
  readonly #index: IndexFile
  readonly #known: IndexedFiles
  readonly #analysing: Analysing
  readonly sources: IndexedSources
  readonly #resolver: CallResolver
  readonly #suspects: Suspects
  readonly #checks: CallChecks
  readonly #parts: ProjectParts
  readonly #swept: WordSweep
  /** Since it was last tidied. */
  #isChanged = true
  /** Resolved without the rest of their part. */
  readonly #alone = new Set<KnownFile>()

  constructor(root: string, index: IndexFile, known: IndexedFiles, analysing: Analysing, checks: CallChecks) {
    this.#root = root
    this.#index = index
    this.#known = known
    this.#analysing = analysing
    this.sources = new IndexedSources(root, index, known)
    this.#resolver = new CallResolver(index, known, this.sources, analysing.gate)
    this.#suspects = new Suspects(index)
    this.#parts = new ProjectParts(known)
    this.#checks = checks
    this.#swept = new WordSweep(index, known.count().files > 0)
  }

  /** Takes over a list of the project's files, except for those with a secret in their path. */
  async list(paths: readonly string[]): Promise<void> {
    const unknown = paths.filter((path) => !this.#known.has(path))
    const shown = await this.#analysing.gate.record(unknown)
    const named = [
      ...paths.flatMap((path) => this.#known.get(path)?.path ?? []),
      ...shown.filter((path, at) => path === unknown[at]),
    ]
    const isFile = (path: string) => statOf(join(this.#root, path))?.isFile() === true
    const changed = this.#index.transaction(() => {
      const { added, removed } = this.#known.set(named, isFile)
      for (const file of removed) this.#remove(file)
      for (const file of added) this.#checks.changed(file)
      return [...added, ...removed]
    })
    if (changed.length === 0) return
    // What was begun with the same files is gone on with, or whoever keeps asking would begin it forever
    this.#resolver.forget()
    this.#parts.forget()
    if (changed.some(({ isManifest }) => isManifest)) this.#relink()
    else this.#relink(changed.map(({ path }) => path))
  }

  /** Notes that files have changed, so that they are read in the background. */
  outdated(found: readonly KnownFile[]): void {
    const changed = found.filter(this.#isCurrent)
    this.#manifestsRead(changed)
    this.#index.transaction(() => {
      for (const file of changed) {
        this.#suspects.forgive(file.id)
        if (isRead(file.path)) setState(this.#index, file, DUE.all)
      }
    })
  }

  /** Reads changed files again; their calls, and those of others that depend on them, are due then. */
  async update(found: readonly KnownFile[]): Promise<void> {
    const changed = found.filter(this.#isCurrent)
    this.#manifestsRead(changed)
    const read = changed.filter(({ path }) => isRead(path))
    for (const { id } of read) this.#suspects.forgive(id)
    this.#checks.prefer(read)
    await this.#analyse(read)
  }

  /**
   * Resolves the calls of some files by themselves, as far as they are due. True if any was. They stay due: together with
   * the rest of their part, more is found.
   */
  async resolve(files: readonly KnownFile[]): Promise<boolean> {
    const due = files.filter((file) => file.state === DUE.calls && !this.#alone.has(file) && this.#isCurrent(file))
    if (due.length === 0) return false
    this.#checks.prefer(due)
    const able = this.#begin(due)
    if (able.length > 0) await this.#resolver.resolve(able, () => DUE.calls)
    this.#suspects.done(able.map(({ id }) => id))
    for (const file of due) this.#alone.add(file)
    return true
  }

  /** Does a part of what is due, while nothing is more urgent; false if nothing was due. */
  async work(isUrgent: () => boolean): Promise<boolean> {
    const unread = this.#known.due(DUE.all)
    if (unread.length > 0) {
      await this.#analyse(this.#batchOf(unread), isUrgent)
      return true
    }
    const unresolved = this.#known.due(DUE.calls)
    const suspect = unresolved.find(({ id }) => this.#suspects.has(id))
    const [first] = unresolved
    if (suspect) await this.#resolveUnless(isUrgent, [suspect])
    else if (first) await this.#resolveUnless(isUrgent, this.#parts.of(first))
    else if (this.#isChanged) this.#tidy()
    return unresolved.length > 0
  }

  /** Whether code is to be read, or calls are to be resolved. */
  get isDue(): boolean {
    return this.#known.due(DUE.all).length > 0 || this.#known.due(DUE.calls).length > 0
  }

  /** Reads a part of the texts that are no code, or sweeps up words, while nothing is more urgent; false if none is due. */
  async readTexts(isUrgent: () => boolean): Promise<boolean> {
    const due = this.#known.dueTexts()
    if (due.length === 0) return this.#swept.next()
    await this.#analyse(this.#batchOf(due), isUrgent)
    return true
  }

  /** Drops what files no longer have, once for all that has changed: it takes longer than an answer. */
  #tidy(): void {
    this.#isChanged = false
    dropFacts(this.#index)
    dropMeanings(this.#index)
  }

  /** The first files, in the order of their paths. A suspect comes first, alone. */
  #batchOf(files: readonly KnownFile[]): readonly KnownFile[] {
    const suspect = files.find(({ id }) => this.#suspects.has(id))
    if (suspect) return [suspect]
    const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return firstOf(sorted, bytesOf, BATCH_BYTES)
  }

  /** Reads files; it stops after the first one that something urgent comes after. */
  async #analyse(files: readonly KnownFile[], isUrgent: () => boolean = () => false): Promise<void> {
    this.#resolver.forget()
    const able = this.#begin(files)
    const found: AnalysedFile[] = []
    for (const file of able) {
      found.push(await analysisOf(this.#root, file, this.#analysing, this.#index))
      if (isUrgent()) break
    }
    const areOthersResolved = this.#known.count().resolved > 0
    this.#index.transaction(() => {
      for (const each of found) this.#store(each, areOthersResolved)
      this.#suspects.done(able.map(({ id }) => id))
    })
  }

  /** Resolves a part of the project, and stores the calls of those of its files that are due. */
  async #resolveUnless(isUrgent: () => boolean, part: readonly KnownFile[]): Promise<void> {
    const able = this.#begin(part.filter(({ state }) => state === DUE.calls))
    if (able.length > 0) await this.#resolver.resolveUnless(isUrgent, able, part, this.#stateOnceResolved())
    this.#suspects.done(able.map(({ id }) => id))
    for (const file of able) if (file.state < DUE.calls) this.#alone.delete(file)
  }

  /** What is resolved while other files are unknown has to be resolved again. */
  #stateOnceResolved(): (file: KnownFile) => number {
    const isAllRead = this.#known.due(DUE.all).length === 0
    return (file) => (isAllRead ? this.#checks.dueOf(file) : DUE.calls)
  }

  /** Those files that have not ended the process too often. */
  #begin(files: readonly KnownFile[]): readonly KnownFile[] {
    const able = files.filter(({ id }) => !this.#suspects.isGivenUp(id))
    for (const file of files) if (this.#suspects.isGivenUp(file.id)) giveUp(this.#index, file, this.#root)
    if (able.length > 0) this.#suspects.begin(able.map(({ id }) => id))
    return able
  }

  #store(file: AnalysedFile, areOthersResolved: boolean): void {
    const { known, source, key } = file
    if (source === undefined) this.#remove(known)
    else if (known.hash === key && key !== '') {
      // The same text again
      noteTime(this.#index, known, source)
      if (known.state === DUE.all) setState(this.#index, known, DUE.calls)
    } else {
      this.#checks.changed(known)
      this.#alone.delete(known)
      this.#isChanged = true
      this.#swept.replaced(known)
      const before = namesIn(this.#index, known.id)
      if (areOthersResolved) this.#dependentsDue(known)
      storeAnalysis(this.#index, file, this.sources.targetsOf)
      if (!areOthersResolved) return
      this.#dependentsDue(known)
      this.#missingDue(before, namesIn(this.#index, known.id))
    }
  }

  #remove(file: KnownFile): void {
    this.#checks.changed(file)
    this.#alone.delete(file)
    this.#isChanged = true
    this.#swept.replaced(file)
    this.#dependentsDue(file)
    this.#missingDue(namesIn(this.#index, file.id), new Set())
    this.#known.remove(file)
    removeFile(this.#index, file.id)
  }

  #dependentsDue(file: KnownFile): void {
    this.#callsDue(dependentsOf(this.#index, file))
  }

  /** What a file defined before and defines now differs: calls of what came or went may lead elsewhere. */
  #missingDue(before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    const came = [...after].filter((name) => !before.has(name))
    const went = [...before].filter((name) => !after.has(name))
    this.#callsDue(missing(this.#index, [...came, ...went]))
  }

  #callsDue(ids: readonly number[]): void {
    for (const id of ids) {
      const dependent = this.#known.byId(id)
      if (!dependent) continue
      this.#alone.delete(dependent)
      if (dependent.state < DUE.calls && dependent.hash !== '') setState(this.#index, dependent, DUE.calls)
    }
  }

  /** Imports may mean something else where one of these files is a manifest. */
  #manifestsRead(changed: readonly KnownFile[]): void {
    const manifests = changed.filter(({ isManifest }) => isManifest)
    for (const file of manifests) {
      const found = isRead(file.path) ? undefined : statOf(join(this.#root, file.path))
      if (found) noteTime(this.#index, file, { size: found.size, mtime: timeOf(found) })
    }
    if (manifests.length > 0) this.#relink()
    if (manifests.filter((file) => this.#checks.changed(file)).length > 0) this.#recheck()
  }

  /** How everything is checked has changed. */
  #recheck(): void {
    const files = [...this.#known.code()].filter(({ state, path }) => state < DUE.calls && isChecked(path))
    this.#index.transaction(() => {
      for (const file of files) if (file.hash !== '') setState(this.#index, file, DUE.calls)
    })
  }

  /** False for a file that was removed while the disk was compared. */
  readonly #isCurrent = (file: KnownFile): boolean => this.#known.get(file.path) === file

  /** Manifests or the names of files (these, if they are given) have changed, and so may what imports mean. */
  #relink(paths?: readonly string[]): void {
    this.sources.forgetResolvers()
    const files = paths === undefined ? undefined : importersNaming(this.#index, paths)
    this.#index.transaction(() => {
      for (const file of files?.flatMap((id) => this.#known.byId(id) ?? []) ?? this.#known.code())
        if (file.hash !== '' && relink(this.#index, file, this.sources.targetsOf) && file.state < DUE.calls)
          setState(this.#index, file, DUE.calls)
    })
  }
}

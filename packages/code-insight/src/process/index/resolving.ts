import { setImmediate as turn } from 'node:timers/promises'
import { callsBitByBit, callsOf } from '../../analysis/calls.ts'
import type { CodeSources, FileCalls } from '../../analysis/facts.ts'
import type { Gate } from '../gate.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles, KnownFile } from './indexed-files.ts'
import { setState, storeCalls } from './writes.ts'

/** The calls of files, by their paths. */
type Calls = ReadonlyMap<string, FileCalls>

/** Resolves calls by their syntax, and stores them. */
export class CallResolver {
  readonly #index: IndexFile
  readonly #known: IndexedFiles
  readonly #sources: CodeSources
  readonly #gate: Gate
  /** What was left for something more urgent; to be gone on with if no file was changed by that. */
  #left: { readonly paths: string; readonly resolving: Generator<undefined, Calls, undefined> } | undefined

  constructor(index: IndexFile, known: IndexedFiles, sources: CodeSources, gate: Gate) {
    this.#gate = gate
    this.#index = index
    this.#known = known
    this.#sources = sources
  }

  /** Resolves the calls of files at once. `stateOf`: what is due of a file then. */
  async resolve(files: readonly KnownFile[], stateOf: (file: KnownFile) => number): Promise<void> {
    await this.#store(files, this.#resolved(pathsOf(files)), stateOf)
  }

  /**
   * Resolves files together with the rest of their part, while nothing is more urgent; false if that came first. Others get
   * their turn in between.
   */
  async resolveUnless(
    isUrgent: () => boolean,
    files: readonly KnownFile[],
    part: readonly KnownFile[],
    stateOf: (file: KnownFile) => number,
  ): Promise<boolean> {
    try {
      const found = await this.#gone(pathsOf(part), isUrgent)
      if (found) await this.#store(files, found, stateOf)
      return found !== undefined
    } catch {
      this.forget()
      await this.resolve(files, stateOf)
      return true
    }
  }

  /** A file has changed: what was begun may be wrong. */
  forget(): void {
    this.#left = undefined
  }

  async #gone(paths: readonly string[], isUrgent: () => boolean): Promise<Calls | undefined> {
    const key = paths.join('\n')
    const resolving = this.#left?.paths === key ? this.#left.resolving : callsBitByBit(paths, this.#sources)
    this.#left = { paths: key, resolving }
    for (let began = performance.now(); !isUrgent(); ) {
      const { done, value } = resolving.next()
      if (done) {
        this.forget()
        return value
      }
      if (performance.now() - began < TURN_MS) continue
      await turn()
      began = performance.now()
    }
    return undefined
  }

  /** One file that cannot be resolved leaves the others as they are. */
  #resolved(paths: readonly string[]): Calls {
    try {
      return callsOf(paths, this.#sources)
    } catch (error) {
      if (paths.length > 1) return new Map(paths.flatMap((path) => [...this.#resolved([path])]))
      process.emitWarning(`the calls of ${paths[0]} could not be resolved: ${error}`, 'CodeWarning')
      return new Map()
    }
  }

  async #store(files: readonly KnownFile[], calls: Calls, stateOf: (file: KnownFile) => number): Promise<void> {
    const found = await this.#gate.record(files.map(({ path }) => calls.get(path)))
    const idOf = (path: string) => this.#known.get(path)?.id
    this.#index.transaction(() => {
      for (const [at, file] of files.entries()) {
        const own = found[at]
        if (own) storeCalls(this.#index, file, own, idOf, stateOf(file))
        else if (file.hash !== '') setState(this.#index, file, stateOf(file))
      }
    })
  }
}

/** How long others wait at most while something is resolved in the background. */
const TURN_MS = 5

/** Those with facts. */
const pathsOf = (files: readonly KnownFile[]): readonly string[] =>
  files.filter(({ hash }) => hash !== '').map(({ path }) => path)

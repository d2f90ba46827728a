import { setImmediate as turn } from 'node:timers/promises'
import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { digest } from '@hindcast/redaction/digest.ts'
import { callsBitByBit } from '../../analysis/calls.ts'
import type { CodeSources, FileCalls } from '../../analysis/facts.ts'
import type { Gate } from '../gate.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles, KnownFile } from './indexed-files.ts'
import { DUE } from './schema.ts'
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
    await this.#store(files, await this.#resolved(pathsOf(files)), stateOf)
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
      if (found === undefined) return false
      const digests = new Map(part.map((file) => [file, digestOf(found.get(file.path))]))
      const isOther = (file: KnownFile) => file.state < DUE.calls && digestIn(this.#index, file) !== digests.get(file)
      // Where values flow through a file that was edited, those of others may be others, too
      const others = part.filter((file) => file.hash !== '' && !files.includes(file) && isOther(file))
      await this.#store([...files, ...others], found, stateOf)
      this.#index.transaction(() => {
        for (const [file, digest] of digests) noteDigest(this.#index, file, digest)
      })
      return true
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
    const found = await inTurns(resolving, isUrgent)
    if (found !== undefined) this.forget()
    return found
  }

  /** One file that cannot be resolved leaves the others as they are. */
  async #resolved(paths: readonly string[]): Promise<Calls> {
    try {
      return (await inTurns(callsBitByBit(paths, this.#sources), () => false)) ?? new Map()
    } catch (error) {
      if (paths.length > 1) {
        const found: [string, FileCalls][] = []
        for (const path of paths) found.push(...(await this.#resolved([path])))
        return new Map(found)
      }
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

/** What is resolved bit by bit, others having their turn in between; undefined once something is more urgent. */
async function inTurns(resolving: Generator<undefined, Calls, undefined>, isUrgent: () => boolean) {
  for (let began = performance.now(); !isUrgent(); ) {
    const { done, value } = resolving.next()
    if (done) return value
    if (performance.now() - began < TURN_MS) continue
    await turn()
    began = performance.now()
  }
  return undefined
}

/** The same for the same calls. */
function digestOf(calls: FileCalls | undefined): Clean {
  if (calls === undefined) return cleanLiteral``
  const { edges, references, unresolved } = calls
  return digest([...edges, ...references, ...unresolved].map((each) => JSON.stringify(each)).sort())
}

const digestIn = (index: IndexFile, { id }: KnownFile): unknown =>
  index.get('SELECT calls FROM files WHERE id = ?', id)?.calls

function noteDigest(index: IndexFile, { id }: KnownFile, digest: Clean): void {
  index.run('UPDATE files SET calls = ? WHERE id = ?', digest, id)
}

/** How long others wait at most while something is resolved. */
const TURN_MS = 5

/** Those with facts. */
const pathsOf = (files: readonly KnownFile[]): readonly string[] =>
  files.filter(({ hash }) => hash !== '').map(({ path }) => path)

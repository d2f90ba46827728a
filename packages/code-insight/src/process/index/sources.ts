import type { Clean } from '@hindcast/redaction/clean.ts'
import { cleanWords } from '@hindcast/redaction/derived.ts'
import type { CodeSources, FileFacts } from '../../analysis/facts.ts'
import { parsingOf } from '../../analysis/known-languages.ts'
import type { CodeFiles, ImportResolver, ImportTarget } from '../../analysis/language.ts'
import { pathEndings } from '../../analysis/path-endings.ts'
import { settingsText } from '../files/read.ts'
import { storedFacts } from './analysis.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles } from './indexed-files.ts'
import type { KnownTarget, TargetsOf } from './writes.ts'

/** How many lines' facts are kept in memory: some 400 bytes a line. */
const MOST_LINES = 80_000

/** The files of an index, as far as resolving calls depends on them. */
export class IndexedSources implements CodeSources {
  readonly #root: string
  readonly #index: IndexFile
  readonly #known: IndexedFiles
  /** By key, the least recently used first. */
  readonly #facts = new Map<string, FileFacts>()
  #lines = 0
  readonly #resolvers = new Map<string, ImportResolver>()

  constructor(root: string, index: IndexFile, known: IndexedFiles) {
    this.#root = root
    this.#index = index
    this.#known = known
  }

  facts(path: string): FileFacts | undefined {
    const key = this.#known.get(path)?.hash ?? ''
    if (key === '') return undefined
    const before = this.#facts.get(key)
    const facts = before ?? storedFacts(this.#index, key)
    if (facts === undefined) return undefined
    this.#facts.delete(key)
    this.#facts.set(key, facts)
    if (before === undefined) this.#shrink(facts.outline.lines)
    return facts
  }

  target(module: string, from: string, member?: string): ImportTarget {
    const language = (this.#known.get(from)?.parsing ?? parsingOf(from))?.language
    if (language === undefined) return { kind: 'outside', name: module }
    const resolver = this.#resolvers.get(language.name) ?? language.resolver(this.#files())
    this.#resolvers.set(language.name, resolver)
    return resolver.resolve(module, from, member)
  }

  naming(way: string, name: string): readonly string[] {
    return this.#index
      .all('SELECT file FROM names WHERE way = ? AND name = ?', way, name)
      .flatMap(({ file }) => this.#known.byId(Number(file))?.path ?? [])
  }

  /** Where an import leads: the module and, where those are modules of their own, its names. */
  readonly targetsOf: TargetsOf = (path, { module, names }) => {
    const members = names.filter((name) => name !== '*')
    const found = members.length === names.length && members.length > 0 ? [] : [this.target(module, path)]
    for (const member of members) found.push(this.target(module, path, member))
    const seen = new Set<string>()
    return found
      .filter((target) => {
        const key = JSON.stringify(target)
        return !seen.has(key) && seen.add(key)
      })
      .map((target) => this.#kept(target, [module, path, ...names]))
  }

  #kept(target: ImportTarget, said: readonly Clean[]): KnownTarget {
    if (target.kind === 'outside') return { kind: target.kind, at: cleanWords(target.name, said) }
    const { kind, path } = target
    const known = kind === 'file' ? this.#known.get(path)?.path : this.#known.folder(path)
    return { kind, at: known ?? cleanWords(path, said) }
  }

  /** Forgets where modules are: file names or manifests have changed. */
  forgetResolvers(): void {
    this.#resolvers.clear()
  }

  #shrink(lines: number): void {
    this.#lines += lines
    for (const [key, { outline }] of this.#facts) {
      if (this.#lines <= MOST_LINES || this.#facts.size === 1) return
      this.#facts.delete(key)
      this.#lines -= outline.lines
    }
  }

  #files(): CodeFiles {
    const known = this.#known
    return {
      has: (path) => known.has(path),
      ending: pathEndings(() => [...known.all()].map(({ path }) => path)),
      hasFolder: (path) => known.hasFolder(path),
      manifests: [...known.all()].filter(({ isManifest }) => isManifest).map(({ path }) => path),
      text: (path) => (known.get(path)?.isManifest ? settingsText(this.#root, path) : undefined),
    }
  }
}

import { folderOf } from '@hindcast/text/paths.ts'
import type { CodeSources, FileFacts } from '../facts.ts'
import type { NamingWay } from '../flow/flows.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import type { CallsByName, Language } from '../language.ts'
import { type Entity, lastName } from '../outline.ts'
import type { EntityTerms, Structure } from './terms.ts'

/** A file as calls in it are found. */
export interface SourceFile {
  readonly path: string
  readonly facts: FileFacts
  readonly structure: Structure
  readonly language: Language
  readonly rules: CallsByName
  readonly isTest: boolean
  /** What has its names in common: a folder, a file, or empty for what says so in the text or for all. */
  readonly module: string
  /** By the last part of their names, the indexes of its entities. */
  readonly named: ReadonlyMap<string, readonly number[]>
}

/** An entity with its file. */
export interface EntityPlace {
  readonly file: SourceFile
  readonly index: number
  readonly entity: Entity
  /** The fewest arguments, where another declaration of it says so. */
  readonly least?: number | undefined
}

/** What has one name, by longer ones. */
interface Named {
  readonly all: readonly EntityPlace[]
  readonly byName: ReadonlyMap<string, readonly EntityPlace[]>
  readonly byFullName: ReadonlyMap<string, readonly EntityPlace[]>
}

/** The files of languages of tables, by the names that they define. Knows what was asked for once. */
export class Program {
  readonly sources: CodeSources
  readonly #files = new Map<string, SourceFile | undefined>()
  readonly #named = new Map<string, Named>()

  constructor(sources: CodeSources) {
    this.sources = sources
  }

  file(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path))
    return this.#files.get(path)
  }

  /** What is called so, by the last part of its name, and may be meant in a file. */
  named(name: string, from: SourceFile): readonly EntityPlace[] {
    return this.#seen(name, from).all
  }

  /** What has a name with those of what is around it, without that of the package or module. */
  within(name: string, from: SourceFile): readonly EntityPlace[] {
    return this.#seen(lastName(name), from).byName.get(name) ?? []
  }

  /** The same in the same module as a file. */
  inModule(name: string, from: SourceFile): readonly EntityPlace[] {
    const found = this.#seen(lastName(name), from).byFullName.get(joinedName(from.structure.package, name)) ?? []
    return found.filter(({ file }) => file.module === from.module)
  }

  /** What has a full name: that of its package, and its own. */
  full(name: string, from: SourceFile): readonly EntityPlace[] {
    return this.#imported(from, (isTest) => this.#seen(lastName(name), from, isTest).byFullName.get(name) ?? [])
  }

  /** What a file, or the files of a folder, have under a name. */
  inPath(kind: 'file' | 'folder', path: string, name: string, from: SourceFile): readonly EntityPlace[] {
    const isIn = ({ file }: EntityPlace) => (kind === 'file' ? file.path : folderOf(file.path)) === path
    return this.#imported(from, (isTest) => (this.#seen(name, from, isTest).byName.get(name) ?? []).filter(isIn))
  }

  /** What is imported may also be in a folder that is only called as those of tests are. */
  #imported(from: SourceFile, find: (isTest: boolean) => readonly EntityPlace[]): readonly EntityPlace[] {
    const found = find(from.isTest)
    return found.length > 0 ? found : find(true)
  }

  /** What may be meant: only tests call by its name alone what is in tests. A program may have a name tens of thousands of times. */
  #seen(name: string, from: SourceFile, isTest = from.isTest): Named {
    const key = `${familyOf(from)} ${isTest} ${name}`
    const before = this.#named.get(key)
    if (before) return before
    const all = this.#find(name).filter(({ file }) => familyOf(file) === familyOf(from) && (isTest || !file.isTest))
    const found = { all, byName: groupedBy(all, ({ entity }) => entity.name), byFullName: groupedBy(all, fullName) }
    this.#named.set(key, found)
    return found
  }

  #find(name: string): readonly EntityPlace[] {
    const ways: readonly NamingWay[] = ['defines', 'fields']
    const paths = new Set(ways.flatMap((way) => this.sources.naming(way, name)))
    return [...paths].flatMap((path) => {
      const file = this.file(path)
      return (file?.named.get(name) ?? []).map((index) => placeIn(file as SourceFile, index))
    })
  }

  #read(path: string): SourceFile | undefined {
    const facts = this.sources.facts(path)
    const language = languageNamed(facts?.outline.language) ?? languageOf(path)
    const { byName: rules } = language ?? {}
    const structure = facts?.flows.structure
    if (facts === undefined || language === undefined || rules === undefined || structure === undefined)
      return undefined
    const module = rules.module === 'file' ? path : rules.module === 'folder' ? folderOf(path) : ''
    const { entities } = facts.outline
    const named = groupedBy([...entities.keys()], (index) => lastName(entities[index]?.name ?? ''))
    return { path, facts, structure, language, rules, isTest: language.isTest(path), module, named }
  }
}

/** An entity of a file. */
export const placeIn = (file: SourceFile, index: number): EntityPlace => ({
  file,
  index,
  entity: file.facts.outline.entities[index] as Entity,
})

/** What the text says of an entity besides. */
export const termsOf = ({ file, index }: EntityPlace): EntityTerms => file.structure.entities[index] ?? {}

/** The name of an entity with that of its package. */
export const fullName = ({ file, entity }: EntityPlace): string => joinedName(file.structure.package, entity.name)

/** A name within another one, which may be empty. */
export const joinedName = (around: string, name: string): string => (around === '' ? name : `${around}.${name}`)

/** Whether two files have their names in common. */
export const isTogether = (a: SourceFile, b: SourceFile): boolean =>
  a.module === b.module && a.structure.package === b.structure.package

const familyOf = ({ language, rules }: SourceFile): string => rules.family ?? language.name

/** Things by what each is known by, in their order. */
export function groupedBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const before = groups.get(key)
    if (before) before.push(value)
    else groups.set(key, [value])
  }
  return groups
}

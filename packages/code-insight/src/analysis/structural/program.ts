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

/** The files of languages of tables, by the names that they define. Knows what was asked for once. */
export class Program {
  readonly sources: CodeSources
  readonly #files = new Map<string, SourceFile | undefined>()
  readonly #named = new Map<string, readonly EntityPlace[]>()

  constructor(sources: CodeSources) {
    this.sources = sources
  }

  file(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#read(path))
    return this.#files.get(path)
  }

  /** What is called so, by the last part of its name, and may be meant in a file. */
  named(name: string, from: SourceFile): readonly EntityPlace[] {
    const found = this.#named.get(name) ?? this.#find(name)
    this.#named.set(name, found)
    return found.filter(({ file }) => isSeen(file, from))
  }

  /** What has a full name, without that of the package or module, in the same module as a file. */
  inModule(name: string, from: SourceFile): readonly EntityPlace[] {
    return this.named(lastName(name), from).filter((place) => isNamed(place, name, from))
  }

  /** What has a full name: that of its package, and its own. */
  full(name: string, from: SourceFile): readonly EntityPlace[] {
    return this.named(lastName(name), from).filter((place) => fullName(place) === name)
  }

  /** The files in which a module's names are. */
  isIn(file: SourceFile, kind: 'file' | 'folder', path: string): boolean {
    return kind === 'file' ? file.path === path : folderOf(file.path) === path
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
    const named = new Map<string, number[]>()
    for (const [index, { name }] of facts.outline.entities.entries()) {
      const last = lastName(name)
      const before = named.get(last)
      if (before) before.push(index)
      else named.set(last, [index])
    }
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

/** Whether an entity is called so in the module of a file; a file may say its package, or that what is in it stands in one. */
export const isNamed = (place: EntityPlace, name: string, from: SourceFile): boolean =>
  place.file.module === from.module && fullName(place) === joinedName(from.structure.package, name)

/** Whether two files have their names in common. */
export const isTogether = (a: SourceFile, b: SourceFile): boolean =>
  a.module === b.module && a.structure.package === b.structure.package

/** Nothing but tests calls what is in tests, and what is private is seen in its own file. */
function isSeen(file: SourceFile, from: SourceFile): boolean {
  return familyOf(file) === familyOf(from) && (from.isTest || !file.isTest)
}

const familyOf = ({ language, rules }: SourceFile): string => rules.family ?? language.name

import { baseName } from '@hindcast/text/paths.ts'
import type { Language } from './language.ts'
import { languages as registered } from './languages/registry.ts'

/** How a file is parsed. */
export interface Parsing {
  readonly language: Language
  readonly grammar: string
}

const languages: readonly Language[] = registered

const byName: ReadonlyMap<string, Language> = new Map(languages.map((language) => [language.name, language]))

const byEnding: ReadonlyMap<string, Parsing> = new Map(
  languages.flatMap((language) =>
    Object.entries(language.grammars).map(([ending, grammar]) => [ending, { language, grammar }]),
  ),
)

/** The language of this name; undefined for none. */
export const languageNamed = (name: string | undefined): Language | undefined =>
  name === undefined ? undefined : byName.get(name)

/** How a file is parsed, by its name's ending, else by what it is called; undefined for a file of no language that is known. */
export function parsingOf(path: string): Parsing | undefined {
  const name = baseName(path)
  for (let at = name.indexOf('.', 1); at > 0; at = name.indexOf('.', at + 1)) {
    const found = byEnding.get(name.slice(at).toLowerCase())
    if (found) return found
  }
  return byEnding.get(name.split('.', 1)[0]?.toLowerCase() ?? '')
}

/** The language of a file, by its name's ending. */
export const languageOf = (path: string): Language | undefined => parsingOf(path)?.language

/** Whether a file is of a language of programs: of others, at most an outline is known. */
export const isCode = (path: string): boolean => (languageOf(path)?.tier ?? 'text') !== 'text'

/** The language that is called so, by its name or by an ending. */
export function parsingNamed(name: string): Parsing | undefined {
  const language = languageNamed(name.toLowerCase())
  const [grammar] = Object.values(language?.grammars ?? {})
  return language && grammar !== undefined
    ? { language, grammar }
    : byEnding.get(`.${name.replace(/^\./, '').toLowerCase()}`)
}

/** The names of all languages. */
export const languageNames = languages.map(({ name }) => name)

/** The names of all files that some language's resolver reads. */
export const manifestNames: ReadonlySet<string> = new Set(languages.flatMap(({ manifests }) => manifests))

/** The names of all folders that some language's tools write. */
export const outputFolders: readonly string[] = languages.flatMap(({ outputs }) => outputs ?? [])

/** The language whose resolver reads a manifest. */
export const languageOfManifest = (path: string): Language | undefined =>
  languages.find(({ manifests }) => manifests.includes(baseName(path)))

/** What files are called that stand for their folders, without endings. */
export const folderFiles: ReadonlySet<string> = new Set(languages.flatMap(({ folderFile }) => folderFile ?? []))

/** A file's path as a module is imported by it: `app/util/index.ts` and `app/util.py` are `app/util`. */
export function modulePath(path: string): string {
  const stem = parsingOf(path) ? path.slice(0, path.lastIndexOf('.')) : path
  return stem.includes('/') && folderFiles.has(baseName(stem)) ? stem.slice(0, stem.lastIndexOf('/')) : stem
}

/** Whether a file only declares, for the sake of types, what another one has. */
export const isDeclarationFile = (path: string): boolean => languageOf(path)?.declares?.test(path) === true

/** The names of the methods that run where an instance of a class is made. */
export const isConstructor = (name: string): boolean => constructors.has(name)

const constructors: ReadonlySet<string> = new Set(
  languages.flatMap(({ semantics }) => [semantics.constructor, ...(semantics.implicit.new ?? [])]),
)

import { baseName } from '@hindcast/text/paths.ts'
import type { Language } from '../../analysis/language.ts'
import { languages as registered } from '../../analysis/languages/registry.ts'

/** How a file is parsed. */
export interface Parsing {
  readonly language: Language
  readonly grammar: string
}

const languages: readonly Language[] = registered

const byEnding: ReadonlyMap<string, Parsing> = new Map(
  languages.flatMap((language) =>
    Object.entries(language.grammars).map(([ending, grammar]) => [
      `.${ending.replace(/^\./, '')}`,
      { language, grammar },
    ]),
  ),
)

/** The language of a file by its name's ending; undefined for a file of none that is known. */
export function parsingOf(path: string): Parsing | undefined {
  const name = baseName(path)
  for (let at = name.indexOf('.', 1); at > 0; at = name.indexOf('.', at + 1)) {
    const found = byEnding.get(name.slice(at).toLowerCase())
    if (found) return found
  }
  return undefined
}

/** The language that is called so, by its name or by an ending. */
export function parsingNamed(name: string): Parsing | undefined {
  const language = languages.find((each) => each.name === name.toLowerCase())
  const [grammar] = Object.values(language?.grammars ?? {})
  return language && grammar !== undefined
    ? { language, grammar }
    : byEnding.get(`.${name.replace(/^\./, '').toLowerCase()}`)
}

/** The names of all languages. */
export const languageNames = languages.map(({ name }) => name)

const MANIFESTS: ReadonlySet<string> = new Set(languages.flatMap(({ manifests }) => manifests))

/** Whether some language's resolver reads a file of this name. */
export const isManifest = (path: string): boolean => MANIFESTS.has(baseName(path))

const VENDORED = /(?:^|\/)(?:vendor|vendored|_vendor|third_party|third-party|extern|dist|build|bower_components)\//

/** Whether a path says that somebody else wrote the file, or that it was built. */
export const isVendored = (path: string): boolean => VENDORED.test(path)

import { baseName } from '@hindcast/text/paths.ts'
import type { CodeSources, FileFacts } from '../../src/analysis/facts.ts'
import { languageOf, manifestNames, parsingOf } from '../../src/analysis/known-languages.ts'
import type { CodeFiles } from '../../src/analysis/language.ts'
import { pathEndings } from '../../src/analysis/path-endings.ts'
import { factsOf as analysed } from '../../src/process/index/analysis.ts'
import { realParser } from '../process/grammars.ts'

/** The facts of a text, through the parser that is shipped. */
export async function factsOf(path: string, text: string): Promise<FileFacts> {
  const parsing = parsingOf(path)
  if (parsing === undefined) throw new Error(`no language for ${path}`)
  return analysed(parsing, await realParser(), text)
}

/** A project in memory, as resolving calls sees it; files that are no code are manifests. */
export async function memorySources(files: Readonly<Record<string, string>>): Promise<CodeSources> {
  const facts = new Map<string, FileFacts>()
  for (const [path, text] of Object.entries(files)) if (languageOf(path)) facts.set(path, await factsOf(path, text))
  const project: CodeFiles = {
    has: (path) => facts.has(path),
    hasFolder: (path) => [...facts.keys()].some((each) => each.startsWith(`${path}/`)),
    ending: pathEndings(() => facts.keys()),
    manifests: Object.keys(files).filter((path) => manifestNames.has(baseName(path))),
    text: (path) => files[path],
  }
  return {
    facts: (path) => facts.get(path),
    target: (module, from, member) =>
      languageOf(from)?.resolver(project).resolve(module, from, member) ?? { kind: 'outside', name: module },
    naming: (way, name) => [...facts].flatMap(([path, { flows }]) => (flows.names[way].includes(name) ? [path] : [])),
  }
}

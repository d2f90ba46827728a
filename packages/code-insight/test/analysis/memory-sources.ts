import { extname } from 'node:path'
import type { CodeSources, FileFacts } from '../../src/analysis/facts.ts'
import type { CodeFiles } from '../../src/analysis/language.ts'
import javascript from '../../src/analysis/languages/javascript/index.ts'
import python from '../../src/analysis/languages/python/index.ts'
import typescript from '../../src/analysis/languages/typescript/index.ts'
import { factsOf as analysed } from '../../src/process/index/analysis.ts'
import { realParser } from '../process/grammars.ts'

const LANGUAGES = { '.js': javascript, '.ts': typescript, '.py': python }

const languageOf = (path: string) => LANGUAGES[extname(path) as keyof typeof LANGUAGES]

/** The facts of a text, through the parser that is shipped. */
export async function factsOf(path: string, text: string): Promise<FileFacts> {
  const language = languageOf(path)
  return analysed({ language, grammar: language.grammars[extname(path)] ?? '' }, await realParser(), text)
}

/** A project in memory, as resolving calls sees it. */
export async function memorySources(files: Readonly<Record<string, string>>): Promise<CodeSources> {
  const facts = new Map<string, FileFacts>()
  for (const [path, text] of Object.entries(files)) facts.set(path, await factsOf(path, text))
  const project: CodeFiles = {
    has: (path) => facts.has(path),
    hasFolder: (path) => [...facts.keys()].some((each) => each.startsWith(`${path}/`)),
    manifests: [],
    text: () => undefined,
  }
  return {
    facts: (path) => facts.get(path),
    target: (module, from, member) => languageOf(from).resolver(project).resolve(module, from, member),
    naming: (way, name) => [...facts].flatMap(([path, { flows }]) => (flows.names[way].includes(name) ? [path] : [])),
  }
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { analyse } from '../../packages/code-insight/src/analysis/analyse.ts'
import { callsOf } from '../../packages/code-insight/src/analysis/calls.ts'
import type { CodeSources, FileCalls, FileFacts } from '../../packages/code-insight/src/analysis/facts.ts'
import type { ImportResolver, Language } from '../../packages/code-insight/src/analysis/language.ts'
import { languages } from '../../packages/code-insight/src/analysis/languages/registry.ts'
import { pathEndings } from '../../packages/code-insight/src/analysis/path-endings.ts'
import type { SourceParser } from '../../packages/code-insight/src/process/parser.ts'

const SKIPPED = new Set(['node_modules', '.git', '__pycache__'])

/** The calls of all files below a folder by syntax alone, in this process and without an index. */
export async function resolvedFolder(root: string, parser: SourceParser): Promise<ReadonlyMap<string, FileCalls>> {
  const facts = await factsOfFolder(root, parser)
  return callsOf([...facts.keys()], sourcesOf(root, facts))
}

/** What is known of each file below a folder from its own text. */
export async function factsOfFolder(root: string, parser: SourceParser): Promise<ReadonlyMap<string, FileFacts>> {
  const facts = new Map<string, FileFacts>()
  for (const path of filesBelow(root)) {
    const language = languageOf(path)
    const grammar = language?.grammars[extname(path)]
    if (!language || !grammar) continue
    const text = readFileSync(join(root, path), 'utf8')
    facts.set(path, analyse(language, await parser.parse(grammar, text), text))
  }
  return facts
}

const languageOf = (path: string): Language | undefined =>
  languages.find(({ grammars }) => grammars[extname(path)] !== undefined)

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.split('/').some((part) => SKIPPED.has(part)))
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => relative('.', path))
    .sort()
}

/** The files below a folder, as resolving calls sees them. */
export function sourcesOf(root: string, facts: ReadonlyMap<string, FileFacts>): CodeSources {
  const paths = filesBelow(root)
  const known = new Set(paths)
  const resolvers = new Map<string, ImportResolver>()
  const files = {
    has: (path: string) => known.has(path),
    hasFolder: (path: string) => paths.some((each) => each.startsWith(`${path}/`)),
    ending: pathEndings(() => paths),
    manifests: paths.filter((path) =>
      languages.some(({ manifests }) => manifests.includes(path.split('/').at(-1) ?? '')),
    ),
    text: (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
  }
  return {
    facts: (path) => facts.get(path),
    target(module, from, member) {
      const language = languageOf(from)
      if (!language) return { kind: 'outside', name: module }
      const resolver = resolvers.get(language.name) ?? language.resolver(files)
      resolvers.set(language.name, resolver)
      return resolver.resolve(module, from, member)
    },
    naming: (way, name) => [...facts].flatMap(([path, { flows }]) => (flows.names[way].includes(name) ? [path] : [])),
  }
}

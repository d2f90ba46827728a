import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { lineOf, syntaxOf } from './syntax.ts'
import { isSource, sourcesOf } from './tree.ts'

const GIT_STARTER = 'packages/guarded/src/git-process.ts'
const STARTS = /'(?:node:)?child_process'|'execa'/
const GIT = /(?:^|\/)git(?:\.exe)?$/
const GIT_IN_SHELL = /(?:^|[;&|(`]|\b(?:exec|then|do|else|if|!))\s*git\s/

/** Where src/ names git in a file that starts programs, a line each; `git-process.ts` alone may. */
export const gitStarts = (folder: string): string[] =>
  sourcesOf(folder).flatMap((path) => {
    if (path === GIT_STARTER) return []
    if (/(?:^|\/)[^./]+(?:\.sh)?$/.test(path)) return inShell(folder, path)
    if (!isSource(path)) return []
    return STARTS.test(readFileSync(join(folder, path), 'utf8')) ? literalsOf(syntaxOf(folder, path), path) : []
  })

function inShell(folder: string, path: string): string[] {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n')
  return lines.flatMap((line, at) => (GIT_IN_SHELL.test(line.replace(/#.*/, '')) ? [`${path}:${at + 1}`] : []))
}

function literalsOf(source: ts.SourceFile, path: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) ? node.text : undefined
    if (text !== undefined && (GIT.test(text) || GIT_IN_SHELL.test(text)))
      found.push(`${path}:${lineOf(source, node.getStart(source))}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

interface Import {
  readonly from: string
  /** What is imported by name; `*` for all of it. */
  readonly names: readonly string[]
  readonly line: number
}

function importsOf(source: ts.SourceFile): readonly Import[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const clause = statement.importClause
    if (clause === undefined || clause.isTypeOnly) return []
    const bound = clause.namedBindings
    const named = bound && ts.isNamedImports(bound) ? bound.elements.filter(({ isTypeOnly }) => !isTypeOnly) : []
    const isWhole = clause.name !== undefined || (bound !== undefined && ts.isNamespaceImport(bound))
    const names = [...named.map(({ name, propertyName }) => (propertyName ?? name).text), ...(isWhole ? ['*'] : [])]
    return [{ from: statement.moduleSpecifier.text, names, line: lineOf(source, statement.getStart(source)) }]
  })
}

/** Where files of projects are at hand: whatever is read there is read by `guarded/file.ts`. */
const ROOMS =
  /^(?:src\/(?:adapters\/(?:code|workspace|connections)|config|diagnostics|engine|operations|behaviours)|packages\/code-insight\/src)\//
const READS =
  /^(?:\*|readFile(?:Sync)?|open(?:Sync|AsBlob)?|createReadStream|readv?(?:Sync)?|cp(?:Sync)?|copyFile(?:Sync)?)$/

/** Files that read something else: what it is, by path. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'packages/code-insight/src/process/index/index-file.ts': 'its own index',
  'packages/code-insight/src/process/parser.ts': 'its own grammars',
  'src/adapters/workspace/transcripts.ts': "a client's transcripts",
  'src/adapters/connections/file.ts': 'opens only what it writes',
  'src/config/config.ts': "the user's config.yaml",
  'src/diagnostics/answers.ts': 'the home',
  'src/diagnostics/sessions.ts': "clients' transcripts",
  'src/diagnostics/client.ts': 'the home',
  'src/diagnostics/daemon.ts': 'the home',
  'src/diagnostics/files.ts': 'the home',
}

/** Where a file of these rooms reads files by itself, a line each; and each exception that is none. */
export function ownReads(folder: string): string[] {
  const found = sourcesOf(folder)
    .filter((path) => ROOMS.test(path) && isSource(path))
    .flatMap((path) => readsIn(folder, path))
  const paths = new Set(found.map((line) => line.replace(/:\d+ .*$/, '')))
  return [
    ...found.filter((line) => !(line.replace(/:\d+ .*$/, '') in ELSEWHERE)),
    ...Object.keys(ELSEWHERE).filter((path) => sourcesOf(folder).includes(path) && !paths.has(path)),
  ]
}

function readsIn(folder: string, path: string): string[] {
  if (!/\bfs\b|\bsys\b/.test(readFileSync(join(folder, path), 'utf8'))) return []
  const source = syntaxOf(folder, path)
  const imported = importsOf(source).flatMap(({ from, names, line }) =>
    /^(?:node:)?fs(?:\/promises)?$/.test(from)
      ? names.filter((name) => READS.test(name)).map((name) => `${path}:${line} ${name}`)
      : [],
  )
  const lines = source.text.split('\n')
  const compilers = lines.flatMap((line, at) =>
    /\bsys\.readFile\b/.test(line) ? [`${path}:${at + 1} sys.readFile`] : [],
  )
  return [...imported, ...compilers]
}

import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../packages/code-insight/src/analysis/language.ts'
import { languages as registered } from '../../packages/code-insight/src/analysis/languages/registry.ts'
import { lineOf, syntaxOf } from './syntax.ts'
import { PROJECT, sourcesOf } from './tree.ts'

const ANALYSER = 'packages/code-insight/src/'
const OF_LANGUAGES = /^packages\/code-insight\/src\/(?:analysis\/languages|process\/checker)\//

const languages: readonly Language[] = registered
/** Folders of languages, also the one that two share. */
const NAMES = new Set([
  ...languages.map(({ name }) => String(name)),
  ...sourcesOf(PROJECT).flatMap((path) => /\/analysis\/languages\/([^/]+)\/.*\.ts$/.exec(path)?.[1] ?? []),
])
const OWN_FILES = languages.flatMap(({ manifests, semantics }) => [...manifests, semantics.packageFile ?? []].flat())
const ENDINGS = languages.flatMap(({ grammars }) => Object.keys(grammars).map((ending) => ending.slice(1)))

/** The index is asked in it. */
const OF_INDEX = 'sql'

/** Why a piece of code says something of one language; undefined if it does not. */
function saidOf(text: string): string | undefined {
  // What the parser's WebAssembly exports begins so
  const words = text
    .replace(/^_ts_/, '')
    .replace(/\p{Lu}/gu, ' $&')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  const plain = text.replaceAll('\\.', '.')
  return (
    [...NAMES].find(
      (name) => name.length > 1 && name !== OF_INDEX && (name.length < 3 ? text === name : words.includes(name)),
    ) ??
    OWN_FILES.find((name) => plain.includes(name)) ??
    // Alone, or of several: `[cm]?[jt]sx?`
    ENDINGS.find((ending) =>
      ending.length > 1 && ending !== OF_INDEX ? words.includes(ending) : text === `.${ending}`,
    ) ??
    (plain.includes('[jt]') ? '[jt]' : undefined)
  )
}

/** The names, texts and patterns of a file that speak of one language; not its comments, nor what it imports. */
function foundIn(path: string): readonly string[] {
  const source = syntaxOf(PROJECT, path)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText = ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    const why = isText || ts.isIdentifier(node) ? saidOf(node.text) : undefined
    if (why !== undefined) found.push(`${path}:${lineOf(source, node.getStart())} ${why}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('languages', () => {
  test('what is known of one language stands in its folder: no other file of the analyser names it, its endings or files', () => {
    const paths = sourcesOf(PROJECT).filter((path) => path.startsWith(ANALYSER) && !OF_LANGUAGES.test(path))
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.flatMap(foundIn)).toEqual([])
  })

  test.each([
    ['isPython', 'python'],
    ['/\\.(?:pyi|pyw)$/', 'pyi'],
    ["path.endsWith('.py')", 'py'],
    ['/\\.[cm]?[jt]sx?$/', '[jt]'],
    ['setup.py', 'setup.py'],
    ['__init__.py', '__init__.py'],
  ])('%s is found', (text, why) => {
    expect(saidOf(text)).toBe(why)
  })

  test.each(['index', 'pypi', 'types', 'a.b', 'ends'])('%s says nothing of a language', (text) => {
    expect(saidOf(text)).toBeUndefined()
  })
})

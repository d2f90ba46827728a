import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Language } from '../../packages/code-insight/src/analysis/language.ts'
import javascript from '../../packages/code-insight/src/analysis/languages/javascript/index.ts'
import typescript from '../../packages/code-insight/src/analysis/languages/typescript/index.ts'
import type { SyntaxNode } from '../../packages/code-insight/src/analysis/syntax.ts'
import type { ModuleNode } from '../../packages/code-insight/src/analysis/tree.ts'
import { realParser } from '../../packages/code-insight/test/process/grammars.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LARGEST = 1_500_000
const CALLS = new Set(['call_expression', 'new_expression', 'jsx_element', 'jsx_self_closing_element'])
const DEFINITIONS = new Set([
  'abstract_class_declaration',
  'arrow_function',
  'class',
  'class_declaration',
  'function_declaration',
  'function_expression',
  'generator_function',
  'generator_function_declaration',
  'method_definition',
])

const languageOf = (path: string): Language | undefined =>
  [javascript, typescript].find(({ grammars }) => Object.hasOwn(grammars, extname(path)))

/** Files in a folder, evenly chosen if there are more than `most`. */
function sources(folder: string, most: number): readonly string[] {
  const all = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(ROOT, folder, path))
    .filter((path) => languageOf(path) !== undefined)
  const step = Math.max(1, all.length / most)
  const chosen = Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)] ?? '')
  return chosen.filter((path) => statSync(path).isFile() && statSync(path).size <= LARGEST)
}

/** Where each call and each definition of the tree ends. */
function ends(tree: ModuleNode): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting: unknown[] = [tree.body]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const { kind, end } = next as { readonly kind?: string; readonly end?: number }
    if (kind === 'function' || kind === 'class') found.add(`definition ${end}`)
    // `import(name)` calls nothing that is known, and is no call in the tree
    else if (kind === 'call' || kind === 'imported' || kind === 'other') found.add(`call ${end}`)
    waiting.push(...Object.values(next).filter((value) => value !== undefined))
  }
  return found
}

/** The calls and definitions of the syntax that are not in the neutral tree. */
function lost(root: SyntaxNode, tree: ModuleNode): readonly string[] {
  const known = ends(tree)
  const missing: string[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const what = CALLS.has(node.type) ? 'call' : node.named && DEFINITIONS.has(node.type) ? 'definition' : undefined
    if (what !== undefined && !known.has(`${what} ${node.end}`)) missing.push(`${node.type} at ${node.start}`)
    waiting.push(...node.children)
  }
  return missing
}

test('No call and no definition is lost in what parses, of this project and of what it is built with', async () => {
  const parser = await realParser()
  let [lines, broken] = [0, 0]
  const own = ['src', 'viewer', 'test', 'bench', 'scripts'].flatMap((folder) => sources(folder, 5000))
  const all = [...own, ...sources('node_modules', 5000)]
  for (const path of all) {
    const language = languageOf(path)
    const text = readFileSync(path, 'utf8')
    const root = await parser.parse(language?.grammars[extname(path)] ?? '', text)
    const tree = language?.lower(root, text)
    lines += text.split('\n').length
    if (tree === undefined || tree.errors.length > 0) broken++
    else expect(lost(root, tree), path).toEqual([])
  }
  console.log(`${all.length} files of ${lines} lines, ${broken} of them with errors`)
  expect(broken).toBeLessThan(all.length / 20)
}, 900_000)

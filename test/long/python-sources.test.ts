import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import python from '../../packages/code-insight/src/analysis/languages/python/index.ts'
import type { SyntaxNode } from '../../packages/code-insight/src/analysis/syntax.ts'
import type { ModuleNode } from '../../packages/code-insight/src/analysis/tree.ts'
import { realParser } from '../../packages/code-insight/test/process/grammars.ts'

const LARGEST = 1_500_000
const DEFINITIONS = new Set(['function_definition', 'class_definition', 'lambda'])
/** What a call in the syntax may be in the neutral tree. */
const CALLS = new Set(['call', 'super', 'imported', 'cast'])

/** The folder of the interpreter's library; `HINDCAST_PYTHON_LIB` names another one. */
const library =
  process.env.HINDCAST_PYTHON_LIB ??
  spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])'], {
    encoding: 'utf8',
  }).stdout?.trim()

/** Where each call and each definition of the tree is. */
function places(tree: ModuleNode): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting: unknown[] = [tree.body]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const { kind = '', start, end } = next as { readonly kind?: string; readonly start?: number; readonly end?: number }
    if (kind === 'function' || kind === 'class') found.add(`definition ${end}`)
    else if (CALLS.has(kind)) found.add(`call ${start} ${end}`)
    waiting.push(...Object.values(next).filter((value) => value !== undefined))
  }
  return found
}

/** The calls and definitions of the syntax that are not in the neutral tree. */
function lost(root: SyntaxNode, tree: ModuleNode, text: string): readonly string[] {
  const known = places(tree)
  const missing: string[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'call' && !known.has(`call ${node.start} ${node.end}`)) missing.push(`call at ${node.start}`)
    if (node.named && DEFINITIONS.has(node.type) && !known.has(`definition ${node.end}`))
      missing.push(`${node.type} at ${node.start}`)
    // What `super` and `__import__` get is no part of the tree
    const callee = node.type === 'call' ? text.slice(node.start, node.children[0]?.end) : ''
    if (callee !== 'super' && callee !== '__import__') waiting.push(...node.children)
  }
  return missing
}

test.runIf(library)(
  'no call and no definition is lost in what parses of the library of Python',
  async () => {
    const parser = await realParser()
    let [lines, broken, milliseconds] = [0, 0, 0]
    const missing: string[] = []
    const paths = readdirSync(library ?? '', { recursive: true, encoding: 'utf8' })
      .map((path) => join(library ?? '', path))
      .filter((path) => path.endsWith('.py') && statSync(path).size <= LARGEST)
    for (const path of paths) {
      const text = readFileSync(path, 'utf8')
      const begun = performance.now()
      const root = await parser.parse('python', text)
      const tree = python.lower(root, text)
      milliseconds += performance.now() - begun
      lines += text.split('\n').length
      if (tree.errors.length > 0) broken++
      else missing.push(...lost(root, tree, text).map((place) => `${path}: ${place}`))
    }
    console.log(
      `${paths.length} files of ${lines} lines in ${Math.round(milliseconds)} ms, ${broken} of them with errors`,
    )
    expect(missing).toEqual([])
    expect(broken).toBeLessThan(paths.length / 20)
  },
  900_000,
)

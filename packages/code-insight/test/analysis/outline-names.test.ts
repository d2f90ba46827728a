import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { qualifiedName } from '../../src/process/checker/naming.ts'
import { outlined } from './outlined.ts'

/** Sources of this repository: every fifteenth, and all of them in `npm run test:long`. */
const EVERY = Math.ceil(15 / runs(1))
const sources = (readdirSync('src', { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .filter((_, at) => at % EVERY === 0)

function namesByChecker(text: string): readonly string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
    const name = isFunction || ts.isClassLike(node) ? qualifiedName(ts, node) : undefined
    if (name !== undefined) names.push(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names.sort()
}

test('Functions, methods and classes have the names that the checker gives them', async () => {
  const kinds = new Set(['function', 'method', 'class'])
  for (const path of sources) {
    const text = readFileSync(join('src', path), 'utf8')
    const { entities } = await outlined(text, '.ts')
    const own = entities.filter(({ kind, marks }) => kinds.has(kind) && !marks.includes('bodiless'))
    expect({ path, names: own.map(({ name }) => name).sort() }).toEqual({ path, names: namesByChecker(text) })
  }
})

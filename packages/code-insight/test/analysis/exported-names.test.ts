import { expect, test } from 'vitest'
import { exportedNames } from '../../src/analysis/exported-names.ts'
import { factsOf } from './memory-sources.ts'

/** What a text exports: `name = entity`, or `name < name of module`. */
async function exportsIn(path: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const { outline, flows } = await factsOf(path, lines.join('\n'))
  return exportedNames(flows).map(({ name, entity, of }) => {
    if (of !== undefined) return `${name} < ${of.name} of ${of.module}`
    return `${name} = ${outline.entities[entity ?? -1]?.name}`
  })
}

test('what a file defines, and what it passes on under whatever name', async () => {
  const lines = [
    "import { c, d as e } from './m'",
    "import F, * as G from './n'",
    'export function a() {}',
    'function b() {}',
    "export { b as B, c, e as E, F, G, h as i }; export { j as k } from './o'",
    "export * from './p'",
    'const h = b',
  ]
  expect(await exportsIn('a.ts', ...lines)).toEqual(
    expect.arrayContaining([
      ...['a = a', 'B = b', 'c < c of ./m', 'E < d of ./m', 'F < default of ./n', 'G < * of ./n', 'i = b'],
      ...['k < j of ./o', '* < * of ./p'],
    ]),
  )
})

test('what takes the place of a module, and its members', async () => {
  expect(await exportsIn('a.js', 'module.exports = f', 'function f() {}')).toContain('* = f')
  expect(await exportsIn('a.js', "module.exports = require('./m')")).toEqual(['* < * of ./m'])
  expect(await exportsIn('a.js', "const m = require('./m')", 'module.exports = { a: m.b, m }')).toEqual(
    expect.arrayContaining(['a < b of ./m', 'm < * of ./m']),
  )
  expect(await exportsIn('a.js', "const { b: c } = require('./m')", 'exports.d = c')).toEqual(['d < b of ./m'])
})

test("a package's file passes on what it imports, as Python does", async () => {
  expect(await exportsIn('a.py', 'from .m import b as c', 'from .n import *', 'def d(): pass')).toEqual([
    'd = d',
    'c < b of .m',
    '* < * of .n',
  ])
})

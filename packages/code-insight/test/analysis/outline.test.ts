import { describe, expect, test } from 'vitest'
import { type Ending, outlined } from './outlined.ts'

const namesIn = async (text: string, ending?: Ending): Promise<readonly string[]> =>
  (await outlined(text, ending)).entities.map(({ name, kind }) => `${kind} ${name}`)

describe('names', () => {
  test('nest by definition, in blocks too', async () => {
    expect(await namesIn('function outer() { if (x) { function inner() {} } class C { m() { class D {} } } }')).toEqual(
      ['function outer', 'function outer.inner', 'class outer.C', 'method outer.C.m', 'class outer.C.m.D'],
    )
    expect(
      await namesIn('def outer():\n  def inner(): pass\n  class C:\n    x = 1\n    def m(self): pass\n', '.py'),
    ).toEqual(['function outer', 'function outer.inner', 'class outer.C', 'field outer.C.x', 'method outer.C.m'])
    expect(await namesIn('namespace A.B { export const n = 1; export function f() {} }', '.ts')).toEqual([
      'namespace A',
      'namespace A.B',
      'variable A.B.n',
      'function A.B.f',
    ])
  })

  test('are those of the variable, property or field that holds a function', async () => {
    expect(await namesIn('const f = () => 1; let g = function own() {}; const C = class { m() {} }')).toEqual([
      'function f',
      'function g',
      'class C',
      'method C.m',
    ])
    expect(await namesIn('const o = { a() {}, b: () => 1, c: { d: function () {} }, "e f": () => 1 }')).toEqual([
      'variable o',
      'method o.a',
      'method o.b',
      'method o.c.d',
      'method o.e f',
    ])
    expect(await namesIn('class C { run = () => 1; #own() {} handlers = { on() {} } }')).toEqual([
      'class C',
      'method C.run',
      'method C.#own',
      'field C.handlers',
      'method C.handlers.on',
    ])
    expect(await namesIn('cube = lambda x: x\nclass T:\n  to_f = lambda self: 1\n', '.py')).toEqual([
      'function cube',
      'class T',
      'method T.to_f',
    ])
  })

  test('are those of the members of an object that is returned, but not of one that is passed on', async () => {
    expect(await namesIn('function make() { return { a() {}, b: { c: () => 1 } } }')).toEqual([
      'function make',
      'method make.a',
      'method make.b.c',
    ])
    expect(await namesIn('start({ a() {}, b: () => 1 }); const g = (x = () => 1) => ({ c() {} })')).toEqual([
      'function g',
      'method g.c',
    ])
    expect(await namesIn('OPS = {"-": lambda a: a}\ndef f():\n  return {"x": lambda: 1}\n', '.py')).toEqual([
      'variable OPS',
      'function f',
    ])
  })

  test('are those of exports', async () => {
    const commonjs = 'exports.a = function () {}; module.exports = { b() {}, c }; exports.C = class { m() {} }'
    expect(await namesIn(commonjs)).toEqual(['function a', 'method b', 'class C', 'method C.m'])
    expect(await namesIn('module.exports = function () {}')).toEqual(['function default'])
    expect(await namesIn('export default class { m() {} }')).toEqual(['class default', 'method default.m'])
    expect(await namesIn('export default () => 1')).toEqual(['function default'])
    expect(await namesIn('export default { f() {} }')).toEqual(['method default.f'])
    expect(await namesIn('export default function named() {}')).toEqual(['function named'])
  })

  test('are those of the class for what is assigned to its prototype or to `this`', async () => {
    expect(
      await namesIn(
        'function Foo() { this.made = function () {} }\nFoo.prototype.bar = function () {}; Foo.of = () => 1',
      ),
    ).toEqual(['function Foo', 'method Foo.made', 'method Foo.bar', 'method Foo.of'])
    expect(await namesIn('Foo.prototype = { bar() {} }')).toEqual(['method Foo.bar'])
    expect(
      await namesIn(
        'class C { constructor() { xs.map(() => { this.run = () => 1 }) } set = () => { this.x = () => 1 } }',
      ),
    ).toEqual(['class C', 'method C.constructor', 'method C.run', 'method C.set', 'method C.x'])
    const object = 'const o = { f() { this.a = () => 1 }, g: function () { this.b = () => 1 } }'
    expect(await namesIn(object)).toEqual(['variable o', 'method o.f', 'method o.a', 'method o.g', 'method o.g.b'])
  })

  test('pass over what nothing names', async () => {
    expect(await namesIn('xs.map(() => { const g = () => 1 }); (function () { function inner() {} })()')).toEqual([
      'function g',
      'function inner',
    ])
    expect(await namesIn('const Mixin = (Base) => class extends Base { m() {} }')).toEqual([
      'function Mixin',
      'method Mixin.m',
    ])
  })

  test('of variables are there at top level, of fields in every class', async () => {
    expect(
      await namesIn('const a = 1, { b, c: [d] } = x\nif (a) { const e = 1; var f = 2 }\nfunction g() { const h = 1 }'),
    ).toEqual(['variable a', 'variable b', 'variable d', 'variable f', 'function g'])
    expect(
      await namesIn('a = 1\na = 2\nb, c = 1, 2\ntry:\n  d = 1\nexcept E:\n  d = 2\na += 1\nx.y = 3\n', '.py'),
    ).toEqual(['variable a', 'variable b', 'variable c', 'variable d'])
    const members = 'interface I { a: string; m(): void }\nenum E { A, B = 2 }\ntype T = { x: number }\ntype U = I | E'
    expect(await namesIn(members, '.ts')).toEqual([
      'interface I',
      'field I.a',
      'method I.m',
      'enum E',
      'field E.A',
      'field E.B',
      'type T',
      'field T.x',
      'type U',
    ])
    expect(await namesIn('class C { constructor(private readonly x: number) {} }', '.ts')).toEqual([
      'class C',
      'method C.constructor',
      'field C.x',
    ])
  })

  test('of overloads are that of the implementation alone', async () => {
    const { entities } = await outlined('function f(a: A): void\nfunction f(a: B): void\nfunction f(a: any) {}', '.ts')
    expect(entities.map(({ name, line }) => `${name} ${line}`)).toEqual(['f 3'])
    const python = '@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a): return a\n'
    expect((await outlined(python, '.py')).entities.map(({ name, line }) => `${name} ${line}`)).toEqual(['f 5'])
    expect(await namesIn('declare function f(a: A): void\ndeclare function f(a: B): void', '.ts')).toEqual([
      'function f',
      'function f',
    ])
  })
})

describe('an entity', () => {
  test('has the line of its name, and those of the definition with its decorators', async () => {
    const { entities } = await outlined('@dec\nexport class A {\n  @route("/a")\n  static async m() {\n  }\n}\n', '.ts')
    expect(entities.map(({ name, line, startLine, endLine }) => [name, line, startLine, endLine])).toEqual([
      ['A', 2, 1, 6],
      ['A.m', 4, 3, 5],
    ])
    expect(entities.map(({ marks }) => marks)).toEqual([['dec'], ['route', 'async', 'static']])
    const python = await outlined('@app.route("/")\n@cache\nasync def f():\n  """Says."""\n  pass\n\n', '.py')
    expect(python.entities).toEqual([
      {
        name: 'f',
        kind: 'function',
        line: 3,
        startLine: 1,
        endLine: 5,
        signature: 'async def f()',
        doc: 'Says.',
        exported: true,
        marks: ['app.route', 'cache', 'async'],
      },
    ])
  })

  test('knows what it is nested in', async () => {
    const { entities } = await outlined('const a = 1\nclass C { m() { function f() {} } }\nconst o = { g() {} }')
    expect(entities.map(({ name, parent }) => [name, parent])).toEqual([
      ['a', undefined],
      ['C', undefined],
      ['C.m', 1],
      ['C.m.f', 2],
      ['o', undefined],
      ['o.g', 4],
    ])
  })

  test('has its head as signature, on one line and not too long', async () => {
    const signatures = async (text: string, ending?: Ending) =>
      (await outlined(text, ending)).entities.map(({ signature }) => signature)
    expect(
      await signatures(
        'export async function f(\n  a: A,\n  b = 1,\n): Promise<B> {}\nexport const g = (x: X) => x',
        '.ts',
      ),
    ).toEqual(['async function f(a: A, b = 1): Promise<B>', 'const g = (x: X)'])
    expect(await signatures('const h = async x => x\n')).toEqual(['const h = async (x)'])
    expect(await signatures('export const LIMIT = 500\nconst big = [1, 2]\nlet none: A', '.ts')).toEqual([
      'const LIMIT = 500',
      'const big',
      'let none: A',
    ])
    expect(
      await signatures('class C(Base):\n  x: int = 1\n  def m(self) -> int: pass\nsq = lambda x: x\n', '.py'),
    ).toEqual(['class C(Base)', 'x: int = 1', 'def m(self) -> int', 'sq = lambda x'])
    expect((await signatures(`type T = ${'A | '.repeat(100)}B`, '.ts'))[0]).toHaveLength(400)
  })

  test('is exported where it says so, elsewhere in the file too, and in Python unless its name is private', async () => {
    const exported = async (text: string, ending?: Ending) =>
      (await outlined(text, ending)).entities.filter((each) => each.exported).map(({ name }) => name)
    expect(
      await exported(
        'export const a = 1; const b = 2; function c() {} export { c as d }; const { e } = x; export { e }',
      ),
    ).toEqual(['a', 'c', 'e'])
    expect(
      await exported('exports.a = () => 1; module.exports = { b() {}, c }; function c() {} function d() {}'),
    ).toEqual(['a', 'b', 'c'])
    expect(await exported('a = 1\n_b = 2\ndef c(): pass\ndef _d(): pass\n', '.py')).toEqual(['a', 'c'])
  })
})

describe('an outline', () => {
  test('has no entity for what is only another name of what a module has', async () => {
    const { entities } = await outlined(
      "const a = require('./a')\nconst { b } = require('./b')\nconst c = require('./c').d\nconst e = 1",
    )
    expect(entities.map(({ name }) => name)).toEqual(['e'])
  })

  test('has the imports of all forms', async () => {
    const { imports } = await outlined(
      [
        "import a, { b as c } from './m'",
        "import type { T } from './t'",
        "import 'side'",
        "export { d } from './d'",
        "export * from './e'",
        "const { f, g: h } = require('./f')",
        "const load = async () => import('./lazy')",
        "module.exports = require('./all')",
      ].join('\n'),
      '.ts',
    )
    expect(
      imports.map(({ module, line, names, isExport, isType }) => [module, line, names.join(), isExport, isType]),
    ).toEqual([
      ['./m', 1, 'default,b', false, false],
      ['./t', 2, 'T', false, true],
      ['side', 3, '', false, false],
      ['./d', 4, 'd', true, false],
      ['./e', 5, '*', true, false],
      ['./f', 6, 'f,g', false, false],
      ['./lazy', 7, '*', false, false],
      ['./all', 8, '*', true, false],
    ])
    const python = await outlined('import os.path as p\nfrom . import a, b\ndef f():\n  from m import *\n', '.py')
    expect(python.imports.map(({ module, line, names }) => [module, line, names.join()])).toEqual([
      ['os.path', 1, '*'],
      ['.', 2, 'a,b'],
      ['m', 4, '*'],
    ])
  })

  test('says which lines could not be parsed, and keeps the rest', async () => {
    const { errors, entities } = await outlined('function a() {}\n\nfunction (((\n\nfunction b() {}\n')
    expect(errors).not.toEqual([])
    expect(errors.every(({ from, to }) => from >= 2 && from <= to && to <= 5)).toBe(true)
    expect(entities.map(({ name }) => name)).toContain('a')
  })

  test('counts lines, and knows a file that says that it is generated', async () => {
    expect((await outlined('')).lines).toBe(1)
    expect((await outlined('a\nb')).lines).toBe(2)
    expect((await outlined('a\nb\n')).lines).toBe(2)
    expect((await outlined('// Code generated by protoc. DO NOT EDIT.\n\nexport const a = 1')).isGenerated).toBe(true)
    expect((await outlined('"""Automatically generated."""\nimport a\n', '.py')).isGenerated).toBe(true)
    expect((await outlined('// Reads files that are generated.\nfoo("@generated")')).isGenerated).toBe(false)
  })

  test('is made of code that is nested very deeply', async () => {
    const text = `${'function f() {'.repeat(5_000)}${'}'.repeat(5_000)}`
    const { entities } = await outlined(text)
    expect(entities.length).toBeGreaterThan(100)
    expect(await namesIn(`const a = 1\nx = ${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toContain('variable a')
  })
})

test('a function or class with a name of its own that stands as a value is marked', async () => {
  const { entities } = await outlined(
    'on(function ready() {})\nconst f = function g() {}\nreturn class Made {}\nclass A {}',
  )
  expect(entities.map(({ name, marks }) => [name, ...marks])).toEqual([
    ['ready', 'expression'],
    ['f'],
    ['Made', 'expression'],
    ['A'],
  ])
})

test("a bundle is generated, as is what says so in its header's comments", async () => {
  const isGenerated = async (text: string) => (await outlined(text)).isGenerated
  expect(await isGenerated('(function webpackUniversalModuleDefinition(root, factory) {})(this, function () {})')).toBe(
    true,
  )
  expect(await isGenerated('// Code generated by a tool. DO NOT EDIT.\na()')).toBe(true)
  expect(await isGenerated('// Bundles are written elsewhere\na()')).toBe(false)
})

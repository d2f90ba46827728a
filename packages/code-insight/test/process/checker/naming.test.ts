import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { functionAround, qualifiedName } from '../../../src/process/checker/naming.ts'

/** The names of all functions and classes of a text, in their order. */
function namesIn(text: string, file = 'a.tsx'): (string | undefined)[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const names: (string | undefined)[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isFunctionLike(node) && 'body' in node) || ts.isClassLike(node)) names.push(qualifiedName(ts, node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** The function around the call of `here`. */
function around(text: string): string | undefined {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true)
  let found: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'here') found = node
    ts.forEachChild(node, visit)
  }
  visit(source)
  const owner = found && functionAround(ts, found)
  return owner && qualifiedName(ts, owner)
}

describe('the name of an entity', () => {
  it('nests by definition', () => {
    expect(namesIn('function outer() { function inner() {} class C { m() { function deep() {} } } }')).toEqual([
      'outer',
      'outer.inner',
      'outer.C',
      'outer.C.m',
      'outer.C.m.deep',
    ])
    expect(namesIn('namespace A { export namespace B { export function f() {} } }')).toEqual(['A.B.f'])
    expect(namesIn('namespace A.B { export class C { m() {} } }')).toEqual(['A.B.C', 'A.B.C.m'])
  })

  it('is that of the variable, property or field that holds a function', () => {
    expect(namesIn('const f = () => 1; let g = function own() {}; const C = class {}')).toEqual(['f', 'g', 'C'])
    expect(namesIn('const f = (() => 1) as Handler; const g = (function () {})!')).toEqual(['f', 'g'])
    expect(namesIn('const o = { a() {}, b: () => 1, c: { d: function () {} }, "e f": () => 1 }')).toEqual([
      'o.a',
      'o.b',
      'o.c.d',
      'o.e f',
    ])
    expect(
      namesIn('class C { run = () => 1; static make = function () {}; #own() {} handlers = { on() {} } }'),
    ).toEqual(['C', 'C.run', 'C.make', 'C.#own', 'C.handlers.on'])
  })

  it('has the words of constructors, accessors and computed names', () => {
    expect(
      namesIn('class C { constructor() {} get x() { return 1 } set x(v) {} *[Symbol.iterator]() {} ["y"]() {} }'),
    ).toEqual(['C', 'C.constructor', 'C.x', 'C.x', 'C.[Symbol.iterator]', 'C.y'])
  })

  it('is that of the export in CommonJS and of a default export', () => {
    expect(
      namesIn('exports.a = function () {}; module.exports.b = () => 1; module.exports = function () {}', 'a.js'),
    ).toEqual(['a', 'b', 'default'])
    expect(namesIn('export default function () {}')).toEqual(['default'])
    expect(namesIn('export default class { m() {} }')).toEqual(['default', 'default.m'])
    expect(namesIn('export default () => 1')).toEqual(['default'])
    expect(namesIn('export default function named() {}')).toEqual(['named'])
  })

  it('is that of the class for what is assigned to its prototype or to `this`', () => {
    expect(namesIn('function Foo() { this.made = function () {} } Foo.prototype.bar = function () {}', 'a.js')).toEqual(
      ['Foo', 'Foo.made', 'Foo.bar'],
    )
    expect(namesIn('Foo.prototype = { bar() {} }; Foo.make = () => 1', 'a.js')).toEqual(['Foo.bar', 'Foo.make'])
    expect(namesIn('class C { constructor() { this.run = () => 1 } }')).toEqual(['C', 'C.constructor', 'C.run'])
    expect(namesIn('class C { run = () => { this.x = () => 1 } }')).toEqual(['C', 'C.run', 'C.x'])
  })

  it('is missing for a function that nothing names, and passed over in the names within', () => {
    expect(namesIn('xs.map(() => 1); (function () { function inner() {} })()')).toEqual([undefined, undefined, 'inner'])
    expect(namesIn('function f() { xs.map((x) => { const g = () => x }) }')).toEqual(['f', undefined, 'f.g'])
    expect(namesIn('const Mixin = (Base) => class extends Base { m() {} }')).toEqual(['Mixin', undefined, 'Mixin.m'])
  })
})

describe('the function around a node', () => {
  it('is the nearest with a name', () => {
    expect(around('function f() { xs.map(() => here()) }')).toBe('f')
    expect(around('const f = () => { const g = () => here() }')).toBe('f.g')
    expect(around('here()')).toBeUndefined()
  })

  it('is the one around a class for what its definition runs', () => {
    expect(around('function f() { class C { x = here() } }')).toBe('f')
    expect(around('class C { @here() m() {} }')).toBeUndefined()
    expect(around('class C { [here()]() {} }')).toBeUndefined()
    expect(around('class C { static { here() } }')).toBeUndefined()
    expect(around('class C { m(x = here()) {} }')).toBe('C.m')
  })
})

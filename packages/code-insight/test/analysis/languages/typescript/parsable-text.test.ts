import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../../../test/runs.ts'
import { callsOf } from '../../../../src/analysis/calls.ts'
import typescript from '../../../../src/analysis/languages/typescript/index.ts'
import { parsableText } from '../../../../src/analysis/languages/typescript/parsable-text.ts'
import { factsOf } from '../../../../src/process/index/analysis.ts'
import { realParser } from '../../../process/grammars.ts'
import { memorySources } from '../../memory-sources.ts'

const factsIn = async (...lines: string[]) =>
  factsOf({ language: typescript, grammar: 'typescript' }, await realParser(), lines.join('\n'))

test.each([
  [
    'type parameters after a member without a semicolon',
    ['interface I<S> {', '  a: S', '  <', '    B', '  >(x: B): B', '}'],
  ],
  [
    'type parameters after a signature, beside a generic type argument',
    [
      'export type B<A> = {',
      '  f: Is<',
      '    A,',
      '    <F>(value: F) => F',
      '  >',
      '}',
      'interface Fn<C> {',
      '  (t: C): X<C> // one',
      '  /** Another. */',
      '  <R>(t: R): R',
      '}',
    ],
  ],
  [
    'a generic arrow as an argument, beside such a signature',
    ['export const map: {', '  (a: A): B', '  <C>(c: C): D', '} = dual(', '  2,', '  <C>(c: C): D => e', ')'],
  ],
  ['variance in both directions', ['interface I<in out A, in out B extends A> { a: A }']],
  ['types of other modules with type arguments', ['declare const a: import("./m.js").A<import("b").B.C[]>[]']],
  ['words of the language as names', ['class A {', '  using(using: string): this', '  abstract: boolean', '}']],
  ['operators as names on lines of their own', ['interface A {', '  name: string', '  in: "query"', '  as?: B', '}']],
  ['accessors without a value', ['class A {', '  static accessor shared: string', '  accessor own = 1', '}']],
  ['an escaped backtick in a type', ['type A = `Install \\`it\\``']],
  ['parameters that are called like types', ['declare const hook: { inject: (any) => void }']],
  ['patterns that may be left out', ['declare const made: ({ name }?: Options) => Made']],
  ['type arguments of a template', ['const rows = sql<{ id: number; tags: Array<string> }>`SELECT 1`']],
  ['an abstract class without a name', ['export default abstract class {', '  run() {}', '}']],
])('%s are no syntax errors', async (_, lines) => {
  expect((await factsIn(...lines)).outline.errors).toEqual([])
})

test('what is respelled is told as it is written, at its place', async () => {
  const { outline } = await factsIn(
    'export class Query {',
    '  using(using: import("./index.js").Index<string>): this',
    '}',
    'export interface Selector<in out State> {',
    '  state: State',
    '  <Part>(of: Part): Part',
    '}',
  )
  expect(outline.entities.map(({ name, line, signature }) => [name, line, signature])).toEqual([
    ['Query', 1, 'class Query'],
    ['Query.using', 2, 'using(using: import("./index.js").Index<string>): this'],
    ['Selector', 4, 'interface Selector<in out State>'],
    ['Selector.state', 5, 'state: State'],
  ])
})

test('modules that are loaded when they are needed stay calls', () => {
  const text = 'const a = await import("a")\nimport("b").then(({ b }) => b())\nimport("c")\n  .catch(log)'
  expect(parsableText(text)).toBe(text)
})

test('every character keeps its place', () => {
  const text = 'type A = `\\``\nlet as: import("m").B<\n  C\n>\ninterface I {\n  a: C\n  <D>(): D\n  in: E\n}\n'
  const changed = parsableText(text)
  expect(changed.length).toBe(text.length)
  expect(changed.split('\n').map(({ length }) => length)).toEqual(text.split('\n').map(({ length }) => length))
})

test('a type of another module with type arguments leads there', async () => {
  const sources = await memorySources({
    'store.ts': 'export class Store<T> {\n  load(): T { return this.load() }\n}',
    'use.ts': 'export function use(store: import("./store").Store<string>) {\n  store.load()\n}',
  })
  const { edges = [] } = callsOf(['use.ts'], sources).get('use.ts') ?? {}
  expect(edges.map(({ to }) => [to.file, to.name])).toEqual([['store.ts', 'Store.load']])
})

test('any text keeps its length and its lines', () => {
  const piece = fc.constantFrom(
    ...[
      '\n',
      ' ',
      ' <T',
      '<',
      '>`',
      '>',
      '/*',
      '*/',
      '//',
      '\\`',
      '`',
      'a',
      ': ',
      ';',
      '(',
      ')',
      '{',
      '}',
      'as',
      'in ',
    ],
    ...['import("m").T', 'in out T', 'accessor a', 'export default abstract class ', 'const as', '}?:', '(any) =>'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const lines = (of: string) => of.split('\n').map(({ length }) => length)
      expect(lines(parsableText(text))).toEqual(lines(text))
    }),
    { numRuns: runs(500) },
  )
})

test.each([
  ['blanks', ' '.repeat(500_000)],
  ['empty lines before type parameters', `${'\n'.repeat(200_000)} <T`],
  ['templates that nothing opens', '>`'.repeat(20_000)],
  ['a comment behind another', 'x */ /* y */\n <T'],
  ['a first line of type parameters', '\n <T'],
])('a text of %s takes no longer than it has to', (_, text) => {
  expect(parsableText(text)).toHaveLength(text.length)
})

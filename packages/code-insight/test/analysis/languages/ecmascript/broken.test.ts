import { expect, test } from 'vitest'
import { bodyShown } from '../python/shown.ts'
import { moduleOf } from './shown.ts'

test('What parses of a broken file is kept, and what does not is said', async () => {
  const text = 'function a() { b() }\nconst = = ;\nclass C { d() { e() } }\n'
  const { body, errors } = await moduleOf(text)
  expect(bodyShown(body)).toContain('a() {b()}')
  expect(bodyShown(body)).toContain('class C() {d() {e()}}')
  expect(errors.length).toBeGreaterThan(0)
  for (const { start } of errors) expect(text.slice(0, start).split('\n')).toHaveLength(2)
})

test('A file that ends in the middle of a class keeps its methods', async () => {
  const { body, errors } = await moduleOf('class A {\n  b() { c() }\n  d() {\n    e(\n')
  expect(bodyShown(body)).toContain('c()')
  expect(errors.length).toBeGreaterThan(0)
})

test('Flow is understood where a file says that it is Flow', async () => {
  const { body, errors } = await moduleOf(
    "/* @flow */\nimport type { A } from './a'\ntype B = {| c: ?string |}\nfunction f(a: A, b?: ?C): B { return (g(a): any) }\n",
  )
  expect(bodyShown(body)).toBe(
    'type import ./a (A); type B() {field c: String}; f(/a: A, /b: C) -> B {return cast(g(a) as other())}',
  )
  expect(errors).toEqual([])
})

test('Types in JavaScript are errors around code that is understood', async () => {
  const { body, errors } = await moduleOf(
    "import type { A } from './a'\ntype B = { c: string }\nfunction f(a: A): B { return g(a) }\n",
  )
  expect(bodyShown(body)).toContain('type import ./a (A)')
  expect(bodyShown(body)).toContain('g(a)')
  expect(errors.length).toBeGreaterThan(0)
})

test('What is nested too deeply is passed over and said', async () => {
  for (const [before, after] of [
    ['(', ')'],
    ['[', ']'],
    ['f(', ')'],
    ['{', '}'],
    ['() => {', '}'],
    ['a ? b : ', ''],
    ['if (a) b; else ', ''],
  ] as const) {
    const text = `first();\n${before.repeat(20_000)}x${after.repeat(20_000)}\nlast()`
    const { body, errors } = await moduleOf(text)
    expect(bodyShown(body.slice(0, 1)), before).toBe('first()')
    expect(errors.length, before).toBeGreaterThan(0)
  }
})

test('Anything that is no program is lowered without complaint', async () => {
  for (const text of [
    '',
    '\0',
    '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x',
    '{{{{',
    '```',
    "'",
    'export',
    'import',
    'class',
    '@',
    '#',
  ])
    for (const ending of ['.js', '.ts', '.tsx']) expect((await moduleOf(text, ending)).kind).toBe('module')
})

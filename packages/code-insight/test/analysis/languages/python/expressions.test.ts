import { expect, test } from 'vitest'
import { moduleOf, shownModule } from './shown.ts'

/** An expression's tree, with `f()` around it where a statement would be something else. */
const shown = (text: string): Promise<string> => shownModule(text)

test.each([
  ['a', 'a'],
  ['a.b.c', 'a.b.c'],
  ['1', '1'],
  ['1.5e3', '1.5e3'],
  ['2j', '2j'],
  ['True', 'boolean'],
  ['None', 'null'],
  ['...', 'other()'],
  ['(a)', 'a'],
  ['a[1]', 'a[1]'],
  ['a[1, b]', 'a[tuple(1, b)]'],
  ['a[1:2]', 'a[:]'],
  ['a[f():]', 'choice(other(f()) ? a[:])'],
  ['-a', '(- a)'],
  ['~a', '(~ a)'],
  ['not a', '(not a)'],
  ['a + b * c', '(+ a (* b c))'],
  ['a @ b // c', '(// (@ a b) c)'],
  ['a in b', '(in a b)'],
  ['a not in b', '(not in a b)'],
  ['a is not b', '(is not a b)'],
  ['a < b <= c', 'other((< a b), (<= b c))'],
  ['a < f() < c', '(< a f() c)'],
  ['a or b or c', 'choice(a | b | c)'],
  ['a and b or c', 'choice(choice(a | b) | c)'],
  ['a if b else c', 'choice(b ? a | c)'],
  ['(a := f())', 'a = f()'],
  ['await a', 'await a'],
  ['yield', 'yield'],
  ['yield a, b', 'yield tuple(a, b)'],
  ['yield from a', 'yield* a'],
  ['a, *b', 'tuple(a, *b)'],
])('lowers names, operators and choices: %s', async (text, tree) => {
  expect(await shown(text)).toBe(tree)
})

test.each([
  ['[a, *b]', 'list(a, *b)'],
  ['(a,)', 'tuple(a)'],
  ['{a, b}', 'set(a, b)'],
  ["{'k': a, **b}", "map('k': a, *b)"],
  ['[]', 'list()'],
  ['[f(a) for a in b if c if d for e in a]', 'list[f(a) for a in b if c if d for e in a]'],
  ['{k: v for k, v in b}', 'map[k: v for tuple(k, v) in b]'],
  ['{a for a in b}', 'set[a for a in b]'],
  ['(a async for a in b)', 'generator[a for a in b]'],
])('lowers collections and comprehensions: %s', async (text, tree) => {
  expect(await shown(text)).toBe(tree)
})

test.each([
  ['f(a, *b, k=c, **d)', 'f(a, *b, k=c, **d)'],
  ['f(a for a in b)', 'f(generator[a for a in b])'],
  ['a.b(c)(d)', 'a.b(c)(d)'],
  ['constructor(a)', 'constructor(a)'],
  ['toString(a)', 'toString(a)'],
  ['super().run()', 'SUPER.run()'],
  ['super(A, self).run()', 'SUPER.run()'],
  ["importlib.import_module('a.b')", 'imported(a.b)'],
  ["__import__('a.b')", 'imported(a)'],
  ["__import__('a.b', fromlist=['c'])", 'imported(a.b)'],
  ['__import__(name)', '__import__(name)'],
  ["import_module('a')", "import_module('a')"],
  ['typing.cast(A, b)', 'cast(b as A)'],
  ['cast(A, b)', 'cast(A, b)'],
])('lowers calls, and what they stand for: %s', async (text, tree) => {
  expect(await shown(text)).toBe(tree)
})

test('functions that the lowering knows are known by what they were imported as', async () => {
  const imports = 'import typing as t\nfrom typing import cast as c, TypeVar\nfrom importlib import import_module\n'
  const body = "t.cast('A', x)\nc('list[A]', x)\nimport_module('.a', __package__)\nT = TypeVar('T', bound='A')"
  expect(await shown(imports + body)).toContain(
    "cast(x as A); cast(x as list[A]); imported(.a); exported T = TypeVar('T', bound=A)",
  )
})

test.each([
  ['f(\'a\' "b")', "f('ab')"],
  ["f(r'a' b'c')", "f('ac')"],
  ["f(f'a')", "f('a')"],
  ["f(f'{a} {b!r:>{w}}' 'c' f'{d()}')", 'f(template(a, b, w, d()))'],
  ["f('''a\nb''')", "f('a\nb')"],
])('lowers strings: %s', async (text, tree) => {
  expect(await shown(text)).toBe(tree)
})

test.each([
  ['lambda: 0', 'lambda() {return 0}'],
  ['lambda a, *b, c=1, **d: a', 'lambda(a, *b, ~c = 1, **d) {return a}'],
  ['lambda: (yield a)', 'generator lambda() {return yield a}'],
])('lowers lambdas: %s', async (text, tree) => {
  expect(await shown(text)).toBe(tree)
})

test('a member ends with its name, so that a call is told by the line of it', async () => {
  const text = 'a\\\n  .b(\n)'
  const [statement] = (await moduleOf(text)).body
  const callee = statement?.kind === 'evaluate' && statement.value.kind === 'call' ? statement.value.callee : undefined
  expect(text.slice(callee?.start, callee?.end)).toBe('a\\\n  .b')
})

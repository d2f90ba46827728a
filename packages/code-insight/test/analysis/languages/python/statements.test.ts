import { expect, test } from 'vitest'
import { shownModule } from './shown.ts'

test.each([
  ['x = 1', 'exported x = 1'],
  ['_x = 1', '_x = 1'],
  ['x: int', 'exported x: int'],
  ['a = b = c', 'exported a = exported b = c'],
  ['a, (b, *c) = d', 'exported tuple(a, tuple(b, *c)) = d'],
  ['[a, b.c, d[0]] = e', 'exported list(a, b.c, d[0]) = e'],
  ['a.b += c', 'a.b += c'],
  ['a //= 2', 'a //= 2'],
  ['self.x: Foo = Foo()', 'self.x: Foo = Foo()'],
])('assigns: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test('top-level names are exported if `__all__` lists them, where there is one that can be read', async () => {
  expect(await shownModule("__all__ = ['_a']\n__all__ += ('b',)\n_a = b = c = 1")).toContain(
    'exported _a = exported b = c = 1',
  )
  expect(await shownModule("__all__ = ['a'] + ['b']\n__all__.append('c')\na = b = c = d = 1")).toContain(
    'exported a = exported b = exported c = d = 1',
  )
  expect(await shownModule("__all__ = other.__all__ + ['a']\na = b = _c = 1")).toContain(
    'exported a = exported b = _c = 1',
  )
  expect(await shownModule('def f():\n  x = 1')).toBe('exported f() {x = 1}')
})

test.each([
  ['return', 'return'],
  ['return a, b', 'return tuple(a, b)'],
  ['raise', 'raise'],
  ['raise A(b)', 'raise A(b)'],
  ['raise A from b()', 'b(); raise A'],
  ['assert a, b()', 'other(a, b())'],
  ['del a, b[0]', '(del a); (del b[0])'],
  ['pass', ''],
  ['break; continue', 'break; continue'],
  ['global a, b', 'module a, b'],
  ['nonlocal a', 'function a'],
  ['print "a", b', "print('a', b)"],
  ['print >>f, a', 'print(f, a)'],
  ['exec a in b', 'exec(a, b)'],
])('lowers statements: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test.each([
  ['if a: b()', 'if a {b()}'],
  ['if a: b\nelif c: d\nelse: e', 'if a {b} else {if c {d} else {e}}'],
  ['for a, b in c: d\nelse: e', 'each tuple(a, b) in c {d} else {e}'],
  ['async for a in b: c', 'each a in b {c}'],
  ['while a: b\nelse: c', 'while a {b} else {c}'],
  ['with a as b, c(): d', 'with a as b, c() {d}'],
  ['with (a as b, c as (d, e)): f', 'with a as b, c as tuple(d, e) {f}'],
  ['async with a as b.c: d', 'async with a as b.c {d}'],
  ['try: a\nexcept B: c', 'try {a} except B {c}'],
  ['try: a\nexcept (B, C.D) as e: f\nexcept: g', 'try {a} except B, C.D as e {f} except  {g}'],
  ['try: a\nexcept* B as e: c', 'try {a} except B as e {c}'],
  ['try: a\nexcept B: c\nelse: d\nfinally: e', 'try {a} except B {c} else {d} finally {e}'],
])('lowers what has a body: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test('comments stand anywhere', async () => {
  const text = 'if a: # 1\n  # 2\n  f( # 3\n    b, # 4\n  )\n  # 5\nelse: # 6\n  # 7\n  c = [ # 8\n  ]\n'
  expect(await shownModule(text)).toBe('if a {f(b)} else {exported c = list()}')
})

test.each([
  ['1 | -2', '1, 2', ''],
  ["'a' | None", "'a', null", ''],
  ['a.B', 'a.B', ''],
  ['_', '', ''],
  ['y', '', 'y'],
  ['A()', 'A()', ''],
  ['A() as y', 'A()', 'y'],
  ['A() | B() as y', 'A(), B()', 'y'],
  ['A(1, b=y)', 'A(1, b=y = cast(x as A).b)', ''],
  ['A(B(y))', 'A(B(y))', ''],
  ['[1, y, *z]', 'list(1, y = x[1], *z = x)', ''],
  ['(A() as y, _)', 'list(other(A(), y = cast(x[0] as A)), other())', ''],
  ["{'k': y, **z}", "map('k': y = x['k'], *z = x)", ''],
  ['1, y', 'list(1, y = x[1])', ''],
])('lowers patterns: %s', async (pattern, tests, binds) => {
  expect(await shownModule(`match x:\n  case ${pattern} if g: f()`)).toBe(
    `switch x case ${tests}${binds === '' ? '' : ` binds ${binds}`} if g {f()}`,
  )
})

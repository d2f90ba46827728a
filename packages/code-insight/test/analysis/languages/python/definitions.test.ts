import { expect, test } from 'vitest'
import { moduleOf, shownModule } from './shown.ts'

test.each([
  ['def f(a, /, b, *, c): pass', 'exported f(/a, b, ~c) {}'],
  ['def f(a=1, *b, c, **d): pass', 'exported f(a = 1, *b, ~c, **d) {}'],
  ['def f((a, b), c): pass', 'exported f(tuple(a, b), c) {}'],
  ['async def f(): await a', 'async exported f() {await a}'],
  ['def f(): yield', 'generator exported f() {yield}'],
  ['def f():\n  if a:\n    x = yield b', 'generator exported f() {if a {x = yield b}}'],
  ['def f():\n  def g(): yield', 'exported f() {generator g() {yield}}'],
  ['def _f(): pass', 'private _f() {}'],
  ['@a\n@b.c(d)\ndef f(): pass', '@a @b.c(d) exported f() {}'],
])('lowers functions: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test.each([
  ['def __init__(self): pass', 'constructor __init__(self) {}'],
  ['def __new__(cls): pass', 'static __new__(cls) {}'],
  ['def __init_subclass__(cls): pass', 'classmethod __init_subclass__(cls) {}'],
  ['def __len__(self): pass', '__len__(self) {}'],
  ['def __secret(self): pass', 'private __secret(self) {}'],
  ['@staticmethod\n def f(): pass', '@staticmethod static f() {}'],
  ['@classmethod\n def f(cls): pass', '@classmethod classmethod f(cls) {}'],
  ['@property\n def f(self): pass', '@property getter f(self) {}'],
  ['@functools.cached_property\n def f(self): pass', '@functools.cached_property getter f(self) {}'],
  ['@f.setter\n def f(self, v): pass', '@f.setter setter f(self, v) {}'],
  ['@abc.abstractmethod\n def f(self): pass', '@abc.abstractmethod abstract f(self) {}'],
  ['@overload\n def f(self): ...', '@overload bodiless f(self) {other()}'],
])('marks methods: %s', async (text, tree) => {
  expect(await shownModule(`class C:\n ${text}`)).toContain(`class C() {${tree}}`)
})

test.each([
  ['class C: pass', 'exported class C() {}'],
  ['class C(A, b.B, *c, metaclass=M, k=1): pass', 'exported class C(A, b.B, other(c), metaclass=M, k=1) {}'],
  ['class C(Generic[T]): pass', 'exported class C(Generic[T]) {}'],
  ['class C:\n  x = 1\n  y: int = 2\n  z: str', 'exported class C() {static x = 1; static y: int = 2; field z: str}'],
  ['class C(enum.Enum):\n  A = 1', 'exported enum C(enum.Enum) {static A = 1}'],
  ['class C(ABC): pass', 'abstract exported class C(ABC) {}'],
  ['class C(metaclass=ABCMeta): pass', 'abstract exported class C(metaclass=ABCMeta) {}'],
  ['class C(Protocol):\n  def f(self): ...', 'exported interface C(Protocol) {bodiless f(self) {other()}}'],
  ['class C(Protocol):\n  def f(self): g()', 'exported interface C(Protocol) {f(self) {g()}}'],
  [
    '@dataclass(frozen=True)\nclass C:\n  class D: pass',
    '@dataclass(frozen=boolean) exported class C() {class D() {}}',
  ],
  ['class C:\n  def m(self):\n    x = 1', 'exported class C() {m(self) {x = 1}}'],
])('lowers classes: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test('the first line of documentation is kept, of modules, classes, functions and names', async () => {
  const text = `"""
  Of the module.

  More.
  """
x = 1
'''Of a name.'''
class C:
  r'''Of the class.'''
  def m(self):
    "Of " "the method."
`
  expect(await shownModule(text)).toBe(
    'exported x = 1 "Of a name."; exported class C() "Of the class." {m(self) "Of the method." {}}',
  )
  expect((await moduleOf(text)).doc).toBe('Of the module.')
  expect((await moduleOf("f'a'\nb'c'")).doc).toBeUndefined()
})

test('a definition begins with its decorators, and its signature ends before the colon', async () => {
  const text = '@a\nasync def f(\n  b: int,\n) -> C:  # why\n  pass\n'
  const [node] = (await moduleOf(text)).body
  if (node?.kind !== 'function') throw new Error('not a function')
  expect(text.slice(node.start, node.end)).toBe(text.trimEnd())
  expect(text.slice(node.headStart, node.headEnd)).toBe('async def f(\n  b: int,\n) -> C')
  expect(text.slice(node.at, node.at + 1)).toBe('f')
})

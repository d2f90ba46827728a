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
  expect(await shownModule("__all__ = other.__all__ + ['a']\na = b = _c = 1")).toContain(
    'exported a = exported b = _c = 1',
  )
  expect(await shownModule('def f():\n  x = 1')).toBe('exported f() {x = 1}')
})

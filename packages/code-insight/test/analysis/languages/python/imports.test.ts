import { expect, test } from 'vitest'
import { shownModule } from './shown.ts'

test.each([
  ['import a', 'import a (* as a)'],
  ['import a as b', 'import a (* as b)'],
  ['import a.b.c', 'import a (* as a); import a.b.c ()'],
  ['import a.b as c, d', 'import a.b (* as c); import d (* as d)'],
  ['from a import b', 'import a (b)'],
  ['from a.b import (\n  c as d, # why\n  e,\n)', 'import a.b (c as d, e)'],
  ['from . import a', 'import . (a)'],
  ['from ...a.b import c', 'import ...a.b (c)'],
  ['from a import *', 'import a (**)'],
  ['from __future__ import annotations', 'import __future__ (annotations)'],
])('lowers imports: %s', async (text, tree) => {
  expect(await shownModule(text)).toBe(tree)
})

test('what is imported for type checkers alone is marked', async () => {
  const text = 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from a import B\nelse:\n  import c'
  expect(await shownModule(text)).toBe(
    'import typing (TYPE_CHECKING); if TYPE_CHECKING {type import a (B)} else {import c (* as c)}',
  )
})

import { expect, test } from 'vitest'
import { moduleOf, shownModule } from './shown.ts'

test('of a broken file, what parses is kept, and where it is broken is told', async () => {
  const text = 'def f():\n  return g(1\n\ndef h():\n  return k()\n'
  const { errors } = await moduleOf(text)
  expect(errors.length).toBeGreaterThan(0)
  expect(await shownModule('def f(:\n  pass\n\ndef h():\n  return k()\n')).toContain('h() {return k()}')
  expect(await shownModule('a.\nb()\n')).toContain('b')
  expect(await shownModule('class A:\n  def m(self): f(\n')).toContain('f')
})

test('an empty file is an empty module', async () => {
  expect(await moduleOf('')).toMatchObject({ kind: 'module', start: 0, end: 0, body: [], errors: [] })
  expect(await shownModule('# a comment\n')).toBe('')
})

test.each([
  ['parentheses', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`],
  ['open brackets', `f(${'['.repeat(50_000)}`],
  ['a sum', `x = f()${' + f()'.repeat(50_000)}`],
  ['a chain of calls', `x = a${'.b()'.repeat(50_000)}`],
  ['lambdas', `x = ${'lambda: '.repeat(20_000)}1`],
  ['conditions', `x = ${'a if b else '.repeat(20_000)}c`],
  ['subscripts', `x: ${'a['.repeat(20_000)}b${']'.repeat(20_000)}`],
  ['a string annotation', `x: '${'a['.repeat(20_000)}b${']'.repeat(20_000)}'`],
  ['elifs', `if a: b()\n${'elif a: b()\n'.repeat(20_000)}`],
  ['blocks', Array.from({ length: 1200 }, (_, at) => `${' '.repeat(at)}if a:\n`).join('')],
  ['assignments', `${'a = '.repeat(20_000)}b`],
  ['patterns', `match x:\n  case ${'[a, '.repeat(5000)}b${']'.repeat(5000)}: pass`],
])('deep nesting is cut, not a crash: %s', async (_, text) => {
  const module = await moduleOf(text)
  // Whoever walks it may recurse
  expect(JSON.stringify(module).length).toBeGreaterThan(0)
})

test('an elif that is cut off from its chain is kept', async () => {
  const text = `if a0: b0()\n${Array.from({ length: 250 }, (_, at) => `elif a${at + 1}: b${at + 1}()\n`).join('')}else: c()\n`
  const tree = await shownModule(text)
  for (const call of ['b0()', 'b99()', 'b100()', 'b199()', 'b250()', 'c()']) expect(tree).toContain(`{${call}}`)
})

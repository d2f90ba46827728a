import { expect, test } from 'vitest'
import python from '../../../../src/analysis/languages/python/index.ts'

const { semantics } = python
const modelsOf = (name: string) => semantics.models.filter(({ of }) => of === name)

test('every operator with a reflection is known in all its forms', () => {
  for (const operator of ['+', '-', '*', '/', '//', '%', '**', '@', '&', '|', '^', '<<', '>>']) {
    const [own] = semantics.implicit[operator] ?? []
    expect(semantics.implicit[`reflected ${operator}`]).toEqual([own?.replace('__', '__r')])
    expect(semantics.implicit[`${operator}=`]).toEqual([own?.replace('__', '__i'), own])
  }
})

test('only special methods are run without being named', () => {
  for (const methods of Object.values(semantics.implicit))
    for (const method of methods) expect(method).toMatch(/^__\w+__$/)
})

test('functions that call what they get say which argument that is', () => {
  for (const [name, fn] of Object.entries({
    map: 0,
    sorted: 'key',
    'threading.Thread': 'target',
    'signal.signal': 'handler',
  }))
    expect(modelsOf(name).map(({ calls }) => calls?.fn)).toContain(fn)
})

test('a free name is known to be a builtin, and a method that strings or lists have is common', () => {
  for (const name of ['print', 'len', 'ValueError', '__name__', 'xrange']) expect(semantics.globals).toContain(name)
  for (const name of ['append', 'strip', 'items', 'read', 'group']) expect(semantics.commonMethods).toContain(name)
  for (const name of ['run', 'start', 'process']) expect(semantics.commonMethods).not.toContain(name)
})

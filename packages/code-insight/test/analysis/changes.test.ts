import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesOf } from '../../src/analysis/changes.ts'
import type { FileSide } from '../../src/analysis/view.ts'
import { outlineOf } from './answers/memory-view.ts'

const side = (path: string, text: string, ...entities: string[]): FileSide => ({
  ...{ path, text },
  outline: outlineOf(text, entities),
})
const said = (before: FileSide | undefined, after: FileSide | undefined) => changed([{ before, after }])
const changed = (files: Parameters<typeof changesOf>[0]) =>
  changesOf(files).map(
    ({ change, before, after }) => `${change} ${(after ?? before)?.file} ${(after ?? before)?.entity.name}`,
  )

const ADD = 'function add(a, b) {\n  return a + b\n}'

describe('an entity', () => {
  test('changed in its signature, in its body, or not at all if only its layout or place did', () => {
    const old = side('a.ts', ADD, 'function add 1-3')
    expect(said(old, side('a.ts', ADD.replace('a, b', 'a, b, c'), 'function add 1-3'))).toEqual(['signature a.ts add'])
    expect(said(old, side('a.ts', ADD.replace('+', '-'), 'function add 1-3'))).toEqual(['body a.ts add'])
    expect(said(old, side('a.ts', `\n\n${ADD.replace('  return', '\treturn')}`, 'function add 3-5'))).toEqual([])
  })

  test('is added or removed with all that is nested in it', () => {
    const text = 'class A {\n  run() {\n  }\n}'
    const own = ['class A 1-4', 'method A.run 2-3']
    expect(said(undefined, side('a.ts', text, ...own))).toEqual(['added a.ts A'])
    expect(said(side('a.ts', text, ...own), undefined)).toEqual(['removed a.ts A'])
  })

  test('a class has not changed because one of its methods has', () => {
    const text = 'class A {\n  run() {\n    return 1\n  }\n}'
    const own = ['class A 1-5', 'method A.run 2-4']
    expect(said(side('a.ts', text, ...own), side('a.ts', text.replace('1', '2'), ...own))).toEqual(['body a.ts A.run'])
  })

  test('within a function is part of its body', () => {
    const text = 'function a() {\n  function b() {\n    return 1\n  }\n}'
    const old = side('a.ts', text, 'function a 1-5', 'function a.b 2-4')
    expect(said(old, side('a.ts', text.replace('1', '2'), 'function a 1-5', 'function a.b 2-4'))).toEqual([
      'body a.ts a',
    ])
    expect(said(old, side('a.ts', 'function a() {\n}', 'function a 1-2'))).toEqual(['body a.ts a'])
  })

  test('was moved if it stands elsewhere with the same text', () => {
    const gone = { before: side('a.ts', ADD, 'function add 1-3'), after: side('a.ts', '') }
    const come = { before: side('b.ts', ''), after: side('b.ts', `\n${ADD}`, 'function add 2-4') }
    expect(changed([gone, come])).toEqual(['moved b.ts add'])
    const other = { before: side('b.ts', ''), after: side('b.ts', ADD.replace('+', '*'), 'function add 1-3') }
    expect(changed([gone, other])).toEqual(['removed a.ts add', 'added b.ts add'])
  })

  test('two of one name are told apart by their order', () => {
    const two = (second: string) =>
      side('a.ts', `function f() {\n1\n}\nfunction f() {\n${second}\n}`, 'function f 1-3', 'function f 4-6')
    expect(said(two('2'), two('3'))).toEqual(['body a.ts f'])
  })
})

test('nothing differs between a file and itself, and what one way adds the other way removes', () => {
  const file = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...'abcdef'), fc.nat(3)), { selector: ([name]) => name })
    .map((functions) => {
      const text = functions.map(([name, n]) => `function ${name}() {\n  return ${n}\n}`).join('\n')
      return side('a.ts', text, ...functions.map(([name], at) => `function ${name} ${at * 3 + 1}-${at * 3 + 3}`))
    })
  fc.assert(
    fc.property(file, file, (a, b) => {
      expect(said(a, a)).toEqual([])
      const swapped = (line: string) =>
        line.replace(/^(added|removed)/, (word) => (word === 'added' ? 'removed' : 'added'))
      expect(said(a, b).map(swapped).sort()).toEqual([...said(b, a)].sort())
    }),
  )
})

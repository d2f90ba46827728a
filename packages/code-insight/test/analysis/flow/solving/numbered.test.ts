import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { NumberedSets, NumberedTables, pairOf } from '../../../../src/analysis/flow/solving/numbered.ts'

const number = integer({ min: 0, max: 2 ** 26 - 1 })

test('two numbers have one number, and no other two have it', () => {
  assert(
    property(array(tuple(number, number)), (pairs) => {
      expect(new Set(pairs.map(([a, b]) => pairOf(a, b))).size).toBe(new Set(pairs.map(String)).size)
    }),
  )
})

test('a number is new once in each set', () => {
  const sets = new NumberedSets()
  expect([sets.add('name', 1), sets.add('name', 1), sets.add('constructor', 1), sets.add('name', 2)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('what one table holds, another one does not', () => {
  const tables = new NumberedTables()
  tables.at('name').set(1, 2)
  expect([tables.at('name').get(1), tables.at('__proto__').get(1)]).toEqual([2, undefined])
})

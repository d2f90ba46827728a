import { expect, test } from 'vitest'
import { late, pattern } from '../src/late.ts'

test('a late value is made once, when it is first asked for, also if it is undefined', () => {
  let made = 0
  const value = late(() => {
    made++
    return undefined
  })
  expect(made).toBe(0)
  expect([value(), value(), made]).toEqual([undefined, undefined, 1])
})

test('a pattern is one object, with its flags', () => {
  const words = pattern('\\p{L}+', 'gu')
  expect('deux mots'.match(words())).toEqual(['deux', 'mots'])
  expect(words()).toBe(words())
})

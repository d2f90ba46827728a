import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mapStrings } from '../src/strings.ts'

const same = (text: string) => text
const loud = (text: string) => text.toUpperCase()

it('changes keys and values, and shares what did not change', () => {
  const value = { a: 1, b: { c: 'x' }, D: { E: 2 } }
  const mapped = mapStrings(value, loud) as Record<string, unknown>
  expect(mapped).toEqual({ A: 1, B: { C: 'X' }, D: { E: 2 } })
  expect(mapped.D).toBe(value.D)
})

it('returns the same reference if nothing changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(mapStrings(value, same)).toBe(value)
    }),
  )
})

it('gives the same result as changing the JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const strings: string[] = []
      mapStrings(value, (text) => {
        strings.push(text)
        return text
      })
      const expected: string[] = []
      JSON.stringify(value, (_, part) => {
        if (typeof part === 'string') expected.push(part)
        if (typeof part === 'object' && part !== null && !Array.isArray(part)) expected.push(...Object.keys(part))
        return part
      })
      expect(strings.toSorted()).toEqual(expected.toSorted())
    }),
  )
})

it('cycles and endless nesting terminate', () => {
  const cycle: Record<string, unknown> = { text: 'a' }
  cycle.self = cycle
  expect(mapStrings(cycle, loud)).toEqual({ TEXT: 'A', SELF: '[circular]' })
  const deep = JSON.parse(`${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`)
  expect(JSON.stringify(mapStrings(deep, loud))).toContain('[nested too deep]')
})

it('a part shared a million times is visited once', () => {
  let value: unknown = ['a']
  for (let i = 0; i < 90; i++) value = [value, value]
  let visits = 0
  mapStrings(value, (text) => {
    visits++
    return text
  })
  expect(visits).toBe(1)
})

it('a key named __proto__ stays a plain key', () => {
  const mapped = mapStrings(JSON.parse('{"__proto__": {"a": "x"}}'), loud) as object
  expect(Object.getPrototypeOf(mapped)).toBe(Object.prototype)
  expect(JSON.stringify(mapped)).toBe('{"__PROTO__":{"A":"X"}}')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  errorType,
  fingerprint,
  isDistinctive,
  isSameFailure,
  isSameTest,
  markOf,
  namesInError,
} from '../../../src/domain/experience/failure.ts'

const word = fc.stringMatching(/^[a-z]{2,9}$/)
const hex = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${min},${max}}$`))
const number = fc.integer({ min: 0, max: 999_999 }).map(String)
const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}.ts`)
const two = (of: fc.Arbitrary<string>) => fc.tuple(of, of)
const CHANGING: readonly (readonly [string, fc.Arbitrary<readonly [string, string]>])[] = [
  ['numbers', two(number)],
  ['paths', two(path)],
  ['positions', two(fc.tuple(path, number, number).map((parts) => parts.join(':')))],
  ['addresses', two(hex(4, 12).map((digits) => `0x${digits}`))],
  ['uuids', two(fc.uuid())],
  ['times', two(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) => at.toISOString()))],
  ['quoted values', two(word.map((text) => `'${text}'`))],
  ['temporary names', two(hex(3, 8).map((end) => `tmp${end}`))],
  ['temporary folders', two(hex(3, 8).map((end) => `/tmp/run-${end}/out`))],
  ['hosts', two(fc.tuple(fc.ipV4(), fc.nat(65_535)).map(([host, port]) => `http://${host}:${port}/x`))],
  ['durations', two(fc.nat(9999).map((ms) => `${ms}ms`))],
]

describe('the fingerprint of an error', () => {
  test.each(CHANGING)('does not depend on %s', (_, pair) => {
    fc.assert(
      fc.property(pair, word, word, ([one, other], before, after) => {
        const said = (value: string) => `SomeError: ${before} at ${value} while ${after}`
        expect(fingerprint(said(one))).toBe(fingerprint(said(other)))
      }),
    )
  })

  test('does not depend on colours', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(fingerprint(`\u001b[31m${one}\u001b[0m ${other}`)).toBe(fingerprint(`${one} ${other}`))
      }),
    )
  })

  test('differs between types of error', () => {
    const type = fc.stringMatching(/^[A-Z][a-z]{2,8}(?:Error|Exception)$/)
    fc.assert(
      fc.property(type, type, word, (one, other, rest) => {
        fc.pre(one !== other)
        expect(fingerprint(`${one}: ${rest}`)).not.toBe(fingerprint(`${other}: ${rest}`))
        expect(errorType(`${one}: ${rest}`)).not.toBe(errorType(`${other}: ${rest}`))
      }),
    )
  })

  test('keeps the codes of errors', () => {
    const of = (code: string) => fingerprint(`src/a.ts(3,4): error ${code}: Cannot find it here`)
    expect(of('TS2304')).not.toBe(of('TS2305'))
    expect(errorType('error[E0425]: cannot find value `x` in this scope')).toBe('E0425')
  })

  test('takes no time on long lines, and never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 3000 }), (text) => typeof fingerprint(text) === 'string'))
    expect(fingerprint(`${'/a'.repeat(50_000)} ${"'".repeat(50_000)}`).length).toBeLessThanOrEqual(160)
  })

  test('ignores an apostrophe', () => {
    expect(fingerprint("can't connect to the broker, it isn't up")).toContain('connect to the broker')
  })
})

describe('the same failure', () => {
  test('needs the same names where the error quotes any', () => {
    const missing = (name: string) => markOf({ error: `ModuleNotFoundError: No module named '${name}'` })
    expect(isSameFailure(missing('yaml'), missing('yaml'))).toBe(true)
    expect(isSameFailure(missing('yaml'), missing('requests'))).toBe(false)
    expect(namesInError("Cannot find module './lib/money.js' imported from '/x/y.js'")).toEqual(['money.js', 'y.js'])
  })

  test('is not recognised by an error that only says that values differ', () => {
    const error = 'AssertionError: expected 3 to be 4'
    expect(isDistinctive(fingerprint(error))).toBe(false)
    expect(isSameFailure(markOf({ error }), markOf({ error }))).toBe(false)
    const named = { error, failing: ['cart.test.ts > rounds half up 12ms'] }
    expect(isSameFailure(markOf(named), markOf({ ...named, failing: ['rounds half up'] }))).toBe(true)
  })

  test('is another if the test fails for another reason', () => {
    const failing = ['rounds half up']
    const one = markOf({ error: 'AssertionError: expected 3 to be 4', failing })
    expect(isSameFailure(one, markOf({ error: 'ReferenceError: halve is not defined', failing }))).toBe(false)
  })

  test('may name a test with or without its suite', () => {
    expect(isSameTest('tests/test_a.py::test_x', 'test_x')).toBe(true)
    expect(isSameTest('test_xx', 'test_x')).toBe(false)
  })
})

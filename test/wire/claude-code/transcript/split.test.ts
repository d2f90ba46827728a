import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitValues } from '../../../../src/wire/claude-code/transcript/split.ts'
import { character } from '../../../domain/characters.ts'
import { recording } from './reading.ts'

const object = fc.dictionary(fc.string(), fc.jsonValue())

describe('the values of a line', () => {
  test('one value of any kind is one value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(splitValues(text)).toEqual({ values: [JSON.parse(text)] })
      }),
    )
  })

  test('several objects without a line break between them are several values', () => {
    const blanks = fc.constantFrom('', ' ', '\t', '\0\0', '\r', '\ufeff')
    fc.assert(
      fc.property(fc.array(fc.tuple(blanks, object), { maxLength: 5 }), blanks, (parts, end) => {
        const text = parts.map(([blank, value]) => blank + JSON.stringify(value)).join('') + end
        expect(splitValues(text)).toEqual({ values: parts.map(([, value]) => JSON.parse(JSON.stringify(value))) })
      }),
    )
  })

  test('CRLF, NULs and a byte order mark are not values', () => {
    for (const text of ['', ' ', '\r', '\0\0\0', '\ufeff']) expect(splitValues(text)).toEqual({ values: [] })
    expect(splitValues('\ufeff{"a":1}\r')).toEqual({ values: [{ a: 1 }] })
  })

  test('a torn end is returned with the error, and the values before it are kept', () => {
    fc.assert(
      fc.property(object, object, fc.nat(), (first, second, cut) => {
        const whole = JSON.stringify(second)
        const torn = whole.slice(0, 1 + (cut % (whole.length - 1)))
        const { values, rest, error } = splitValues(JSON.stringify(first) + torn)
        expect(values).toEqual([JSON.parse(JSON.stringify(first))])
        expect(rest).toBe(torn)
        expect(error).toContain('no JSON value')
      }),
    )
  })

  test('a complete line after a torn one is found', () => {
    const [first = '', second = ''] = recording('cleared.jsonl').trim().split('\n').slice(-2)
    const torn = first.slice(0, first.length / 2)
    expect(splitValues(torn + second)).toMatchObject({ values: [JSON.parse(second)], rest: torn })
  })

  test('is total: any text gives values, or a rest with an error', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '\0', ' ', '1', 'null', '{"type":'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: character }),
          pieces.map((parts) => parts.join('')),
        ),
        (text) => {
          const { rest, error } = splitValues(text)
          expect(rest === undefined).toBe(error === undefined)
          if (rest !== undefined) expect(text).toContain(rest)
        },
      ),
    )
  })

  test('invalid UTF-8 is read with replacement characters', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')])
    expect(splitValues(bytes.toString('utf8'))).toEqual({ values: [{ a: '\ufffd\ufffd(' }] })
  })
})

describe('a line of 8 MB', () => {
  const long = 8_000_000
  test.each([
    ['of one string', () => `{"a":"${'x'.repeat(long)}"}`, 1],
    ['of two values', () => `{"a":"${'x'.repeat(long / 2)}"}{"b":"${'\\"'.repeat(long / 4)}"}`, 2],
    ['of brackets', () => '['.repeat(long), 0],
    ['of quotes', () => `{${'"'.repeat(long)}`, 0],
    ['of beginnings', () => '{"type":'.repeat(long / 8), 0],
    ['of NULs', () => '\0'.repeat(long), 0],
  ])('%s is split in linear time (quadratic time would never end)', (_, text, count) => {
    expect(splitValues(text()).values).toHaveLength(count)
  })
})

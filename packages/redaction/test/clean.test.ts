import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { character } from '../../../test/domain/characters.ts'
import {
  type Clean,
  type Cleaned,
  capClean,
  cleanJoin,
  cleanLiteral,
  redact,
  redactDeep,
  type SecretRange,
} from '../src/clean.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: character }), fc.constantFrom('\ud800', '\udc00', '\0', '😀')),
})
const anyNumber = fc.oneof(fc.integer({ min: -5, max: 60 }), fc.double())
const anyRanges = fc.array(fc.record({ start: anyNumber, end: anyNumber, kind: fc.string() }))
const LONE = /\p{Surrogate}/u
/** Finds every `S…S`. */
const findMarked = async (text: string): Promise<SecretRange[]> =>
  [...text.matchAll(/S[^S]*S/g)].map(({ index, 0: hit }) => ({ start: index, end: index + hit.length, kind: 'marked' }))

describe('redact', () => {
  it('replaces each secret with its kind', () => {
    const ranges = [
      { start: 8, end: 11, kind: 'b' },
      { start: 0, end: 3, kind: 'a' },
    ]
    expect(redact('one two six.', ranges)).toBe('[redacted:a] two [redacted:b].')
  })

  it('cuts overlapping ranges as one, and reversed ones, too', () => {
    const ranges = [
      { start: 5, end: 2, kind: 'a' },
      { start: 4, end: 7, kind: 'b' },
    ]
    expect(redact('0123456789', ranges)).toBe('01[redacted:a]789')
  })

  it('accepts ranges out of bounds, and cuts to the end if an end is not a number', () => {
    expect(redact('abc', [{ start: -9, end: 1, kind: 'x' }])).toBe('[redacted:x]bc')
    expect(redact('abc', [{ start: 1, end: Number.NaN, kind: 'x' }])).toBe('a[redacted:x]')
    expect(redact('abc', [{ start: 7, end: 9, kind: 'x' }])).toBe('abc')
  })

  it('never lets a character inside a range through, whatever the text and ranges', () => {
    fc.assert(
      fc.property(fc.nat(40), anyRanges, (length, ranges) => {
        const text = Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
        const redacted = redact(text, ranges)
        for (const { start, end } of ranges)
          for (let at = 0; at < length; at++)
            if (at >= Math.min(start, end) && at < Math.max(start, end)) expect(redacted).not.toContain(text[at])
      }),
    )
  })

  it('keeps every character outside the ranges, in order', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(fc.tuple(fc.nat(40), fc.nat(40))), (length, pairs) => {
        const text = Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')
        const inside = (at: number) => pairs.some(([a, b]) => at >= Math.min(a, b) && at < Math.max(a, b))
        const redacted = redact(
          text,
          pairs.map(([start, end]) => ({ start, end, kind: 'k' })),
        )
        expect(redacted.replaceAll('[redacted:k]', '')).toBe([...text].filter((_, at) => !inside(at)).join(''))
      }),
    )
  })

  it('is total, and its result is well-formed and without NUL', () => {
    fc.assert(
      fc.property(anyText, anyRanges, (text, ranges) => {
        const redacted = redact(text, ranges)
        expect(LONE.test(redacted) || redacted.includes('\0')).toBe(false)
      }),
    )
  })

  it('a kind can only contain its name', () => {
    expect(redact('abc', [{ start: 0, end: 3, kind: 'x] abc\n' }])).toBe('[redacted:xabc]')
    expect(redact('abc', [{ start: 0, end: 3, kind: '' }])).toBe('[redacted:secret]')
  })
})

describe('redactDeep', () => {
  it('redacts every string and key, and nothing else', async () => {
    const record = { id: 'e1', count: 3, list: ['a SxS b', null], body: { SkS: true, deep: { text: 'SyS' } } }
    expect(await redactDeep(record, findMarked)).toEqual({
      id: 'e1',
      count: 3,
      list: ['a [redacted:marked] b', null],
      body: { '[redacted:marked]': true, deep: { text: '[redacted:marked]' } },
    })
  })

  it('shows the finder a value next to its key', async () => {
    const find = async (text: string) => {
      const at = text.indexOf('"password": "') + 13
      return [{ start: at, end: at + 5, kind: 'p' }]
    }
    expect(await redactDeep({ a: 'hello', password: 'x7Kq9' }, find)).toEqual({ a: 'hello', password: '[redacted:p]' })
  })

  it('a range across several strings is cut in each of them', async () => {
    const everything = async (text: string) => [{ start: 0, end: text.length, kind: 'all' }]
    expect(await redactDeep(['a', 'b', ''], everything)).toEqual(['[redacted:all]', '[redacted:all]', ''])
  })

  it('gives each string the same result as redact', async () => {
    const part = fc
      .string({ unit: fc.constantFrom('S', 'a', ' ', '😀') })
      .filter((text) => text.split('S').length % 2 === 1)
    await fc.assert(
      fc.asyncProperty(fc.array(part), async (parts) => {
        const alone = await Promise.all(parts.map(async (text) => redact(text, await findMarked(text))))
        expect(await redactDeep(parts, findMarked)).toEqual(alone)
      }),
    )
  })

  it('fails if the finder fails, rather than let the record through', async () => {
    await expect(redactDeep({ a: 'b' }, () => Promise.reject(new Error('no rules')))).rejects.toThrow('no rules')
  })

  it('types: strings become Clean, literals stay, a plain string is rejected', () => {
    expectTypeOf<Cleaned<{ a: string; b?: 'x' | 'y'; c: number; d: readonly string[] }>>().toEqualTypeOf<{
      readonly a: Clean
      readonly b?: 'x' | 'y'
      readonly c: number
      readonly d: readonly Clean[]
    }>()
    expectTypeOf<string>().not.toExtend<Clean>()
    expectTypeOf(cleanLiteral).parameter(1).not.toExtend<string>()
  })
})

describe('cleanLiteral and cleanJoin', () => {
  it('combine Clean parts with our own words', () => {
    const path = redact('a/b.ts', [])
    expect(cleanLiteral`read ${path}, ${3} lines`).toBe('read a/b.ts, 3 lines')
    expect(cleanLiteral`a\tb`).toBe('a\tb')
    expect(cleanJoin([path, path], cleanLiteral`\n`)).toBe('a/b.ts\na/b.ts')
  })
})

describe('capClean', () => {
  it('keeps head and tail and says what is missing', () => {
    const capped = capClean(redact(`${'a'.repeat(10_000)}${'z'.repeat(10_000)}`, []), 1000)
    expect(capped).toMatch(/^a+… \[19,02\d characters cut\] …z+$/)
    expect(capped.length).toBeLessThanOrEqual(1000)
  })

  it('never exceeds the limit, never splits a pair, and counts what it cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '😀'), maxLength: 300 }), fc.nat(320), (text, max) => {
        const capped = capClean(redact(text, []), max)
        const [, head, count, tail] = /^(.*)… \[([\d,]+) characters cut\] …(.*)$/u.exec(capped) ?? []
        expect(capped.length).toBeLessThanOrEqual(max)
        expect(LONE.test(capped)).toBe(false)
        if (text.length <= max) expect(capped).toBe(text)
        else if (count === undefined) expect(text.startsWith(capped)).toBe(true)
        else {
          expect(text.startsWith(head ?? '!') && text.endsWith(tail ?? '!')).toBe(true)
          expect((head?.length ?? 0) + Number(count.replace(',', '')) + (tail?.length ?? 0)).toBe(text.length)
        }
      }),
    )
  })
})

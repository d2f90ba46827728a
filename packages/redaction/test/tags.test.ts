import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { cutPrivate, cutPrivateDeep, cutPrivateLines, cutReminders } from '../src/tags.ts'

const TAGS = ['private', 'hindcast-context', 'claude-mem-context']
const kept = (text: string) => cutPrivate(text).text

describe('cutPrivate', () => {
  test.each([
    ['a <private>b</private> c', 'a  c'],
    ['a <PRIVATE>b</Private > c', 'a  c'],
    ['a<private note="x > y <z">b</private>c', 'ac'],
    ['a<private\n>b</private\n>c', 'ac'],
    ['a<hindcast-context>b</hindcast-context>c<claude-mem-context>d</claude-mem-context>e', 'ace'],
    ['a<private>b<private>c</private>d</private>e', 'ae'],
    ['a<private>b<private>c</private>d', 'a'],
    ['a<hindcast-context><private></hindcast-context>b</private>c', 'ac'],
    ['a<private>b', 'a'],
    ['a<private', 'a'],
    ['a<private<private>b</private>>c</private>d', 'ad'],
    ['a<private>b</private', 'a'],
    ['a</private>b', 'a</private>b'],
    ['a<privateer>b <private-key> <privat>', 'a<privateer>b <private-key> <privat>'],
    ['a < private b', 'a < private b'],
  ])('%j → %j', (text, expected) => {
    expect(kept(text)).toBe(expected)
  })

  it('counts what it cut, and recognises an entirely private text', () => {
    expect(cutPrivate(' <private>a</private>\n<private>b</private> ')).toMatchObject({ wasPrivate: true, cut: 2 })
    expect(cutPrivate('<private>a</private> b')).toMatchObject({ wasPrivate: false, cut: 1 })
    expect(cutPrivate('  ')).toMatchObject({ wasPrivate: false, cut: 0 })
    expect(cutPrivate('<hindcast-context>a</hindcast-context>')).toMatchObject({ wasPrivate: false, cut: 1 })
  })

  it('a cut never creates a tag from the text around it', () => {
    const once = kept('<pri<private>x</private>vate>b</private>')
    expect(kept(once)).toBe(once)
  })

  it('after a hundred tags, cuts from the next private one to the end', () => {
    const many = '<private>s</private>.'.repeat(100)
    expect(kept(`${many}<private>s</private> tail`)).toBe('.'.repeat(100))
    expect(kept(`${many} tail`)).toBe(`${'.'.repeat(100)} tail`)
    const contexts = '<hindcast-context>s</hindcast-context>.'.repeat(150)
    expect(kept(`${contexts}<private>s</private>`)).not.toContain('<private>')
    expect(cutPrivate('<private>a'.repeat(100_000)).text).toBe('')
  })

  it('no text inside a private tag survives, however it is nested, capitalised or left open', () => {
    const piece = fc.oneof(
      fc.record({
        tag: fc.constantFrom(...TAGS),
        closes: fc.boolean(),
        upper: fc.boolean(),
        end: fc.constantFrom('>', ' x="1">'),
      }),
      fc.constantFrom('text', ' ', '\n', '<', '>', '</', 'pri', 'vate>'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        let open = 0
        const text = pieces
          .map((part, at) => {
            if (typeof part === 'string') return open > 0 ? `${part}HIDDEN` : `${part}.${at}.`
            if (part.tag === 'private') open = Math.max(0, open + (part.closes ? -1 : 1))
            const name = part.upper ? part.tag.toUpperCase() : part.tag
            return part.closes ? `</${name}>` : `<${name}${part.end}`
          })
          .join('')
        expect(kept(text)).not.toContain('HIDDEN')
        expect(kept(kept(text))).toBe(kept(text))
      }),
      { numRuns: runs(500) },
    )
  })

  it('text without tags is unchanged', () => {
    const unit = fc.constantFrom('<', '>', '/', 'p', 'rivate', 'private', ' ', 'a', '😀')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        fc.pre(!/<(private)/.test(text))
        expect(cutPrivate(text)).toEqual({ text, wasPrivate: false, cut: 0 })
      }),
    )
  })

  test.each([
    '<private>',
    '<private ',
    '</private ',
    '<hindcast-context></hindcast-context>',
    '<',
    '</',
    '<private>a</private>',
  ])('2 MB of %j are read to the end, so it is not quadratic', (unit) => {
    cutPrivate(unit.repeat(2_000_000 / unit.length))
    cutPrivate(`</private${' '.repeat(1_000_000)}`)
  })
})

describe('cutPrivateDeep', () => {
  it('cuts every string of an input, including keys', () => {
    const input = { command: 'echo <private>a</private>b', env: ['<private>c'], '<private>k</private>n': 1 }
    expect(cutPrivateDeep(input)).toEqual({ command: 'echo b', env: [''], n: 1 })
  })

  it('returns the same reference if nothing was private', () => {
    const input = { a: ['b', { c: 'd' }] }
    expect(cutPrivateDeep(input)).toBe(input)
  })
})

it('cutReminders removes the host’s reminders, however many', () => {
  expect(cutReminders('a<system-reminder>b</system-reminder>c'.repeat(150))).toBe('ac'.repeat(150))
})

describe('private passages across the lines of a list', () => {
  test.each([
    [
      ['+a', '+<private>', '+x', '+</private>', '+b'],
      ['+a', '+', '+b'],
    ],
    [['-<private>', ' x', '-</private>'], ['-']],
    [
      [' a', '+<private>', '+x'],
      [' a', '+'],
    ],
    [
      [' x', ' </private>', '+b'],
      ['', '+b'],
    ],
    [
      ['+<b>', '+</b>'],
      ['+<b>', '+</b>'],
    ],
    [['+x'], ['+x']],
  ])('%j becomes %j', (lines, kept) => {
    expect(cutPrivateLines(lines)).toEqual(kept)
    expect(cutPrivateDeep({ hunks: [{ lines }] })).toEqual({ hunks: [{ lines: kept }] })
  })
})

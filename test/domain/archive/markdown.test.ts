import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { block, code, inline, scalar, slug } from '../../../src/domain/archive/markdown.ts'

/** Texts rich in Markdown syntax. */
const hostile = fc
  .array(fc.constantFrom(...'`~#*_[]()<>!|&\\\n\r\u2028\u202e -+1.ab:/@'), { maxLength: 60 })
  .map((parts) => parts.join(''))

describe('inline', () => {
  test('is one line without active markup', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = inline(text)
        expect(shown).not.toMatch(/[\n\r\u2028\u202e]/)
        expect(shown.replace(/\\[^a-z0-9\s]/gi, ' ')).not.toMatch(/[`*_[\]()<>#|~!&@]|:\/\//)
        expect(shown).not.toMatch(/^[-+]/)
      }),
    )
  })

  test('shows the text itself', () => {
    expect(inline('a <img src=x onerror=y> [b](http://c)\n# d')).toBe(
      'a \\<img src\\=x onerror\\=y\\> \\[b\\]\\(http\\://c\\) \\# d',
    )
  })
})

describe('code and block', () => {
  test('code ends only where it should', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = code(text)
        const ticks = /^`*/.exec(shown)?.[0] ?? ''
        const inner = shown.slice(ticks.length, shown.length - ticks.length)
        expect(shown).not.toMatch(/\n|\r/)
        if (shown !== '') expect(inner.split(/[^`]+/)).not.toContain(ticks)
      }),
    )
  })

  test('a block ends only at its last line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = block(text).split('\n')
        const fence = lines.at(-1) ?? ''
        expect(lines[0]).toBe(`${fence}text`)
        expect(fence).toMatch(/^`{3,}$/)
        for (const line of lines.slice(1, -1)) expect(line.trim().startsWith(fence)).toBe(false)
      }),
    )
  })
})

describe('fences', () => {
  const fences = fc
    .array(
      fc.oneof(
        fc.nat({ max: 12 }).map((n) => '`'.repeat(n)),
        fc.constantFrom('a', ' ', '\n', '~~~'),
      ),
    )
    .map((parts) => parts.join(''))
  const longestOf = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

  test('of a block are longer than any inside, and enclose the text', () => {
    fc.assert(
      fc.property(fences, (text) => {
        const [, fence = '', inner] = /^(`+)text\n([\s\S]*)\n\1$/.exec(block(text)) ?? []
        expect(fence.length).toBeGreaterThan(Math.max(2, longestOf(text)))
        expect(inner).toBe(text)
      }),
    )
  })

  test("of inline code are longer than any inside, and a space separates them from the text's own", () => {
    fc.assert(
      fc.property(fences, (text) => {
        const plain = text.replace(/\s+/g, ' ').trim()
        const ticks = '`'.repeat(longestOf(plain) + 1)
        const blank = plain.startsWith('`') || plain.endsWith('`') ? ' ' : ''
        expect(code(text)).toBe(plain === '' ? '' : `${ticks}${blank}${plain}${blank}${ticks}`)
      }),
    )
  })

  test('line breaks of every system are kept in a block', () => {
    expect(block('a\r\nb\rc\u2028d\u2029e\u202e')).toBe('```text\na\nb\nc\nd\ne\n```')
  })
})

test('a scalar parses back as YAML, on one line', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const value = scalar(text)
      expect(value).not.toContain('\n')
      expect(parse(`key: ${value}`).key).toBeTypeOf('string')
    }),
  )
  expect(parse(`key: ${scalar('a: "b" #c')}`)).toEqual({ key: 'a: "b" #c' })
})

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['Ünïcode Näme', 'u-ni-code-na-me'],
  ['CON:?*|', 'con'],
  ['…', ''],
])('slug of %j is %j', (text, name) => {
  expect(slug(text).replace(/-/g, '')).toBe(name.replace(/-/g, ''))
  expect(slug(text)).toMatch(/^[a-z0-9-]*$/)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockIn, withBlock, withoutBlock } from '../../../src/domain/artifacts/block.ts'
import { runs } from '../../runs.ts'
import { character } from '../characters.ts'

const TAG = '0a1b2c3d'
const OTHER = 'ffffffff'
const RULES = ['## Learned preferences', '', '#### uv instead of pip']

/** Pieces of Markdown that could be mistaken for a block, or could hide one. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '# Title',
      'Text',
      '',
      '```',
      '````ts',
      '~~~',
      '   ```',
      '    ```',
      '- item',
      '> quote',
      '<pre>',
      '</pre>',
      '<!--',
      '-->',
    ],
    ...['| a | b |', '---', `<!-- hindcast:begin ${TAG} 1+0 -->`, `<!-- hindcast:end ${TAG} -->`],
    ...[`<!-- hindcast:begin ${OTHER} 1+0 -->`, `<!-- hindcast:end ${OTHER} -->`, `<!-- hindcast:begin ${TAG}`],
    ...['``` `inline`', '\uFEFF', '\t', 'trailing  ', '\u2028'],
  ),
  fc.string({ unit: character, maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
)
const eol = fc.constantFrom('\n', '\r\n')
const markdown = fc.tuple(fc.array(fc.tuple(piece, eol), { maxLength: 12 }), fc.boolean()).map(([lines, isEnded]) => {
  const text = lines.map(([line, end]) => line + end).join('')
  return isEnded ? text : text.replace(/\r?\n$/, '')
})
const rules = fc.array(fc.constantFrom(...RULES, '```', 'more', ''), { minLength: 1, maxLength: 6 })
/** A text in which our own tag does not already stand as a whole block. */
const foreign = markdown.filter((text) => blockIn(text, TAG) === undefined)

/** What may happen to a file next; an edit replaces lines, also those of the block and its tags. */
const step = fc.record({
  kind: fc.constantFrom('write', 'write', 'edit', 'edit', 'take out'),
  lines: rules,
  at: fc.nat(20),
  gone: fc.nat(2),
  text: markdown,
})

function edited(text: string, { at, gone, text: put }: { at: number; gone: number; text: string }): string {
  const lines = text.split(/(?<=\n)/)
  return lines.toSpliced(at % (lines.length + 1), gone, put).join('')
}

describe('a block', () => {
  test('put into any Markdown is found again, and taken out leaves every byte as it was', () => {
    fc.assert(
      fc.property(foreign, rules, (text, lines) => {
        const written = withBlock(text, TAG, lines)
        expect(blockIn(written, TAG)?.lines).toEqual(lines)
        expect(withoutBlock(written, TAG)).toBe(text)
      }),
      { numRuns: runs(500) },
    )
  })

  test('changed any number of times leaves every byte outside of it', () => {
    fc.assert(
      fc.property(foreign, fc.array(rules, { minLength: 1, maxLength: 6 }), (text, versions) => {
        const last = versions.reduce((now, lines) => withBlock(now, TAG, lines), text)
        expect(blockIn(last, TAG)?.lines).toEqual(versions.at(-1))
        expect(withoutBlock(last, TAG)).toBe(text)
      }),
      { numRuns: runs(500) },
    )
  })

  test('keeps what a person writes before and after it, whatever is done to it then', () => {
    const line = fc.constantFrom('Use tabs.', '- and more', '# Heading', '> said')
    fc.assert(
      fc.property(foreign, rules, rules, line, line, (text, first, second, before, after) => {
        const written = withBlock(text, TAG, first)
        const edited = `${before}\n${written}${written.endsWith('\n') ? '' : '\n'}${after}\n`
        fc.pre(blockIn(edited, TAG) !== undefined)
        const rest = withoutBlock(edited, TAG)
        expect(withoutBlock(withBlock(edited, TAG, second), TAG)).toBe(rest)
        expect(rest.startsWith(`${before}\n`) && rest.endsWith(`${after}\n`)).toBe(true)
      }),
      { numRuns: runs(500) },
    )
  })

  test('written, taken out and edited by a person in any order never costs them a byte', () => {
    fc.assert(
      fc.property(markdown, fc.array(step, { maxLength: 12 }), (text, steps) => {
        steps.reduce((now, { kind, ...by }) => {
          if (kind === 'edit') return edited(now, by)
          if (kind === 'take out') return withoutBlock(now, TAG)
          const written = withBlock(now, TAG, by.lines)
          expect(blockIn(written, TAG)?.lines).toEqual(by.lines)
          expect(withoutBlock(written, TAG)).toBe(withoutBlock(now, TAG))
          return written
        }, text)
      }),
      { numRuns: runs(500) },
    )
  })

  test('taken out leaves what a person wrote below it on a line of its own', () => {
    const written = withBlock('# Notes', TAG, RULES)
    expect(withoutBlock(`${written}Mine\n`, TAG)).toBe('# Notes\nMine\n')
    expect(withoutBlock(withBlock(`${written}Mine\n`, TAG, ['more']), TAG)).toBe('# Notes\nMine\n')
  })

  test('with one of its tags deleted is not touched: a new one is added', () => {
    const written = withBlock('# Notes\n', TAG, RULES)
    const torn = written.replace(`<!-- hindcast:end ${TAG} -->\n`, '')
    expect(blockIn(torn, TAG)).toBeUndefined()
    expect(withoutBlock(withBlock(torn, TAG, RULES), TAG)).toBe(torn)
  })

  test('quoted inside a code fence is somebody else’s text', () => {
    const quoted = `# Notes\n\n\`\`\`md\n${withBlock('', TAG, RULES)}\`\`\`\n`
    expect(blockIn(quoted, TAG)).toBeUndefined()
    expect(withoutBlock(withBlock(quoted, TAG, RULES), TAG)).toBe(quoted)
  })

  test('of another machine is somebody else’s text', () => {
    const text = withBlock('# Notes\n', OTHER, ['theirs'])
    expect(withBlock(text, TAG, ['ours'])).toContain('theirs')
    expect(withoutBlock(text, TAG)).toBe(text)
  })

  test('uses the line ends of its file', () => {
    expect(withBlock('# Notes\r\n', TAG, RULES).replaceAll('\r\n', '')).not.toContain('\n')
  })

  test('leaves in its place the lines of a person that were inside it', () => {
    const written = withBlock('# Notes\n', TAG, [...RULES, 'mine'])
    expect(withoutBlock(written, TAG, ['mine'])).toBe('# Notes\n\nmine\n')
  })
})

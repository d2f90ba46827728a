import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../runs.ts'
import { FILE, lessonFiles, TABS, UV } from './lesson-files.ts'

const RULES = [UV, TABS, { polarity: 'do', subject: 'ripgrep', object: 'grep' }] as const

const line = fc.constantFrom(
  ...[
    '# Title',
    'Text',
    '',
    '```',
    '~~~',
    '<pre>',
    '<!--',
    '-->',
    '| a | b |',
    '- item',
    '\u00e9\u{1f99d}',
    'trailing  ',
  ],
)
const markdown = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded && lines.length > 0 ? eol : ''))

/** What happens next: a rule is taught, the newest is taken back, or a person edits the file. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('teach' as const), rule: fc.nat(RULES.length - 1) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constantFrom('above' as const, 'inside' as const, 'tear' as const, 'drop' as const) }),
)

/** Whole, without a tag whose end is gone. */
const BLOCK = /<!-- hindcast:begin (?:(?!<!-- hindcast:begin )[\s\S])*?<!-- hindcast:end \w+ -->/

/**
 * Everything outside the block but for the number of line ends, and the line that a person wrote inside, which stays when
 * the block goes. `block.test.ts` compares bytes.
 */
const outside = (text: string): string =>
  text
    .replace(BLOCK, '')
    .replaceAll('Between', '')
    .replace(/[\r\n]+/g, '\n')
    .trim()

const edits: Readonly<Record<'above' | 'inside' | 'tear' | 'drop', (text: string) => string>> = {
  above: (text) => `Mine\n${text}`,
  inside: (text) => text.replace(/(## Learned preferences\r?\n)/, '$1Between\n'),
  tear: (text) => text.replace(/<!-- hindcast:end \w+ -->\r?\n?/, ''),
  drop: (text) => text.replace(/#### [\s\S]*?learned [^\n]*\n/, ''),
}

test('whatever is taught, taken back and edited in whichever order, only the block in a person’s file changes', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, fc.array(step, { maxLength: 6 }), async (text, steps) => {
      const { say, begin, publisher, root, settled, top } = await lessonFiles({
        learn: { sessions: 1 },
        files: { [FILE]: text },
      })
      const path = join(root, FILE)
      const now = () => (existsSync(path) ? readFileSync(path, 'utf8') : '')
      for (const [n, each] of steps.entries()) {
        const before = now()
        if (each.kind === 'teach') await say(`s${n}`, RULES[each.rule])
        else if (each.kind === 'undo') await publisher.undo(1)
        else {
          writeFileSync(path, edits[each.kind](before))
          const edited = outside(now())
          await begin(`s${n}`)
          await settled()
          expect(outside(now())).toContain(edited)
          continue
        }
        expect(outside(now())).toBe(outside(before))
      }
      rmSync(top, { recursive: true, force: true })
    }),
    { numRuns: runs(15) },
  )
}, 120_000)

import { Lexer } from 'marked'
import { expect, it, test } from 'vitest'
import { isDrawable } from '../../viewer/words.ts'

/** CPU time of the lexer, the least of three runs. */
function costMs(text: string): number {
  const costs = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    Lexer.lex(text, { gfm: true, breaks: true })
    return process.cpuUsage(start).user / 1000
  })
  return Math.min(...costs)
}

test.each(['*a_', 'a_', '**a', '**a**b', '`', '[a](', '<a ', '~~', '![', '__', '*', 'a!'])(
  '16,000 characters of %j are shown as they are, or drawn in a moment',
  (unit) => {
    const text = unit.repeat(16_000 / unit.length)
    if (isDrawable(text)) expect(costMs(text)).toBeLessThan(1_000)
  },
)

it('16,000 characters of ordinary Markdown are drawn', () => {
  const list = '- `src/app.ts`: **fixed** the [loader](https://example.com), see `test/app.test.ts`\n'.repeat(180)
  const prose = 'The loader reads `config.json` first, *then* the environment. '.repeat(10)
  expect(
    [list, `${prose}\n\n`.repeat(24), `| a | \`b\` |\n|---|---|\n${'| `x` | **y** |\n'.repeat(150)}`].map(isDrawable),
  ).toEqual([true, true, true])
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { IgnoreRules } from '../../src/analysis/ignore-rules.ts'

const part = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'ab',
    'a.b',
    '*',
    '**',
    'a*',
    '*b',
    '?',
    '[ab]',
    '[!a]',
    '[a-c]x',
    'a**b',
    '*a*b*',
    '\\\\a',
  ),
  fc.stringMatching(/^[ab.]{1,3}$/),
)
const rule = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(part, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '/'),
  )
  .map(([not, top, parts, end]) => `${not}${top}${parts.join('/')}${end}`)
const name = fc.stringMatching(/^[abc]{1,3}(?:\.[ab])?x?$/)
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'))

test('whatever the rules, the same paths are ignored as by git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('git', ['init', '-q', folder])
  const paths = fc.sample(path, 200)
  const input = `${paths.join('\0')}\0`
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (rules) => {
      writeFileSync(join(folder, '.gitignore'), `${rules.join('\n')}\n`)

      let listed = ''
      try {
        listed = execFileSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
          ...{ cwd: folder, input, encoding: 'utf8', stdio: 'pipe' },
        })
      } catch {
        // It says that there are none
      }
      const known = new IgnoreRules(rules.join('\n'))
      expect(paths.filter((each) => known.ignores(each))).toEqual(listed.split('\0').filter(Boolean))
    }),
    { numRuns: runs(40) },
  )
})

test('comments, spaces at the end and empty lines are no rules; case does not matter', () => {
  const rules = new IgnoreRules('# note\n\n  \nBuild/   \r\nkept\\ \n')
  expect(['build/x', 'BUILD/y', 'note', 'build'].map((each) => rules.ignores(each))).toEqual([true, true, false, false])
  expect(new IgnoreRules('').ignores('a')).toBe(false)
})

test.each([
  ['names', `${'*a'.repeat(2_000)}b`, 'a'.repeat(4_000)],
  ['folders', `${'**/a/'.repeat(800)}b`, `${'a/'.repeat(2_000)}c`],
  ['sets', `${'*[!b]'.repeat(1_000)}b`, 'a'.repeat(4_000)],
])('rules made to take forever about %s are decided', (_, text, asked) => {
  expect(new IgnoreRules(text).ignores(asked)).toBe(false)
})

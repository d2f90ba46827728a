import { redact } from '@hindcast/redaction/clean.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { character } from '../../domain/characters.ts'
import { runs } from '../../runs.ts'
import { SECRETS } from './samples.ts'

/** What the rules look for, to be put together in any order. */
const PIECES = [
  ...['password', 'key', 'token', 'cookie: ', 'auth', 'Bearer ', 'machine ', 'login ', 'ENV ', 'set -x ', 'value="'],
  ...['curl ', '-u ', '-p', '--', '-b ', 'mysql ', 'openssl ', 'htpasswd -b ', 'echo ', 'pass:', 'redis-cli '],
  ...[
    'ghp_',
    'sk-',
    'eyJ',
    'SG.',
    'AKIA',
    'NRAL',
    '-us1',
    'Q~',
    '$6$',
    ':5432:',
    'bot',
    '://',
    'aGVs',
    'PRIVATE KEY-----',
  ],
  ...[
    '=',
    ':',
    '@',
    '>',
    '<',
    '</',
    '.',
    '/',
    '%',
    '|',
    '?',
    '&',
    '"',
    "'",
    '\\',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\0',
    '_',
    '-',
  ],
  ...[
    'a',
    'A',
    '1',
    'x9K',
    'é',
    '\ud800',
    ' is ',
    ' for ',
    'парол',
    '密码',
    'creds ',
    'login ',
    '--value ',
    'seed ',
    'connect(',
  ],
  ...['vault kv put ', '::', '@tcp(', 'master.key', ':\\/\\/', ' as the ', '%3A%2F%2F', '--from-literal='],
]
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: character, maxLength: 4 }))

it('any text is searched without an error, and each range is within it', async () => {
  const planted = fc.constantFrom(...SECRETS.map(({ secret, around }) => around(secret)))
  const text = fc
    .array(fc.oneof({ weight: 9, arbitrary: piece }, planted), { maxLength: 40 })
    .map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      for (const { start, end } of await secretlint.find(one)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(one.length)
      }
    }),
    { numRuns: runs(500) },
  )
})

it('the lines before and after a secret stay as they are', async () => {
  const line = fc.constantFrom(
    'The build is green.',
    'const sum = (a, b) => a + b',
    'see docs/setup.md',
    '  - item one',
  )
  const planted = fc.constantFrom(...SECRETS.filter(({ what }) => !what.includes('.netrc')))
  await fc.assert(
    fc.asyncProperty(line, planted, line, async (before, { secret, around }, after) => {
      const text = `${before}\n\n${around(secret)}\n\n${after}`
      const kept = redact(text, await secretlint.find(text))
      expect([kept.startsWith(`${before}\n`), kept.endsWith(`\n${after}`)]).toEqual([true, true])
    }),
    { numRuns: runs(300) },
  )
})

it.each(['canyon', 'ladder', 'velvet', 'river'])(
  'a recovery phrase that ends in %s ends at a blank line',
  async (last) => {
    const words = 'cherry vivid ladder orbit napkin frozen tunnel marble silver ostrich velvet'
    const text = `my recovery phrase is ${words} ${last}\n\nconst sum = 1`
    expect(redact(text, await secretlint.find(text))).toBe('my recovery phrase is [redacted:seed]\n\nconst sum = 1')
  },
)

/** CPU time of this process, the least of three runs. */
async function costMs(text: string): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage()
    await secretlint.find(text)
    costs.push(process.cpuUsage(start).user / 1000)
  }
  return Math.min(...costs)
}

it('sixteen times as much of any repeated text takes nowhere near sixteen times sixteen times as long', async () => {
  const unit = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(unit, async (one) => {
      const text = one.repeat(Math.ceil(65_536 / one.length))
      const [little, much] = [await costMs(text.slice(0, 4_096)), await costMs(text.slice(0, 65_536))]
      expect(much, JSON.stringify(one)).toBeLessThan(160 * little + 150)
    }),
    { numRuns: runs(20) },
  )
})

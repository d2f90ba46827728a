import { redact, redactDeep } from '@hindcast/redaction/clean.ts'
import { describe, expect, it, test } from 'vitest'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { made } from './made.ts'
import { HARMLESS, SECRETS } from './samples.ts'

const clean = async (text: string): Promise<string> => redact(text, await secretlint.find(text))
const GITHUB = `ghp_${made(36, 'abcdefghijkmnpqrstuvwxyzABCDEFGH0123456789')}`
/** CPU time used by this process, however busy the machine is. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  return process.cpuUsage(start).user / 1000
}
const FILLER = 'const sum = (a: number, b: number) => a + b // nothing to hide here\n'

describe('secrets', () => {
  test.each(SECRETS)('$what is redacted', async ({ secret, around }) => {
    const text = around(secret)
    const [before, after] = text.split(secret)
    const redacted = await clean(text)
    const body = secret.split('\n').at(3) ?? secret
    expect(redacted).toContain('[redacted:')
    const rest = redacted.replaceAll(/\[redacted:[\w-]+\]/g, '')
    for (let at = 0; at + 6 <= body.length; at += 6) expect(rest).not.toContain(body.slice(at, at + 6))
    expect(redacted.startsWith(before?.slice(0, 6) ?? '')).toBe(true)
    expect(redacted.endsWith(after?.slice(-4) ?? '')).toBe(true)
  })

  it('are replaced by their kind, and the rest of a URL stays', async () => {
    expect(await clean('postgres://app:tr0ub4dor@db:5432/shop')).toBe(
      'postgres://app:[redacted:url-password]@db:5432/shop',
    )
    expect(await clean(`token ${GITHUB} end`)).toBe('token [redacted:github] end')
  })

  it('are cut as the value alone if a rule reports the name before it', async () => {
    const secret = made(40, 'abcdefghijkmnpqrstuvwxyzABCDEFGH0123456789')
    expect(await clean(`AWS_SECRET_ACCESS_KEY=${secret} next`)).toBe('AWS_SECRET_ACCESS_KEY=[redacted:aws] next')
  })

  it('a truncated key printed with line numbers is cut with its headers, and nothing after it', async () => {
    const lines = [
      '-----BEGIN RSA PRIVATE KEY-----',
      'Proc-Type: 4,ENCRYPTED',
      'DEK-Info: AES-128-CBC,0A1B2C3D4E5F60718293',
    ]
    for (let at = 0; at < 9; at++) lines.push(made(64, 'abcdefXYZ0123456789+/', at))
    const text = `${lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join('\n')}\nthe rest of the file was cut`
    expect(await clean(text)).toBe('     1\t[redacted:private-key]\nthe rest of the file was cut')
  })

  it('a comment in the text does not disable redaction', async () => {
    expect(await clean(`// secretlint-disable\n${GITHUB} // secretlint-disable-line`)).not.toContain(GITHUB)
  })

  it('a byte order mark does not shift ranges', async () => {
    expect(await clean(`\ufeff${GITHUB}!`)).toBe('\ufeff[redacted:github]!')
  })

  it('a value is recognised by its key in a record, and the next field stays', async () => {
    const record = {
      env: { API_KEY: made(32, '0123456789abcdef') },
      keys: [`-----BEGIN EC PRIVATE KEY-----\n${made(64, 'abcXYZ123')}`, 'next'],
    }
    expect(await redactDeep(record, secretlint.find)).toEqual({
      env: { API_KEY: '[redacted:assignment]' },
      keys: ['[redacted:private-key]', 'next'],
    })
  })

  it('concurrent calls do not affect each other', async () => {
    const [one, two] = await Promise.all([secretlint.find(GITHUB), secretlint.find('nothing')])
    expect([one.length > 0, two]).toEqual([true, []])
  })
})

describe('text that is not secret stays', () => {
  test.each(HARMLESS)('%s', async (_, text) => {
    expect(await clean(text)).toBe(text)
  })

  it("the keys in AWS's own documentation, by the library's design", async () => {
    const text = 'AKIAIOSFODNN7EXAMPLE'
    expect(await clean(text)).toBe(text)
  })
})

describe('any size', () => {
  test.each([65_500, 65_535, 49_140, 49_152, 98_300, 131_072])('a secret at %d is found completely', async (at) => {
    const text = `${FILLER.repeat(3000).slice(0, at - 1)} ${GITHUB} ${FILLER.repeat(3000)}`
    const redacted = await clean(text)
    expect(redacted).toBe(text.replace(GITHUB, '[redacted:github]'))
  })

  it('a token longer than a chunk is cut to its end', async () => {
    const token = `eyJ${made(30, 'abc123')}.eyJ${made(30, 'abc123')}.${made(200_000, 'abcdef0123456789')}`
    expect(await clean(`x ${token} y`)).toBe('x [redacted:jwt] y')
  })

  it('scanning 2 MB yields between chunks', async () => {
    let turns = 0
    let done = false
    const count = () => {
      turns++
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    await secretlint.find(FILLER.repeat(2_000_000 / FILLER.length))
    done = true
    expect(turns).toBeGreaterThan(2_000_000 / 65_536)
  })

  test.each([
    'eyJ-',
    'eyJaaaaaaaa.',
    'sk-',
    'glpat-',
    '-----BEGIN PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----${'A'.repeat(30)}-`,
    'password=',
    'password="',
    'http://a:b:',
    '://',
    'Authorization: Bearer ',
    'xoxb-a-',
    'SG.a.aaaaaaaa',
    `SG.a.${'w'.repeat(260)}`,
    'secret_access_key',
    'A',
    ' ',
    '"\\',
    'ops_eyfQ',
  ])('scanning 1 MB of %j ends, so it is not quadratic', async (unit) => {
    expect(await secretlint.find(unit.repeat(1_000_000 / unit.length))).toBeInstanceOf(Array)
  })

  it('does not get slower after thousands of calls', async () => {
    const round = () =>
      cpuMs(async () => {
        for (let i = 0; i < 500; i++) await secretlint.find(FILLER.repeat(10))
      })
    await round()
    const early = await round()
    for (let i = 0; i < 4; i++) await round()
    expect(await round()).toBeLessThan(early * 4 + 50)
  })
})

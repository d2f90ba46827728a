import { redact, redactDeep } from '@hindcast/redaction/clean.ts'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { runs } from '../../runs.ts'
import { chosenPassword } from './passwords.ts'
import { HARMLESS, SECRETS } from './samples.ts'
import { SENTENCES, UNSPOKEN } from './spoken.ts'

const clean = async (text: string): Promise<string> => redact(text, await secretlint.find(text))

/** Where a password stands beside its name. */
const FORMS: readonly string[] = [
  ...[
    'use password=%',
    'use db_password: % for now',
    'use passwd=% please',
    'pwd: %',
    'root pw = %',
    'ADMIN_PASSWORD=%\n',
  ],
  ...['{"user": "bob", "password": "%"}', '{\\"password\\": \\"%\\"}', 'db:\n  user: bob\n  password: %\n'],
  ...['tool --user bob --password=%', 'tool --password %', 'postgres://app:%@db/shop', 'https://x/?password=%&page=2'],
  ...[
    '**Password:** %',
    '- password: `%`',
    '| password | % |',
    'user bob, password %',
    'creds: bob:%',
    'user/pass: bob / %',
  ],
  ...['password for bob@example.org: %', 'the new password will be %.', 'export DB_PASSWORD="%"', "passphrase '%'"],
  ...['my wifi key is %', 'the wi-fi key: %', 'the door code is %', 'our recovery code is %', 'my PIN is %'],
  ...['PIN/password combo 1234 %', 'rclone config create r sftp pass %', 'user bob pass %', "the admin's password's %"],
  ...['basic auth is bob %', 'login: bob %', 'sign in with bob % please', 'basic auth bob:%', 'credentials are bob %'],
  ...['Zugangsdaten: bob / %', 'identifiants : bob / %', 'credenziali: bob / %', 'credenciales: bob / %'],
  ...['the zip is encrypted with %', 'unlock it with %', 'use % to log in', 'the secret is %', 'my token is %'],
  ...['mc alias set m http://x bob %', 'rdesktop -u bob -p % x', 'passwd bob <<< %', 'xfreerdp /u:bob /p:% /v:x'],
  ...SENTENCES.map(([, sentence]) => sentence),
]

it.each(FORMS)('whatever the password, %s keeps nothing of it and all the rest', async (form) => {
  await fc.assert(
    fc.asyncProperty(chosenPassword, async (secret) => {
      const [before = '', after = ''] = form.split('%')
      const kept = await clean(before + secret + after)
      expect(kept.replaceAll(/\[redacted:[\w-]+\]/g, '%')).toBe(form)
    }),
    { numRuns: runs(12) },
  )
})

test.each(['Aa22Hashoq', 'Tokenfi47', 'x8Authoriq', 'secretaR29'])(
  '%s is a password, though a word of code begins in it',
  async (secret) => {
    expect(await clean(`the password is ${secret}`)).not.toContain(secret)
  },
)

test.each(UNSPOKEN)('%s stays byte for byte', async (text) => {
  expect(await clean(text)).toBe(text)
  expect(await clean(`Before.\n${text}\nAfter.`)).toBe(`Before.\n${text}\nAfter.`)
})

/** A text where each kind of event holds it. */
const CHANNELS: Readonly<Record<string, (text: string) => unknown>> = {
  prompt: (text) => ({ event: { name: 'UserPromptSubmit', prompt: text } }),
  'tool input': (text) => ({ tool: 'Bash', input: { command: text, description: 'Run it' } }),
  'tool output': (text) => ({ result: { stdout: text, stderr: '', code: 0 } }),
  answer: (text) => ({ name: 'Stop', message: text, at: 1 }),
  transcript: (text) => ({ message: { role: 'user', content: [{ type: 'text', text }] } }),
  alone: (text) => text,
}

it('a text is redacted alike in every channel, and redacting it again changes nothing', async () => {
  const texts = [
    ...SECRETS.map(({ secret, around }) => around(secret)),
    ...HARMLESS.map(([, text]) => text),
    ...UNSPOKEN,
  ]
  const differ: unknown[] = []
  for (const text of texts) {
    const once = await clean(text)
    if ((await clean(once)) !== once) differ.push(['again', once])
    for (const [channel, of] of Object.entries(CHANNELS)) {
      const kept = await redactDeep(of(text), secretlint.find)
      if (JSON.stringify(kept) !== JSON.stringify(of(once))) differ.push([channel, once, kept])
    }
  }
  expect(differ).toEqual([])
})

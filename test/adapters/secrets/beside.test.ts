import { redact } from '@hindcast/redaction/clean.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { runs } from '../../runs.ts'
import { chosenPassword } from './passwords.ts'
import { PLACES } from './places.ts'
import { SECRETS } from './samples.ts'

const clean = async (text: string): Promise<string> => redact(text, await secretlint.find(text))

describe.each(Object.entries(PLACES))('a password beside its name: %s', (_, places) => {
  it('is removed whatever it is, and all the rest stays', async () => {
    const lines = fc.constantFrom(...['', 'const sum = (a, b) => a + b\n', '  // nothing to hide\n'])
    await fc.assert(
      fc.asyncProperty(chosenPassword, lines, async (secret, line) => {
        for (const place of places) {
          const [before = '', after = ''] = (line + place + line).split('%')
          const kept = await clean(before + secret + after)
          expect(kept.replaceAll(/\[redacted:[\w-]+\]/g, '%')).toBe(line + place + line)
        }
      }),
      { numRuns: runs(4) },
    )
  })
})

/** Names of what holds a secret, of which the rules know parts. */
const HOLDERS =
  'password passwd passphrase passcode pwd pw pass dbPass clientSecret token refresh_token apiKey api_key credential'
    .split(' ')
    .concat(
      'creds authKey privateKey encryptionKey signingKey licenseKey serviceKey hmacKey webhookKey jwtSecret'.split(' '),
    )
    .concat('passwort kennwort contrasena motDePasse senha psk github_pat unlockCode pinCode'.split(' '))

test.each(HOLDERS)('a password beside %s is removed, too', async (name) => {
  const secret = ['Wolke', '4711', 'Kx'].join('')
  const [upper, snake] = [name.charAt(0).toUpperCase() + name.slice(1), name.includes('_')]
  const setter = snake ? `set_${name}` : `set${upper}`
  for (const place of [`${setter}("%")`, `assert.equal(user.${name}, "%")`, `enum ${upper} { A = "%" }`])
    expect(await clean(place.replace('%', secret))).not.toContain(secret)
  for (const place of [`${name}: Literal["%"]`, `def ${name}(v="%"):`, `if ("%" === ${name}) {`])
    expect(await clean(place.replace('%', secret))).not.toContain(secret)
})

test.each([
  ...['const token = next()\nif (token.kind === "Vector3Array") return', 'describe("tokens", () => read("Es2015.ts"))'],
  ...['enum Token { Open = "OpenBraceToken", Close = "CloseBraceToken" }', "case 'A128CBC-HS256': return secret"],
  ...['t("errors.password2.tooShort")', 'import { hash } from "password2/sha256"', "password: t('auth.passwordV2')"],
  ...['{"token": {"type": "string", "format": "uuid4", "path": "/v2/items"}}', 'class="password-field-2"'],
  ...[
    'tokens: ["Summer2024", "Winter2025"]',
    'Run it with `LOG_LEVEL=debug2`; the token expires',
    "t.pass('Step2Done')",
  ],
])('%s stays', async (text) => {
  expect(await clean(text)).toBe(text)
})

/** Keys that begin as words end, or as base64 does, and those that nothing but the beginning of a word tells. */
const APART =
  /base64|Discord|Hugging Face|ElevenLabs|Twilio|LaunchDarkly|Plaid access|Asana|Salesforce|Facebook|Replicate|Trello|Artifactory|Bedrock/
const KEYS = SECRETS.filter(({ secret, around }) => around('x') === 'before x after' && !/\s/.test(secret))

test.each(KEYS)('$what is removed from the name of a variable, too', async ({ what, secret }) => {
  expect(KEYS.length).toBeGreaterThan(50)
  for (const before of APART.test(what)
    ? /base64|Discord/.test(what)
      ? []
      : ['k_', 'TOKEN_']
    : ['pre', 'k_', '_', 'x', 'v1', 'keyIs'])
    expect(await clean(`def ${before}${secret}(): pass`)).not.toContain(secret.slice(-8))
})

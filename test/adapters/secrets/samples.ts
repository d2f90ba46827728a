/** Deterministic fake secrets over an alphabet, written so that no scanner reports this file. */
export function made(length: number, alphabet: string, seed = 7): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return alphabet[Math.floor((state / 2147483648) * alphabet.length)]
  }).join('')
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const WORD = LOWER + UPPER + DIGITS
const HEX = '0123456789abcdef'
const BASE64 = `${WORD}+/`
const pem = (label: string, lines: number) => [
  `-----BEGIN ${label}-----`,
  `MII${made(61, BASE64)}`,
  ...Array.from({ length: lines }, (_, at) => made(64, BASE64, at + 1)),
  `-----END ${label}-----`,
]
const key = pem('RSA PRIVATE KEY', 12)

type Around = (secret: string) => string
const ROWS: readonly (readonly [what: string, secret: string, around?: Around])[] = [
  ['an AWS access key id', `AKIA${made(16, UPPER + DIGITS)}`],
  ['an AWS secret key', made(40, WORD), (s) => `AWS_SECRET_ACCESS_KEY=${s}`],
  ['an AWS secret key in JSON', made(40, WORD), (s) => `{"SecretAccessKey": "${s}"}`],
  ['a GitHub classic token', `ghp_${made(36, WORD)}`],
  ['a GitHub fine-grained token', `github_pat_${made(22, WORD)}_${made(59, WORD)}`],
  ['a GitHub app token', `ghs_${made(36, WORD)}`],
  ['a long GitHub app token', `ghs_${made(80, WORD)}.${made(90, WORD)}.${made(40, WORD)}`],
  ['an Anthropic key', `sk-ant-api03-${made(93, WORD)}AA`],
  ['an Anthropic OAuth token', `sk-ant-oat01-${made(93, WORD)}AA`],
  ['an OpenAI key', `sk-proj-${made(74, WORD)}T3BlbkFJ${made(74, WORD)}`],
  ['an OpenAI key of another length', `sk-proj-${made(50, WORD)}`],
  ['an old OpenAI key', `sk-${made(48, WORD)}`],
  ['a Slack bot token', `xoxb-${made(12, DIGITS)}-${made(12, DIGITS)}-${made(24, WORD)}`],
  ['a Slack app token', `xapp-1-A${made(10, UPPER)}-${made(13, DIGITS)}-${made(64, HEX)}`],
  ['a Slack webhook', `https://hooks.slack.com/services/T${made(8, UPPER)}/B${made(8, UPPER)}/${made(24, WORD)}`],
  ['an npm token', `npm_${made(36, WORD)}`],
  ['an npmrc token', made(36, HEX), (s) => `//registry.example.org/:_authToken=${s}\n`],
  ['a Google API key', `AIza${made(35, WORD)}`],
  ['a JWT', `eyJ${made(33, WORD)}.eyJ${made(80, WORD)}.${made(43, WORD)}`],
  ['a Stripe key', `sk_live_${made(24, WORD)}`],
  ['a GitLab token', `glpat-${made(20, WORD)}`],
  ['a GitLab routable token', `glpat-${made(27, WORD)}.01.${made(9, HEX)}`],
  ['a GitLab runner token', `glrt-${made(20, WORD)}`],
  ['a Hugging Face token', `hf_${made(34, LOWER + UPPER)}`],
  ['a private key', key.join('\n')],
  ['a private key whose end was cut off', key.slice(0, 8).join('\n')],
  ['an encrypted private key', pem('ENCRYPTED PRIVATE KEY', 9).join('\n')],
  ['a private key in a JSON string', key.join('\\n'), (s) => `{"private_key": "${s}\\n"}`],
  ['the password of a PostgreSQL URL', 'tr0ub4dor', (s) => `postgres://app:${s}@db.internal:5432/shop`],
  ['the password of a Redis URL', 'p@ss:w0rd', (s) => `redis://:${s}@cache:6379`],
  ['the password of a web URL', 'letmein', (s) => `curl https://bob:${s}@build.internal/x`],
  ['the token of a git URL', made(40, HEX), (s) => `git clone https://${s}@git.internal/a/b.git`],
  ['a bearer token', made(32, WORD), (s) => `curl -H 'Authorization: Bearer ${s}' https://x.internal`],
  ['basic authorization', `Ym9i${made(16, WORD)}==`, (s) => `"Authorization": "Basic ${s}"`],
  ['a password in an env file', 'correcthorse', (s) => `DB_HOST=db\nDB_PASSWORD=${s}\n`],
  ['a password in code', 'Tr0ub4dor&3', (s) => `const password = '${s}'`],
  ['a key in JSON', made(32, HEX), (s) => `{"api_key": "${s}"}`],
  ['a key in JSON within JSON', made(32, HEX), (s) => `{"body": "{\\"apiKey\\": \\"${s}\\"}"}`],
  ['a key in YAML', made(24, WORD), (s) => `service:\n  api_key: ${s}\n  port: 80\n`],
  ['a password in YAML', 'Sommer2024!', (s) => `password: ${s}\n`],
  ['a password on a command line', 'Tr0ub4dor3', (s) => `mysqldump --password=${s} shop`],
]

/** What a user expects to be redacted, with the text around it. */
export const SECRETS = ROWS.map(([what, secret, around = (s: string) => `before ${s} after`]) => ({
  what,
  secret,
  around,
}))

/** Text that a careless rule would redact, and that must stay. */
export const HARMLESS: readonly (readonly [what: string, text: string])[] = [
  [
    'git commits',
    `commit ${made(40, HEX)}\n${made(7, HEX)} fix: rotate the token\nindex ${made(7, HEX)}..${made(7, HEX)}`,
  ],
  ['a UUID', '"session_id": "550e8400-e29b-41d4-a716-446655440000"'],
  ['tool use ids', `"tool_use_id": "toolu_01${made(22, WORD)}", "id": "msg_01${made(22, WORD)}"`],
  ['an image', `data:image/png;base64,iVBORw0KGgo${made(4000, BASE64)}==`],
  [
    'a lockfile',
    `"integrity": "sha512-${made(86, BASE64)}==",\n"resolved" : "https://registry.example.org/a/-/a-1.2.3.tgz#${made(40, HEX)}"`,
  ],
  [
    'code about tokens',
    'const token = await getToken2(user)\nlet accessToken: AccessTokenV2 | undefined\nif (!token) throw new Error("token expired")',
  ],
  [
    'code about passwords',
    'password: string\nconst { password } = req.body\nuser.password = hashPassword(input.password2)\npassword: z.string().min(8)',
  ],
  [
    'variables',
    `API_KEY=$API_KEY\nexport TOKEN="\${GITHUB_TOKEN}"\npassword: {{ db_password1 }}\ntoken: \${{ secrets.NPM_TOKEN }}\napiKey: process.env.OPENAI_API_KEY`,
  ],
  [
    'a URL without a password',
    'postgres://localhost:5432/shop https://example.com:8080/a@b git@github.com:o/r.git ssh://git@host.internal:22/x',
  ],
  ['a URL whose password is a variable', `postgres://app:\${DB_PASSWORD}@db:5432/shop`],
  ['token counts', '"input_tokens": 123456, max_tokens=200000, INPUT_TOKEN=128000, tokenBudget: 8000'],
  [
    'prose',
    'The bearer of this message uses basic authorization; the secret: always be testing. Set --token to your own.',
  ],
  ['a mention of a key block', 'Look for -----BEGIN PRIVATE KEY----- in the file, then stop and say so.'],
  ['class names', '<div class="sk-folding-cube sk-circle sk-loading-indicator-with-a-very-long-name">'],
  ['an npm script', '"test": "vitest run --project unit", "secret-scan": "secretlint **/*"'],
  ['a public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${made(43, BASE64)} a@b`],
]

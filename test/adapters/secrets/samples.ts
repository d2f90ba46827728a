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
  ['an Azure storage key', `${made(86, WORD, 3)}==`, (s) => `AccountName=shop;AccountKey=${s};EndpointSuffix=x`],
  ['an Azure service bus key', `${made(43, WORD, 4)}=`, (s) => `SharedAccessKeyName=root;SharedAccessKey=${s}`],
  ['an Azure client secret', `${made(3, WORD)}8Q~${made(34, WORD)}`],
  [
    'an Azure shared access signature',
    `${made(43, WORD, 5)}%3D`,
    (s) => `https://x.blob.core.windows.net/a?sv=1&sig=${s}`,
  ],
  [
    'a Telegram token in a URL',
    `AA${made(33, WORD)}`,
    (s) => `curl https://api.telegram.org/bot${made(10, '123456')}:${s}/getMe`,
  ],
  ['a .netrc password', 'x9Kq-v2Lm', (s) => `machine git.internal login bob password ${s}\n`],
  [
    'a .netrc password on a line of its own',
    'x9Kq-v2Ln',
    (s) => `machine git.internal\n  login bob\n  password ${s}\n`,
  ],
  ['a .pgpass password', 'vN3rtw8q', (s) => `db.internal:5432:shop:app:${s}\n*:*:*:none:`],
  ['the password of curl -u', 'vN3rtw8r', (s) => `curl -sS -u deploy:${s} https://x.internal/y`],
  [
    'the password of curl --user on a continued line',
    'vN3rtw8s',
    (s) => `curl -sS \\\n  --user 'deploy:${s}' \\\n  https://x.internal`,
  ],
  ['a Mailgun key', `key-${made(32, HEX)}`, (s) => `curl -s --user 'api:${s}' https://api.mailgun.net/v3`],
  ['the cookies of a request', `sid=${made(26, WORD)}`, (s) => `curl -H 'Cookie: ${s}' https://x.internal`],
  ['a cookie that is set', made(30, WORD), (s) => `< Set-Cookie: session=${s}; Path=/; HttpOnly`],
  ['a cookie of curl -b', made(30, WORD, 3), (s) => `curl -b 'session=${s}' https://x.internal`],
  ["a login in Docker's configuration", btoa('robot:vN3rtw8t9x'), (s) => `{"auths": {"r.internal": {"auth": "${s}"}}}`],
  ['a password with a prefix', 'hunter2xq', (s) => `db_host=db\ndb_password=${s}\n`],
  ['a password in a properties file', 'hunter2xr', (s) => `spring.datasource.password=${s}\n`],
  ['a secret with a suffix', made(20, WORD, 9), (s) => `client_secret_prod = "${s}"`],
  ['a plain password in YAML', 'hunter2xs', (s) => `db:\n  user: app\n  password: ${s}\n`],
  ['a password in XML', 'hunter2xt', (s) => `<server><password>${s}</password></server>`],
  ['a password in an XML attribute', 'hunter2xu', (s) => `<add key="DbPassword" value="${s}" />`],
  ['a password in an XML property', 'hunter2xv', (s) => `<property name="password">${s}</property>`],
  ['the password of mysql -p', 'hunter2xw', (s) => `mysql -h db -uroot -p${s} shop`],
  ['the password of sshpass', 'hunter2xx', (s) => `sshpass -p '${s}' ssh app@host`],
  ['the password of redis-cli', 'hunter2xy', (s) => `redis-cli -h cache -a ${s} ping`],
  ['a password after --password', 'hunter2xz', (s) => `tool login --user bob --password ${s}`],
  ['a password of docker login', 'hunter2ya', (s) => `docker login -u bob -p ${s} r.internal`],
  ['a password piped into a login', 'hunter2yb', (s) => `echo ${s} | docker login -u bob --password-stdin`],
  ['a password piped into sudo', 'hunter2yc', (s) => `echo "${s}" | sudo -S ls`],
  ['a password of openssl', 'hunter2yd', (s) => `openssl enc -aes-256-cbc -pass pass:${s} -in a`],
  ['a passphrase of ssh-keygen', 'hunter2ye', (s) => `ssh-keygen -t ed25519 -N '${s}' -f key`],
  ['a variable of fish', made(20, WORD, 11), (s) => `set -gx API_TOKEN ${s}`],
  ['a variable of a Dockerfile', 'hunter2yf', (s) => `ENV DB_PASSWORD ${s}\n`],
  ['a DigitalOcean token', `dop_v1_${made(64, HEX)}`],
  ['a New Relic key', `NRAK-${made(27, UPPER + DIGITS)}`],
  ['a New Relic licence', `${made(36, HEX)}NRAL`],
  ['a Sentry token', `sntrys_eyJ${made(80, WORD)}`],
  ['a Sentry DSN', made(32, HEX), (s) => `SENTRY=https://${s}@o12345.ingest.sentry.io/4567`],
  ['an age key', `AGE-SECRET-KEY-1${made(58, UPPER + DIGITS)}`],
  ['a Supabase token', `sbp_${made(40, HEX)}`],
  ['a Datadog application key', made(40, HEX), (s) => `DD_APP_KEY=${s} agent run`],
  ['a Datadog API key in a header', made(32, HEX, 5), (s) => `curl -H "DD-API-KEY: ${s}" https://x.internal`],
  ['a private token in a header', made(20, WORD, 13), (s) => `curl -H "PRIVATE-TOKEN: ${s}" https://x.internal`],
  ['a value beginning with a slash', `/${made(39, WORD, 17)}`, (s) => `export SESSION_SECRET=${s}\n`],
  ['any key of the environment', made(32, WORD, 19), (s) => `export RAILS_CIPHER_KEY=${s}\n`],
  ['a Kubernetes literal', 'hunter2yg', (s) => `kubectl create secret generic a --from-literal=password=${s}`],
  ['a Helm value', 'hunter2yh', (s) => `helm upgrade a b --set auth.password=${s}`],
  ['a password in SQL', 'hunter2yi', (s) => `ALTER ROLE app WITH PASSWORD '${s}';`],
  ['a token in a query', made(32, WORD, 23), (s) => `GET https://x.internal/a?access_token=${s}&page=2`],
  ['a password hash', `$6$${made(16, WORD)}$${made(60, WORD)}`, (s) => `root:${s}:19000:0:99999:7:::`],
  ['a Twilio key', `SK${made(32, HEX)}`],
  ['a PyPI token', `pypi-AgE${made(100, WORD)}`],
  ['an Atlassian token', `ATATT3xFfGF0${made(60, WORD)}`],
  ['a Tailscale key', `tskey-auth-${made(16, WORD)}-${made(32, WORD)}`],
  ['a Discord token', `${btoa(made(18, '123456789')).replaceAll('=', '')}.${made(6, WORD)}.${made(30, WORD)}`],
  ['a Replicate token', `r8_${made(37, WORD)}`],
  ['a Linear key', `lin_api_${made(40, WORD)}`],
  ['a Vault token', `hvs.${made(92, WORD)}`],
  ['a SendGrid key', `SG.${made(22, WORD)}.${made(43, WORD)}`],
  ['a Shopify token', `shpat_${made(32, HEX)}`],
  ['a Databricks token', `dapi${made(32, HEX)}`],
  ['a Figma token', `figd_${made(40, WORD)}`],
  ['a Docker Hub token', `dckr_pat_${made(27, WORD)}`],
  ['a Grafana token', `glsa_${made(32, WORD)}_${made(8, HEX)}`],
  ['the password of curl -su', 'hunter2yl', (s) => `curl -sSu deploy:${s} https://x.internal`],
  ['the password of a Redis server', made(20, WORD, 12), (s) => `port 6379\nrequirepass ${s}\n`],
  ['a password in a connection string', 'hunter2ym', (s) => `Server=db;User Id=sa;Password=${s};Encrypt=true`],
  ['a password in a JDBC URL', 'hunter2yn', (s) => `jdbc:mysql://db/shop?user=app&password=${s}`],
  ['a password that a sentence states', made(16, WORD, 14), (s) => `Note that the password is ${s} for now`],
  ['a password in a pair of Python', 'hunter2yo', (s) => `requests.get(url, auth=('bob', '${s}'))`],
  ['a token in base64', btoa(`ghp_${made(36, WORD, 3)}\n`)],
  ['an env file in base64', btoa('DB_HOST=db.internal\nDB_PASSWORD=hunter2yk\n')],
  ['a token over a line break', `ghp_${made(14, WORD, 5)}\n${made(22, WORD, 6)}`],
  ['a JWT over line breaks', `eyJ${made(33, WORD)}.eyJ${made(20, WORD)}\n${made(60, WORD)}.\n${made(43, WORD)}`],
  ['a key that goes on in the next line', `${made(30, WORD, 7)}\\\n${made(30, WORD, 8)}`, (s) => `API_KEY=${s}\n`],
  ['a key under its name in YAML', made(30, WORD, 9), (s) => `api_key: >-\n  ${s}\nport: 80\n`],
  ["Hindcast's own header", made(64, HEX), (s) => `header = "Authorization: Bearer ${s}"`],
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
  ['a mention of a key block', 'Scan for -----BEGIN PRIVATE KEY----- in the file, then stop and say so.'],
  ['class names', '<div class="sk-folding-cube sk-circle sk-loading-indicator-with-a-very-long-name">'],
  ['an npm script', '"test": "vitest run --project unit", "secret-scan": "secretlint **/*"'],
  ['a public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${made(43, BASE64)} a@b`],
  [
    'placeholders',
    `API_KEY=your-api-key\nexport API_SECRET="your_api_secret"\nTOKEN=<your-token>\nDB_PASSWORD=changeme\npassword: ***\nTEST_TOKEN=test-token-123\ntoken: xxxxxxxxxxxx\nsecret_key = None\nAPI_KEY=\${API_KEY:-none}`,
  ],
  [
    'code that reads a secret',
    `password = os.environ["DB_PASSWORD2"]\ntoken = os.getenv("TOKEN_V2")\nsecret: process.env.SECRET_KEY_2\npassword=config.db.password2,\napi_key = settings.api_key_v2\nlet password: Option<String> = None;`,
  ],
  ['paths of secrets', 'SECRET=/run/secrets/db_password2\nTOKEN=./certs/token2.pem\nprivate_key: ~/.ssh/id_ed25519'],
  [
    'flags of commands',
    'docker run -u 1000:1000 -p 8080:80 node:20\ngit push -u origin main\nmkdir -p src/app2\ncurl -sS -u $USER:$TOKEN https://x\nsort -u a:b\nmysql -p shop\nssh -p 2222 host',
  ],
  [
    'help about flags',
    '  --password string   the password to use\n  --token TOKEN  an access token\n  --password-stdin  read it from stdin\n  --api-key <key>',
  ],
  ['search results', 'src/app.ts:1234:  const a: b = c\nsrc/app.ts:5678:key:value:other1\nmain.rs:4321:fn:test:abcd'],
  [
    'base64 of plain text, and what only looks like it',
    `${btoa('The quick brown fox jumps over the lazy dog, twice a day.')} ConfigurationServiceImplementationFactory`,
  ],
  ['cookies that are preferences', 'document.cookie = "theme=dark"\nSet-Cookie: lang=en-GB; Path=/'],
  ['labels of a form', '<label>Password</label><input name="password" type="password"><token>string</token>'],
]

import { DIGITS, HEX, LOWER, made, type Row, UPPER, WORD } from './made.ts'

/** As people make them up: a word with a capital, a year, two letters. */
const chosen = (seed: number): string =>
  `${made(1, UPPER, seed)}${made(5, LOWER, seed + 1)}${made(4, '23456789', seed + 2)}${made(2, LOWER, seed + 3)}`
const groups = (count: number, between: string, seed: number): string =>
  Array.from({ length: count }, (_, at) => made(4, 'bcdfghjklmnpqrstvwxz', seed + at)).join(between)
/** A dozen words of a word list. */
const PHRASE = 'cherry vivid ladder orbit napkin frozen tunnel marble silver ostrich velvet canyon'

/** The word for password and a sentence with it, by language; % stands for the password. */
export const SENTENCES: readonly (readonly [language: string, sentence: string])[] = [
  ['English', 'the password for the staging box is %, thanks'],
  ['English, set', 'please set the root password to %'],
  ['English, the other way round', 'log in with % as the password'],
  ['English, in brackets', 'I set it to % (the admin password)'],
  ['German', 'Das Kennwort lautet % und gilt ab heute'],
  ['French', 'le mot de passe est %'],
  ['French, short', 'mdp : %'],
  ['Spanish', 'la contraseña es %'],
  ['Portuguese', 'a senha do banco é %'],
  ['Italian', 'la password è % per ora'],
  ['Dutch', 'het wachtwoord is %'],
  ['Russian', 'пароль от базы: %'],
  ['Chinese', '数据库的密码是%，请使用'],
  ['Japanese', 'パスワードは%です'],
  ['Korean', '비밀번호는 % 입니다'],
  ['Polish', 'hasło to %'],
  ['Arabic', 'كلمة المرور هي %'],
  ['Turkish', 'şifre: %'],
]

/** Passwords as people type them, and what stores, databases, wallets and directories keep. */
export const SPOKEN: readonly Row[] = [
  ...['password=', 'db_password: ', 'passwd=', 'pwd: ', 'pw: ', 'creds: bob / ', 'my pass is '].map(
    (before, at): Row => [`a password after "${before}" in a prompt`, chosen(at), (s) => `please use ${before}${s}`],
  ),
  ...SENTENCES.map(
    ([language, sentence], at): Row => [
      `a password stated in ${language}`,
      chosen(at + 20),
      (s) => sentence.replace('%', () => s),
    ],
  ),
  ['a user and a password', chosen(40), (s) => `sign in as bob with ${s} and look`],
  ['the key of a network', chosen(140), (s) => `my wifi key is ${s}`],
  ['a number and a password', chosen(141), (s) => `PIN/password combo 1234 ${s}`],
  ['a password among options', chosen(142), (s) => `rclone config create r sftp pass ${s}`],
  ['a user and a password with nothing between', chosen(143), (s) => `basic auth is bob ${s}`],
  ['a word as a password', made(9, LOWER, 41), (s) => `then run it with password=${s} again`],
  ['an app password', groups(4, ' ', 42), (s) => `my gmail app password is ${s}\n`],
  ['an app-specific password', groups(4, '-', 46), (s) => `app-specific password: ${s}`],
  ['a secret of GitHub', made(12, LOWER, 50), (s) => `gh secret set DB --repo a/b --body "${s}"`],
  ['a secret on standard input', made(12, LOWER, 49), (s) => `echo ${s} | docker secret create db -`],
  ['a secret of Vault', made(12, LOWER, 51), (s) => `vault kv put secret/app db=${s}`],
  ['a secret of Amazon', made(12, LOWER, 52), (s) => `aws secretsmanager create-secret --name a --secret-string ${s}`],
  ['a secure string of Amazon', made(12, LOWER, 53), (s) => `aws ssm put-parameter --value '${s}' --type SecureString`],
  ['a literal of any name', made(12, LOWER, 54), (s) => `kubectl create secret generic a --from-literal=db=${s}`],
  ['a secure string of letters', made(12, LOWER, 55), (s) => `ConvertTo-SecureString -String "${s}" -AsPlainText`],
  ['a source of a Go driver', made(10, WORD, 56), (s) => `sql.Open("mysql", "app:${s}@tcp(db:3306)/shop")`],
  ['a third argument', chosen(57), (s) => `mysqli_connect('localhost', 'root', '${s}', 'shop')`],
  ['a login of Oracle', chosen(58), (s) => `sqlplus scott/${s}@db`],
  ['a new password of MySQL', chosen(59), (s) => `mysqladmin -u root password ${s}`],
  ['a URL with escaped slashes', made(10, WORD, 60), (s) => `{"db":"postgres:\\/\\/app:${s}@db:5432\\/shop"}`],
  ['a URL within a URL', made(10, WORD, 61), (s) => `next=postgres%3A%2F%2Fapp%3A${s}%40db`],
  ['a recovery phrase', PHRASE, (s) => `my recovery phrase is ${s}`],
  ['a recovery phrase in a list', PHRASE.split(' ').join('", "'), (s) => `mnemonic = ["${s}"]`],
  ['a key of Ethereum', `0x${made(64, HEX, 62)}`, (s) => `the wallet's private key: ${s}`],
  ['a key of Bitcoin', `5${made(50, '23456789ABCDEFGHJKLMNPQRSTUVWXYZabc', 63)}`, (s) => `privkey = ${s}`],
  ['a key of Nostr', `nsec1${made(58, LOWER + DIGITS, 64)}`],
  ['a static key of OpenVPN', openVpn()],
  ['a key of SSH2', ssh2()],
  ['a verifier of SCRAM', `SCRAM-SHA-256$4096:${made(22, WORD, 65)}==$${made(43, WORD, 66)}=:${made(43, WORD, 67)}=`],
  ['a hash of NTLM', `${made(32, HEX, 68)}:${made(32, HEX, 69)}`, (s) => `bob:1001:${s}:::`],
  ['an answer of NTLM', `${made(16, HEX, 70)}:${made(32, HEX, 71)}:${made(40, HEX, 72)}`, (s) => `bob::CORP:${s}`],
  ['a hash of Django', `pbkdf2_sha256$600000$${made(22, WORD, 73)}$${made(43, WORD, 74)}=`],
  ['a hash of LDAP', `{SSHA}${made(38, WORD, 75)}`],
  ['a key of Rails', made(32, HEX, 76), (s) => `$ cat config/master.key\n${s}\n`],
  ['a key of Rails that is written', made(32, HEX, 77), (s) => `echo ${s} > config/master.key`],
]

function openVpn(): string {
  const lines = Array.from({ length: 16 }, (_, at) => made(32, HEX, at + 80))
  return [`-----BEGIN OpenVPN ${'Static key'} V1-----`, ...lines, `-----END OpenVPN ${'Static key'} V1-----`].join('\n')
}

function ssh2(): string {
  const lines = Array.from({ length: 6 }, (_, at) => made(70, WORD, at + 100))
  const name = `SSH2 ENCRYPTED ${'PRIVATE'} KEY ----`
  return [`---- BEGIN ${name}`, 'Comment: "rsa-key bob@host"', ...lines, `---- END ${name}`].join('\n')
}

/** What is said of passwords, and code about them. */
export const UNSPOKEN: readonly string[] = [
  ...['pin the runner to windows-2019', 'pin negotiator@0.4.5', 'the key is userId2', 'the token is an OAuth2Token'],
  ...['it is encrypted with aes256-gcm', 'sign in with GitHub OAuth2', 'login is in auth2.ts', 'pass user2 to it'],
  ...['the network code is in net2/ipv6.ts', 'the security code was moved to v2.1.0', 'basic auth is off in v2'],
  ...[
    'msbuild "a.sln" /p:OutDir=lib2',
    'user 42 has pass 3 of 7',
    'use oauth2 to log in',
    'user story: pass HTTP2Frame on',
  ],
  ...['password = getPassword()', 'password: string', `pwd: \${PWD}`, 'PWD=/home/x', 'password: process.env.X'],
  ...[
    'passwd = None',
    'token: Token',
    'creds: Credentials',
    'pw: PlaywrightPage',
    'password: ****',
    'password: <password>',
  ],
  ...[
    'password: xxxx',
    'password: changeme',
    'the password is wrong',
    'the password is required',
    'the password is hashed',
  ],
  ...['the password is hashed with argon2id and 16 bytes of salt', 'make sure the password is base64-encoded'],
  ...['Password must be at least 8 characters and include 1 digit', 'the password is a 12-character string'],
  ...[
    'the password was changed on 2026-01-02',
    'the password was rotated in PR #1234',
    'password expires at 10:00:00Z',
  ],
  ...[
    'password is checked in src/auth/check2.ts:45',
    'see the password section in docs/auth2.md',
    'set password to null',
  ],
  ...['--- PASS: TestModifiedBase64Encoding (0.01s)', 'pass 3 of file2.ts', 'All 12 pass; we pass v2.1.0 to the build'],
  ...['const pw = await chromium.launch2()', 'pwd && ls', 'has_creds = matches!(x2)', "credentials: 'include'"],
  ...['login as admin and open page2.html', 'signed in as bob at 10:30', 'username/password: see README2.md'],
  ...[
    'le mot de passe est incorrect',
    'Das Passwort ist falsch',
    'пароль неверный',
    '密码错误',
    '密码字段使用utf8mb4编码',
  ],
  ...['パスワードは8文字以上で入力してください', '비밀번호가 틀렸습니다', 'type AuthMD5Password = AuthMD5Password'],
  ...['gh pr create --body "This adds the password field"', 'gh secret set DB --body "$DB"', 'vault kv get secret/app'],
  ...['vault kv put secret/app @data.json', 'aws secretsmanager create-secret --secret-string file://s.json'],
  ...[
    'kubectl create configmap x --from-literal=mode=production1',
    'aws ssm put-parameter --value plain9 --type String',
  ],
  ...['seed the database with some demo users before running every test again please', 'std::vector<int>::iterator'],
  ...['the seed phrase must have twelve words and each word should come from the list that they keep'],
  ...[
    'connect("localhost", "root", "", "db")',
    "import x from '@/components/Button2'",
    'config/master.key is git-ignored',
  ],
  ...["password: 'Mot de passe'", 'password VARCHAR(255) NOT NULL', 'password: { type: String, minlength: 8 }'],
]

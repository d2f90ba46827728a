import { type Pattern, row } from './pattern.ts'
import { isPassword, isValue } from './values.ts'

/** What a command is given: in quotation marks, where it may contain anything, or a word. */
const GIVEN = `\\\\{0,3}(?:"((?:[^"\\\\]|\\\\[^\\n]){4,2000})"|'([^']{4,2000})'|([^\\s"'\`;|&<>]{4,400}))`
/** The rest of a command line, over continued lines. */
const REST = '(?:[^\\n;|&]|(?<=\\\\)\\n){0,400}?'
/** Options, and the name of what is kept. */
const OPTIONS = '(?:\\s{1,4}--?[\\w-]{1,30}(?:=\\S{1,80})?){0,4}'
const PAIR = `[\\w./-]{1,80}=(?:"[^"\\n]{0,400}"|'[^'\\n]{0,2000}'|[^\\s"'\`;|&<>]{1,400})`

/** Between two words of a command line. */
const GAP = '[ \\t]{1,4}(?:\\\\\\n[ \\t]{0,12})?'

/** Commands that keep pairs of a name and a secret. */
const OF_PAIRS =
  'vault\\s{1,4}kv\\s{1,4}(?:put|patch)|doppler\\s{1,4}secrets\\s{1,4}set|(?:fly|flyctl|supabase|infisical)\\s{1,4}secrets\\s{1,4}set|modal\\s{1,4}secret\\s{1,4}create|op\\s{1,4}item\\s{1,4}(?:create|edit)'
/** Commands that take a secret after the name under which they keep it. */
const OF_NAMES =
  'doppler\\s{1,4}secrets\\s{1,4}set|chamber\\s{1,4}write\\s{1,4}\\S{1,80}|netlify\\s{1,4}env:set|pulumi\\s{1,4}config\\s{1,4}set\\s{1,4}--secret|bws\\s{1,4}secret\\s{1,4}create|net\\s{1,4}user|mc\\s{1,4}alias\\s{1,4}set(?:\\s{1,4}\\S{1,200}){2}|networksetup\\s{1,4}-setairportnetwork\\s{1,4}\\S{1,20}|npm\\s{1,4}config\\s{1,4}set(?=\\s{1,4}\\S{0,200}(?:_auth|_password))|mysqladmin(?:\\s{1,4}-\\S{1,80}(?:\\s{1,4}[\\w.]{1,80})?){0,6}(?=\\s{1,4}password\\s)|redis-cli(?:\\s{1,4}-\\S{1,80}(?:\\s{1,4}[\\w.]{1,80})?){0,4}(?=\\s{1,4}auth\\s)'

/** Calls whose second argument in quotation marks, or third one, is a password. */
const ARGUMENT = `(?:"[^"\\n]{0,200}"|'[^'\\n]{0,200}'|[\\w.$:>[\\]-]{1,100})`
const LITERAL = `["'\`]([^\\s"'\`]{4,200})["'\`](?=\\s{0,4}[,)])`
const LOGIN_CALLS = [
  'connect(',
  'login(',
  'auth(',
  'basicauth(',
  'basic_auth(',
  'credential(',
  'credentials(',
  'authentication(',
]
const DATABASE_CALLS = [
  'connect(',
  'pdo(',
  'mysqli(',
  'sequelize(',
  'getconnection(',
  'createconnection(',
  'opendatabase(',
]
const anyOf = (words: readonly string[]): string => `(?:${words.join('|').replaceAll('(', '\\(')})`

const KEY_FILE = '(?:master|credentials/[\\w-]{1,40})\\.key'

/** Secrets that a store of secrets, a database or a login is given, whatever they are called. */
export const STORE_PATTERNS: readonly Pattern[] = [
  row('store', ['--secret-string', '--secret-binary'], `--secret-(?:string|binary)[\\s=]{1,4}${GIVEN}`, isGiven),
  row(
    'store',
    ['--from-literal'],
    `--from-literal(?<!configmap\\s[^\\n]{0,300})[\\s=]{1,4}["']?[\\w.-]{1,80}=${GIVEN}`,
    isGiven,
  ),
  row(
    'store',
    ['--value'],
    `--value(?:(?<=(?:securestring|keyvault\\s{1,4}secret\\s{1,4}set|eas\\s{1,4}secret:create)${REST})|(?=${REST}\\bsecurestring))[\\s=]{1,4}${GIVEN}`,
    isGiven,
  ),
  row(
    'store',
    ['convertto-securestring'],
    `convertto-securestring(?:\\s{1,4}-(?:asplaintext|force|string)){0,3}\\s{1,4}["']([^"'\\s]{4,400})["']`,
    isValue,
  ),
  row(
    'store',
    ['vault', 'doppler', 'secrets set', 'secret create', 'op item'],
    `(?:${OF_PAIRS})${OPTIONS}(?:\\s{1,4}(?!\\S{1,80}=)[\\w./-]{1,120})?${OPTIONS}\\s{1,4}(${PAIR}(?:${GAP}${PAIR}){0,19})`,
    hasGiven,
  ),
  row(
    'store',
    [
      'doppler',
      'chamber',
      'netlify',
      'pulumi',
      'bws',
      'net user',
      'mc alias',
      'networksetup',
      'npm config',
      'mysqladmin',
      'redis-cli',
    ],
    `(?:${OF_NAMES})${OPTIONS}\\s{1,4}[^\\s"'=-]\\S{0,120}\\s{1,4}(?!-)${GIVEN}`,
    isGiven,
  ),
  // A user and a password in one word: sqlplus scott/tiger@db
  row(
    'store',
    ['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman', 'mysqlsh'],
    `(?:sqlplus|sqlldr|expdp|impdp|rman\\s{1,4}target|mysqlsh)(?:\\s{1,4}-\\w{1,8})?\\s{1,4}["']?[\\w.$#-]{1,64}[/:]([^\\s"'/@]{3,200})(?=@|["'\\s]|$)`,
    isValue,
  ),
  // The source of a database driver: user:password@tcp(host)/name
  row(
    'url-password',
    ['@tcp(', '@unix(', '@udp('],
    `@(?:tcp|unix|udp)\\((?<=(?<![^\\s"'\`=(])[\\w.%+-]{1,64}:([^\\s"'\`]{1,200})@(?:tcp|unix|udp)\\()`,
    isValue,
  ),
  row('url-password', ['@/'], `@/(?<=(?<![^\\s"'\`=(])[\\w.%+-]{1,64}:([^\\s"'\`/]{1,200})@/)(?=\\w)`, isPassword),
  // A URL in JSON whose slashes are escaped, and one that is encoded within another.
  row(
    'url-password',
    [':\\/', ':\\\\'],
    `:(?:\\\\{1,7}(?:/|u002f)){2}[^\\s:/?#@"'\`<>(){}[\\]\\\\]{0,100}:([^\\s/?#"'\`<>[\\]\\\\]{1,200})(?:@|\\\\u0040)`,
    isValue,
  ),
  row(
    'url-password',
    ['%3a%2f%2f'],
    `%3a%2f%2f[\\w.+-]{0,100}%3a((?:[\\w.~!*+-]|%(?!40|2f|26)[\\da-f]{2}){1,200})%40`,
    isValue,
  ),
  row('login', LOGIN_CALLS, `${anyOf(LOGIN_CALLS)}\\s{0,8}["'][^"'\\n]{1,200}["'],\\s{0,8}${LITERAL}`, isPassword),
  row(
    'login',
    DATABASE_CALLS,
    `${anyOf(DATABASE_CALLS)}\\s{0,8}${ARGUMENT},\\s{0,8}${ARGUMENT},\\s{0,8}${LITERAL}`,
    isPassword,
  ),
  // The key of Rails' credentials: in a file that is named before it, as in a call and its result, or after it.
  row('rails', ['master.key', 'credentials/'], `${KEY_FILE}(?=[^]{0,400}?(?<![\\da-f])([\\da-f]{32})(?![\\da-f]))`),
  row(
    'rails',
    ['master.key', 'credentials/'],
    `${KEY_FILE}(?<=(?<![\\da-f])([\\da-f]{32})["']?\\s{0,4}>{1,2}\\s{0,4}["']?[\\w./-]{0,80}\\.key)`,
  ),
]

/** Whatever a store is given is secret, unless it is a variable, a file or a placeholder. */
function isGiven(secret: string): boolean {
  return /^\{\s*\\*"/.test(secret) || (!/^(?:file:|fileb:|@|-$|\$|<)/.test(secret) && isValue(secret))
}

/** At least one of the pairs gives a value. */
function hasGiven(pairs: string): boolean {
  return pairs
    .split(/\s+/)
    .some((pair) => pair.includes('=') && isGiven(pair.slice(pair.indexOf('=') + 1).replace(/^["']|["']$/g, '')))
}

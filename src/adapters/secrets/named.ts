import { type Pattern, row } from './pattern.ts'
import { hasLine, isLong, isMixed, isPassword, isRandom, isScattered, isValue, isVariable } from './values.ts'

/** What a key must be for, if its name is to say that it is secret; for a regular expression. */
export const KEYS =
  'api|app|application|access|account|private|secret|encryption|signing|master|license|admin|service|auth|session|shared|storage|deploy|webhook|consumer|customer|ingestion|integration|routing|subscription|functions|signature|hmac|cipher|crypto|jwt|server|write|root|unseal|recovery|preshared|instrumentation'
const SUFFIX = '(?:[_-](?:base|prod|production|staging|dev|live|old|new|\\d{1,2}))?'
/** Names of values that are secret, from the word that says so; `db_`, `SMTP_` and the like may precede it. */
const NAME = `(?:pass(?:w(?:or[dt]|d)|phrase|code)|pass(?<=(?:\\b|[_-]|db|smtp|user|ftp|require)pass)|pwd|secret|token|key(?<=(?:${KEYS})[_-]?key)|credentials?|masterauth|psk(?<=\\bpsk)|[_-]pat)${SUFFIX}`
const NAME_WORDS = ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'masterauth', 'psk', '_pat', '-pat']
/** The same in the environment, where any other key counts, too, if its value looks random. */
const ENV_NAME = `(?:PASS(?:W(?:OR[DT]|D)|PHRASE)|PASS(?<=(?:\\b|_)PASS)|PWD(?<=_PWD)|SECRET|TOKEN|KEY(?<=(?:${KEYS.toUpperCase()})_?KEY)|CREDENTIALS?|_PAT)${SUFFIX.toUpperCase().replace('\\D', '\\d')}`
const ENV_WORDS = ['PASS', 'PWD', 'SECRET', 'TOKEN', 'KEY', 'CREDENTIAL', '_PAT']
/** Keys that are no secret. */
const PUBLIC_KEY =
  '(?:public|pub|cache|idempotency|primary|foreign|sort|partition|object|group|query|react|dedupe?|hash|map|row|index)'
const FLAGS = `(?:password|passwd|passphrase|pass|storepass|keypass|secret|token|(?:api|access|account|auth|private|secret|license)[_-]?key|pat)`
/** A quotation mark, as deep in JSON as it may be. */
const QUOTE = '\\\\{0,7}["\'`]'
/** In quotes, the first three groups: no white space, and a backslash only before something else than a quotation mark. */
const QUOTED = `(?:${['"', "'", '`'].map((mark) => `\\\\{0,7}${mark}((?:[^\\s${mark}\\\\]|\\\\{1,7}[^\\s${mark}\\\\]){4,400})\\\\{0,7}${mark}`).join('|')})`
const QUOTE_IF = '\\\\{0,7}["\'`]?'
/** Between a name and its value. */
const SIGN = `${QUOTE_IF}\\]?(?:\\[\\d{0,5}\\])?\\s{0,4}(?:[?|+]{0,2}={1,3}>?|:=?)`
/** In quotes, or without, the fourth group, which may be the next line of YAML. */
const VALUE = `(?:\\s{0,4}[a-zA-Z@]?${QUOTED}|[ \\t]{0,4}(?:(?:[|>][+-]?|\\\\)[ \\t]{0,4}\\n[ \\t]{1,40})?((?:[^\\s"'\`;,(){}[\\]<>&]|&(?!\\w{1,40}=)){6,400})(?![(\\w]))`

/** The value of a line that holds nothing but a variable's name and its value. */
const LINE = `(?<=(?:^|\\0\\n"|[\\n\\r])(?:export )?\\w{1,80}=)(?!["'])([^\\s\\0]{6,400})(?=[ \\t]{0,9}(?:$|"\\0|[\\n\\r]))`

const { raw } = String
const JWK_WORDS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].flatMap((name) => [`"${name}"`, `"${name}\\`])

/** Secrets that are known by their name; the comment explains the row. */
export const NAMED_PATTERNS: readonly Pattern[] = [
  // NAME=value as in an env file or a command: the name alone is enough.
  row(
    'env',
    ENV_WORDS,
    `${ENV_NAME}=(?:\\\\\n[ \\t]{0,40})?(?:"([^\\s"]{6,400})"|'([^\\s']{6,400})'|${LINE}|["']?([^\\s"'\`;&|<>(){}]{6,}))`,
    isValue,
    '',
  ),
  row(
    'env',
    ['_KEY'],
    `_KEY(?<=[A-Z0-9](?<!PUBLIC|CACHE|PRIMARY|SORT|OBJECT)_KEY)=["']?([^\\s"'\`;&|<>(){}]{16,})`,
    isRandom,
    '',
  ),
  // The same, as shells, Dockerfiles and tools set it that put a space between.
  row(
    'env',
    ENV_WORDS,
    `${ENV_NAME}\\s{1,4}(?<=\\b(?:set\\s{1,4}-\\w{1,4}|setenv|setx|ENV|ARG)\\s{1,4}\\w{1,80}\\s{1,4})["']?([^\\s"'\`;&|<>(){}]{6,})`,
    isValue,
    '',
  ),
  row(
    'env',
    ['_KEY'],
    `_KEY\\s{1,4}(?<=\\b(?:set\\s{1,4}-\\w{1,4}|setenv|setx|ENV)\\s{1,4}\\w{1,60}\\s{1,4})["']?([^\\s"'\`;&|<>(){}]{16,})`,
    isRandom,
    '',
  ),
  // Words that are followed by a value without a sign between.
  row(
    'stated',
    ['requirepass', 'masterauth', 'convertto-securestring', '_authtoken', 'aws_secret_access_key', 'vault'],
    `(?:requirepass|masterauth|ConvertTo-SecureString|_authToken|aws_secret_access_key|vault\\s{1,4}login)\\s{1,4}["'\`]?([^\\s"'\`<>]{6,400})`,
    isPassword,
  ),
  row('stated', ['auth='], `auth=\\(\\s?["'][^"'\\s]{1,100}["'],\\s{0,4}["']([^"'\\s]{6,200})["']`, isPassword),
  // name=value handed to a program.
  row(
    'option',
    NAME_WORDS,
    `${NAME}=(?<=-(?:-set|-set-string|var|-build-arg|-env|-from-literal|[DeP])[ =]?["']?[\\w.-]{1,100}=)["']?([^\\s"'\`;&|<>(){}]{4,200})`,
    isValue,
  ),
  row(
    'flag',
    NAME_WORDS,
    `(?:pass(?:word|wd|phrase)?|secret|token|key|-pat)(?<=--(?:[a-z]{1,20}-){0,3}${FLAGS})(?:=|["'],\\s{0,4}(?=["'])|\\s{1,4}(?:\\\\\\n\\s{0,12})?)["']?([^\\s"'\`<>-][^\\s"'\`<>]{3,199})`,
    (secret, [match]) => (match.startsWith('=', match.search(/[=\s]/)) ? isValue(secret) : isPassword(secret)),
    '',
  ),
  row(
    'flag',
    ['-password', '-token', '-apikey', '-secret'],
    `-(?:Password|Token|ApiKey|Secret)(?<=\\s-\\w{1,8})\\s{1,4}["']?([^\\s"'\`<>$(-][^\\s"'\`<>]{5,199})`,
    isPassword,
  ),
  // The element or the attribute of XML.
  row('xml', NAME_WORDS, `${NAME}>(?<=>([^\\s<>]{4,400})</[\\w.:-]{1,100}>)`, isValue),
  row(
    'xml',
    NAME_WORDS,
    `${NAME}["'](?:>|\\s{1,9}(?:value|content)\\s{0,2}=\\s{0,2}["'])([^\\s<>"']{4,400})(?=["']|</)`,
    isPassword,
  ),
  // The name and the value each have a name of their own, as in Kubernetes and Amazon's task definitions.
  row(
    'pair',
    NAME_WORDS,
    `${NAME}${QUOTE_IF}(?:,\\s{0,40}|\\s{1,40}-?\\s{0,40})${QUOTE_IF}(?:parameter)?value${QUOTE_IF}\\s{0,4}[:=]\\s{0,4}${QUOTE_IF}([^\\s"'\`\\\\,]{4,400})`,
    isPassword,
  ),
  // name: "value" and name = 'value', in code, JSON, and JSON within JSON; name: value without quotes, as in YAML.
  row('assignment', NAME_WORDS, `${NAME}${SIGN}${VALUE}`, isAssigned),
  row('assignment', ['key'], `key(?<=[_-]key)(?<!${PUBLIC_KEY}[_-]key)${SIGN}${VALUE}`, isLong),
  // The same with a type between, in code.
  row(
    'assignment',
    NAME_WORDS,
    `${NAME}\\??:\\s{0,2}[&*]?[A-Za-z][\\w.<>[\\]]{0,30}\\s{1,2}=\\s{0,2}${QUOTED}`,
    isAssigned,
  ),
  // Two arguments of a call that sets something: define('DB_PASSWORD', 'x').
  row(
    'assignment',
    NAME_WORDS,
    `${NAME}${QUOTE},\\s{0,4}(?<=(?:define|header|append|default|(?:set|put|add|with)\\w{0,20})\\(\\s?["'][\\w.-]{1,80}["'],\\s{0,4})${QUOTED}(?=\\s{0,2}[,)])`,
    isPassword,
  ),
  // A statement without a sign, as in Gradle and in the configuration of name servers.
  row(
    'assignment',
    NAME_WORDS,
    `${NAME}\\s{1,4}(?<=(?:^|[\\n\\r{;])[ \\t]{0,40}\\w{1,40}\\s{1,4})${QUOTED}`,
    isPassword,
  ),
  row(
    'assignment',
    NAME_WORDS,
    `${NAME}"\\s{0,4}\\{[^{}]{0,200}?\\bdefault\\s{0,9}=\\s{0,4}"([^\\s"]{4,400})"`,
    isPassword,
  ),
  // Among other names and values that only a space parts, as in the connection strings of PostgreSQL.
  row(
    'assignment',
    NAME_WORDS,
    `${NAME}=(?<=\\w=[^\\s"'=,;()]{1,80} [\\w-]{1,60}=)([^\\s"'=;,)]{4,200})(?=["']|\\s|$)`,
    isPassword,
  ),
  // The private parts of a JSON Web Key.
  row(
    'private-key',
    JWK_WORDS,
    raw`"(?:d|p|q|dp|dq|qi|k)\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"([\w-]{40,1000})\\{0,7}"`,
    isRandom,
    '',
  ),
  // In a query or a form that is encoded.
  row(
    'encoded',
    NAME_WORDS,
    `${NAME}(?:%22)?(?:%20)?%3[AD](?:%20|%22){0,2}((?:[\\w.~!*+-]|%(?!26|22|0[AD]|2C)[0-9A-F]{2}){6,400})`,
    isPassword,
  ),
]

/**
 * A value in quotes after a name that says it is secret may be any password. Code looks like a name and a value without
 * quotes, too, so that the value must look random, unless they have a line of their own, as in YAML and properties.
 */
function isAssigned(secret: string, { 0: match, 4: bare, index, input }: RegExpExecArray): boolean {
  if (bare === undefined) return secret.length >= 6 && (isMixed(secret) || isScattered(secret)) && !isVariable(secret)
  return hasLine(input, index, index + match.length) ? isPassword(secret) : isLong(secret)
}

import { FORM_PATTERNS, type Pattern } from './forms.ts'
import { hasLine, isEncodedPair, isMixed, isPassword, isRandom, isValue, isVariable } from './values.ts'

/** What a key must be for, if its name is to say that it is secret. */
const KEYS =
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
const FLAGS = `(?:password|passwd|passphrase|pass|storepass|keypass|secret|token|(?:api|access|account|auth|private|secret|license)-?key|pat)`
/** A quotation mark, as deep in JSON as it may be. */
const QUOTE = '\\\\{0,7}["\'`]'
/** In quotes: no white space, and a backslash only before something else than a quotation mark. */
const QUOTED = `${QUOTE}((?:[^\\s"'\`\\\\]|\\\\{1,7}[^\\s"'\`\\\\]){4,400})${QUOTE}`

const QUOTE_IF = '\\\\{0,7}["\'`]?'
/** Between a name and its value. */
const SIGN = `${QUOTE_IF}\\]?(?:\\[\\d{0,5}\\])?\\s{0,4}(?:[?|+]{0,2}={1,3}>?|:=?)`
/** In quotes, the first group, or without, the second, which may be the next line of YAML. */
const VALUE = `(?:\\s{0,4}[a-zA-Z@]?${QUOTED}|[ \\t]{0,4}(?:(?:[|>][+-]?|\\\\)[ \\t]{0,4}\\n[ \\t]{1,40})?((?:[^\\s"'\`;,(){}[\\]<>&]|&(?!\\w{1,40}=)){6,400})(?![(\\w]))`

/** The rest of a line that holds nothing but a variable's name and its value. */
const TO_LINE_END = '(?:\\S{1,200}(?=[ \\t]{0,9}(?:$|[\\n\\r]))(?<=(?:^|[\\n\\r])(?:export )?\\w{1,80}=\\S{1,600}))?'

const PEM_BEGIN = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
const PEM_TEXT = /[\w+/=\s\\:,.()"'|>→]*(?:-(?!-)[\w+/=\s\\:,.()"'|>→]*){0,20}/
const PEM_END = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
/** Between two lines of a key: quotes, diff markers, line numbers, headers. */
const PEM_GAP = /(?:\s|\\[nrt]|["',+|>→:]|\d{1,6}[→|:\t ]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200}){0,40}/
const PEM_LINE = `${PEM_GAP.source}[\\w+/=]{16,}`
/** Between two words of a file: white space and line numbers. */
const GAP = '(?:\\s|\\d{1,6}[→|:\\t]){1,20}'
/** What follows a program on its command line, over continued lines. */
const WORDS = '(?:[^\\n]|(?<=\\\\)\\n){0,300}'

/** Programs whose short flag, which is not named after what it takes, is followed by a password. */
const COMMANDS: readonly (readonly [programs: string, flag: string])[] = [
  ['mysql\\w{0,10}|mariadb[\\w-]{0,10}|7za?|rar|unrar', '-p'],
  ['sshpass|mongo\\w{0,10}|login', '-p\\s{0,4}'],
  ['curl|wget', '(?:-[a-zA-Z]{0,6}[uU]|--user|--proxy-user)[\\s=]{0,4}["\']?[^\\s:"\'$]{0,100}:'],
  ['lftp', '-u\\s{1,4}[^\\s,]{1,100},'],
  ['curl', '(?:-b|--cookie)[\\s=]{1,4}["\']?[\\w.-]{1,80}='],
  ['https?|xhs?', '(?:-a|--auth)[\\s=]{1,4}["\']?[^\\s:"\'$]{0,100}:'],
  ['redis-cli', '-a\\s{1,4}'],
  ['ldap\\w{1,10}', '-w\\s{1,4}'],
  ['sqlcmd|bcp|mosquitto_\\w{1,4}|unzip|zip|ipmitool', '-P\\s{0,4}'],
  ['smbclient|rpcclient', '-U\\s{0,4}["\']?[^\\s%"\']{1,100}%'],
  ['keytool|jarsigner', '-(?:store|key|src|dest|srcstore|deststore)pass\\s{1,4}'],
  ['openssl', '-(?:pass|passin|passout)\\s{1,4}["\']?pass:|-k\\s{1,4}'],
  ['ssh-keygen', '-[NP]\\s{1,4}'],
  ['htpasswd', '-\\w{0,4}b\\w{0,4}\\s{1,4}(?:\\S{1,100}\\s{1,4}){1,2}'],
]

const row = (
  kind: string,
  words: readonly string[],
  pattern: string,
  accept?: Pattern['accept'],
  flags: '' | 'i' = 'i',
): Pattern => ({ kind, words, pattern: new RegExp(pattern, `dy${flags}`), ...(accept && { accept }) })

const { raw } = String

/** What the recommended preset lacks. The comment explains the row. */
export const PATTERNS: readonly Pattern[] = [
  // Truncated, encrypted, quoted or line-numbered blocks: the library finds only complete, plain ones.
  row(
    'private-key',
    ['-----BEGIN '],
    `${PEM_BEGIN.source}(?=[^]{0,200}?[\\w+/]{24})(?:${PEM_TEXT.source}${PEM_END.source}|(?:${PEM_LINE})+)`,
    undefined,
    '',
  ),
  row('private-key', ['private-lines:'], raw`Private-Lines:\s\d{1,3}((?:\s{1,4}[\w+/=]{16,80}){1,200})`),
  ...FORM_PATTERNS,
  // Keys in connection strings and shared access signatures of Azure.
  row('azure', ['accountkey', 'accesskey', 'secretkey'], raw`(?:Account|Access|Secret)Key\s?=\s?([\w+/]{20,}={0,2})`),
  // Only the password in a URL of any scheme; for some, the library would redact the whole URL.
  row(
    'url-password',
    ['://'],
    '://[^\\s:/?#@"\'`<>]{0,100}:([^\\s/?#"\'`<>]{1,200})@',
    (secret) => !isVariable(secret),
  ),
  row('url-token', ['://'], raw`://([\w.-]{30,200})(?::x-oauth-basic)?@`, isMixed),
  row(
    'url-query',
    ['sig=', 'key=', 'auth=', 'signature='],
    '(?:sig|key|auth|signature)(?<=[?&](?:sig|key|auth|[\\w-]{0,20}signature))=([^\\s&"\'`#<>]{16,2000})',
    isRandom,
  ),
  row(
    'authorization',
    ['authorization'],
    `authorization\\\\{0,7}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,7}["']?(?:[a-z-]{3,12}\\s{1,4})?([^\\s"'\`,;\\\\]{6,})`,
    (secret) => isMixed(secret) && !isVariable(secret),
  ),
  row('authorization', ['bearer'], raw`bearer(?:\s{1,4}|%20)([\w.~+/=-]{16,})`, isMixed),
  // Session cookies: all that a client sends, and the value that a server sets.
  row(
    'cookie',
    ['cookie'],
    `cookie(?<!set-cookie)\\\\?["']?\\s{0,2}[:=]\\s{0,2}\\\\?["']?((?:[\\w.-]{1,80}=[^\\s;"'\\\\,<>]{1,4000};?\\s?){1,60})`,
    hasSession,
  ),
  row(
    'cookie',
    ['set-cookie'],
    `set-cookie\\\\?["']?\\s{0,2}[:=]\\s{0,2}\\\\?["']?[\\w.-]{1,80}=([^\\s;"'\\\\,<>]{6,4000})`,
    (secret) => hasSession(`a=${secret}`),
  ),
  // The library requires the file's name.
  row('npm', ['_auth', '_password'], raw`_(?:auth(?:Token)?|password)\s?=\s?"?([^\s"'$]{8,})`, isValue),
  // A registry's login in Docker's configuration.
  row('docker', ['"auth'], raw`"auth\\?"\s{0,4}:\s{0,4}\\?"([\w+/-]{8,}={0,2})\\?"`, isEncodedPair),
  row(
    'netrc',
    ['password'],
    `password\\s{1,9}(?<=\\b(?:(?:machine|login|account)\\s{1,9}\\S{1,200}|default)${GAP}password\\s{1,9})([^\\s"']{3,200})`,
    isValue,
  ),
  row(
    'pgpass',
    [...'0123456789*'].map((last) => `${last}:`),
    raw`[\d*](?<=(?<![\w./:@-])(?:[\w.-]{1,100}|\*)(?<!\.(?:[jt]sx?|py|rs|go|rb|java|c|h|md|json|ya?ml|log|txt)):(?:\d{4,5}|\*)):[\w*.-]{1,63}:[\w*.-]{1,63}:` +
      '([^\\s"\'`:]{4,200})(?![:\\w])',
    isValue,
  ),
  // The hash of a password, as a system's, a web server's or an application's store keeps it.
  row(
    'password-hash',
    ['$1$', '$5$', '$6$', '$7$', '$y$', '$2a$', '$2b$', '$2x$', '$2y$', '$apr1$', '$argon2'],
    raw`\$(?:(?:[1567y]|apr1)\$(?:[\w./=]{1,40}\$){1,3}[\w./]{16,}|2[abxy]\$\d\d\$[\w./]{53}|argon2\w{1,2}\$[\w$=,+/]{40,})`,
    undefined,
    '',
  ),
  row(
    'command',
    [' -', '\t-', '\n-'],
    `\\s(?:${COMMANDS.map(flagOf).join('|')})["']?([^\\s"'\`;|&<>-][^\\s"'\`;|&<>]{2,199})`,
    isValue,
    '',
  ),
  // A password handed to a program's standard input.
  row(
    'stdin',
    ['echo', 'printf'],
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?(?:["']?%s(?:\\\\n)?["']?\\s{1,4})?["']?([^\\s"'|$]{4,200})["']?\\s{0,4}\\|[^\\n]{0,200}?(?:--password-stdin|--with-token|sudo\\s{1,4}-S|chpasswd|passwd\\s{1,4}--stdin)`,
    isValue,
    '',
  ),
  row(
    'stdin',
    ['--password-stdin', '--with-token'],
    `--(?:password-stdin|with-token)[^\\n]{0,100}?<<<\\s{0,4}["']?([^\\s"'$]{4,200})`,
    isValue,
    '',
  ),
  row(
    'sql',
    ['password', 'identified'],
    `(?:PASSWORD|IDENTIFIED\\s{1,4}BY)\\s{1,4}(?:=\\s{0,4})?'([^'\\s]{4,200})'`,
    isValue,
  ),
  row(
    'seed',
    ['mnemonic', 'seed'],
    `(?:mnemonic|seed[ _-]?phrase)\\\\?["']?\\s{0,4}[:=]\\s{0,4}\\\\?["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})\\b`,
  ),
  // NAME=value as in an env file or a command: the name alone is enough.
  row(
    'env',
    ENV_WORDS,
    `${ENV_NAME}=(?:\\\\\n[ \\t]{0,40})?(?:"([^\\s"]{6,400})"|'([^\\s']{6,400})'|["']?([^\\s"'\`;&|<>(){}]{6,}${TO_LINE_END}))`,
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
  row('stated', NAME_WORDS, `${NAME}\\s(?:is|was)\\s{1,4}["'\`]?([^\\s"'\`<>]{6,400})`, isRandom),
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
    `(?:pass(?:word|wd|phrase)?|secret|token|key|-pat)(?<=--(?:[a-z]{1,20}-){0,3}${FLAGS})(?:=|["'],\\s{0,4}|\\s{1,4}(?:\\\\\\n\\s{0,12})?)["']?([^\\s"'\`<>-][^\\s"'\`<>]{3,199})`,
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
  // Two arguments of a call: define('DB_PASSWORD', 'x').
  row('assignment', NAME_WORDS, `${NAME}${QUOTE},\\s{0,4}${QUOTED}(?=\\s{0,2}\\))`, isRandom),
  // In a query or a form that is encoded.
  row(
    'encoded',
    NAME_WORDS,
    `${NAME}(?:%22)?(?:%20)?%3[AD](?:%20|%22){0,2}((?:[\\w.~!*+-]|%(?!26|22|0[AD]|2C)[0-9A-F]{2}){6,400})`,
    isPassword,
  ),
]

/** The flag of programs, if one of them stands before it on the command line. */
function flagOf([programs, flag]: (typeof COMMANDS)[number]): string {
  return `(?:${flag})(?=["']?[^\\s"'\`;|&<>-])(?<=(?<![\\w-])(?:${programs})(?![\\w-])${WORDS})`
}

/**
 * A value in quotes after a name that says it is secret may be any password. Code looks like a name and a value without
 * quotes, too, so that the value must look random, unless they have a line of their own, as in YAML and properties.
 */
function isAssigned(secret: string, { 0: match, 1: quoted, index, input }: RegExpExecArray): boolean {
  if (quoted !== undefined) return secret.length >= 6 && isMixed(secret) && !isVariable(secret)
  return hasLine(input, index, index + match.length) ? isPassword(secret) : isLong(secret)
}

/** As long and as random as a key. */
function isLong(secret: string): boolean {
  return secret.length >= 8 && isRandom(secret)
}

/** A cookie with a value that is long or random enough to be a session rather than a preference. */
function hasSession(cookies: string): boolean {
  return cookies
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .some((value) => !isVariable(value) && (value.length >= 16 || (value.length >= 8 && isMixed(value))))
}

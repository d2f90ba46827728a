import { FORM_PATTERNS } from './forms.ts'
import { isLong, NAMED_PATTERNS } from './named.ts'
import { type Pattern, row } from './pattern.ts'
import { STATED_PATTERNS } from './stated.ts'
import { isEncodedPair, isMixed, isPassword, isRandom, isValue, isVariable } from './values.ts'

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
    '://[^\\s:/?#@"\'`<>[\\]]{0,100}:([^\\s/?#"\'`<>[\\]]{1,200})@',
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
    (secret, [match]) =>
      /[:=]\W{0,9}[a-z-]+\s/i.test(match)
        ? (isMixed(secret) || isEncodedPair(secret)) && !isVariable(secret)
        : isLong(secret),
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
  row('npm', ['_auth', '_password'], raw`_(?<!\w_)(?:auth(?:Token)?|password)\s?=\s?"?([^\s"'$]{8,})`, isPassword),
  // A registry's login in Docker's configuration.
  row('docker', ['"auth'], raw`"auth\\?"\s{0,4}:\s{0,4}\\?"([\w+/-]{8,}={0,2})\\?"`, isEncodedPair),
  row(
    'netrc',
    ['password'],
    `password\\s{1,9}(?<=\\b(?:machine${GAP}\\S{1,200}|default${GAP}login${GAP}\\S{1,200})${GAP}(?:(?:login|account)${GAP}\\S{1,200}${GAP})?password\\s{1,9})([^\\s"']{3,200})`,
    isValue,
  ),
  row(
    'pgpass',
    [...'0123456789*'].map((last) => `${last}:`),
    raw`[\d*](?=:[\w*.-]{1,63}:[\w*.-]{1,63}:)(?<=(?<![\w./:@-])(?:[\w.-]{1,100}|\*)(?<!\.(?:[jt]sx?|py|rs|go|rb|java|c|h|md|json|ya?ml|log|txt)):(?:\d{4,5}|\*)):(?!\d{1,9}:\d)[\w*.-]{1,63}:[\w*.-]{1,63}:` +
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
  ...NAMED_PATTERNS,
  ...STATED_PATTERNS,
]

/** The flag of programs, if one of them stands before it on the command line. */
function flagOf([programs, flag]: (typeof COMMANDS)[number]): string {
  return `(?:${flag})(?=["']?[^\\s"'\`;|&<>-])(?<=(?<![\\w-])(?:${programs})(?![\\w-])${WORDS})`
}

/** A cookie with a value that is long or random enough to be a session rather than a preference. */
function hasSession(cookies: string): boolean {
  return cookies
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .some((value) => !isVariable(value) && (value.length >= 16 || (value.length >= 8 && isMixed(value))))
}

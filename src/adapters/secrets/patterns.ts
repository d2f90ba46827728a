import { BESIDE_PATTERNS } from './beside.ts'
import { COMMAND_PATTERNS } from './commands.ts'
import { FORM_PATTERNS } from './forms.ts'
import { HASH_PATTERNS } from './hashes.ts'
import { NAMED_PATTERNS } from './named.ts'
import { type Pattern, row } from './pattern.ts'
import { STATED_PATTERNS } from './stated.ts'
import { STORE_PATTERNS } from './stores.ts'
import { isEncodedPair, isLong, isMixed, isPassword, isRandom, isValue, isVariable } from './values.ts'
import { WALLET_PATTERNS } from './wallets.ts'

/** Of PEM, PGP and SSH2, and of OpenVPN's keys, which are digits. */
const PEM_NAME = String.raw`(?:[A-Z\d ]{0,30}PRIVATE KEY(?: BLOCK)?|OpenVPN (?:tls-crypt-v2 (?:client|server)|Static) key(?: V\d)?)`
const PEM_BEGIN = `-{4,5} ?BEGIN ${PEM_NAME} ?-{4,5}`
const PEM_TEXT = /[\w+/=\s\\:,.()"'|>→@#]*(?:-(?!-)[\w+/=\s\\:,.()"'|>→@#]*){0,20}/
const PEM_END = `-{4,5} ?END ${PEM_NAME} ?-{4,5}`
/** Between two lines of a key: quotes, diff markers, line numbers, headers. */
const PEM_GAP =
  /(?:\s|\\[nrt]|["',+|>→:]|\d{1,6}[→|:\t ]|(?:Proc-Type|DEK-Info|Version|Comment|Subject|x-command): [^\n\\]{0,200}|#[^\n\\]{0,80}){0,40}/
const PEM_LINE = `${PEM_GAP.source}[\\w+/=]{16,}`
/** Between two words of a file: white space and line numbers. */
const GAP = '(?:\\s|\\d{1,6}[→|:\\t]){1,20}'
const { raw } = String

/** What the recommended preset lacks. The comment explains the row. */
export const PATTERNS: readonly Pattern[] = [
  // Truncated, encrypted, quoted or line-numbered blocks: the library finds only complete, plain ones.
  row(
    'private-key',
    ['-----BEGIN ', '---- BEGIN '],
    `${PEM_BEGIN}(?=[^]{0,200}?[\\w+/]{24})(?:${PEM_TEXT.source}${PEM_END}|(?:${PEM_LINE})+)`,
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
    '://[^\\s:/?#@"\'`<>[\\]]{0,100}:([^\\s/?"\'`<>[\\]]{1,200})@',
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
  ...COMMAND_PATTERNS,
  ...STORE_PATTERNS,
  ...HASH_PATTERNS,
  ...WALLET_PATTERNS,
  ...NAMED_PATTERNS,
  ...BESIDE_PATTERNS,
  ...STATED_PATTERNS,
]

/** A cookie with a value that is long or random enough to be a session rather than a preference. */
function hasSession(cookies: string): boolean {
  return cookies
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .some((value) => !isVariable(value) && (value.length >= 16 || (value.length >= 8 && isMixed(value))))
}

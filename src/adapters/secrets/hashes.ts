import { type Pattern, row } from './pattern.ts'

const HEX = '[0-9a-f]'

/** Hashes of passwords, as systems, databases and applications keep them, and logins that prove one. */
export const HASH_PATTERNS: readonly Pattern[] = [
  row(
    'password-hash',
    ['$1$', '$5$', '$6$', '$7$', '$y$', '$2a$', '$2b$', '$2x$', '$2y$', '$apr1$', '$argon2'],
    '\\$(?:(?:[1567y]|apr1)\\$(?:[\\w./=]{1,40}\\$){1,3}[\\w./]{16,}|2[abxy]\\$\\d\\d\\$[\\w./]{53}|argon2\\w{1,2}\\$[\\w$=,+/]{40,})',
    undefined,
    '',
  ),
  row(
    'password-hash',
    ['$P$', '$H$', '$S$', '$scrypt$', '$pbkdf2', '$krb5', '$NT$'],
    '\\$(?:[PHS]\\$[\\w./]{30,60}|(?:scrypt|pbkdf2[\\w-]{0,12}|krb5\\w{2,8}|NT)\\$[\\w$=,+./*@:-]{24,4000})',
    undefined,
    '',
  ),
  // Django, Werkzeug, and the like
  row(
    'password-hash',
    ['pbkdf2_sha', 'pbkdf2:sha', 'scrypt:', 'bcrypt_sha256$', 'scrypt$'],
    '(?:pbkdf2[_:]sha\\d{1,3}|scrypt|bcrypt_sha256)[$:][\\w$:./+=]{40,400}',
    undefined,
    '',
  ),
  // LDAP
  row(
    'password-hash',
    ['{ssha', '{sha', '{smd5', '{md5}', '{crypt}', '{pbkdf2', '{argon2'],
    '\\{(?:s?sha\\d{0,3}|s?md5|crypt|pbkdf2[\\w-]{0,12}|argon2\\w{0,2})\\}[\\w+/$.=,-]{16,}',
  ),
  // PostgreSQL, MySQL and SQL Server
  row(
    'password-hash',
    ['SCRAM-SHA-'],
    'SCRAM-SHA-\\d{1,3}\\$\\d{1,8}:[\\w+/=]{8,}\\$[\\w+/=]{16,}:[\\w+/=]{16,}',
    undefined,
    '',
  ),
  row(
    'password-hash',
    ['storedkey', 'serverkey', 'stored_key', 'server_key', 'saltedpassword'],
    '(?:(?:stored|server)_?key|saltedpassword)\\\\{0,3}["\']?\\s{0,4}[:=]\\s{0,4}\\\\{0,3}["\']([\\w+/]{20,}={0,2})["\'\\\\]',
  ),
  row('password-hash', ['md5'], `(?<!\\w)md5${HEX}{32}(?!\\w)`),
  row('password-hash', ["'*", '"*'], '["\']\\*([0-9A-F]{40})["\']', undefined, ''),
  row('password-hash', ['0x0100', '0x0200'], '0x0[12]00[0-9a-f]{48,200}(?!\\w)'),
  // NTLM: a dump of accounts, answers to a challenge, messages, and what tools are handed
  row('ntlm', [':::'], `:::(?<=:\\d{1,10}:(${HEX}{32}:${HEX}{32}):::)`),
  row(
    'ntlm',
    ['::'],
    `::[\\w.-]{0,60}:(?:(${HEX}{16}:${HEX}{32}:${HEX}{16,4000})|(${HEX}{48}:${HEX}{48}:${HEX}{16}))(?!\\w)`,
  ),
  row('ntlm', ['TlRMTVNTUA'], 'TlRMTVNTUA[\\w+/]{16,}={0,2}', undefined, ''),
  row(
    'ntlm',
    ['ntlm', 'nthash', 'nt hash', 'lmhash', '-hashes'],
    `(?<![a-z])(?:ntlm(?:v[12])?|nthash|nt hash|lmhash|-hashes)["']?(?:[ _-]?hash)?["']?\\s{0,3}(?:[:=]|is)?\\s{0,3}["']?((?:${HEX}{32})?:?${HEX}{32})(?!\\w)`,
  ),
]

import { type Pattern, row } from './pattern.ts'
import { isRandom, isSpoken, isStrong, isValue, looksSecret } from './values.ts'

/** The word for password, by language; what may follow inflects it. */
const WORDS: readonly string[] = [
  ...['password', 'passwort', 'passwd', 'passphrase', 'passcode', 'pswd', 'kennwort', 'wachtwoord', 'lösenord'],
  ...['adgangskode', 'kodeord', 'passord', 'salasana', 'heslo', 'jelszó', 'mật khẩu', 'hasło', 'şifre'],
  ...[
    'mot de passe',
    'mots de passe',
    'phrase de passe',
    'contraseña',
    'contrasena',
    'contrasen\u0303a',
    'palavra-passe',
  ],
  ...['парол', 'κωδικ', 'סיסמ', 'كلمة المرور', 'كلمة السر', 'पासवर्ड', 'รหัสผ่าน'],
  ...[
    '密码',
    '密碼',
    '口令',
    'パスワード',
    'パスコード',
    'パスフレーズ',
    '暗証番号',
    '비밀번호',
    '패스워드',
    '암호',
    '비번',
  ],
]
/** Words that are short or mean something else, too: they stand alone, or after whose it is. */
const SHORT: readonly string[] = ['pass', 'pwd', 'pw', 'creds', 'mdp', 'clave', 'senha', 'parola', 'sifre']
const OWNER = 'db|root|user|admin|smtp|ftp|bind|ldap|wifi|sudo'
const ALONE = `(?:${SHORT.join('|')})(?<=(?:^|[^a-z\\u00c0-\\u024f]|${OWNER})(?:${SHORT.join('|')}))(?![a-z])`
const ENDING = '(?:s|e[nrst]|n|si|niz|[^\\x00-\\x7f]{1,5}?)?(?:[_-]?\\d{1,2})?["\'`*_)\\]]{0,4}'
const NAME = `(?:${WORDS.join('|')}|${ALONE})${ENDING}`
const NAME_WORDS = [...WORDS, ...SHORT]
/** Names of what machines make, so that it looks random. */
const KEY = '(?:secret|token|key|credentials?)'
/** What a password is for, between its name and the verb: "for the staging box". */
const WHOSE = "(?:[ \\t]{1,2}\\(?(?!-)[\\w'’@./\\u00a1-\\uffff-]{0,39}[a-z\\d\\u00a1-\\uffff]\\)?){0,6}?"
const VERB =
  "(?:[’']s|[ \\t]{1,2}(?:is|was|are|be|to|equals|as|ist|lautet|war|sei|auf|est|était|à|es|era|será|é|è|sarà|naar|är|er|jest|brzmi|на|это|هي|هو|là|je|είναι|היא):?)[ \\t]{1,2}" +
  '(?:(?:now|currently|still|set|to|just|jetzt|maintenant|ahora|agora|ora|nu|теперь):?[ \\t]{1,2}){0,2}'
const SIGN = '[ \\t]{0,3}(?:[:：]{1,2}=?|[=＝]{1,3}>?|->|→|[ \\t]\\|(?=[ \\t])|[-–—](?=[ \\t]))[*_]{0,2}\\s{0,4}'
/** What scripts without spaces put between, or nothing. */
const GLUE = '(?<=[^\\x00-\\x7f])[^\\x00-\\x7f]{0,12}[ \\t:=]{0,3}'
const OPEN = '["\'`*_“‘«„(\\[]'
/** Neither white space nor a quotation mark, nor the escape of one. */
const CHARACTER =
  '(?:[!#-%\\x27-:=?-[\\]-_a-~\\u00a1-\\u024f\\u0370-\\u052f]|[&;](?!\\w{1,40}[ \\w]{0,20}=)|\\\\(?![nrt"\\\\]))'
const PLAIN = '([a-z]{6,40})'
/** What a user and a password follow. */
const LOGINS = [
  'basic auth',
  'http auth',
  'auth is',
  'creds',
  'credentials',
  'login',
  'log in',
  'logged in',
  'sign in',
  'signed in',
  'anmeldedaten',
  'credenciales',
  'credenziali',
  'identifiants',
  'inloggegevens',
  'zugangsdaten',
].concat(
  ['user', 'username'].flatMap((user) => ['/', ' / ', ':', ' and ', ' & ', '+'].map((sign) => `${user}${sign}pass`)),
)
const LOGIN = `(?:${LOGINS.join('|').replaceAll('+', '\\+')})(?:word)?`
const USER = `${OPEN}{0,2}[\\w.+@-]{2,60}["'\`]?`
const AND = `(?:[ \\t]{0,2}[/:|,][ \\t]{0,2}|[ \\t]{1,2}(?:and|with|und|mit|y|et|e|и)[ \\t]{1,2}(?:[a-z]{1,8}[ \\t]{1,2}){0,2})`
/** What a key or a code opens. */
const OPENED = [
  'wifi',
  'wi-fi',
  'wlan',
  'wpa',
  'wpa2',
  'network',
  'router',
  'hotspot',
  'door',
  'gate',
  'alarm',
  'safe',
  'unlock',
  'entry',
  'recovery',
  'backup',
  'security',
]
const OPENERS = ['key', 'code', 'pin', 'passkey'].flatMap((noun) => OPENED.map((of) => `${of} ${noun}`))
/** With a digit or a mark in it, and without the mark that ends a sentence. */
const VALUE = `(?!${OPEN}|[-}])(?=\\S{0,80}?[\\d!@#$%^&*])(${CHARACTER}{4,199}(?<![.,;:?()[\\]{}'*_]))`

/** What a password does. */
const UNLOCKS = ['unlock', 'decrypt', 'open']
  .map((verb) => `${verb} it with`)
  .concat(['encrypted', 'protected', 'locked', 'secured'].flatMap((verb) => [`${verb} with`, `${verb} by`]))

/** Secrets as people state them, in prose, lists and notes. */
export const STATED_PATTERNS: readonly Pattern[] = [
  row('stated', NAME_WORDS, `${NAME}(?:${WHOSE}(?:${VERB}|${SIGN})|${GLUE})${OPEN}{0,4}${VALUE}`, isStated),
  // A word alone, if it is set like a variable.
  row('stated', NAME_WORDS, `${NAME}=${PLAIN}(?=[ \\t\\r\\n"'\`&]|$)`, isPlainWord),
  row(
    'stated',
    NAME_WORDS,
    `${NAME}:[ \\t]{1,4}${PLAIN}(?=[ \\t]{0,9}(?:[\\r\\n]|$|"\\0))(?<=(?:^|[\\n"])[ \\t]{0,80}[\\w.-]{0,60}:[^\\n]{0,60})`,
    isPlainWord,
  ),
  row(
    'stated',
    NAME_WORDS,
    `${NAME}(?:${VERB}["'\`“‘«„]([^\\s"'\`“”‘’«»\\\\]{6,80})["'\`“”‘’«»]|[ \\t]\`([^\\s"'\`\\\\]{6,80})\`)`,
    isWord,
  ),
  // Without a verb or a sign: "log in as bob, password X".
  row(
    'stated',
    NAME_WORDS,
    `${NAME}(?<=(?:^|[\\s"'(*_/])[\\w./]{0,20}${NAME})${WHOSE}[ \\t]{1,2}${OPEN}{0,4}(?=\\S{0,40}?[a-z])${VALUE}`,
    isPlaced,
  ),
  // Passwords that a provider of e-mail or a site makes for one program, in groups.
  row(
    'app-password',
    NAME_WORDS,
    `${NAME}${WHOSE}(?:${VERB}|${SIGN}|[ \\t]{1,2})${OPEN}{0,4}((?:[a-z]{4}[ -]){3}[a-z]{4}|[a-z]{16}|(?:[a-z\\d]{4} ){5}[a-z\\d]{4})(?![\\w-])`,
    isGrouped,
  ),
  // The other way round: "use X as the password", "I set it to X (the password)".
  row(
    'stated',
    NAME_WORDS,
    `${NAME}(?<=(?:^|[\\s"'\`(])${VALUE}["'\`*_]{0,3}[ \\t](?:(?:is|as|for|=|ist|als|für|est|pour|es|para|é|è)[ \\t]|\\()(?:[\\w-]{1,20}[ \\t]){0,4}${NAME})`,
    isStrong,
  ),
  // A user and a password: "log in with bob / X", "creds: bob:X".
  row(
    'stated',
    LOGINS,
    `${LOGIN}(?:[ \\t]{1,2}[\\w'.-]{1,20}){0,4}?(?:${SIGN}|[ \\t]{1,2})${USER}${AND}${OPEN}{0,2}${VALUE}`,
    isSpoken,
  ),
  // Parted by nothing but a space: "basic auth is bob X"
  row(
    'stated',
    LOGINS,
    `${LOGIN}(?:[ \\t]{1,2}(?:with|as|using))?(?:${VERB}|${SIGN}|[ \\t]{1,2})${USER}[ \\t]{1,2}${OPEN}{0,2}${VALUE}`,
    looksSecret,
  ),
  row(
    'stated',
    ['pass', 'pw'],
    `p(?:ass|w)[ \\t]{1,2}(?<=\\b(?:user(?:name)?|login|host|rclone)[ \\t:=][^\\n]{0,120}\\bp(?:ass|w)[ \\t]{1,2})${OPEN}?${VALUE}`,
    looksSecret,
  ),
  row(
    'stated',
    OPENERS,
    `(?:${OPENERS.join('|')})(?:${WHOSE}(?:${VERB}|${SIGN})|[ \\t]{1,2})${OPEN}{0,4}${VALUE}`,
    isOpener,
  ),
  row('stated', [' pin', '\npin'], `[ \\n]pin(?: code)?(?:[ \\t]is|:)[ \\t]{1,2}${OPEN}{0,4}${VALUE}`, isSpoken),
  row(
    'stated',
    [' to log in', ' to login', ' to sign in', ' to unlock', ' to decrypt'],
    `[ ]to[ ](?:log ?in|sign in|unlock|decrypt)(?<=(?:use|with|type|enter|try)[ ]${OPEN}{0,2}${VALUE}["'\`*_]{0,3} to[ ](?:log ?in|sign in|unlock|decrypt))`,
    looksSecret,
  ),
  row('stated', UNLOCKS, `(?:${UNLOCKS.join('|')})[ \\t]{1,2}${OPEN}{0,4}${VALUE}`, looksSecret),
  row(
    'stated',
    ['secret', 'token', 'key', 'credential'],
    `${KEY}${WHOSE}${VERB}${OPEN}{0,4}${VALUE}`,
    (secret) => isRandom(secret) || looksSecret(secret),
  ),
]

/** Before the word `pass` in a sentence, if it means what is secret. */
const DETERMINER = /\b(?:my|your|our|the|his|her|their|this|same|db|user|admin|root)\s$/i

/** `pass` is a verb and the outcome of a test, too. */
function isPassing({ 0: match, index, input }: RegExpExecArray): boolean {
  return (
    /^pass(?![\w-])/i.test(match) &&
    !/^pass["'`]*\s?[:=]/.test(match) &&
    !DETERMINER.test(input.slice(Math.max(0, index - 8), index))
  )
}

function isStated(secret: string, match: RegExpExecArray): boolean {
  const isPair = /^creds/i.test(match[0]) && /^[\w.@-]+[:/]/.test(secret)
  return (isSpoken(secret) || isNumber(secret)) && !isPair && !isPassing(match)
}

/** A number that a person might choose. */
const isNumber = (secret: string): boolean => /^\d{6,20}$/.test(secret) && !secret.startsWith('123456')

function isPlaced(secret: string, match: RegExpExecArray): boolean {
  return isStrong(secret) && !/^pass(?!w|p|c)/i.test(match[0])
}

/** After a verb or a sign, what may be one; else what looks like one. */
function isOpener(secret: string, { 0: match }: RegExpExecArray): boolean {
  const isGiven = /(?:[:=：]|\b(?:is|was|ist|est|es))["'`*_“‘«„([ \t]*$/i.test(match.slice(0, -secret.length))
  return looksSecret(secret) || (isGiven && isSpoken(secret))
}

/** What is said of a password, rather than it. */
const STATES =
  /^(?:missing|empty|expired|changed|updated|unset|reset|enabled|disabled|(?:in)?correct|mismatch|rejected|accepted|denied|failed|(?:in)?secure|sensitive|managed|external|inherited|automatic|manual|always|never|plaintext|unchanged|protected|forgotten|incomplete|unavailable|confidential)$/i

function isWord(secret: string, match: RegExpExecArray): boolean {
  return isValue(secret) && !STATES.test(secret) && !isPassing(match)
}

/** Without a capital within it, as names in code have. */
function isPlainWord(secret: string, match: RegExpExecArray): boolean {
  return !/[a-z][A-Z]/.test(secret) && isWord(secret, match)
}

/** What an app password is for. */
const APPS = /\bapp\b|application|gmail|google|apple|icloud|yahoo|outlook|mail\b|smtp|wordpress/i

/** Not four words of a sentence: said to be for a program, or with a group that no word is. */
function isGrouped(secret: string, { 0: match, index, input }: RegExpExecArray): boolean {
  const groups = secret.split(/[ -]/)
  const isForApp = APPS.test(input.slice(Math.max(0, index - 40), index) + match.slice(0, -secret.length))
  if (groups.length === 6) return /\d/.test(secret) && /[A-Z]/.test(secret)
  if (secret !== secret.toLowerCase()) return false
  return isForApp || (groups.length === 4 && groups.some((group) => !/[aeiouy]/.test(group)))
}

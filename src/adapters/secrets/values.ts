import { pattern } from '@hindcast/text/late.ts'

/** Words that a placeholder is made of: `your-api-key`, `test_token_123`, `<password>`, `changeme`. */
const PLACEHOLDER_WORDS =
  /your|my|our|the|this|here|some|any|new|old|test(?:ing)?|fake|dummy|mock(?:ed)?|sample|example|placeholder|redacted|removed|hidden|masked|change(?:me)?|me|replace|with|insert|enter|put|actual|real|valid|invalid|wrong|bad|secrets?|token|pass(?:w(?:or)?d|phrase)?|pwd|credentials?|key|api|access|auth(?:entication|orization)?|bearer|client|private|public|user(?:name)?|admin|default|none|null|nil|undefined|true|false|string|number|bool(?:ean)?|object|bytes|text|type|any|optional|required|unknown|todo|tbd|foo|bar|baz|value|name|id|env|var|input|field|prompt|abc(?:def)?|xyz|x+|v?\d{1,3}|123\d*|str|generated|encrypted|hash(?:ed)?|plaintext|random|strong|long|super|not|needed|used|set|see|below|above|from|in|is|of|or|and|to|a/

const ALL_PLACEHOLDER = pattern(`^(?:${PLACEHOLDER_WORDS.source})$`, 'i')

/**
 * Placeholders: `$TOKEN`, `${{ secrets.X }}`, `{password}`, `%PASS%`, `****`, `<your-token>`, `your-api-key`. So is a
 * sentence in a script that is written without spaces, and whose letters have no case.
 */
export function isVariable(value: string): boolean {
  return (
    /^\$|\$[({]|^\{|\{[^{}]{0,80}\}|^%\w*%?$|^(.)\1+$|\*{3}|^<|^\[|\.{3}|…|^x{4}|\p{Lo}/iu.test(value) ||
    isPlaceholder(value)
  )
}

/** Nothing remains once words such as `your`, `test` and `token` are taken away. */
function isPlaceholder(value: string): boolean {
  if (/EXAMPLE/.test(value)) return true
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+|[^\w\s.:/@<>()'"-]/g) ?? []
  return words.length <= 12 && words.every((word) => ALL_PLACEHOLDER().test(word))
}

/** An expression, a path, an address, a plain number or a keyword rather than a value. */
export function isCode(value: string): boolean {
  return (
    /^https?:\/\/|^\d{1,11}[,.]?$|[\w)\]]\((?:.*\)|$)|^!?[A-Za-z_]\w*\[|^(?:undefined|process|required|string)\b|^(?:&&|\|\||==|=>|->)/.test(
      value,
    ) ||
    isDotted(value) ||
    isPath(value)
  )
}

/** `config.password2`, `os.environ`: names joined by dots, none of which looks random. */
const isDotted = (value: string): boolean =>
  /^(?:[A-Za-z_$][\w$]*[?!]?\.)+[A-Za-z_$][\w$]*[,;]?$/.test(value) &&
  !value.split('.').some((part) => isShuffled(part))

/** `/run/secrets/db`, `./key.pem` or `projects/x/secrets/y`, where no folder looks random, but not `/9fXq2Lm…`. */
const isPath = (value: string): boolean =>
  /^(?:[a-z][a-z\d_.\\-]*(?:\/[a-z\d_.\\-]+){2,}|(?:~|\.{1,2})?\/.*)$/.test(value) &&
  !value.split('/').some((part) => isShuffled(part) || hasEverything(part))

/** Upper case, lower case, a digit and a mark that no file is named with. */
const hasEverything = (value: string): boolean =>
  /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) && /[^\w.,:@~-]/.test(value)

/** Letters and digits: not a word or a name. */
export const isMixed = (value: string): boolean => hasEntropy(value, 2.5)

/** Whether a match is an actual value, and not a placeholder or code. */
export const isValue = (value: string): boolean => !isVariable(value) && !isCode(value)

/** Letters with digits or marks, or base64 of text: a password rather than a word. */
export const isPassword = (value: string): boolean =>
  isValue(value) &&
  /[A-Za-z]/.test(value) &&
  (hasEntropy(value, 2) || /[^\w\s.,:;()/-]/.test(value) || isEncodedText(value) || isScattered(value))

/** Neither an identifier with a number in it (`sha256Hash`, `oauth2_token`) nor an expression. */
export function isRandom(value: string): boolean {
  return isValue(value) && hasEntropy(value, 3) && (isShuffled(value) || /[^\w.:/\\@-]/.test(value))
}

/** As long and as random as a key. */
export function isLong(secret: string): boolean {
  return secret.length >= 8 && isRandom(secret)
}

/**
 * What a person types after "the password is": letters with digits, or with marks that words do not contain, but not
 * `8-character`, `v1.2.3`, an address, or the name of a method such as `sha256`.
 */
export const isSpoken = (value: string): boolean =>
  value.length >= 6 &&
  isValue(value) &&
  !isTerm(value) &&
  !isExpression(value) &&
  /\p{L}/u.test(value) &&
  (/\d/.test(value) || /[!@#$%^&*](?!$)/.test(value))

/** Of several kinds of characters, and not a name with a number such as `Windows11`, so that it needs no verb before it. */
export const isStrong = (value: string): boolean =>
  isSpoken(value) &&
  !/^[A-Z][a-z]+\d{1,2}$/.test(value) &&
  [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(value)).length >= 3

/** A number with its unit, a date, a version, an e-mail address, a commit, an advisory, a file, the name of a method. */
const isTerm = (value: string): boolean =>
  /^\d{1,4}[a-z-]*[a-z]$|^[\d.:TZ+-]+[a-z]{0,3}$|^v?\d+(?:\.\w+)+$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^[\da-f]{7,10}$|^[A-Z]+(?:-\d+)+$|^[\w@-]+\/[\w@./-]*\.\w{1,5}(?::\d+)*$/i.test(
    value,
  ) ||
  /^(?:sha|md(?=-?[2-6](?!\d))|base|utf|aes|argon|pbkdf|blake|hmac|oauth|https?|ipv|tls|[hr]s(?=-?(?:256|384|512)))-?\d+[a-z\d]*(?:-[a-z]+)*$/i.test(
    value,
  )

/** A call, an address, a link, fields of an object, or a name of code that says what it holds. */
const isExpression = (value: string): boolean =>
  /[\w)\]]!?\(|:\/\/|::|->|=>|\]\(|^!\d|^!+\w+\.|[,{]\w*:|^\w+=[{"']/.test(value) ||
  (/^[A-Za-z_]\w*$/.test(value) && !/\d{3}/.test(value) && value.split(/_|(?<=[a-z\d])(?=[A-Z])/).some(isHeldName))

/** A part of a name that says what it holds; one that only begins so is anything (`Hashoq22`). */
const isHeldName = (part: string): boolean =>
  /(?:passw(?:or)?d|passphrase|secret|token|hash|auth|credential)s?$|^(?:hash|encrypt|authenticat|authoriz)ed$|^auth(?:entication|orization|enticator)$/i.test(
    part,
  )

/**
 * Whether nothing else stands on the line, except the rest of a name, and the number or mark that tools print. The parts
 * of a connection string and of a query count as lines.
 */
export function hasLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 160), start)
  const after = text.slice(end, end + 80)
  return (
    /(?:^|[\n";&?]|['"](?=x-))[ \t]{0,12}(?:\d{1,6}[→|:\t][ \t]{0,40})?[+-]?[ \t]{0,40}(?:- |export |set )?["']?[\w.-]{0,80}["']?[ \t]{0,4}$/.test(
      before,
    ) && /^[ \t]{0,4}(?:#.*)?(?:$|[\n\r"';&])/.test(after)
  )
}

const isEncodedText = (value: string): boolean =>
  value.length >= 8 &&
  /^(?:[\w+/]{4})+$/.test(value) &&
  /^[ -~]+$/.test(Buffer.from(value, 'base64').toString('latin1'))

/** Base64 of `user:password`, as registries and proxies keep it. */
export function isEncodedPair(value: string): boolean {
  return /^[ -~]{1,200}:[ -~]{3,}$/.test(Buffer.from(value, 'base64').toString('latin1'))
}

/**
 * Whether kinds of characters alternate as they do in random text: small letters, capitals and digits change places at
 * two of five positions there, and at one of ten in names made of words.
 */
function isShuffled(value: string): boolean {
  const turns = value.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d)/g)?.length ?? 0
  return turns >= 4 && turns >= value.length / 5
}

/** Letters alone, with capitals strewn among them: in names made of words, fewer than one in four is a capital. */
export function isScattered(value: string): boolean {
  if (!/^[A-Za-z]{12,}$/.test(value)) return false
  const capitals = value.match(/[A-Z]/g)?.length ?? 0
  const turns = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0
  return capitals >= value.length * 0.3 && turns >= value.length / 4
}

/** Letters and digits with at least `bits` of entropy for each character. */
export const hasEntropy = (value: string, bits: number): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) >= bits

/** Shannon entropy in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** A password by its looks alone: of several kinds of characters, and neither a name, a fragment of code nor a pattern. */
export const looksSecret = (value: string): boolean =>
  !FRAGMENT.test(value) &&
  (isStrong(value)
    ? isLong(value) || MARKED.test(value) || (CHOSEN().test(value) && /^[^-_]+$|[A-Z]/.test(value))
    : isSpoken(value) && /^[^-_]+$/.test(value) && CHOSEN().test(value))
const FRAGMENT =
  /^(?:toolu|msg|req)_|^\w+=|^~|\w\/\w+;|^[#)\],;:}&|=@.%+-]|[[({,=;]$|\.\w+#|rfc\d+#|^[\w-]+:[\w.]|\.\w{2,4}$|@v\d$|[\^[|<>]|\*\*|^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const MARKED = /^(?=.*\d).*[!$%&*?~+#@]/
/** Formats, types and methods whose names hold a number. */
const NAMED_BY_NUMBER =
  '[a-z]\\d|ed(?:25519|448)|es(?:20)?\\d\\d|cp\\d|[hr]s\\d{3}|(?:utf|iso|aes|sha|crc|hmac|base|curve|vector|u?int|float|oauth|http|rfc|atomic|windows|latin|amd|arm)[_-]?\\d'
/** As people make passwords up: a number between letters, a year at the end, or two numbers. */
const CHOSEN = pattern(
  `^(?!${NAMED_BY_NUMBER})(?:[A-Za-z]{2,}[-_]?\\d{2,6}[-_]?[A-Za-z]{2,}|[A-Z][a-z]+\\d{4}|(?=(?:.*[A-Za-z]\\d{1,2}[A-Za-z]){2})\\w{8,}|[a-z]{3,}\\d{3,6}[a-z])$`,
  'i',
)

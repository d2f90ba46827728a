/** A kind of secret that no rule of the library finds, or not whole. */
export interface Pattern {
  readonly kind: string
  /** Global and linear. Its first group is the secret, the last place where that text stands in the match; else all of it. */
  readonly pattern: RegExp
  /** Whether the text found is a secret and not a placeholder, a word or code. */
  readonly accept?: (secret: string) => boolean
}

const NAME =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|private|secret|encryption|signing)[_-]?key|credentials?)/
const ENV_NAME =
  /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|(?:API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING)_?KEY|CREDENTIALS?)(?:_BASE)?/
const FLAG = /--(?:password|passwd|passphrase|secret|token|api-key|(?:access|auth)-token|client-secret)/
const PEM_BEGIN = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
const PEM_TEXT = /[\w+/=\s\\:,.()"'|>→]*(?:-(?!-)[\w+/=\s\\:,.()"'|>→]*){0,20}/
const PEM_END = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
/** Between two lines of a key: quotes, marks of a diff, numbers of lines, headers. */
const PEM_GAP = /(?:\s|\\[nrt]|["',+|>→:]|\d{1,6}[→|:\t ]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200}){0,40}/
const PEM_LINE = new RegExp(`${PEM_GAP.source}[\\w+/=]{16,}`)

/** What the recommended preset lacks, one row a kind. The comment says why the row is there. */
export const PATTERNS: readonly Pattern[] = [
  // Blocks that are cut off, encrypted, quoted or numbered by line: the library wants a whole and bare one.
  {
    kind: 'private-key',
    pattern: new RegExp(
      `${PEM_BEGIN.source}(?=[^]{0,200}?[\\w+/]{24})(?:${PEM_TEXT.source}${PEM_END.source}|(?:${PEM_LINE.source})+)`,
      'g',
    ),
  },
  // OAuth and admin keys; the library knows api keys alone.
  { kind: 'anthropic', pattern: /\bsk-ant-[a-z0-9]{2,12}-[\w-]{20,}/g },
  // Keys of other lengths, and of services that copied the form.
  { kind: 'openai', pattern: /\bsk-[\w-]{32,}/g, accept: isMixed },
  // App tokens that carry a JWT, longer than the library's 40.
  { kind: 'github', pattern: /\b(?:gh[pousr]|github_pat)_\w{37,}(?:\.[\w-]{10,}){0,2}/g },
  // Deploy, runner, trigger, job … tokens, and the routable ones with dots.
  {
    kind: 'gitlab',
    pattern: /\bgl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)-[\w-]{20,}(?:\.[\w-]{2,}){0,2}/g,
  },
  // Client, cookie and rotated tokens; the library stops inside a segment of more than 40 characters.
  { kind: 'slack', pattern: /\bxox[a-z](?:\.xox[a-z])?-[\w%-]{10,}|\bxapp-[\w-]{20,}/g, accept: isMixed },
  { kind: 'google', pattern: /\b(?:AIza[\w-]{35}(?![\w-])|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/g },
  { kind: 'stripe', pattern: /\b(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9+/=]{16,}/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  // Only the password of any scheme's URL; the library takes the whole URL of some.
  {
    kind: 'url-password',
    pattern: /:\/\/[^\s:/?#@"'`<>]{0,100}:([^\s/?#"'`<>]{1,200})@/g,
    accept: (secret) => !isVariable(secret),
  },
  { kind: 'url-token', pattern: /:\/\/([\w.-]{30,200})(?::x-oauth-basic)?@/g, accept: isMixed },
  {
    kind: 'authorization',
    pattern: /\bauthorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:basic|bearer|token)\s{1,4}([^\s"'`,;\\]{6,})/gi,
    accept: (secret) => isMixed(secret) && !isVariable(secret),
  },
  { kind: 'authorization', pattern: /\bbearer\s{1,4}([\w.~+/=-]{16,})/gi, accept: isMixed },
  // The library asks for the file's name.
  { kind: 'npm', pattern: /_auth(?:Token)?\s?=\s?"?([^\s"'$]{8,})/g },
  // NAME=value as in an env file or a command: the name alone says it.
  {
    kind: 'env',
    pattern: new RegExp(`${ENV_NAME.source}=["']?([^\\s"'\`;&|<>(){}]{6,})`, 'g'),
    accept: (secret) => !isVariable(secret) && !isCode(secret),
  },
  { kind: 'flag', pattern: new RegExp(`${FLAG.source}(?:=|\\s{1,4})["']?([^\\s"'\`<>]{6,})`, 'g'), accept: isMixed },
  // name: "value" and name = 'value', in code, JSON, also JSON within JSON.
  {
    kind: 'assignment',
    pattern: new RegExp(
      `${NAME.source}\\\\?["']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4}\\\\?["'\`]([^\\s"'\`\\\\]{8,200})\\\\?["'\`]`,
      'gi',
    ),
    accept: (secret) => isMixed(secret) && !isVariable(secret),
  },
  // name: value without quotes, as in YAML: code looks like this too, so the value must look random.
  {
    kind: 'assignment',
    pattern: new RegExp(
      `${NAME.source}["']?\\s{0,4}(?:=>|:=|[:=])[ \\t]{0,4}([^\\s"'\`;,(){}[\\]<>]{8,200})(?![(\\w])`,
      'gi',
    ),
    accept: isRandom,
  },
]

/** Filled in elsewhere: `$TOKEN`, `${{ secrets.X }}`, `{password}`, `%PASS%`, `****`, `xxxx`. */
export function isVariable(value: string): boolean {
  return /^\$|\$[({]|[{}]|^%\w+%$|^(.)\1+$|^\*{3}|^<|^\[redacted:/.test(value)
}

/** An expression, a path, an address, a plain number or a word of the language rather than a value. */
export function isCode(value: string): boolean {
  return /^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*$|^\.{0,2}\/|^https?:\/\/|^\d{1,11}[,.]?$|^(?:undefined|process|required|string)\b/.test(
    value,
  )
}

/** Letters and digits with at least `bits` a character: no word, no name. */
export function isMixed(value: string, bits = 2.5): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) >= bits
}

/** Mixed, and not an identifier with a number in it (`sha256Hash`, `oauth2_token`), nor an expression. */
export function isRandom(value: string): boolean {
  if (isVariable(value) || isCode(value) || !isMixed(value, 3)) return false
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return turns >= 4 || /[^\w.:/@-]/.test(value) || (value.length >= 24 && turns >= 3)
}

/** Shannon's entropy of the characters, in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

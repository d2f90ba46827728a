/** A kind of secret that the library's rules miss, or find only in part. */
export interface Pattern {
  readonly kind: string
  /**
   * Global and linear. The secret is the first group, at its last position in the match, or the whole match if there is
   * no group.
   */
  readonly pattern: RegExp
  /** Whether the match is a secret rather than a placeholder, a word or code. */
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
/** Between two lines of a key: quotes, diff markers, line numbers, headers. */
const PEM_GAP = /(?:\s|\\[nrt]|["',+|>→:]|\d{1,6}[→|:\t ]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200}){0,40}/
const PEM_LINE = new RegExp(`${PEM_GAP.source}[\\w+/=]{16,}`)

/** What the recommended preset lacks, one row for each kind. The comment explains the row. */
export const PATTERNS: readonly Pattern[] = [
  // Truncated, encrypted, quoted or line-numbered blocks: the library finds only complete, plain ones.
  {
    kind: 'private-key',
    pattern: new RegExp(
      `${PEM_BEGIN.source}(?=[^]{0,200}?[\\w+/]{24})(?:${PEM_TEXT.source}${PEM_END.source}|(?:${PEM_LINE.source})+)`,
      'g',
    ),
  },
  // OAuth and admin keys; the library knows only API keys.
  { kind: 'anthropic', pattern: /\bsk-ant-[a-z0-9]{2,12}-[\w-]{20,}/g },
  // Keys of other lengths, and of services that copied the format.
  { kind: 'openai', pattern: /\bsk-[\w-]{32,}/g, accept: isMixed },
  // App tokens that contain a JWT, longer than the library's 40.
  { kind: 'github', pattern: /\b(?:gh[pousr]|github_pat)_\w{37,}(?:\.[\w-]{10,}){0,2}/g },
  // Deploy, runner, trigger, job … tokens, and routable ones with dots.
  {
    kind: 'gitlab',
    pattern: /\bgl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)-[\w-]{20,}(?:\.[\w-]{2,}){0,2}/g,
  },
  // Client, cookie and rotated tokens; the library stops inside a segment longer than 40 characters.
  { kind: 'slack', pattern: /\bxox[a-z](?:\.xox[a-z])?-[\w%-]{10,}|\bxapp-[\w-]{20,}/g, accept: isMixed },
  { kind: 'google', pattern: /\b(?:AIza[\w-]{35}(?![\w-])|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/g },
  { kind: 'stripe', pattern: /\b(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9+/=]{16,}/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  // Only the password in a URL of any scheme; for some, the library would redact the whole URL.
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
  // The library requires the file's name.
  { kind: 'npm', pattern: /_auth(?:Token)?\s?=\s?"?([^\s"'$]{8,})/g },
  // NAME=value as in an env file or a command: the name alone is enough.
  {
    kind: 'env',
    pattern: new RegExp(`${ENV_NAME.source}=["']?([^\\s"'\`;&|<>(){}]{6,})`, 'g'),
    accept: (secret) => !isVariable(secret) && !isCode(secret),
  },
  { kind: 'flag', pattern: new RegExp(`${FLAG.source}(?:=|\\s{1,4})["']?([^\\s"'\`<>]{6,})`, 'g'), accept: isMixed },
  // name: "value" and name = 'value', in code, JSON, and JSON within JSON.
  {
    kind: 'assignment',
    pattern: new RegExp(
      `${NAME.source}\\\\?["']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4}\\\\?["'\`]([^\\s"'\`\\\\]{8,200})\\\\?["'\`]`,
      'gi',
    ),
    accept: (secret) => isMixed(secret) && !isVariable(secret),
  },
  // name: value without quotes, as in YAML: code looks like this, too, so the value must look random.
  {
    kind: 'assignment',
    pattern: new RegExp(
      `${NAME.source}["']?\\s{0,4}(?:=>|:=|[:=])[ \\t]{0,4}([^\\s"'\`;,(){}[\\]<>]{8,200})(?![(\\w])`,
      'gi',
    ),
    accept: isRandom,
  },
]

/** A placeholder: `$TOKEN`, `${{ secrets.X }}`, `{password}`, `%PASS%`, `****`, `xxxx`. */
export function isVariable(value: string): boolean {
  return /^\$|\$[({]|[{}]|^%\w+%$|^(.)\1+$|^\*{3}|^<|^\[redacted:/.test(value)
}

/** An expression, a path, an address, a plain number or a keyword rather than a value. */
export function isCode(value: string): boolean {
  return /^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*$|^\.{0,2}\/|^https?:\/\/|^\d{1,11}[,.]?$|^(?:undefined|process|required|string)\b/.test(
    value,
  )
}

/** Letters and digits with at least `bits` of entropy for each character: not a word or a name. */
export function isMixed(value: string, bits = 2.5): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) >= bits
}

/** Mixed, and neither an identifier with a number in it (`sha256Hash`, `oauth2_token`) nor an expression. */
export function isRandom(value: string): boolean {
  if (isVariable(value) || isCode(value) || !isMixed(value, 3)) return false
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return turns >= 4 || /[^\w.:/@-]/.test(value) || (value.length >= 24 && turns >= 3)
}

/** Shannon entropy in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

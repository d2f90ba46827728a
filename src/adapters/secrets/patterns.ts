import { hasLine, isEncodedPair, isMixed, isPassword, isRandom, isValue, isVariable } from './values.ts'

/** A kind of secret that the library's rules miss, or find only in part. */
export interface Pattern {
  readonly kind: string
  /**
   * Global and linear. The secret is the first group that took part, at its last position in the match, or the whole
   * match if none did. What stands before a rare mark is checked behind the mark, because a search for the mark is fast.
   */
  readonly pattern: RegExp
  /** Whether the match is a secret rather than a placeholder, a word or code. */
  readonly accept?: (secret: string, match: RegExpExecArray) => boolean
}

/** Names of values that are secret; `db_`, `SMTP_` and the like may precede them. */
const NAME =
  /(?:passw(?:or)?d|passphrase|pwd|(?:\b|[_-]|db|smtp|user|ftp)pass|secret|token|(?:api|app|application|access|account|private|secret|encryption|signing|master|license|admin|service|auth|session|shared|storage|deploy|webhook|consumer|customer|ingestion)[_-]?key|credentials?|requirepass|masterauth|\bpsk|[_-]pat)(?:[_-](?:base|prod|production|staging|dev|live|old|new|\d{1,2}))?/
/** The same in the environment, where any other key counts, too, if its value looks random. */
const ENV_NAME =
  /(?:PASSWORD|PASSWD|PASSPHRASE|(?:\b|_)PASS|_PWD|SECRET|TOKEN|(?:API|APP|APPLICATION|ACCESS|ACCOUNT|PRIVATE|SECRET|ENCRYPTION|SIGNING|MASTER|LICENSE|ADMIN|SERVICE|AUTH|SESSION|SHARED|STORAGE|DEPLOY|WEBHOOK|CONSUMER|CUSTOMER|INGESTION)_?KEY|CREDENTIALS?|_PAT)(?:_(?:BASE|PROD|PRODUCTION|STAGING|DEV|LIVE|OLD|NEW|\d{1,2}))?/
const ANY_KEY =
  /(?<!public|pub|cache|idempotency|primary|foreign|sort|partition|object|group|query|react|dedupe?|hash|map|row|index)[_-]key/
const FLAG =
  /--(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|pass|storepass|keypass|secret|token|(?:api|access|account|auth|private|secret|license)-?key|pat)/
const PEM_BEGIN = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
const PEM_TEXT = /[\w+/=\s\\:,.()"'|>→]*(?:-(?!-)[\w+/=\s\\:,.()"'|>→]*){0,20}/
const PEM_END = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/
/** Between two lines of a key: quotes, diff markers, line numbers, headers. */
const PEM_GAP = /(?:\s|\\[nrt]|["',+|>→:]|\d{1,6}[→|:\t ]|(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{0,200}){0,40}/
const PEM_LINE = new RegExp(`${PEM_GAP.source}[\\w+/=]{16,}`)
/** Between two words of a file: white space and line numbers. */
const GAP = /(?:\s|\d{1,6}[→|:\t]){1,20}/
/** What follows a program on its command line, over continued lines. */
const WORDS = /(?:[^\n]|(?<=\\)\n){0,300}/

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

/** Keys whose form gives them away, and which the library does not know. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['anthropic', /\bsk-ant-[a-z0-9]{2,12}-[\w-]{20,}/],
  // App tokens that contain a JWT, longer than the library's 40.
  ['github', /\b(?:gh[pousr]|github_pat)_\w{37,}(?:\.[\w-]{10,}){0,2}/],
  // Deploy, runner, trigger, job … tokens, and routable ones with dots.
  ['gitlab', /\bgl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)-[\w-]{20,}(?:\.[\w-]{2,}){0,2}/],
  ['google', /\b(?:AIza[\w-]{35}(?![\w-])|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})/],
  ['stripe', /\b(?:[rs]k_(?:live|test)_|whsec_)[A-Za-z0-9+/=]{16,}/],
  ['jwt', /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['age', /\bAGE-(?:SECRET-KEY|PLUGIN-[A-Z]{1,20})-1[A-Z0-9]{20,}/],
  ['digitalocean', /\bdo[opr]_v1_[a-f0-9]{32,}/],
  ['new-relic', /\bNR(?:AK|JS|II|AA|RA|IQ)-[\w-]{16,}|\b[a-f0-9]{36}NRAL\b/],
  ['sentry', /\bsntry[su]_[\w+/=-]{20,}/],
  ['supabase', /\b(?:sbp|sb_secret)_[\w-]{20,}/],
  ['telegram', /:([\w-]{35})(?![\w-])(?<=(?<!\d)\d{8,10}:[\w-]{35})/],
  ['mailgun', /(?<![\w-])key-[a-f0-9]{32}\b/],
  ['mailchimp', /(?<![\w-])[a-f0-9]{32}-us\d{1,2}\b/],
  ['twilio', /\bSK[a-f0-9]{32}\b/],
  ['pypi', /\bpypi-[\w-]{50,}/],
  ['rubygems', /\brubygems_[a-f0-9]{40,}/],
  ['atlassian', /\bAT(?:ATT|CTT|BB)[\w=-]{24,}/],
  ['postman', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/],
  ['doppler', /\bdp\.(?:pt|st|sa|ct|scim|audit)\.[\w.-]{30,}/],
  ['planetscale', /\bpscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/],
  ['terraform', /\.atlasv1\.[\w-]{50,}/],
  ['airtable', /\bpat\w{14}\.[a-f0-9]{64}/],
  ['cloudflare', /\bv1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/],
  ['discord', /\b[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}/],
  ['webhook', /(?:discord(?:app)?\.com\/api\/webhooks|webhook\.office\.com)\/([\w@/-]{20,})/],
  ['sonarqube', /\bsq[upa]_[a-f0-9]{40}/],
  ['square', /\bsq0[a-z]{3}-[\w-]{22,}/],
  ['brevo', /\bxkeysib-[a-f0-9]{64}-\w{16}/],
  ['tailscale', /\btskey-[\w-]{20,}/],
  ['dynatrace', /\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/],
  ['meta', /\bEAA[ACM]\w{60,}/],
  [
    'api-key',
    /\b(?:pul-[a-f0-9]{40}|pplx-\w{40,}|r8_\w{37}|xai-\w{60,}|nvapi-[\w-]{50,}|phx_\w{40,}|pcsk_\w{40,}|napi_\w{40,}|rnd_\w{28,}|nfp_\w{36,}|HRKU-[\w-]{36,}|CCIP(?:AT|RJ)_\w{20,}|bkua_[a-f0-9]{40}|shippo_(?:live|test)_[a-f0-9]{40}|CFPAT-[\w-]{40,}|pnu_\w{36}|rdme_[a-z0-9]{70}|fo1_[\w-]{43}|re_[A-Za-z0-9]{8}_\w{20,}|pat-(?:na|eu)\d-[a-f0-9-]{36}|LTAI\w{16,24}|FLWSECK(?:_TEST)?-\w{20,}|EZ[AT]K\w{54})(?!\w)/,
  ],
]

/** What the recommended preset lacks. The comment explains the row. */
export const PATTERNS: readonly Pattern[] = [
  // Truncated, encrypted, quoted or line-numbered blocks: the library finds only complete, plain ones.
  {
    kind: 'private-key',
    pattern: new RegExp(
      `${PEM_BEGIN.source}(?=[^]{0,200}?[\\w+/]{24})(?:${PEM_TEXT.source}${PEM_END.source}|(?:${PEM_LINE.source})+)`,
      'g',
    ),
  },
  ...FORMS.map(([kind, form]) => ({ kind, pattern: new RegExp(form.source, `${form.flags}g`) })),
  // Keys of other lengths, and of services that copied the format.
  { kind: 'openai', pattern: /\bsk-[\w-]{32,}/g, accept: isMixed },
  // Client, cookie and rotated tokens; the library stops inside a segment longer than 40 characters.
  { kind: 'slack', pattern: /\bxox[a-z](?:\.xox[a-z])?-[\w%-]{10,}|\bxapp-[\w-]{20,}/g, accept: isMixed },
  // Keys in connection strings and shared access signatures of Azure, and the secrets of its applications.
  { kind: 'azure', pattern: /\b(?:Account|SharedAccess|SharedSecret)Key\s?=\s?([\w+/]{20,}={0,2})/gi },
  { kind: 'azure', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g },
  // Only the password in a URL of any scheme; for some, the library would redact the whole URL.
  {
    kind: 'url-password',
    pattern: /:\/\/[^\s:/?#@"'`<>]{0,100}:([^\s/?#"'`<>]{1,200})@/g,
    accept: (secret) => !isVariable(secret),
  },
  { kind: 'url-token', pattern: /:\/\/([\w.-]{30,200})(?::x-oauth-basic)?@/g, accept: isMixed },
  {
    kind: 'url-query',
    pattern: /[?&](?:sig|key|auth|[\w-]{0,20}signature)=([^\s&"'`#<>]{16,2000})/gi,
    accept: isRandom,
  },
  {
    kind: 'authorization',
    pattern: /\bauthorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:basic|bearer|token)\s{1,4}([^\s"'`,;\\]{6,})/gi,
    accept: (secret) => isMixed(secret) && !isVariable(secret),
  },
  { kind: 'authorization', pattern: /\bbearer\s{1,4}([\w.~+/=-]{16,})/gi, accept: isMixed },
  // Session cookies: all that a client sends, and the value that a server sets.
  {
    kind: 'cookie',
    pattern: /(?<!set-)\bcookie\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?((?:[\w.-]{1,80}=[^\s;"'\\,<>]{1,4000};?\s?){1,60})/gi,
    accept: hasSession,
  },
  {
    kind: 'cookie',
    pattern: /\bset-cookie\\?["']?\s{0,2}[:=]\s{0,2}\\?["']?[\w.-]{1,80}=([^\s;"'\\,<>]{6,4000})/gi,
    accept: (secret) => hasSession(`a=${secret}`),
  },
  // The library requires the file's name.
  { kind: 'npm', pattern: /_auth(?:Token)?\s?=\s?"?([^\s"'$]{8,})/g, accept: isValue },
  // A registry's login in Docker's configuration.
  { kind: 'docker', pattern: /"auth\\?"\s{0,4}:\s{0,4}\\?"([\w+/-]{8,}={0,2})\\?"/g, accept: isEncodedPair },
  {
    kind: 'netrc',
    pattern: new RegExp(
      `\\spassword\\s{1,9}(?<=\\b(?:(?:machine|login|account)\\s{1,9}\\S{1,200}|default)${GAP.source}password\\s{1,9})([^\\s"']{3,200})`,
      'g',
    ),
    accept: isValue,
  },
  {
    kind: 'pgpass',
    pattern:
      /:(?:\d{4,5}|\*):[\w*.-]{1,63}:[\w*.-]{1,63}:(?<=(?<![\w./:@-])(?:[\w.-]{1,100}|\*):[\d*]{1,5}:[\w*.-]{1,63}:[\w*.-]{1,63}:)(?<!\.(?:[jt]sx?|py|rs|go|rb|java|c|h|md|json|ya?ml|log|txt):[\d*]{1,5}:[^:]{1,63}:[^:]{1,63}:)([^\s"'`:]{4,200})(?![:\w])/g,
    accept: isValue,
  },
  // The hash of a password, as a system's or a web server's file keeps it.
  { kind: 'password-hash', pattern: /:(\$(?:[1567y]|2[abxy]|apr1|argon2\w{1,2})\$[^\s:"']{12,})/g },
  {
    kind: 'command',
    pattern: new RegExp(`\\s(?:${COMMANDS.map(flagOf).join('|')})["']?([^\\s"'\`;|&<>-][^\\s"'\`;|&<>]{2,199})`, 'g'),
    accept: isValue,
  },
  // A password handed to a program's standard input.
  {
    kind: 'stdin',
    pattern:
      /\b(?:echo|printf)\s{1,4}(?:-\w\s{1,4})?(?:["']?%s(?:\\n)?["']?\s{1,4})?["']?([^\s"'|$]{4,200})["']?\s{0,4}\|[^\n]{0,200}?(?:--password-stdin|--with-token|sudo\s{1,4}-S|chpasswd|passwd\s{1,4}--stdin)/g,
    accept: isValue,
  },
  {
    kind: 'stdin',
    pattern: /(?:--password-stdin|--with-token)[^\n]{0,100}?<<<\s{0,4}["']?([^\s"'$]{4,200})/g,
    accept: isValue,
  },
  {
    kind: 'sql',
    pattern: /\b(?:PASSWORD|IDENTIFIED\s{1,4}BY)\s{1,4}(?:=\s{0,4})?'([^'\s]{4,200})'/gi,
    accept: isValue,
  },
  {
    kind: 'seed',
    pattern: /\b(?:mnemonic|seed[ _-]?phrase)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b/gi,
  },
  // NAME=value as in an env file or a command: the name alone is enough.
  {
    kind: 'env',
    pattern: new RegExp(`${ENV_NAME.source}=(?:\\\\\n[ \\t]{0,40})?["']?([^\\s"'\`;&|<>(){}]{6,})`, 'g'),
    accept: isValue,
  },
  {
    kind: 'env',
    pattern: /[A-Z0-9](?<!PUBLIC|CACHE|PRIMARY|SORT|OBJECT)_KEY=["']?([^\s"'`;&|<>(){}]{16,})/g,
    accept: isRandom,
  },
  // The same, as shells, Dockerfiles and tools set it that put a space between.
  {
    kind: 'env',
    pattern: new RegExp(
      `\\b(?:set\\s{1,4}-\\w{1,4}|setenv|setx|ENV|ARG)\\s{1,4}\\w{0,60}${ENV_NAME.source}\\s{1,4}["']?([^\\s"'\`;&|<>(){}]{6,})`,
      'g',
    ),
    accept: isValue,
  },
  {
    kind: 'env',
    pattern: /\b(?:set\s{1,4}-\w{1,4}|setenv|setx|ENV)\s{1,4}\w{1,60}_KEY\s{1,4}["']?([^\s"'`;&|<>(){}]{16,})/g,
    accept: isRandom,
  },
  // Words that are followed by a value without a sign between.
  {
    kind: 'stated',
    pattern:
      /\b(?:requirepass|masterauth|ConvertTo-SecureString|_authToken|aws_secret_access_key|vault\s{1,4}login|(?:password|passphrase|token|secret)\s(?:is|was))\s{1,4}["'`]?([^\s"'`<>]{6,400})/gi,
    accept: isRandom,
  },
  {
    kind: 'stated',
    pattern: /\bauth=\(\s?["'][^"'\s]{1,100}["'],\s{0,4}["']([^"'\s]{6,200})["']/g,
    accept: isPassword,
  },
  // name=value handed to a program.
  {
    kind: 'option',
    pattern: new RegExp(
      `-(?:-set|-set-string|var|-build-arg|-env|-from-literal|[DeP])[ =]?["']?[\\w.-]{0,80}${NAME.source}=["']?([^\\s"'\`;&|<>(){}]{4,200})`,
      'gi',
    ),
    accept: isValue,
  },
  {
    kind: 'flag',
    pattern: new RegExp(
      `${FLAG.source}(?:=|\\s{1,4}(?:\\\\\\n\\s{0,12})?)["']?([^\\s"'\`<>-][^\\s"'\`<>]{3,199})`,
      'g',
    ),
    accept: (secret, [match]) => (match.startsWith('=', match.search(/[=\s]/)) ? isValue(secret) : isPassword(secret)),
  },
  // The element or the attribute of XML.
  {
    kind: 'xml',
    pattern: new RegExp(`>([^\\s<>]{4,400})</[\\w.:-]{0,60}${NAME.source}>`, 'gi'),
    accept: isValue,
  },
  {
    kind: 'xml',
    pattern: new RegExp(
      `["'](?:>|\\s{1,9}(?:value|content)\\s{0,2}=\\s{0,2}["'])(?<=${NAME.source}["'][^"'>]{0,30}["'>])([^\\s<>"']{4,400})(?=["']|</)`,
      'gi',
    ),
    accept: isPassword,
  },
  // name: "value" and name = 'value', in code, JSON, and JSON within JSON; name: value without quotes, as in YAML.
  {
    kind: 'assignment',
    pattern: new RegExp(
      `[:=](?<=(?:${NAME.source}|${ANY_KEY.source})\\\\?["']?\\s{0,4}[:=])(?:>|(?<=:)=)?(?:\\s{0,4}\\\\?["'\`]([^\\s"'\`\\\\]{6,400})\\\\?["'\`]|[ \\t]{0,4}(?:(?:[|>][+-]?|\\\\)[ \\t]{0,4}\\n[ \\t]{1,40})?((?:[^\\s"'\`;,(){}[\\]<>&]|&(?!\\w{1,40}=)){6,400})(?![(\\w]))`,
      'gi',
    ),
    accept: isAssigned,
  },
]

/** The flag of programs, if one of them stands before it on the command line. */
function flagOf([programs, flag]: (typeof COMMANDS)[number]): string {
  return `(?:${flag})(?<=(?<![\\w-])(?:${programs})(?![\\w-])${WORDS.source})`
}

/**
 * A value in quotes after a name that says it is secret may be any password. Code looks like a name and a value without
 * quotes, too, so that the value must look random, unless they have a line of their own, as in YAML and properties.
 */
function isAssigned(secret: string, { 0: match, 1: quoted, index, input }: RegExpExecArray): boolean {
  const isNamed = NAME_ENDS.test(input.slice(Math.max(0, index - 80), index))
  if (!isNamed || (quoted === undefined && !hasLine(input, index, index + match.length)))
    return secret.length >= 8 && isRandom(secret)
  return quoted === undefined ? isPassword(secret) : isMixed(secret) && !isVariable(secret)
}

const NAME_ENDS = new RegExp(`${NAME.source}\\\\?["']?\\s{0,4}$`, 'i')

/** A cookie with a value that is long or random enough to be a session rather than a preference. */
function hasSession(cookies: string): boolean {
  return cookies
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .some((value) => !isVariable(value) && (value.length >= 16 || (value.length >= 8 && isMixed(value))))
}

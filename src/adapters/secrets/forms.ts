import type { Pattern } from './pattern.ts'
import { isMixed, isRandom, isScattered } from './values.ts'

/**
 * Keys whose form gives them away. Each row: the kind, the words that such a key begins with, and the rest of it; a
 * group is what alone is secret. The library's rules know some of these in one length only.
 */
const FORMS: readonly (readonly [kind: string, words: string, rest: RegExp])[] = [
  ['aws', 'AKIA ASIA AROA AIDA', /[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['openai', 'sk-proj- sk-svcacct- sk-admin- sk-or-v1-', /[A-Za-z0-9][\w-]{31,}/],
  ['anthropic', 'sk-ant-', /[a-z0-9]{2,12}-[\w-]{20,}/],
  // App tokens contain a JWT.
  ['github', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', /\w{36,}(?:\.[\w-]{10,}){0,2}/],
  // Deploy, runner, trigger, job … tokens, and routable ones with dots.
  [
    'gitlab',
    'glpat- gldt- glrt- glrtr- glptt- glcbt- gloas- glsoat- glft- glimt- glagent- glffct- glwt- GR1348941',
    /[\w-]{20,}(?:\.[\w-]{2,}){0,2}/,
  ],
  ['google', 'AIza', /[\w-]{35}(?![\w-])/],
  ['google', 'GOCSPX- ya29. 1//0', /[\w-]{20,}/],
  ['stripe', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', /[A-Za-z0-9+/=]{16,}/],
  ['jwt', 'eyJ', /[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  // Encrypted tokens have five parts, of which the second may be empty.
  ['jwt', 'eyJ', /[\w-]{16,}\.[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  ['slack', 'hooks.slack.com/', /(?:services|workflows|triggers)\/[\w/+-]{20,}/],
  ['slack', 'xapp-', /[\w-]{20,}/],
  ['webhook', 'discord.com/api/webhooks/ discordapp.com/api/webhooks/', /(\d{15,22}\/[\w-]{40,})/],
  ['webhook', 'webhook.office.com/', /(?:webhookb2\/)?([\w@-]{36,})/],
  ['webhook', 'hooks.zapier.com/hooks/catch/', /(\d{5,12}\/\w{6,12})/],
  ['webhook', 'open-apis/bot/v2/hook/ with/key/', /([\w-]{20,})/],
  ['mapbox', 'sk.eyJ', /[\w-]{20,}\.[\w-]{16,}/],
  ['age', 'AGE-SECRET-KEY-1 AGE-PLUGIN-', /[A-Z0-9-]{20,}/],
  ['digitalocean', 'doo_v1_ dop_v1_ dor_v1_', /[a-f0-9]{32,}/],
  ['new-relic', 'NRAK- NRJS- NRII- NRAA- NRRA- NRIQ-', /[\w-]{16,}/],
  ['sentry', 'sntrys_ sntryu_', /[\w+/=-]{20,}/],
  ['supabase', 'sbp_ sb_secret_', /[\w-]{20,}/],
  ['mailgun', 'key-', /[a-f0-9]{32}(?!\w)/],
  ['twilio', 'SK', /[a-f0-9]{32}(?!\w)/],
  ['pypi', 'pypi-', /[\w-]{50,}/],
  ['rubygems', 'rubygems_', /[a-f0-9]{40,}/],
  ['atlassian', 'ATATT3x ATBB ATCTT3x ATTA', /[\w=-]{24,}/],
  ['postman', 'PMAK-', /[a-f0-9]{24}-[a-f0-9]{34}/],
  ['doppler', 'dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.', /[\w.-]{30,}/],
  ['planetscale', 'pscale_tkn_ pscale_pw_ pscale_oauth_', /[\w.=-]{32,}/],
  ['cloudflare', 'v1.0-', /[a-f0-9]{24}-[a-f0-9]{100,}/],
  ['sonarqube', 'sqp_ squ_ sqa_', /[a-f0-9]{40}/],
  ['square', 'sq0', /[a-z]{3}-[\w-]{22,}/],
  ['brevo', 'xkeysib- xsmtpsib-', /[a-f0-9]{64}-\w{16}/],
  ['tailscale', 'tskey-', /[\w-]{20,}/],
  ['dynatrace', 'dt0', /[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/],
  // Facebook, and Square's newer tokens
  ['meta', 'EAA', /(?<![+/]EAA)[ACGHIMW]\w{56,}/],
  ['vault', 'hvs. hvb. hvr.', /[\w-]{24,}/],
  ['npm', 'npm_', /\w{36,}/],
  ['huggingface', 'hf_ api_org_', /[A-Za-z]{34,}/],
  ['docker', 'dckr_pat_ dckr_oat_', /[\w-]{27,}/],
  ['grafana', 'glc_ glsa_', /[\w+/=]{32,}/],
  ['grafana', 'eyJrIjoi', /\w{60,}={0,2}/],
  ['linear', 'lin_api_ lin_oauth_', /\w{32,}/],
  ['notion', 'ntn_', /\w{40,}/],
  ['notion', 'secret_', /[A-Za-z0-9]{43}(?!\w)/],
  ['shopify', 'shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ shprt_', /[a-zA-Z0-9]{32,}/],
  ['databricks', 'dapi dkea dosee', /[a-f0-9]{32}(?:-\d)?(?!\w)/],
  ['figma', 'figd_ figo_ figu_', /[\w-]{40,}/],
  ['sendgrid', 'SG.', /[\w-]{16,}\.[\w-]{16,}/],
  ['1password', 'ops_eyJ', /[\w+/=-]{100,}/],
  ['1password', 'A3-', /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?!\w)/],
  ['salesforce', '00D', /[A-Za-z0-9]{12,15}![\w.]{60,}/],
  ['aws', 'ABSK', /[\w+/]{100,}={0,2}/],
  ['aws', 'bedrock-api-key-', /[\w+/=-]{60,}/],
  ['dropbox', 'sl.', /(?:u\.)?[\w-]{100,}/],
  ['jfrog', 'AKCp', /[A-Za-z0-9]{60,}/],
  ['launchdarkly', 'sdk- api-', /[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}(?!\w)/],
  ['asana', '0/ 1/ 2/', /\d{13,17}(?:\/\d{13,17})?:[a-f0-9]{32}(?!\w)/],
  ['paypal', 'access_token$', /\w{6,12}\$\w{16}\$[a-f0-9]{32}/],
  ['plaid', 'access-sandbox- access-development- access-production-', /[a-f0-9-]{36}(?!\w)/],
  ['fly', 'fm1_ fm1a_ fm1r_ fm2_', /[\w+/=-]{40,}/],
  ['wallet', 'xprv yprv zprv tprv uprv vprv', /[1-9A-HJ-NP-Za-km-z]{100,}/],
  ['wallet', 'edsk edesk', /[1-9A-HJ-NP-Za-km-z]{50,}/],
  ['wallet', 'nsec1 ncryptsec1 secret-extended-key-main1 suiprivkey1', /[a-z0-9]{50,}/],
  ['wallet', 'root_xsk1 acct_xsk1 addr_xsk1 stake_xsk1 ed25519e_sk1 ed25519_sk1', /[a-z0-9]{50,}/],
  ['minisign', 'RWRTY0Iy', /[\w+/=]{100,}/],
  ['api-key', 'pul- bkua_ shippo_live_ shippo_test_ sk_', /[a-f0-9]{40,}(?!\w)/],
  ['api-key', 'pplx- phx_ pcsk_ napi_ nfp_ xai- gsk_ csk- r8_', /\w{36,}(?!\w)/],
  ['api-key', 'nvapi- CFPAT- fo1_ HRKU- y0_ y1_ y2_ y3_ AQVN mdb_sa_sk_', /[\w-]{35,}(?!\w)/],
  [
    'api-key',
    'rnd_ CCIPAT_ CCIPRJ_ jina_ rpa_ dbtc_ dbtu_ dbts_ hcaik_ hcxik_ hcbik_ cflt_ essu_',
    /[A-Za-z0-9]{24,}={0,2}(?!\w)/,
  ],
  ['api-key', 'wandb_v1_ lsv2_pt_ lsv2_sk_ tgp_v1_ sgp_ packagist_ CLOJARS_ CCDB1_', /[\w+/-]{32,}={0,2}(?!\w)/],
  ['api-key', 'polar_oat_ pdl_live_ pdl_sdbx_ tr_prod_ tr_dev_ tvly- signkey-prod- signkey-test-', /[\w-]{20,}(?!\w)/],
  ['api-key', 'tfp_ fw_ vcp_ vci_ vca_ vcr_ vck_ cfut_ cfat_ xau_ pnu_', /[A-Za-z0-9]{20,}(?!\w)/],
  ['api-key', 're_', /[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}(?!\w)/],
  ['api-key', 'rdme_', /[a-z0-9]{70}/],
  ['api-key', 'pat-na1- pat-na2- pat-eu1-', /[a-f0-9-]{36}/],
  ['api-key', 'FLWSECK- FLWSECK_TEST-', /\w{20,}/],
  ['api-key', 'API-', /[A-Z0-9]{25,}(?!\w)/],
  ['api-key', 'LTAI EZAK EZTK', /[A-Za-z0-9]{16,60}(?!\w)/],
  ['api-key', 'oy2', /[a-z0-9]{43}(?!\w)/],
  ['api-key', 'cio', /[A-Za-z0-9]{32}(?!\w)/],
]

/**
 * Where a word begins: an escape such as `\n` or `%3D`, or a colour of the terminal, may stand before it and end
 * with a letter or digit.
 */
const BEGIN = String.raw`(?<![\w-](?<!\\[nrtbf]|\\u[0-9a-f]{4}|%[0-9A-Fa-f]{2}|\x1b\[[\d;]{0,9}m))`
/** Within a word, as in a name of code, but near its beginning, or a long word would be searched again and again. */
const GLUED = String.raw`(?<=(?:^|[^\w-])[\w-]{0,40}\w)`
const GLUED_BY_MARK = String.raw`(?<=(?:^|[^\w-])[\w-]{0,40}_)`
/** After a mark, letters in both cases and digits. */
const STRONG = String.raw`(?<=[_-])(?=[A-Za-z\d]{24})(?=[a-z\d]{0,23}[A-Z])(?=[A-Z\d]{0,23}[a-z])(?=[A-Za-z]{0,23}\d)`
/** Beginnings of keys that words end with, as `task_`, or that base64 contains: within a word, they count after a mark, or before what is strong. */
const COMMON = new Set(
  'sk- sk_ sk. re_ fw_ hf_ key- api- sdk- cio oy2 SK EAA 00D sl. pul- csk- 0/ 1/ 2/ 1//0 API- ATTA ATBB AKCp ABSK LTAI AQVN EZAK EZTK r8_ dt0 sq0 secret_ access-sandbox- access-development- access-production-'.split(
    ' ',
  ),
)

/** One of these words where a key may begin. */
function beginning(words: readonly string[]): string {
  const either = (of: readonly string[]) =>
    `(?:${of.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`
  const [common, other] = [words.filter((word) => COMMON.has(word)), words.filter((word) => !COMMON.has(word))]
  const glued = [
    ...(common.length > 0 ? [GLUED_BY_MARK + either(common), GLUED + either(common) + STRONG] : []),
    ...(other.length > 0 ? [GLUED + either(other)] : []),
  ]
  return `(?:${[BEGIN + either(words), ...glued].join('|')})`
}

const AZURE_MARKS = ['AZDO', 'JQQJ99', 'AzSe', 'AzFu', 'AzCa', '+ASt', '+ASb', 'ACDb', '+AEh', '+ARm', 'APIM', 'AIoT']

/** Keys that begin with something else than what gives them away: the group is the key. */
const OTHERS: readonly Pattern[] = [
  { kind: 'new-relic', words: ['NRAL'], pattern: /NRAL(?!\w)(?<=([a-f0-9]{36}NRAL))/dy },
  { kind: 'mailchimp', words: ['-us'], pattern: /-us\d{1,2}(?!\w)(?<=([a-f0-9]{32}-us\d{1,2}))/dy },
  // So many words contain this one that what follows is looked at first.
  {
    kind: 'airtable',
    words: ['pat'],
    pattern: new RegExp(`pat(?=\\w{14}\\.)(?<=${BEGIN}pat)\\w{14}\\.[a-f0-9]{64}`, 'dy'),
  },
  { kind: 'terraform', words: ['.atlasv1.'], pattern: /\.atlasv1\.[\w-]{50,}/dy },
  { kind: 'telegram', words: [':AA'], pattern: /:(AA[\w-]{33})(?![\w-])(?<=(?<!\d)\d{8,10}:[\w-]{35})/dy },
  // The first part is a number in base64.
  {
    kind: 'discord',
    words: ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    pattern: /(?<![\w-])[MNO][\w-]{22,26}\.[\w-]{6}\.[\w-]{27,38}/dy,
  },
  {
    kind: 'azure',
    words: Array.from({ length: 10 }, (_, digit) => `${digit}Q~`),
    pattern: /\dQ~[\w~.-]{31,34}(?<=([\w~.-]{3}\dQ~[\w~.-]{31,34}))/dy,
  },
  // Azure marks its newer keys near their end.
  {
    kind: 'azure',
    words: AZURE_MARKS,
    pattern: new RegExp(
      `(?:${AZURE_MARKS.join('|').replaceAll('+', '\\+')})[\\w+/]{4,40}={0,2}(?![\\w+/=])(?<=(?<![\\w+/])([\\w+/]{38,96}={0,2}))`,
      'dy',
    ),
    accept: isRandom,
  },
  // Keys of other lengths, and of services that copied the format.
  { kind: 'openai', words: ['sk-'], pattern: new RegExp(`${beginning(['sk-'])}[\\w-]{32,}`, 'dy'), accept: isMixed },
  // Client, cookie and rotated tokens; the library stops inside a segment longer than 40 characters.
  {
    kind: 'slack',
    words: ['xox'],
    pattern: new RegExp(`${beginning(['xox'])}[a-z](?:\\.xox[a-z])?-[\\w%-]{10,}`, 'dy'),
    accept: isMixed,
  },
]

/** Keys that are known by their form alone. */
export const FORM_PATTERNS: readonly Pattern[] = [
  ...FORMS.map(([kind, listed, rest]): Pattern => {
    const words = listed.split(' ')
    const accept = (secret: string, { input, index }: RegExpExecArray) =>
      isActual(secret) &&
      (!/\w/.test(input[index - 1] ?? '') || isRandom(secret) || isScattered(secret.replace(/^.*_/, '')))
    return { kind, words, pattern: new RegExp(beginning(words) + rest.source, 'dy'), accept }
  }),
  ...OTHERS,
]

/** Not a placeholder such as `ghp_xxxxxxxx` or the example of a manual. */
function isActual(secret: string): boolean {
  return !/(.)\1{7}|EXAMPLE|\.{3}/i.test(secret)
}

/**
 * Text that every secret of a kind contains: if none of a kind's anchors is found, its rule need not run. Scanning for
 * an anchor takes a tenth of the time of its rules, since most texts contain none; each anchor starts with a
 * rare character and checks what stands before it only then, which lets the engine skip quickly.
 */
const AWS_ID = /A(?:3T[A-Z0-9]|KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z0-9]{16}/
const AWS_SECRET = /(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)/
const UNDERSCORE =
  /_[\w+/=-]{16}(?<=(?:gh[pousr]|_pat|live|test|hsec|npm|hf|gsk|_api|ntn|shp(?:pa|ca|at|ss)|gl(?:c|sa)|ops|vc[piark]|figd)_[\w+/=-]{16})/
const DASH =
  /-(?:[\w-]{10}(?<=(?:sk|gl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)|GOCSPX)-[\w-]{10})|[\w%-](?<=(?:xox[a-z]|xapp)-[\w%-]))/
const DOT = /(?:ya29|SG|hv[sbr])\.[\w-]/
const GOOGLE = /AIza[\w-]{35}/
const JWT = /eyJ[\w-]{8}/
const PEM = /-----BEGIN[A-Z ]{0,40}PRIVATE KEY/
const WEBHOOK = /hooks\.slack\.com\/services/i
const DATABRICKS = /dapi[A-Fa-f0-9]{32}/
const AUTHORIZATION = /authorization\\?["']?\s{0,4}[:=]|bearer\s/i
const NPMRC = /_auth(?:Token)?\s?=/
const NAMED =
  /(?:passw(?:or)?d|phrase|pwd|pass|secret|token|[a-z_-]key|credentials?|masterauth|psk|[_-]pat)(?:[_-]\w{1,10})?\\?["']?\s{0,4}[:=]/i
const ENVIRONMENT = /(?:PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|SECRET|TOKEN|KEY|CREDENTIALS?|PAT)(?:_[A-Z\d]{1,10})?[=\s]/
const OTHER_UNDERSCORE =
  /_[\w+/.=-]{16}(?<=(?:_v1|sntry[su]|sbp|_secret|gems|_tkn|_pw|_oauth|sq[upa]|phx|csk|napi|rnd|nfp|CIP(?:AT|RJ)|bkua|pnu|rdme|fo1|r8|re|live|test|TEST)_[\w+/.=-]{16})/
const OTHER_DASH =
  /-[\w-]{16}(?<=(?:KEY|PLUGIN-[A-Z]{1,20}|NR[A-Z]{2}|key|pypi|PMAK|v1\.0|sq0[a-z]{3}|sib|skey|pul|plx|xai|api|HRKU|CFPAT|-(?:na|eu)\d|SECK|TEST)-[\w-]{16})/
const OTHER_DOT = /dp\.[a-z]{2,5}\.[\w-]|\.atlasv1\.|dt0[a-z]\d{2}\.|pat\w{14}\./
const OTHER_START = /SK[a-f0-9]{32}|AT(?:ATT|CTT|BB)|EAA[ACM]|LTAI|EZ[AT]K|NRAL/
const US = /-us\d/
const AZURE = /(?:account|access|secret)key\s?=|\dQ~/i
const HOOKED = /webhooks?[./]/
const COOKIE = /cookie\\?["']?\s?\s?[:=]/i
const PIPED = /--password-stdin|--with-token|sudo\s{1,4}-S|chpasswd|passwd\s{1,4}--stdin/

/** By the kind of the library's rule; lists every rule in use. */
export const RULE_ANCHORS: Readonly<Record<string, readonly RegExp[]>> = {
  '1password': [UNDERSCORE],
  anthropic: [DASH],
  aws: [AWS_ID, AWS_SECRET],
  databricks: [DATABRICKS],
  docker: [UNDERSCORE],
  figma: [UNDERSCORE],
  github: [UNDERSCORE],
  gitlab: [DASH],
  grafana: [UNDERSCORE],
  groq: [UNDERSCORE],
  'hashicorp-vault': [DOT],
  huggingface: [UNDERSCORE],
  linear: [UNDERSCORE],
  notion: [UNDERSCORE],
  npm: [UNDERSCORE],
  openai: [DASH],
  privatekey: [PEM],
  sendgrid: [DOT],
  shopify: [UNDERSCORE],
  slack: [DASH, WEBHOOK],
  vercel: [UNDERSCORE],
}

/** By the kind of a row of PATTERNS; the others are as cheap to run as an anchor. */
export const PATTERN_ANCHORS: Readonly<Record<string, readonly RegExp[]>> = {
  'private-key': [PEM],
  'api-key': [OTHER_UNDERSCORE, OTHER_DASH, OTHER_START],
  age: [OTHER_DASH],
  airtable: [OTHER_DOT],
  anthropic: [DASH],
  assignment: [NAMED],
  atlassian: [OTHER_START],
  authorization: [AUTHORIZATION],
  azure: [AZURE],
  brevo: [OTHER_DASH],
  cloudflare: [OTHER_DASH],
  cookie: [COOKIE],
  digitalocean: [OTHER_UNDERSCORE],
  doppler: [OTHER_DOT],
  dynatrace: [OTHER_DOT],
  env: [ENVIRONMENT],
  github: [UNDERSCORE],
  gitlab: [DASH],
  google: [GOOGLE, DASH, DOT],
  jwt: [JWT],
  mailchimp: [US],
  mailgun: [OTHER_DASH],
  meta: [OTHER_START],
  'new-relic': [OTHER_DASH, OTHER_START],
  npm: [NPMRC],
  openai: [DASH],
  planetscale: [OTHER_UNDERSCORE],
  postman: [OTHER_DASH],
  pypi: [OTHER_DASH],
  rubygems: [OTHER_UNDERSCORE],
  sentry: [OTHER_UNDERSCORE],
  slack: [DASH],
  sonarqube: [OTHER_UNDERSCORE],
  square: [OTHER_DASH],
  stdin: [PIPED],
  stripe: [UNDERSCORE],
  supabase: [OTHER_UNDERSCORE],
  tailscale: [OTHER_DASH],
  terraform: [OTHER_DOT],
  twilio: [OTHER_START],
  webhook: [HOOKED],
}

/** Whether a text contains any of these anchors; true if there are no anchors. */
export type Holds = (anchors: readonly RegExp[] | undefined) => boolean

/** Searches for each anchor once. */
export function anchorsIn(text: string): Holds {
  const known = new Map<RegExp, boolean>()
  const has = (anchor: RegExp): boolean => {
    const before = known.get(anchor)
    if (before !== undefined) return before
    const now = anchor.test(text)
    known.set(anchor, now)
    return now
  }
  return (anchors) => anchors === undefined || anchors.some(has)
}

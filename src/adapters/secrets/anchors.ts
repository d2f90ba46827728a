/**
 * Text that every secret of a kind contains: if none of a kind's anchors is found, its rule need not run. Scanning for
 * an anchor takes a tenth of the time of its rules, since most texts contain none; each anchor starts with a few
 * specific characters or ends with a rare one, which lets the engine skip quickly.
 */
const AWS_ID = /A(?:3T[A-Z0-9]|KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z0-9]{16}/
const AWS_SECRET = /(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)/
const UNDERSCORE =
  /(?:gh[pousr]|_pat|live|test|hsec|npm|hf|gsk|_api|ntn|shp(?:pa|ca|at|ss)|gl(?:c|sa)|ops|vc[piark]|figd)_[\w+/=-]{16}/
const DASH = /(?:(?:sk|gl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent|ffct)|GOCSPX)-[\w-]{10}|(?:xox[a-z]|xapp)-[\w%-])/
const DOT = /(?:ya29|SG|hv[sbr])\.[\w-]/
const GOOGLE = /AIza[\w-]{35}/
const JWT = /eyJ[\w-]{8}/
const PEM = /-----BEGIN[A-Z ]{0,40}PRIVATE KEY/
const WEBHOOK = /hooks\.slack\.com\/services/i
const DATABRICKS = /dapi[A-Fa-f0-9]{32}/
const AUTHORIZATION = /authorization\\?["']?\s{0,4}[:=]|bearer\s/i
const NPMRC = /_auth(?:Token)?\s?=/
const FLAG = /--(?:pass|secret|token|api-key|access-token|auth-token|client-secret)/
const NAMED =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|(?:api|access|private|secret|encryption|signing)[_-]?key|credentials?)(?:_BASE)?\\?["']?\s{0,4}[:=]/i

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

/** By the kind of a row of PATTERNS. */
export const PATTERN_ANCHORS: Readonly<Record<string, readonly RegExp[]>> = {
  'private-key': [PEM],
  anthropic: [DASH],
  openai: [DASH],
  github: [UNDERSCORE],
  gitlab: [DASH],
  slack: [DASH],
  google: [GOOGLE, DASH, DOT],
  stripe: [UNDERSCORE],
  jwt: [JWT],
  authorization: [AUTHORIZATION],
  npm: [NPMRC],
  env: [NAMED],
  flag: [FLAG],
  assignment: [NAMED],
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

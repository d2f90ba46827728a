import type { Worded } from './starts.ts'

/** A place where one of the library's rules may match. */
export interface Anchor extends Worded {
  /** The kind of the library's rule. */
  readonly library: string
  /** Sticky. */
  readonly pattern: RegExp
}

/** What every secret of a kind begins with, so that the library need not run, nor be loaded, for most texts. */
const BEGINNINGS: readonly (readonly [library: string, words: string, rest: RegExp])[] = [
  ['1password', 'ops_ey', /[\w+/=]{16}/],
  ['anthropic', 'sk-ant-api0', /\d-[\w-]{10}/],
  ['aws', 'AKIA AGPA AIDA AROA AIPA ANPA ANVA ASIA A3T', /[A-Z0-9]{16}/],
  ['aws', 'secret', /_?access_?key/i],
  ['databricks', 'dapi', /[A-Fa-f0-9]{32}/],
  ['docker', 'dckr_pat_', /[\w-]{27}/],
  ['figma', 'figd_', /[\w-]{16}/],
  ['github', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', /\w{16}/],
  ['gitlab', 'glpat-', /[\w-]{10}/],
  ['grafana', 'glc_ glsa_', /[\w+/]{16}/],
  ['groq', 'gsk_', /\w{16}/],
  ['hashicorp-vault', 'hvs. hvb. hvr.', /[\w-]{16}/],
  ['huggingface', 'hf_', /[A-Za-z]{34}/],
  ['linear', 'lin_api_', /\w{16}/],
  ['notion', 'ntn_', /\w{16}/],
  ['npm', 'npm_', /\w{16}/],
  ['openai', 'sk-', /[\w-]{36}/],
  ['privatekey', '-----BEGIN', /[A-Z ]{0,40}PRIVATE KEY/],
  ['sendgrid', 'SG.', /\w/],
  ['shopify', 'shppa_ shpca_ shpat_ shpss_', /\w{16}/],
  ['slack', 'xox', /[a-z]-[\w%-]/],
  ['slack', 'xapp-', /\w/],
  ['slack', 'hooks.slack.com', /\/services/i],
  ['vercel', 'vcp_ vci_ vca_ vcr_ vck_', /\w{16}/],
]

/** By the library's rules; there is one for every rule in use. */
export const ANCHORS: readonly Anchor[] = BEGINNINGS.map(([library, listed, rest]) => {
  const words = listed.split(' ')
  const start = words.map((word) => word.replaceAll('.', '\\.')).join('|')
  return { library, words, pattern: new RegExp(`(?:${start})${rest.source}`, `y${rest.flags}`) }
})

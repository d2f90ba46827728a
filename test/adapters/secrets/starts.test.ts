import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { ANCHORS } from '../../../src/adapters/secrets/anchors.ts'
import { KINDS } from '../../../src/adapters/secrets/rules.ts'
import { findWhere, RULES, secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { character } from '../../domain/characters.ts'
import { runs } from '../../runs.ts'
import { made } from './made.ts'
import { HARMLESS, SECRETS } from './samples.ts'

/** Runs every rule at every character, for comparison with looking for words. */
const exhaustive = (text: string) =>
  findWhere(text, (_, from, to) => {
    const all = Array.from({ length: to - from }, (_, at) => from + at)
    return { starts: all.map((at) => ({ at, rules: RULES })), runs: all }
  })
const byPlace = (found: Awaited<ReturnType<typeof exhaustive>>) =>
  new Set(found.map(({ start, end, kind }) => `${start} ${end} ${kind}`))
async function same(text: string): Promise<void> {
  expect(byPlace(await secretlint.find(text))).toEqual(byPlace(await exhaustive(text)))
}

const DIGIT = '[0-9]'
const ALNUM = '[A-Za-z0-9]'
const WORDS = '[A-Za-z0-9_-]'
/** Each rule of the library as published, in its shortest and in longer forms. */
const TOKENS: readonly string[] = [
  ...['A3TX', 'AKIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA', 'ASIA'].map((id) => `${id}[A-Z0-9]{16}`),
  ...[
    `(AWS|aws|Aws)?_?(SECRET|secret|Secret)_?(ACCESS|access|Access)_?(KEY|key|Key)["']?\\s?(:|=>|=)\\s?["']?${ALNUM}{40}`,
  ],
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((id) => `${id}_${ALNUM}{36,40}`),
  ...[`github_pat_${ALNUM}{82}`, `glpat-${WORDS}{20,24}`, `(glc)_[A-Za-z0-9+/]{32,40}={0,2}`],
  ...[`glsa_${ALNUM}{32}_[A-Fa-f0-9]{8}`, `npm_${ALNUM}{36}`, `hf_[a-zA-Z]{34}`, `gsk_${ALNUM}{52}`],
  ...[`lin_api_${ALNUM}{32,34}`, `ntn_${DIGIT}{11}${ALNUM}{35}`, `(shppa|shpca|shpat|shpss)_${ALNUM}{32,34}`],
  ...[`(hvs|hvr)\\.${WORDS}{90,92}`, `hvb\\.${WORDS}{138}`, `(vcp|vci|vca|vcr|vck)_${ALNUM}{20,22}`],
  ...[
    `dapi[A-Fa-f0-9]{32}(-[0-9])?`,
    `dckr_pat_${WORDS}{27}`,
    `figd_${WORDS}{40,42}`,
    `SG\\.[A-Za-z0-9]{22}\\.[A-Za-z0-9]{43}`,
  ],
  ...[`SG\\.[a-z]\\.[A-Za-z0-9]{64}`, `sk-ant-api0[0-9]-${WORDS}{90}AA`, `sk-${ALNUM}{20}T3BlbkFJ${ALNUM}{20}`],
  ...[
    `sk-(proj|svcacct|admin)-${WORDS}{58}T3BlbkFJ${WORDS}{58}`,
    `(xoxb|xoxp|xapp|xoxa|xoxo|xoxr)-([0-9]-)?[a-z0-9]{1,3}-[a-z0-9]{1,3}`,
  ],
  ...[
    'https://hooks\\.slack\\.com/services/T[A-Z]{1,3}/B[A-Z]{1,3}/[a-z]{1,3}',
    `AIza${WORDS}{35}`,
    `GOCSPX-${WORDS}{20}`,
  ],
  ...[
    `ya29\\.${WORDS}{20}`,
    `(sk|rk)_(live|test)_${ALNUM}{16}`,
    `whsec_${ALNUM}{16}`,
    `eyJ${WORDS}{8}\\.eyJ${WORDS}{8}\\.${WORDS}{8}`,
  ],
  ...[
    `https://[a-z]{0,3}:${WORDS}{1,9}@[a-z]{3}`,
    `https://[0-9a-f]{30,32}(:x-oauth-basic)?@x\\.y`,
    `_auth(Token)?\\s?=\\s?"?${WORDS}{8}`,
  ],
  ...[
    `[Aa]uthorization["']?\\s{0,2}[:=]\\s{0,2}["']?([Bb]asic|[Bb]earer|[Tt]oken)\\s${ALNUM}{16}`,
    `[Bb]earer\\s${ALNUM}{16}`,
  ],
  ...[`(DB_PASSWORD|API_KEY|APIKEY|MY_SECRET|TOKEN|CREDENTIALS|SECRET_KEY_BASE|SIGNING_KEY)=["']?${WORDS}{6,9}`],
  ...[`--(password|passwd|passphrase|secret|token|api-key|access-token|auth-token|client-secret)[= ]${ALNUM}{12}`],
  ...[
    `(password|pwd|Secret|apiKey|api_key|access-token|credential)\\\\?["']?\\s{0,2}(=>|:=|:|=)\\s{0,2}["'\`]${ALNUM}{12}["'\`]`,
  ],
  ...[`(password|api_key|token)\\s{0,2}(:|=)\\s?([a-z][0-9]){8}`],
]
const token = fc.oneof(
  ...TOKENS.map((form) => fc.stringMatching(new RegExp(`^${form}$`))),
  ...SECRETS.map(({ secret, around }) => fc.constant(around(secret))),
  ...HARMLESS.map(([, text]) => fc.constant(text.slice(0, 400))),
)
/** Surroundings: adjacent letters, other tokens, punctuation of every script. */
const between = fc.oneof(
  fc.string({ unit: character, maxLength: 6 }),
  fc.constantFrom('', ' ', '"', '\n', 'x', 'ж', '_', '-', '=', ': '),
)
const text = fc.array(fc.oneof(between, token), { maxLength: 7 }).map((parts) => parts.join(''))

it('every rule of the library has anchors', () => {
  const anchored = new Set(ANCHORS.map(({ library }) => library))
  expect(KINDS.filter((kind) => !anchored.has(kind))).toEqual([])
})

it('looking for words finds what every rule finds at every character', async () => {
  await fc.assert(fc.asyncProperty(text, same), { numRuns: runs(60) })
})

it('and so it does in a secret that is truncated or altered anywhere', async () => {
  const spoilt = fc
    .tuple(token, fc.nat(), fc.nat(), fc.constantFrom('', ' ', '-', '_', 'A', '=', 'é'))
    .map(
      ([one, at, length, mark]) =>
        one.slice(0, at % (one.length + 1)) + mark + one.slice((at + (length % 3)) % (one.length + 1)),
    )
  await fc.assert(fc.asyncProperty(spoilt, same), { numRuns: runs(80) })
})

test.each(TOKENS)('%s is found', async (form) => {
  const samples = fc.sample(fc.stringMatching(new RegExp(`^${form}$`)), 20)
  const found = await Promise.all(samples.map((sample) => exhaustive(sample)))
  expect(found.flat().length).toBeGreaterThan(0)
})

it('a secret across a chunk boundary is searched for where its anchor is', async () => {
  const key = `ghp_${made(36, 'abcdefghijkmnpqrstuvwxyzABCDEFGH0123456789')}`
  const filler = 'word '.repeat(20_000)
  for (const at of [49_130, 49_152, 65_500, 65_530]) {
    const found = await secretlint.find(`${filler.slice(0, at)}${key}${' word'.repeat(4_000)}`)
    // Filler has no anchors, so what is before the nearest words changes nothing but places
    const cut = at - (at % 5)
    const near = await exhaustive(`${filler.slice(cut, at)}${key} word`)
    const moved = near.map((one) => ({ ...one, start: one.start + cut, end: one.end + cut }))
    expect(byPlace(found)).toEqual(byPlace(moved))
  }
})

import type { Clause } from './clause.ts'

/** Words, names in code, numbers, punctuation that carries mood, and runs of other scripts. */
const TOKEN = /`[^`]*`|[\w/-]*[./_][\w./_-]+|[a-zA-Z]+(?:'[a-z]+)?|\d+|[?!:;,•>]|[^\p{ASCII}]+/gu

/** Where a sentence stands in its prompt. */
export interface SentencePlace {
  readonly at: number
  readonly of: number
  /** The prompt's length in characters. */
  readonly length: number
}

/**
 * The features by which `weights` judge a sentence: its words alone, in pairs and in threes, with names replaced by their
 * kind; what the grammar read in its clauses; its length and place. Linear.
 */
export function featuresOf(
  sentence: string,
  clauses: readonly Clause[],
  read: readonly string[],
  place: SentencePlace,
): ReadonlySet<string> {
  const found = new Set<string>(read.map((name) => `read:${name}`))
  const said = tokensIn(sentence)
  const all = ['^', ...said, '$']
  all.forEach((token, n) => {
    found.add(token)
    if (n > 0) found.add(`${all[n - 1]} ${token}`)
    if (n > 1) found.add(`${all[n - 2]} ${all[n - 1]} ${token}`)
  })
  for (const { horizon, reach, isAsked, isRepeated, isObjection } of clauses) {
    found.add(`horizon:${horizon}`).add(`reach:${reach}`)
    if (isAsked) found.add('is:asked')
    if (isRepeated) found.add('is:repeated')
    if (isObjection) found.add('is:objection')
  }
  if (/\b\p{Lu}{3,}\b/u.test(sentence)) found.add('is:loud')
  return found
    .add(`words:${Math.min(5, Math.floor(said.length / 5))}`)
    .add(`prompt:${Math.min(6, Math.floor(Math.log2(place.length + 1)) - 3)}`)
    .add(`sentences:${Math.min(4, place.of)}`)
    .add(place.at === place.of - 1 ? 'place:last' : place.at === 0 ? 'place:first' : 'place:within')
}

const tokensIn = (sentence: string): string[] => (sentence.replaceAll('’', "'").match(TOKEN) ?? []).map(kindOf)

function kindOf(token: string): string {
  if (token.startsWith('`') || /[a-z][A-Z]/.test(token)) return '<code>'
  if (token.length > 3 && /[._/]/.test(token)) return '<file>'
  if (/^\d+$/.test(token)) return '<number>'
  if (/^[^\p{ASCII}]/u.test(token)) return /\p{L}/u.test(token) ? '<other>' : '<mark>'
  return token.toLowerCase()
}

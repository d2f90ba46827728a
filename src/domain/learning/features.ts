import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf } from '@hindcast/text/words.ts'
import { ACTIONS, DEEDS, QUESTION_WORDS } from '../memory/words.ts'
import type { Clause, Horizon } from '../voice/clause.ts'

/** Words, names in code, numbers, punctuation that carries mood, and runs of other scripts. */
const TOKEN = /`[^`]*`|[\w/-]*[./_][\w./_-]+|[a-zA-Z]+(?:'[a-z]+)?|\d+|[?!:;,•>"]|[^\p{ASCII}]+/gu

/** A sentence as words: `said` with names replaced by their kind, `kinds` with other words too, but for those of grammar. */
export interface Wording {
  readonly said: readonly string[]
  readonly kinds: readonly string[]
}

/** Reads a sentence into words. Of long quotations only their place is kept: what they say is not what the person says. Linear. */
export function wordingOf(sentence: string): Wording {
  const tokens = (withoutQuotations(sentence).replaceAll('’', "'").match(TOKEN) ?? []).map(placeholderOf)
  return { said: tokens, kinds: tokens.map(wordKind) }
}

/** The position of a sentence in its prompt, and its neighbours. */
export interface SentencePlace {
  readonly at: number
  readonly of: number
  /** The prompt's length in characters, and its number of lines. */
  readonly length: number
  readonly lines: number
  /** Much of the prompt is pasted. */
  readonly isBesidePaste: boolean
  readonly before: Wording | undefined
  readonly after: Wording | undefined
}

/** What the grammar read in a clause. */
export interface RowRead {
  readonly name: string
  readonly clause: Pick<Clause, 'horizon'>
}

/**
 * The features by which `weights` judge a sentence: its words alone, in pairs and in threes; runs of kinds of words; pairs of
 * grammar's words that stand apart; what the grammar read in its clauses; its length, place and neighbours. Linear.
 */
export function featuresOf(
  sentence: string,
  clauses: readonly Clause[],
  read: readonly RowRead[],
  wording: Wording,
  place: SentencePlace,
): ReadonlySet<string> {
  const found = new Set<string>()
  addWords(found, wording)
  addGrammar(found, clauses, read, wording)
  const moods = MOODS.flatMap(({ of, feature }) => (of.test(sentence) ? [feature] : []))
  const horizon = HORIZONS.find((each) => clauses.some((clause) => clause.horizon === each)) ?? 'unsaid'
  moods.forEach((mood, n) => {
    found.add(mood).add(`${mood}+${horizon}`)
    for (const other of moods.slice(n + 1)) found.add(`${mood}+${other}`)
  })
  addPlace(found, wording.said.length, place)
  return found
}

function addWords(found: Set<string>, { said, kinds }: Wording): void {
  const [words, skeleton] = [
    ['^', ...said, '$'],
    ['^', ...kinds, '$'],
  ]
  words.forEach((word, n) => {
    const [last, next] = [words[n - 1], `${word} ${words[n + 1]}`]
    found.add(word)
    if (n + 1 < words.length) found.add(next)
    if (n > 0 && n + 1 < words.length) found.add(`${last} ${next}`)
    if (/^[a-z]{4,}$/.test(word)) found.add(`%${stemOf(word)}`)
    addRuns(found, words, skeleton, n)
  })
  const grammar = said.map(isGrammar)
  said.forEach((word, n) => {
    if (!grammar[n]) return
    for (let later = n + 2; later <= n + APART; later++) if (grammar[later]) found.add(`${word}~${said[later]}`)
  })
}

/** Runs of kinds of words that begin at one word; those that are words themselves are there already. */
function addRuns(found: Set<string>, words: readonly string[], skeleton: readonly string[], from: number): void {
  let run = `=${skeleton[from]}`
  let isKind = skeleton[from] !== words[from]
  for (let n = from + 1; n < Math.min(skeleton.length, from + LONGEST_RUN); n++) {
    run += ` ${skeleton[n]}`
    isKind ||= skeleton[n] !== words[n]
    if (isKind) found.add(run)
  }
}

const LONGEST_RUN = 4
const APART = 4

function addGrammar(
  found: Set<string>,
  clauses: readonly Clause[],
  read: readonly RowRead[],
  { kinds }: Wording,
): void {
  for (const { name, clause } of read) found.add(`read:${name}`).add(`read:${name}+${clause.horizon}`)
  for (const { horizon, reach, isAsked, isRepeated, isObjection } of clauses) {
    found.add(`horizon:${horizon}`).add(`reach:${reach}`)
    if (isAsked) found.add('is:asked')
    if (isRepeated) found.add('is:repeated')
    if (isObjection) found.add('is:objection')
  }
  const horizon = HORIZONS.find((each) => clauses.some((clause) => clause.horizon === each)) ?? 'unsaid'
  found.add(`${horizon}+first:${kinds[0]}`)
}

/** Rules are about kinds of things, in the present; what a sentence supposes, or says that others say, is no rule. */
const MOODS = [
  {
    feature: 'is:general',
    of: /\b(?:each|every|all|any|nobody|no ?one|nothing|everything|anything|everywhere|nowhere|anywhere|whatever|whoever|whenever|wherever|whichever)\b/i,
  },
  {
    feature: 'is:rule',
    of: /\b(?:rules?|conventions?|polic(?:y|ies)|standards?|procedure|law|principle|agreed|agreement|allowed|forbidden|mandatory|required|banned|supposed to|source of truth)\b/i,
  },
  { feature: 'is:ours', of: /\b(?:we|us|our|ours|here|team|repo|project|codebase|company)\b/i },
  { feature: 'is:yours', of: /\b(?:you|your|yours|yourself)\b/i },
  { feature: 'is:mine', of: /\b(?:i|me|my|mine)\b/i },
  { feature: 'is:past', of: /\b(?:was|were|did|had|got|went|came|\w{3,}ed)\b(?! (?:by|in|from|to)\b)/i },
  { feature: 'is:of one', of: /\b(?:this|that|these|those) (?!is\b|repo|project|codebase|team|company|way)\w/i },
  {
    feature: 'is:duty',
    of: /\b(?:must|have to|has to|need to|needs? an?|gets?|goes|go|belongs?|lives?|stays?|carr(?:y|ies)|comes?)\b/i,
  },
  { feature: 'is:loud', of: /\b\p{Lu}{3,}\b/u },
  {
    feature: 'is:supposed',
    of: /^(?:so |and |but |hm+,? |ok,? )*(?:if |suppose|imagine|pretend|assume|say (?:we|i|you|that)|let's (?:say|imagine|pretend|assume)|what if|what would|would it|would you say|could (?:we|one)|in theory|hypothetically|thinking (?:aloud|about|of)|maybe)|\b(?:were to|in theory|hypothetically|one day|some day|what if)\b/i,
  },
  {
    feature: 'is:reported',
    of: /\b(?:says?|said|wrote|writes|claims?|goes|states?|quotes?|motto|according to|tells? (?:people|users|me)|insist(?:s|ed)|argues?|recommends?|suggests?)\b.{0,40}["'“‘:]|\b(?:the (?:docs?|readme|wiki|manual|spec|rfc|log|warning|error|compiler|linter|ticket|blog|article|book)|someone|somebody|stack ?overflow|a colleague|my (?:boss|colleague|friend))\b.{0,30}\b(?:says?|said|wrote|claims?|tells|recommends?|prints?|goes)\b/i,
  },
]

/** How many sentences a prompt has. */
const SIZES = [1, 2, 3, 5, 9]

const HORIZONS: readonly Horizon[] = ['lasting', 'local', 'passing']

function addPlace(found: Set<string>, length: number, place: SentencePlace): void {
  const { at, of, lines, isBesidePaste, before, after } = place
  found
    .add(`words:${Math.min(5, Math.floor(length / 5))}`)
    .add(`prompt:${Math.min(6, Math.floor(Math.log2(place.length + 1)) - 3)}`)
    .add(`sentences:${SIZES.find((size) => of <= size) ?? 'more'}`)
    .add(at === of - 1 ? 'place:last' : at === 0 ? 'place:first' : 'place:within')
    .add(`lines:${Math.min(4, Math.floor(Math.log2(lines)))}`)
    .add(`before:${before?.kinds[0] ?? ''}`)
    .add(`after:${after?.kinds[0] ?? ''}`)
  if (isBesidePaste) found.add('is:beside paste')
}

function placeholderOf(token: string): string {
  if (token.startsWith('`') || /[a-z][A-Z]/.test(token)) return '<code>'
  if (token.length > 3 && /[._/]/.test(token)) return '<file>'
  if (/^\d+$/.test(token)) return '<number>'
  if (/^[^\p{ASCII}]/u.test(token)) return /\p{L}/u.test(token) ? '<other>' : '<mark>'
  return token.toLowerCase()
}

/** Words of grammar as they are, others by their form. */
function wordKind(word: string): string {
  if (!/^[a-z]/.test(word) || isGrammar(word)) return word
  if (ACTIONS.has(word)) return '<act>'
  if (DEEDS.has(word)) return '<deed>'
  return ENDINGS.find(({ of }) => of.test(word))?.kind ?? '<w>'
}

const ENDINGS = [
  { of: /^.{2,}ing$/, kind: '<ing>' },
  { of: /^.{2,}ed$/, kind: '<ed>' },
  { of: /^.{2,}ly$/, kind: '<ly>' },
  { of: /^.{3,}(?<!s)s$/, kind: '<s>' },
]

const isGrammar = (word: string): boolean =>
  STOP_WORDS.has(word) || QUESTION_WORDS.has(word) || MORE_GRAMMAR.has(word) || word.includes("'")

const MORE_GRAMMAR = new Set(
  `must should shall may might cannot without nor nobody nothing none every each always never whenever anything everything
  everyone one once again still yet already only also too first last next time times way instead rather than`.split(
    /\s+/,
  ),
)

/** A quotation of more than three words may be anyone's. */
function withoutQuotations(text: string): string {
  return text
    .replace(/["“„«]([^"“”„«»\n]{1,400})["”“»]/g, (quoted) => (quoted.split(' ').length > 3 ? ' "" ' : quoted))
    .replace(/(^|[\s(:])['‘](?:[^'‘’\n]|['’](?=\w)){12,400}['’](?=[\s.,;:!?)]|$)/g, '$1 "" ')
}

import { late, pattern } from '@hindcast/text/late.ts'
import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { isNegated } from '../voice/languages.ts'
import { type Cues, SPACED_LANGUAGES, UNSPACED_LANGUAGES } from './languages.ts'

/** The cues that are words or phrases. */
type Cue = Exclude<keyof Cues, 'verbs' | 'politeEnd' | 'offerEnd' | 'deedEnd'>

const BEFORE = '(?<![\\p{L}\\p{M}\\p{N}])'
const AFTER = '(?![\\p{L}\\p{M}\\p{N}])'

/** One alternative a language; `form` puts a language's cue into its place, given what bounds a word of that language. */
function inEach(form: (cues: Cues, before: string, after: string) => string): RegExp {
  const parts = [
    ...SPACED_LANGUAGES.map((cues) => form(cues, BEFORE, AFTER)),
    ...UNSPACED_LANGUAGES.map((cues) => form(cues, '', '')),
  ]
  return new RegExp(parts.join('|'), 'iu')
}

const cueAnywhere = (cue: Cue): RegExp => inEach((cues, before, after) => `${before}(?:${cues[cue]})${after}`)
const cueAtStart = (cue: Cue, rest = ''): RegExp => inEach((cues, _, after) => `^(?:${cues[cue]})${after}${rest}`)

/** What sentences begin with, end with or hold, in languages other than English. */
const ELSEWHERE = late(() => ({
  left: cueAtStart('left', '\\s*(?:[(（][^()（）]{0,40}[)）]\\s*)?[:：?？]?$'),
  leftLabel: cueAtStart('left', '\\s*[:：]\\s*(?=\\S)'),
  leftSaid: cueAtStart('leftSaid'),
  announces: cueAtStart('announces'),
  label: cueAtStart('label', '\\s*(?::\\s+|：\\s*)'),
  hollow: cueAtStart('hollow'),
  causes: cueAnywhere('causes'),
  decides: cueAnywhere('decides'),
  reasons: cueAnywhere('reasons'),
  deed: ending('deed', 'deedEnd'),
  /** What an offer begins or ends with, around what it offers. */
  offer: ending('offer', 'offerEnd'),
}))

/** The cues of a text, by what they are cues for. */
export type CueSet = Readonly<ReturnType<typeof ELSEWHERE>>

const NEVER = /(?!)/
const NOWHERE: CueSet = {
  left: NEVER,
  leftLabel: NEVER,
  leftSaid: NEVER,
  announces: NEVER,
  label: NEVER,
  hollow: NEVER,
  causes: NEVER,
  decides: NEVER,
  reasons: NEVER,
  deed: NEVER,
  offer: NEVER,
}

/** The cues to look for in a message: those of all other languages unless it is in English. */
export function cuesFor(message: string): CueSet {
  const said = message.slice(0, HEAD).toLowerCase().match(WORD) ?? []
  return isOtherLanguage(said, said.filter((word) => STOP_WORDS.has(word)).length) ? ELSEWHERE() : NOWHERE
}

/** A message's language shows in its first characters. */
const HEAD = 2000
const WORD = /\p{L}[\p{L}\p{M}]*/gu

/** A question that is a polite request. */
export const isPoliteElsewhere = (text: string): boolean => POLITE().test(text)

const POLITE = late(() => ending('polite', 'politeEnd'))

/** Whether a sentence begins with one cue or ends with another. */
function ending(first: Cue, last: 'deedEnd' | 'politeEnd' | 'offerEnd'): RegExp {
  return inEach((cues, _, after) => {
    const end = cues[last]
    return `^(?:${cues[first]})${after}${end === undefined ? '' : `|(?:${end})(?=[。！？?!]?$)`}`
  })
}

const cueWords = (languages: readonly Cues[], cue: Cue): string[] => languages.flatMap((cues) => cues[cue].split('|'))

/** Words that say nothing about a subject. Some are English words, too. */
const COMMON = new Set(cueWords(SPACED_LANGUAGES, 'common'))

/** Whether a word, in lower case, says nothing about a subject in a language other than English. */
export const isCommonElsewhere = (word: string): boolean => COMMON.has(word)

/** Whether words, in lower case, are of another language: more than the English ones (`english`) are common in one, or of another script. */
export const isOtherLanguage = (said: readonly string[], english: number): boolean =>
  said.filter((word) => word > LATIN || (COMMON.has(word) && !STOP_WORDS.has(word))).length > english

/** No Latin letter comes after it. */
const LATIN = '\u024f'

/** A text without the words of scripts without spaces that say nothing about a subject, each replaced by a space. */
export const withoutCommon = (text: string): string => text.replace(KANA.test(text) ? HIRAGANA : COMMON_UNSPACED(), ' ')

const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
/** Grammar is written in hiragana. */
const HIRAGANA = /\p{sc=Hiragana}+/gu
const COMMON_UNSPACED = pattern(cueWords(UNSPACED_LANGUAGES.slice(0, 1), 'common').join('|'), 'gu')

/** Whether a person only agrees, in a language other than English. */
export const agreesElsewhere = (text: string): boolean => AGREEMENTS().some((pattern) => pattern.test(text))

/** Whether a sentence begins by refusing, in a language other than English. */
export const refusesElsewhere = (text: string): boolean => REFUSALS().test(text)

const REFUSALS = late(() => cueAtStart('refusal'))

const PAUSE = '[\\s,.!:;،，、。！…]'
const AGREEMENTS = late(() =>
  [
    ...SPACED_LANGUAGES.map(({ agreement }) => `(?:${agreement})(?:${PAUSE}+(?:${agreement}))*`),
    ...UNSPACED_LANGUAGES.map(({ agreement }) => `(?:${agreement})(?:${PAUSE}*(?:${agreement}))*`),
  ].map((said) => new RegExp(`^${said}${PAUSE}*$`, 'iu')),
)

/** Whether a word, in lower case, is about version control or thanks. */
export const isChoreElsewhere = (word: string): boolean =>
  CHORES().test(word) || (word.length <= LONGEST_RUN && CHORE_RUNS().some((pattern) => pattern.test(word)))

/** The most letters of a run of chores without spaces. */
const LONGEST_RUN = 40
const CHORES = pattern(`^(?:${cueWords(SPACED_LANGUAGES, 'chores').join('|')})$`, 'u')
const CHORE_RUNS = late(() =>
  UNSPACED_LANGUAGES.map(({ chores, common }) => new RegExp(`^(?=.*(?:${chores}))(?:${chores}|${common})+$`, 'u')),
)
const FILLS = late(() => UNSPACED_LANGUAGES.map(({ common }) => new RegExp(`^(?:${common})+$`, 'u')))

/** Whether a word, in lower case, may stand between chores. */
export const isFillElsewhere = (word: string): boolean =>
  COMMON.has(word) || (word.length <= LONGEST_RUN && FILLS().some((pattern) => pattern.test(word)))

/** The English verb for what a request in another language asks for; empty if it is negated or not known. */
export function verbElsewhere(clause: string): string {
  if (isNegated(clause)) return ''
  const found = VERBS()
    .map(([verb, cue]) => ({ verb, at: clause.search(cue) }))
    .filter(({ at }) => at >= 0)
  return found.reduce((first, each) => (first.at <= each.at ? first : each), { verb: '', at: Number.POSITIVE_INFINITY })
    .verb
}

const VERBS = late(() =>
  (['fix', 'add', 'remove', 'rename', 'check', 'explain'] as const).map(
    (verb) => [verb, inEach(({ verbs }, before, after) => `${before}(?:${verbs[verb]})${after}`)] as const,
  ),
)

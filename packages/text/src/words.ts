import { pattern } from './late.ts'

/** Words of any script, including compounds joined as in code: `read_file`, `src/a.ts`, `user.name`, `well-known`. */
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._/\\:@-]+[\p{L}\p{M}\p{N}]+)*/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu
/** Scripts without spaces between words, or whose particles are joined to foreign words. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const IN_UNSPACED = pattern(`^[${UNSPACED}]`, 'u')
const HAS_UNSPACED = pattern(`[${UNSPACED}]`, 'u')
const UNSPACED_RUN = pattern(`[${UNSPACED}]{2,}`, 'gu')
/** Of such a text, no pattern for other scripts is asked. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)
/** A letter or digit of a script with spaces. */
const SPACED = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`
const BORDER = pattern(`(?<=[${UNSPACED}])(?=${SPACED})|(?<=${SPACED})(?=[${UNSPACED}])`, 'gu')

/** The words of a text, with compounds in one piece. */
export const compounds = (text: string): string[] => text.match(COMPOUND) ?? []

/** The words of a text or a compound, in order. */
export const words = (text: string): string[] => text.match(WORD) ?? []

/** The parts of a compound: `parseQuery` → parse, Query; none if it has no parts. */
export function parts(word: string): string[] {
  const pairs = isAscii(word) ? [] : (word.match(UNSPACED_RUN()) ?? []).flatMap(neighbours)
  if (!/[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return pairs
  return [...(word.match(HUMP) ?? []), ...pairs]
}

/** Letters that no normalisation form decomposes, in the letters that people type instead. */
const TYPED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ı: 'i',
}
const FOLDED = pattern(`[${Object.keys(TYPED).join('')}]`, 'giu')
const SIGN = /\+\+|#/g
const LONE_LETTER = pattern(`(?<!${SPACED}|_)\\p{L}$`, 'u')
const WORD_ON = pattern(`^(?:(?!\\p{N})${SPACED}|_)`, 'u')
const SIGNS: Readonly<Record<string, string>> = { '++': 'plusplus', '#': 'sharp' }
const PICTURE = /\p{Extended_Pictographic}/gu
const SPELLED = /[^\0-\x7f]|\+\+|#/

/**
 * A text in words that an index of letters and digits can hold: scripts without spaces apart from others
 * (`旧的sync` → `旧的 sync`), `C++` as `Cplusplus`, `🚀` as `u1f680`, `straße` as `strasse`.
 */
export function indexSpelling(text: string): string {
  if (!SPELLED.test(text)) return text
  const own = text
    .replace(SIGN, (sign, at: number, all: string) => (isName(sign, at, all) ? `${SIGNS[sign]} ` : sign))
    .replace(PICTURE, (picture) => ` u${picture.codePointAt(0)?.toString(16)} `)
    .replace(FOLDED(), (letter) => TYPED[letter] ?? TYPED[letter.toLowerCase()] ?? letter)
  return apart(own)
}

/** A text with spaces between scripts that have none between words and others: `旧的sync` → `旧的 sync`. */
export const apart = (text: string): string => (HAS_UNSPACED().test(text) ? text.replace(BORDER(), ' ') : text)

/** `C++` and `F#`: a lone letter is no word to search for, but with its sign it is a name. */
const isName = (sign: string, at: number, all: string): boolean =>
  LONE_LETTER().test(all.slice(Math.max(0, at - 3), at)) &&
  !WORD_ON().test(all.slice(at + sign.length, at + sign.length + 2))

/** How people write a word that `indexSpelling` changed: `cplusplus` → c++, `u1f680` → 🚀. */
export function usualSpelling(word: string): string {
  const [, letter, sign] = /^(\p{L})(plusplus|sharp)$/u.exec(word) ?? []
  if (letter !== undefined) return `${letter}${sign === 'sharp' ? '#' : '++'}`
  const [, code] = /^u([0-9a-f]{4,5})$/.exec(word) ?? []
  const picture = code === undefined ? word : String.fromCodePoint(Number.parseInt(code, 16))
  return picture.match(PICTURE) === null ? word : picture
}

/** A text as indexed: as `indexSpelling`, then the parts of its words, so that it can be found by either. */
export function searchable(text: string): string {
  const own = indexSpelling(text)
  const extra = [...new Set(words(own))].map((word) => parts(word).join(' ')).filter((joined) => joined !== '')
  return extra.length === 0 ? own : `${own}\n${extra.join('\n')}`
}

function neighbours(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** A text without accents on its Latin letters, with its length unchanged. */
export function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').charAt(0))
}

/** English suffixes, longest first; at least four letters must remain. */
const ENDING = /(?<=^.{4,})(?:ations?|ings?|ions?|ers?|ed|es|ly|s|e)$/

/**
 * Reduces the forms of a word to one stem: `removed`, `removing` → remov. Different words may share a stem. A stem is
 * always a prefix of the word (lower case, without accents), so it can be found in a text, unlike Porter's (`happi`).
 */
export function stemOf(word: string): string {
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = withoutAccents(word.toLowerCase())
    .replace(ENDING, '')
    .replace(/([bdglmnprt])\1$/, '$1')
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(word, stem)
  return stem
}

/**
 * Words recur, and a lookup is twenty times faster than the patterns (1 µs per word), of which a session start needs
 * thousands.
 */
const known = new Map<string, string>()
const MOST_KNOWN = 20_000

const NO_LETTER_BEFORE = `(?<!${SPACED})`

/** A pattern for each place where a text has one of the words in any form; undefined if there are no words. */
export function mentions(terms: readonly string[]): RegExp | undefined {
  const stems = [...new Set(terms.flatMap(words).map(placeOf))]
  return stems.length === 0 ? undefined : new RegExp(stems.join('|'), 'giu')
}

/** A pattern for where a text, not spelled, has the word; scripts without spaces have words in the middle of a run. */
function placeOf(word: string): string {
  const own = usualSpelling(word.toLowerCase())
  if (own !== word.toLowerCase()) return own.replaceAll('+', '\\+')
  if (!isAscii(word) && IN_UNSPACED().test(word)) return word
  return `${NO_LETTER_BEFORE}${stemOf(word).replaceAll('ss', '(?:ss|ß)')}`
}

/** Whether a lower-case text contains a term; the words of a multi-word term must be adjacent. */
export function mentionsTerm(text: string, term: string): boolean {
  const stems = words(term).map(stemOf)
  const [first] = stems
  if (first === undefined || !stems.every((each) => text.includes(each))) return false
  if (stems.length > 1) return inOrder(stems).test(text)
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1))
    if (at === 0 || !LETTER.test(text.charAt(at - 1))) return true
  return false
}

const LETTER = /[\p{L}\p{N}]/u

/** A pattern for adjacent words. The last few are cached, because compiling one takes longer than searching a text. */
function inOrder(stems: readonly string[]): RegExp {
  const source = NO_LETTER_BEFORE + stems.join('[\\p{L}\\p{N}]*[^\\p{L}\\p{N}]+')
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  if (patterns.size >= MOST_PATTERNS) patterns.clear()
  patterns.set(source, pattern)
  return pattern
}

const patterns = new Map<string, RegExp>()
const MOST_PATTERNS = 100

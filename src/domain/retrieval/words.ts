/** Words of any script, including compounds joined as in code: `read_file`, `src/a.ts`, `user.name`, `well-known`. */
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._/\\:@-]+[\p{L}\p{M}\p{N}]+)*/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}/gu

/** The words of a text, with compounds in one piece. */
export const compounds = (text: string): string[] => text.match(COMPOUND) ?? []

/** The words of a text or a compound, in order. */
export const words = (text: string): string[] => text.match(WORD) ?? []

/** The parts of a compound: `parseQuery` → parse, Query; none if it has no parts. */
export function parts(word: string): string[] {
  const pairs = (word.match(UNSPACED) ?? []).flatMap(neighbours)
  if (!/[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return pairs
  return [...(word.match(HUMP) ?? []), ...pairs]
}

/** A text as indexed: itself, then the parts of its words, so that it can be found by either. */
export function searchable(text: string): string {
  const found = new Set(words(text))
  const extra = [...found].map((word) => parts(word).join(' ')).filter((joined) => joined !== '')
  return extra.length === 0 ? text : `${text}\n${extra.join('\n')}`
}

function neighbours(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** A text without accents on its Latin letters, with its length unchanged. */
export function unaccented(text: string): string {
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
  const stem = unaccented(word.toLowerCase())
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

const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}])'

/** A pattern for each place where a text has one of the words in any form; undefined if there are no words. */
export function mentions(terms: readonly string[]): RegExp | undefined {
  const stems = [...new Set(terms.flatMap(words).map(stemOf))]
  return stems.length === 0 ? undefined : new RegExp(`${NO_LETTER_BEFORE}(?:${stems.join('|')})`, 'giu')
}

/** Whether a lower-case text contains a term; the words of a multi-word term must be adjacent. */
export function mentioned(text: string, term: string): boolean {
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

/** Words of any script, joined into one where code joins them: `read_file`, `src/a.ts`, `user.name`, `well-known`. */
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[._/\\:@-]+[\p{L}\p{M}\p{N}]+)*/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu
/** Scripts that put no space between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}/gu

/** Words as they stand in a text, code's compounds whole. */
export const compounds = (text: string): string[] => text.match(COMPOUND) ?? []

/** The words of a text or a compound, in order. */
export const words = (text: string): string[] => text.match(WORD) ?? []

/** What a word is made of: `parseQuery` → parse, Query; nothing where it has no parts. */
export function parts(word: string): string[] {
  const pairs = (word.match(UNSPACED) ?? []).flatMap(neighbours)
  if (!/[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return pairs
  return [...(word.match(HUMP) ?? []), ...pairs]
}

/** A text as it is indexed: itself, then the parts of its words, so that either finds it. */
export function searchable(text: string): string {
  const found = new Set(words(text))
  const extra = [...found].map((word) => parts(word).join(' ')).filter((joined) => joined !== '')
  return extra.length === 0 ? text : `${text}\n${extra.join('\n')}`
}

function neighbours(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** A text without accents on its Latin letters; as long as it was. */
export function unaccented(text: string): string {
  return text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').charAt(0))
}

/** Endings of English words, longest first; what is left has at least four letters. */
const ENDING = /(?<=^.{4,})(?:ations?|ings?|ions?|ers?|ed|es|ly|s|e)$/

/**
 * One form for the forms of a word: `removed`, `removing` → remov. Two words may share it. It is always the beginning of
 * the word (lower case, without accents), so that a stem can be looked for in a text; Porter's stems (`happi`) are not.
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

/** Words come again and again, and a table is twenty times faster than the patterns (1 µs a word), of which a start asks thousands. */
const known = new Map<string, string>()
const MOST_KNOWN = 20_000

const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}])'

/** Finds each place where a text has one of the words in any of its forms; undefined where there is no word. */
export function mentions(terms: readonly string[]): RegExp | undefined {
  const stems = [...new Set(terms.flatMap(words).map(stemOf))]
  return stems.length === 0 ? undefined : new RegExp(`${NO_LETTER_BEFORE}(?:${stems.join('|')})`, 'giu')
}

/** Whether a lower-case text has a term; one of several words has them next to each other. */
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

/** Words that stand next to each other. The last few are kept: to compile one takes longer than to look through a text. */
function inOrder(stems: readonly string[]): RegExp {
  const source = NO_LETTER_BEFORE + stems.join('[\\p{L}\\p{N}]*[^\\p{L}\\p{N}]+')
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  if (patterns.size >= MOST_PATTERNS) patterns.clear()
  patterns.set(source, pattern)
  return pattern
}

const patterns = new Map<string, RegExp>()
const MOST_PATTERNS = 100

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

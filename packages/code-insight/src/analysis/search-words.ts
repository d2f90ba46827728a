import { stemOf, withoutAccents } from '@hindcast/text/words.ts'

/** Runs of capitals, capitalised words, lower-case words and numbers: the parts of `parseHTMLPage2` and `parse_html_page`. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\p{N}+/gu

/** The words of a name or a text, in lower case and without endings, each once: what `code search` compares. */
export const searchWords = (text: string): string[] => [
  ...new Set(plainWords(text).map((word) => stemOf(word.replace(/(?<=..)ies$/, 'y')))),
]

/** The words of a name or a text, in lower case, each once. */
export function plainWords(text: string): string[] {
  const found = new Set<string>()
  for (const part of withoutAccents(text).match(PART) ?? [])
    if (part.length >= 2 && part.length <= 40) found.add(part.toLowerCase())
  return [...found]
}

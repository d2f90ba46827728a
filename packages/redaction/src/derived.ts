import type { Clean } from './clean.ts'

// What is computed from Clean text alone is Clean, too

/** `T`, if all strings in it are Clean or of a literal type. */
type AllClean<T> = unknown extends T
  ? never
  : T extends string
    ? string extends T
      ? never
      : T
    : T extends object
      ? { readonly [K in keyof T]: AllClean<T[K]> }
      : T

/** Clean values as JSON. */
export const cleanStringify = <T>(value: T & AllClean<T>): Clean => JSON.stringify(value) as Clean

/** A word that the program itself knows: a literal type, never text that was read. */
export const cleanWord = <T extends string>(word: string extends T ? never : T): Clean => word as string as Clean

const WORD = /[\p{L}\p{N}_$]+/gu

/** The words of a text, each once: Clean where the text is. */
export function vocabularyOf<T extends string>(text: T): ReadonlySet<T> {
  const found = new Set<T>()
  for (const [word] of text.matchAll(WORD)) found.add(word as T)
  return found
}

/** A text made of words from Clean texts; words that occur in none of them are left out. */
export function cleanWords(text: string, of: readonly Clean[]): Clean {
  if (of.some((each) => each.includes(text))) return text as Clean
  return text.replace(WORD, (word) => (of.some((each) => each.includes(word)) ? word : '[redacted]')) as Clean
}

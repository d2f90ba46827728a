import type { Worded } from './starts.ts'

/** A kind of secret that the library's rules miss, or find only in part. */
export interface Pattern extends Worded {
  readonly kind: string
  /**
   * Sticky, with indices, and linear: a match begins with one of the words and is found there. The secret is the first
   * group that took part, or the whole match if none did. What stands before the word is checked by looking behind.
   */
  readonly pattern: RegExp
  /** Whether the match is a secret rather than a placeholder, a word or code. */
  readonly accept?: (secret: string, match: RegExpExecArray) => boolean
  /** The secrets are not in the match but near it: where they begin and end. */
  readonly near?: (match: RegExpExecArray) => readonly (readonly [start: number, end: number])[]
}

/** A row of a table of patterns. */
export const row = (
  kind: string,
  words: readonly string[],
  pattern: string,
  accept?: Pattern['accept'],
  flags: '' | 'i' = 'i',
): Pattern => ({ kind, words, pattern: new RegExp(pattern, `dy${flags}`), ...(accept && { accept }) })

import { pattern } from '@hindcast/text/late.ts'

/** Marks that end a sentence only before white space: elsewhere they stand in names and numbers. */
const WEAK_ENDS = '.!?…'
/** Marks that end a sentence whatever follows. */
const ENDS = '。！？｡．؟۔।॥።။།'
/** Letters that are written without spaces between words. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}'

/** What closes a quotation or a bracket. */
const CLOSERS = '"”’»』」）\\)\\]】》'
/** "e.g. this" and "3. that" go on. */
const ABBREVIATED = '(?<!\\b(?:e\\.g|i\\.e|etc|vs|cf|approx|no|\\d{1,3})\\.)'
/** How a sentence begins after white space. */
const BEGINS = '(?=[\\p{L}\\p{N}`"\'“(\\[¿¡«„「『（【])'
/** Whether the letter before a weak mark and the one after it are written without spaces: `已修复.下一步`. */
const BETWEEN_UNSPACED = `(?<=[${UNSPACED}][${WEAK_ENDS}])(?=[${UNSPACED}])`
/** A decimal point may be wide: `３．５`. */
const NO_NUMBER = '(?<!\\p{N}．(?=\\p{N}))'
/** The end of a sentence. A quotation that ends with one may stand in the middle of another. */
const END = pattern(
  [
    `(?<=[${WEAK_ENDS}])${ABBREVIATED}\\s+${BEGINS}`,
    `(?<=[${ENDS}][${CLOSERS}]*)\\s+`,
    `(?<=[${ENDS}])${NO_NUMBER}(?![${ENDS}${WEAK_ENDS}${CLOSERS}\\s])`,
    BETWEEN_UNSPACED,
  ].join('|'),
  'iu',
)

/**
 * The sentences of a text in any script, word for word, without the white space between them. A mark inside a name or a
 * number ends none; one that is written without a space after it needs none.
 */
export const sentencesIn = (text: string): string[] =>
  text
    .split(END())
    .map((each) => each.trim())
    .filter(Boolean)

/** Whether a sentence is a question, by its mark. */
export const isQuestion = (text: string): boolean => QUESTION().test(text)

const QUESTION = pattern(`[?？؟\u037e][${CLOSERS}'\\s]*$`, 'u')

/** Whether a sentence ends with a mark for it. */
export const isEnded = (text: string): boolean => ENDED().test(text)

const ENDED = pattern(`[${WEAK_ENDS}${ENDS}]$`, 'u')

/** The full stop of a text's script: of Chinese and Japanese, a wide one. */
export const fullStopOf = (text: string): string =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]$/u.test(text) ? '。' : '.'

/** A text without the marks that end it; those of a question or an exclamation stay. */
export const withoutStop = (text: string): string => text.replace(STOP, '')

const STOP = /[\s.:;,。｡．：；，、،؛۔।॥]+$/u

/** How many words a text has; in scripts without spaces between them, about as many as its letters make up. */
export function wordCount(text: string): number {
  const spaced = text.split(/\s+/).filter(Boolean)
  if (!HAS_UNSPACED().test(text)) return spaced.length
  const letters = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const others = spaced.flatMap((word) => word.split(RUNS())).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
  return others + Math.ceil(letters(/\p{sc=Han}/gu) / HAN_A_WORD + letters(PHONETIC()) / PHONETIC_A_WORD)
}

/** How long a text is, in letters of an alphabet: one of a script without spaces says about as much as three. */
export const sizeOf = (text: string): number =>
  text.length + (HAS_UNSPACED().test(text) ? (text.match(ALL_UNSPACED())?.length ?? 0) * 2 : 0)

const HAN_A_WORD = 2
const PHONETIC_A_WORD = 3
/** Has letters that are written without spaces between words. */
export const HAS_UNSPACED = pattern(`[${UNSPACED}]`, 'u')
const ALL_UNSPACED = pattern(`[${UNSPACED}]`, 'gu')
const RUNS = pattern(`[${UNSPACED}]+`, 'u')
const PHONETIC = pattern(`(?!\\p{sc=Han})[${UNSPACED}]`, 'gu')

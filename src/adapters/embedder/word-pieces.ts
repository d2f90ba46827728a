/** Converts a text to the ids of its pieces, including the start and end markers; at most `most` in all. */
export type Pieces = (text: string, most: number) => number[]

const [BEGIN, END, UNKNOWN] = ['[CLS]', '[SEP]', '[UNK]']
const MAX_WORD = 100
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu
/** Scripts written without spaces: each character is a word. */
const IDEOGRAPH = /\p{Script=Han}/gu

/**
 * WordPiece (Wu et al. 2016) as used by BERT, ignoring case and accents: repeatedly takes the longest piece that fits.
 */
export function wordPieces(pieces: readonly string[]): Pieces {
  const numbers = new Map(pieces.map((piece, number) => [piece, number]))
  const numberOf = (piece: string) => numbers.get(piece) ?? 0
  return (text, most) => {
    const found = [numberOf(BEGIN)]
    for (const word of normalised(text).match(WORD) ?? []) {
      found.push(...(vocabularyPieces(word, numbers) ?? [numberOf(UNKNOWN)]))
      if (found.length >= most) break
    }
    return [...found.slice(0, most - 1), numberOf(END)]
  }
}

const normalised = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, (char) => (/\s/.test(char) ? ' ' : ''))
    .replace(IDEOGRAPH, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')

/** Undefined if part of the word is not a known piece. */
function vocabularyPieces(word: string, numbers: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > MAX_WORD) return undefined
  const found: number[] = []
  for (let from = 0, to = word.length; from < word.length; to = word.length) {
    const begun = from === 0 ? '' : '##'
    while (to > from && !numbers.has(begun + word.slice(from, to))) to--
    if (to === from) return undefined
    found.push(numbers.get(begun + word.slice(from, to)) as number)
    from = to
  }
  return found
}

/** How many characters of one kind make a token: letters, digits, other ASCII; spaces belong to the word after them. */
const PER_TOKEN = { letter: 5, digit: 2, mark: 2, space: Number.POSITIVE_INFINITY, other: 5 / 6 } as const
type Kind = keyof typeof PER_TOKEN

/**
 * How many tokens a text takes, by runs of like characters. Claude's tokenizer is not public; the constants were set so
 * that the count errs high against o200k_base and cl100k_base (index tables +8 %, prose +18 %, TypeScript +31 %, ids +8 %,
 * Chinese +20 % and 0 %), where a quarter of the characters errs low by 24 % on tables and 61 % on ids. Linear; allocates
 * nothing. The parts of a text never count less than the whole.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at))
    const start = at++
    while (at < text.length && kindOf(text.charCodeAt(at)) === kind) at++
    tokens += Math.ceil((at - start) / PER_TOKEN[kind])
  }
  return tokens
}

function kindOf(code: number): Kind {
  if (code > 127) return 'other'
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter'
  if (code >= 48 && code <= 57) return 'digit'
  return code === 32 ? 'space' : 'mark'
}

/** A token in sevenths, so that costs add up without rounding. */
export const SEVENTHS = 7

/**
 * How many tokens a text takes, rounded up. Claude's tokenizer is not public: ASCII counts 1 for 3.5 characters (English
 * prose takes about 4), any other UTF-16 unit counts 1, which errs high. Linear; allocates nothing.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(costOf(text) / SEVENTHS)
}

/** The same, unrounded, in sevenths of a token: the cost of a whole is the sum of its parts'. */
export function costOf(text: string): number {
  let cost = 0
  for (let at = 0; at < text.length; at++) cost += text.charCodeAt(at) < 128 ? 2 : SEVENTHS
  return cost
}

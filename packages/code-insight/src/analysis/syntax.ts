/** A node of a parser's concrete syntax tree, as every grammar gives it: what a language's `lower` reads. */
export interface SyntaxNode {
  /** The grammar's name of it; `ERROR` is text that could not be parsed. For a token, the token itself. */
  readonly type: string
  /** Its role in its parent, where the grammar names one. */
  readonly field: string | undefined
  /** False for tokens such as `(` and `async`. */
  readonly named: boolean
  /** Offsets in the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly children: readonly SyntaxNode[]
}

import type { CodeReference } from '../../analysis/facts.ts'
import type { CodePlace } from '../../analysis/graph.ts'

/**
 * How a line calls: a call, `new`, a template's tag, a JSX element, a decorator; the reading or writing of an accessor;
 * a method that a construct runs (`for…of`, spread, `await`, a template); `argument`: functions that are handed to
 * something outside the project which calls them.
 */
export type SiteKind = 'call' | 'new' | 'tag' | 'element' | 'decorator' | 'access' | 'implicit' | 'argument'

/** What the compiler says of one place that calls. With its kind, `at` identifies it in its file. */
export interface CheckedSite {
  readonly kind: SiteKind
  /** Offsets, in UTF-16 units, of the called expression's last name (`b` of `a.b()`), or of the expression itself. */
  readonly at: number
  readonly end: number
  readonly line: number
  /** The text of that name. */
  readonly name: string
  readonly from: CodePlace
  /** The entities that it may call; none if it only calls anonymous functions. */
  readonly to: readonly CodePlace[]
  /** Of each of them. */
  readonly confidence: number
  /** They are classes that inherit the constructor that runs, to which another site of this place leads. */
  readonly inherits?: true | undefined
  /** It calls something outside the project, as far as it is known, and nothing in it but `to`. */
  readonly isOutside: boolean
  /** The types do not decide it: what a flow analysis finds is better, and `to` is only what is possible besides. */
  readonly isOpen: boolean
}

/** The calls and uses of one file, in the order of the file. */
export interface CheckedFile {
  readonly sites: readonly CheckedSite[]
  /** Uses of the project's entities that are no call of them; imports and exports of them are not listed. */
  readonly references: readonly CodeReference[]
  /** Checked without the rest of its package, except for what it imports: what overrides a method may not be known. */
  readonly isPart?: boolean
}

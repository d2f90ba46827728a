/** An entity of the code, or the top level of a file (`<module>`, line 1). */
export interface CodePlace {
  /** POSIX, from the project's root. */
  readonly file: string
  /** Qualified within its file: `Class.method`, `outer.inner`. */
  readonly name: string
  readonly line: number
}

/** The confidence in what only a name suggests; nothing says that a value of it gets there. */
export const GUESSED = 0.3

/** One line that may call an entity. */
export interface CallEdge {
  readonly from: CodePlace
  readonly to: CodePlace
  /** Where the call stands. */
  readonly line: number
  /** From 0 to 1: 1 for the one thing it can be; less for each of several candidates, or a guess by name. */
  readonly confidence: number
  /** `to` is a class that is made an instance of; what runs is a constructor that it inherits, to which another edge leads. */
  readonly inherits?: true | undefined
}

/** A call whose target could not be found in the project and is not known to be outside it, or that has too many. */
export interface UnresolvedCall {
  readonly file: string
  /** The entity that calls. */
  readonly name: string
  readonly line: number
  /** The called expression, shortened. */
  readonly text: string
  readonly why: UnresolvedWhy
}

/**
 * Why a call's target is not known: nothing is known of the receiver, or of the value that is called; the receiver is known,
 * but not this member of it; the callee is an expression that only a run decides (`handlers[name]()`); or so many methods
 * override the declared one that they are no edges; or the file, or what it depends on, changed a moment ago.
 */
export type UnresolvedWhy =
  | 'unknown receiver'
  | 'unknown value'
  | 'unknown member'
  | 'dynamic'
  | 'many targets'
  | 'not resolved yet'

/** The name of a file's top level. */
export const MODULE = '<module>'

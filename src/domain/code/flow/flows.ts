/**
 * What flows where in one file: a small language of constraints, the same for every programming language, that is
 * computed from the neutral tree once and solved across files. Plain JSON; all references within it are indexes.
 */
export interface Flows {
  /** The last names of its calls, for finding the calls of a function. */
  readonly calledNames: readonly string[]
}

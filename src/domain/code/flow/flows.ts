/**
 * What flows where in one file: a small language of constraints, the same for every programming language, that is
 * computed from the neutral tree once and solved across files. Plain JSON; all references within it are indexes.
 */
export interface Flows {
  /** Names by which other files find this one; each way is a column of the index. */
  readonly names: Readonly<Record<NamingWay, readonly string[]>>
}

/** `calls`: the last name of something called; `defines`: the name of a function or method; `extends`: of a base class. */
export type NamingWay = 'calls' | 'defines' | 'extends'

import type { Flows, NamingWay } from './flow/flows.ts'
import type { CallEdge, CodePlace, UnresolvedCall } from './graph.ts'
import type { ImportTarget } from './language.ts'
import type { Outline } from './outline.ts'

/** All that is known of a file from its own text: plain JSON, the same for the same text wherever it stands. */
export interface FileFacts {
  readonly outline: Outline
  /** What the call graph is computed from. */
  readonly flows: Flows
}

/** The other files, as far as resolving one depends on them. */
export interface CodeSources {
  facts(path: string): FileFacts | undefined
  /** Where an import of a file leads. */
  target(module: string, from: string, member?: string): ImportTarget
  /** Files whose flows mention a name in this way (`Flows.names`). */
  naming(way: NamingWay, name: string): readonly string[]
}

/** An entity that is used without being called: passed on, stored, named as a type or a base. */
export interface CodeReference {
  readonly from: CodePlace
  readonly to: CodePlace
  readonly line: number
}

/** The second layer of one file: its calls, by what its syntax says. */
export interface FileCalls {
  readonly edges: readonly CallEdge[]
  readonly references: readonly CodeReference[]
  readonly unresolved: readonly UnresolvedCall[]
}

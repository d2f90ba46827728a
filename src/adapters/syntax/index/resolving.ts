import { callsOf } from '../../../domain/code/calls.ts'
import type { CodeSources, FileCalls } from '../../../domain/code/facts.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles, KnownFile } from './indexed-files.ts'
import { setState, storeCalls } from './writes.ts'

/** Resolves the calls of some files by their syntax, and stores them. `stateOf`: what is due of a file then. */
export function resolveCalls(
  index: IndexFile,
  known: IndexedFiles,
  sources: CodeSources,
  files: readonly KnownFile[],
  stateOf: (file: KnownFile) => number,
): void {
  const parsed = files.filter(({ hash }) => hash !== '')
  const calls = callsTogether(parsed, sources)
  const idOf = (path: string) => known.get(path)?.id
  index.transaction(() => {
    for (const file of parsed) {
      const found = calls.get(file.path)
      if (found) storeCalls(index, file, found, idOf, stateOf(file))
      else setState(index, file, stateOf(file))
    }
  })
}

/** One file that cannot be resolved leaves the others as they are. */
function callsTogether(files: readonly KnownFile[], sources: CodeSources): ReadonlyMap<string, FileCalls> {
  const paths = files.map(({ path }) => path)
  try {
    return callsOf(paths, sources)
  } catch (error) {
    if (paths.length > 1) return new Map(files.flatMap((file) => [...callsTogether([file], sources)]))
    process.emitWarning(`the calls of ${paths[0]} could not be resolved: ${error}`, 'CodeWarning')
    return new Map()
  }
}

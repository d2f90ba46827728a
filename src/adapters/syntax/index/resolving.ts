import { callsOf } from '../../../domain/code/calls.ts'
import type { CodeSources, FileCalls } from '../../../domain/code/facts.ts'
import type { IndexFile } from './index-file.ts'
import type { IndexedFiles, KnownFile } from './indexed-files.ts'
import { setState, storeCalls } from './writes.ts'

/**
 * Resolves the calls of some files and stores them. `state`: what is due of them then. The one place where calls come
 * from: a checker's would replace those of its files here.
 */
export function resolveCalls(
  index: IndexFile,
  known: IndexedFiles,
  sources: CodeSources,
  files: readonly KnownFile[],
  state: number,
): void {
  const parsed = files.filter(({ hash }) => hash !== '')
  const calls = callsTogether(parsed, sources)
  const idOf = (path: string) => known.get(path)?.id
  index.transaction(() => {
    for (const file of parsed) {
      const found = calls.get(file.path)
      if (found) storeCalls(index, file, found, idOf, state)
      else setState(index, file, state)
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
    process.emitWarning(`the calls of ${paths[0]} could not be resolved: ${error}`)
    return new Map()
  }
}

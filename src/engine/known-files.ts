import { baseName } from '@hindcast/text/paths.ts'
import type { Committed, History } from '../ports.ts'
import { Followed } from './followed.ts'

/** How many projects' names are cached. */
const PROJECTS = 20

/**
 * Says, without a query, that nothing is known about a file, which is the case for most files that an agent looks at.
 * Uses file names only, which are the same in every worktree.
 */
export class KnownFiles extends Followed<Set<string>> {
  constructor({ history }: { readonly history: Pick<History, 'files'> }) {
    const load = async (project: string) => new Set(await history.files(project))
    super({ load, kinds: ['observation'], most: PROJECTS, update: withNames })
  }

  /** False only if nothing is recorded about any file of that name. */
  mayKnow(project: string, path: string): boolean {
    return this.now(project)?.has(baseName(path)) ?? true
  }
}

function withNames(names: Set<string>, { changes }: Committed, project: string): Set<string> {
  for (const change of changes) {
    if (change.kind !== 'observation' || change.record.project !== project) continue
    const { filesRead, filesModified } = change.record
    for (const path of [...filesModified, ...filesRead]) names.add(baseName(path))
  }
  return names
}

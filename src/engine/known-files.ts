import { baseName } from '@hindcast/text/paths.ts'
import type { Clock, Commit, History, Journal } from '../ports.ts'

/** Its dependencies. */
export interface KnownFilesPorts {
  readonly history: Pick<History, 'files'>
  readonly clock: Clock
}

/** How many projects' names are cached, and for how long (milliseconds): a restored archive bypasses the journal. */
const PROJECTS = 20
const FRESH_MS = 60_000

interface Names {
  readonly names: Set<string>
  readonly loadedAt: number
}

/**
 * Says, without a query, that nothing is known about a file, which is the case for most files that an agent looks at.
 * Uses file names only, which are the same in every worktree.
 */
export class KnownFiles {
  readonly #ports: KnownFilesPorts
  readonly #projects = new Map<string, Names>()
  /** Names learned while their project's names are being loaded. */
  readonly #arriving = new Map<string, Set<string>>()

  constructor(ports: KnownFilesPorts) {
    this.#ports = ports
  }

  /** False only if nothing is recorded about any file of that name. */
  mayKnow(project: string, path: string): boolean {
    const known = this.#projects.get(project)
    const isFresh = known !== undefined && this.#ports.clock.now() - known.loadedAt < FRESH_MS
    if (!isFresh && !this.#arriving.has(project)) void this.#load(project)
    return known === undefined || known.names.has(baseName(path))
  }

  /** The store may have been restored from an earlier time. */
  lookAgain(): void {
    this.#projects.clear()
  }

  /** The journal, observed for newly recorded files. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = (each) => {
      this.#note(each)
      return journal.commit(each)
    }
    return { ...journal, commit }
  }

  async #load(project: string): Promise<void> {
    const { history, clock } = this.#ports
    const arrived = new Set<string>()
    this.#arriving.set(project, arrived)
    try {
      const loadedAt = clock.now()
      const names = new Set([...(await history.files(project)), ...arrived])
      if (this.#projects.size >= PROJECTS) this.#projects.clear()
      this.#projects.set(project, { names, loadedAt })
    } catch {
      this.#projects.delete(project)
    } finally {
      this.#arriving.delete(project)
    }
  }

  #note({ changes }: Commit): void {
    for (const change of changes) {
      if (change.kind !== 'observation') continue
      const { project, filesRead, filesModified } = change.record
      for (const path of [...filesModified, ...filesRead]) {
        this.#projects.get(project)?.names.add(baseName(path))
        this.#arriving.get(project)?.add(baseName(path))
      }
    }
  }
}

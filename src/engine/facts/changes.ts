import type { Event } from '../../domain/events.ts'
import type { ChangedFile, FactMap } from '../../domain/facts.ts'
import { contentHash } from '../../domain/identity.ts'
import type { FileVersion } from '../../domain/nouns/file-version.ts'
import type { Evidence, Workspace } from '../../ports.ts'

/** How many versions of a session's files are looked through for the newest of each. */
const VERSIONS = 200
/** How many of the session's newest events come with the changes. */
const EVENTS = 300

interface Sources {
  readonly evidence: Evidence
  readonly workspace: Workspace
}

/** Compares what a session's agent wrote with the files as they are now; asks for nothing else if none changed. */
export const changesFact =
  ({ evidence, workspace }: Sources) =>
  async (
    { session, path, limit }: FactMap['changes']['ask'],
    { event }: { readonly event: Pick<Event, 'at' | 'worktree'> },
  ): Promise<FactMap['changes']['answer']> => {
    const [versions, sessions] = await Promise.all([
      evidence.versions({ session, ...(path !== undefined && { path }), limit: VERSIONS }),
      evidence.sessions({ id: session, limit: 10 }),
    ])
    const { worktree, cwd } = sessions.find(({ id }) => id === session) ?? {}
    const root = event.worktree ?? worktree ?? cwd
    const own = newestVersions(versions.filter(({ at }) => at <= event.at)).slice(0, limit)
    if (root === undefined || own.length === 0) return { files: [], events: [] }
    const changed = (await Promise.all(own.map((before) => changedFile(before, root, workspace)))).flat()
    const files = (await Promise.all(changed.map((file) => unlessOthers(file, evidence)))).flat()
    if (files.length === 0) return { files: [], events: [] }
    const [events, headMovedAt] = await Promise.all([
      evidence.events({ session, asOf: event.at, limit: EVENTS, newest: true }),
      workspace.headMovedAt(root),
    ])
    return { files, events, headMovedAt }
  }

/** The newest version of each path. */
const newestVersions = (versions: readonly FileVersion[]): FileVersion[] =>
  versions.filter((version, at) => versions.findIndex(({ path }) => path === version.path) === at)

async function changedFile(before: FileVersion, root: string, workspace: Workspace): Promise<ChangedFile[]> {
  const text = await workspace.fileText(before.path, root)
  if (text === undefined || text === before.text) return []
  const hash = contentHash(text)
  return hash === before.hash ? [] : [{ path: before.path, before, hash, text }]
}

/** Another session may have written the file since. */
async function unlessOthers(file: ChangedFile, evidence: Evidence): Promise<ChangedFile[]> {
  const versions = await evidence.versions({ path: file.path, limit: 5 })
  const isOthers = versions.some(
    ({ session, at, hash }) => session !== file.before.session && (at > file.before.at || hash === file.hash),
  )
  return isOthers ? [] : [file]
}

import { basename, dirname, isAbsolute } from 'node:path'
import { projectId } from '../../domain/identity.ts'
import type { Project } from '../../domain/nouns/project.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type { Evidence, ForeignFile, Workspace } from '../../ports.ts'
import { CLAUDE_MEM } from './records.ts'
import { cellText, listOf, pagesOf, type RowOf, timeOf } from './tables.ts'

/** A session as claude-mem knows it, together with Hindcast's data. `isOurs`: the client reported it, too. */
export interface MemSession {
  readonly row: RowOf<'sdk_sessions'>
  readonly id: string
  readonly at: number
  readonly host: string
  readonly name: string
  readonly known: Session | undefined
  readonly isOurs: boolean
}

/** Sessions by the host's id, and by each id under which claude-mem's own model observed them. */
export interface MemSessions {
  readonly byId: ReadonlyMap<string, MemSession>
  readonly byMemory: ReadonlyMap<string, MemSession>
}

/** All sessions in a file; a row without an id or time is reported to `fail`. */
export async function sessionsOf(
  file: ForeignFile,
  evidence: Evidence,
  fail: (row: RowOf<'sdk_sessions'>, why: string) => void,
): Promise<MemSessions> {
  const [byId, byMemory] = [new Map<string, MemSession>(), new Map<string, MemSession>()]
  for (const page of pagesOf(file, 'sdk_sessions'))
    for (const row of page) {
      const id = cellText(row.session)
      const at = timeOf(row.at, row.written)
      if (id === '' || id.length > ID_MAX || at === undefined) {
        fail(row, id === '' ? 'it names no session' : 'it has no time')
        continue
      }
      const session = byId.get(id) ?? (await sessionOf(row, id, at, evidence))
      byId.set(id, session)
      const memory = cellText(row.memory)
      if (memory !== '') byMemory.set(memory, session)
    }
  return { byId, byMemory }
}

const ID_MAX = 200

async function sessionOf(row: RowOf<'sdk_sessions'>, id: string, at: number, evidence: Evidence): Promise<MemSession> {
  const known = (await evidence.sessions({ id, limit: 10 })).find((session) => session.id === id)
  const platform = cellText(row.platform).toLowerCase()
  const host = platform === '' || platform === 'claude' ? 'claude-code' : platform.slice(0, 40)
  return {
    row,
    id,
    at,
    host,
    name: cellText(row.project),
    known,
    isOurs: known !== undefined && known.source !== CLAUDE_MEM,
  }
}

/** A record's project: its session's if known, otherwise the one that its project name stands for. */
export const projectIn = (
  session: MemSession | undefined,
  name: string,
  projects: ReadonlyMap<string, Project>,
): string => session?.known?.project ?? projects.get(session?.name ?? name)?.id ?? ''

/** How many folders of a project's files are considered. */
const LOOKED_AT = 20

/**
 * Maps claude-mem's project names to Hindcast's projects. It stores only a folder's last name, and for a worktree adds
 * it to the repository's (`app/fix`). The name maps to the only known project with that name; otherwise to the one that
 * contains its files, if the name matches; otherwise to a new project.
 */
export async function projectsOf(
  names: ReadonlySet<string>,
  file: ForeignFile,
  { known, workspace }: { readonly known: readonly Project[]; readonly workspace: Workspace },
): Promise<ReadonlyMap<string, Project>> {
  const found = new Map<string, Project>()
  for (const name of names) {
    const [only, ...others] = known.filter((project) => project.name === mainOf(name))
    if (only !== undefined && others.length === 0) found.set(name, only)
  }
  const open = [...names].filter((name) => !found.has(name))
  const folders = open.length > 0 ? foldersOf(new Set(open), file) : new Map<string, Set<string>>()
  for (const name of open)
    found.set(name, (await placeNamed(name, folders.get(name), known, workspace)) ?? ownProject(name))
  return found
}

/** A worktree's name comes after its repository's. */
const mainOf = (name: string): string => name.split('/', 1)[0] ?? name

/** A project known only from the import, under the same name. */
const ownProject = (name: string): Project => ({
  id: projectId(`${CLAUDE_MEM}:${mainOf(name)}`),
  name: mainOf(name) || 'unknown',
  root: mainOf(name),
})

async function placeNamed(
  name: string,
  folders: ReadonlySet<string> = new Set(),
  known: readonly Project[],
  workspace: Workspace,
): Promise<Project | undefined> {
  for (const folder of folders) {
    const among = known.find(({ root, name: called }) => called === mainOf(name) && isWithin(folder, root))
    if (among !== undefined) return among
    const { project } = await workspace.locate(folder)
    if (basename(project.root) === mainOf(name) && isWithin(folder, project.root)) return project
  }
  return undefined
}

const isWithin = (folder: string, root: string): boolean => root !== '' && `${folder}/`.startsWith(`${root}/`)

/** The folders of the files in each name's observations. */
function foldersOf(names: ReadonlySet<string>, file: ForeignFile): ReadonlyMap<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const page of pagesOf(file, 'observations'))
    for (const row of page) {
      const name = cellText(row.project)
      const some = folders.get(name) ?? new Set<string>()
      if (!names.has(name) || some.size >= LOOKED_AT) continue
      for (const path of [...listOf(row.filesModified), ...listOf(row.filesRead)])
        if (isAbsolute(path)) some.add(dirname(path))
      folders.set(name, some)
    }
  return folders
}

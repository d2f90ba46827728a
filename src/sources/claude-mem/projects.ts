import { basename, dirname, isAbsolute } from 'node:path'
import { projectId } from '../../domain/identity.ts'
import type { Project } from '../../domain/memory/nouns.ts'
import type { ForeignFile, Workspace } from '../../ports.ts'
import { CLAUDE_MEM } from './records.ts'
import { pagesOf } from './tables.ts'
import { listOf, textOf } from './values.ts'

/** How many folders of a project's files are looked at. */
const LOOKED_AT = 20

/**
 * Which project of ours each of claude-mem's names is: it keeps a folder's last name alone, of a worktree behind its
 * repository's (`app/fix`). The one project of that name that is known; else the one in which its files lie, if that has
 * the name; else one of its own.
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
    found.set(name, (await locate(name, folders.get(name), known, workspace)) ?? ownProject(name))
  return found
}

/** A worktree's name stands behind that of its repository. */
const mainOf = (name: string): string => name.split('/', 1)[0] ?? name

/** One that nobody else knows: it is called what it was called. */
const ownProject = (name: string): Project => ({
  id: projectId(`${CLAUDE_MEM}:${mainOf(name)}`),
  name: mainOf(name) || 'unknown',
  root: mainOf(name),
})

async function locate(
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

/** Folders of the files that each of these names' observations speak of. */
function foldersOf(names: ReadonlySet<string>, file: ForeignFile): ReadonlyMap<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const page of pagesOf(file, 'observations'))
    for (const row of page) {
      const name = textOf(row.project)
      const some = folders.get(name) ?? new Set<string>()
      if (!names.has(name) || some.size >= LOOKED_AT) continue
      for (const path of [...listOf(row.filesModified), ...listOf(row.filesRead)])
        if (isAbsolute(path)) some.add(dirname(path))
      folders.set(name, some)
    }
  return folders
}

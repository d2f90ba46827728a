import { baseName, folderOf } from '@hindcast/text/paths.ts'
import { HindcastError } from '../../domain/errors.ts'
import { projectId } from '../../domain/identity.ts'
import type { Project } from '../../domain/nouns/project.ts'
import { confirming, countedAs, rejoining, separating } from '../../domain/settlement.ts'
import type { OperationPorts } from '../../ports.ts'

/** What a person decides about projects. */
export type Settling = 'move' | 'merge' | 'split' | 'roll-up'

/** What was done, in a sentence, and the command that undoes it; null if nothing had to be done. */
export interface Settled {
  readonly said: string
  readonly undo: string | null
}

/** What is to be settled. `paths` are absolute; `from`: the current folder, to which a project moves if nothing else is said. */
interface ToSettle {
  readonly action: Settling
  readonly paths: readonly string[]
  readonly from?: string | undefined
}

/** Does it. Throws `not-found` and `bad-input`; doing it again changes nothing. */
export async function settleProjects({ action, paths, from }: ToSettle, ports: OperationPorts): Promise<Settled> {
  const isPair = action === 'move' || action === 'merge'
  const [first, second, ...more] = action === 'move' && paths.length === 1 && from ? [...paths, from] : paths
  if (first === undefined || (isPair && second === undefined) || (!isPair && second !== undefined) || more.length > 0)
    throw new HindcastError('bad-input', `project ${action} needs ${isPair ? 'two folders' : 'one folder'}`)
  if (action === 'split') return split(first, ports)
  if (action === 'roll-up') return rollUp(first, ports)
  return action === 'move' ? move(first, second ?? '', ports) : merge(first, second ?? '', ports)
}

/** The project keeps what it has, under its new folder; what was recorded in that folder joins it. */
async function move(from: string, folder: string, ports: OperationPorts): Promise<Settled> {
  const to = (await ports.workspace.locate(folder)).worktree ?? folder
  const [old, there] = [await recordedAt(from, ports), await projectAt(to, ports)]
  if (old.id === there.id && old.root === to) return { said: `Already known as ${to}.`, undo: null }
  if (await ports.workspace.isThere(from))
    throw new HindcastError('bad-input', `${from} is still there`, {
      remedy: `to count both as one project, run ${confirming({ own: { ...old, root: to }, known: old, as: 'merge' })}`,
    })
  const { name, root, remote = old.remote, origin = old.origin } = old.id === there.id ? { ...old, root: to } : there
  const into = { ...old, name, root, ...(remote !== undefined && { remote }), ...(origin !== undefined && { origin }) }
  await ports.settlements.unite(formerly(old, from), into)
  if (old.id !== there.id) await ports.settlements.unite(there, into)
  return { said: `${from} is now known as ${root}.`, undo: separating(root) }
}

/** The old folder, under which the project is still found, and what is imported later. */
function formerly(old: Project, path: string): Project {
  const id = projectId(path)
  return { id: id === old.id ? projectId(`${path}/`) : id, name: old.name, root: path }
}

async function merge(from: string, to: string, ports: OperationPorts): Promise<Settled> {
  const [one, into] = [await recordedAt(from, ports), await recordedAt(to, ports)]
  return joinProjects(one, into, from, ports)
}

async function joinProjects(one: Project, into: Project, path: string, ports: OperationPorts): Promise<Settled> {
  if (one.id === into.id) return { said: `${path} already counts as ${into.root}.`, undo: null }
  await ports.settlements.unite(one, into)
  return { said: `${path} now counts as ${into.root}.`, undo: separating(one.root) }
}

/** A submodule, or a folder inside another project's, counts as what is around it. */
async function rollUp(dir: string, ports: OperationPorts): Promise<Settled> {
  const one = await recordedAt(dir, ports)
  const places = await ports.settlements.places()
  for (let above = folderOf(dir); above !== ''; above = folderOf(above)) {
    const { project, worktree } = await ports.workspace.locate(above)
    const isKnown = worktree !== undefined || places.some(({ id }) => id === project.id)
    if (isKnown && project.id !== one.id) return joinProjects(one, project, dir, ports)
  }
  const isRolledUp = places.some(({ root, countsAs }) => root === dir && countsAs === one.id)
  if (isRolledUp) return { said: `${dir} already counts as ${one.root}.`, undo: null }
  throw new HindcastError('not-found', `no project is known around ${dir}`, { remedy: LISTED })
}

/** What counts as another project becomes its own again, a folder inside one becomes one; any other stays its own. */
async function split(dir: string, ports: OperationPorts): Promise<Settled> {
  const places = await ports.settlements.places()
  const part = places.find(({ id, root, countsAs }) => root === dir && countsAs !== undefined && countsAs !== id)
  const whole = part && countedAs(part.id, places)
  if (part === undefined || whole === undefined) {
    const inside = await carved(dir, ports)
    if (inside !== undefined) return inside
    const own = await recordedAt(dir, ports)
    await ports.settlements.part(own, own.id)
    return { said: `${own.root} is a project of its own.`, undo: null }
  }
  await ports.settlements.part(part, whole.id)
  // It had moved there: it is known by an earlier folder again
  const earlier = places.find(({ id, root }) => root !== dir && countedAs(id, places)?.id === whole.id)
  if (whole.root === dir && earlier !== undefined)
    await ports.settlements.unite(earlier, { ...whole, root: earlier.root })
  return { said: `${dir} is a project of its own again.`, undo: confirming({ own: part, known: whole, as: 'merge' }) }
}

/** Makes a folder inside a repository a project, with the sessions that began there; undefined for any other folder. */
async function carved(dir: string, ports: OperationPorts): Promise<Settled | undefined> {
  const [{ project, worktree }, root] = [await ports.workspace.locate(dir), await ports.workspace.realPath(dir)]
  const places = await ports.settlements.places()
  const isInside = worktree !== undefined && root.startsWith(`${worktree}/`) && root !== project.root
  if (!isInside || !places.some(({ id }) => id === project.id)) return undefined
  await ports.settlements.part({ id: projectId(root), name: baseName(root), root }, project.id)
  return { said: `${root} is a project of its own.`, undo: rejoining(root) }
}

/** The project of a folder, or of a path as it was recorded. Throws `not-found` if nothing is recorded of it. */
async function recordedAt(path: string, ports: OperationPorts): Promise<Project> {
  const places = await ports.settlements.places()
  const project = await projectAt(path, ports)
  if (places.some(({ id }) => id === project.id)) return project
  throw new HindcastError('not-found', `nothing recorded for project '${path}'`, { remedy: LISTED })
}

async function projectAt(path: string, ports: OperationPorts): Promise<Project> {
  const places = await ports.settlements.places()
  const known = places.find(({ root }) => root === path)
  if (known !== undefined) return countedAs(known.id, places) ?? known
  return (await ports.workspace.locate(path)).project
}

const LISTED = 'to list projects, run hindcast project'

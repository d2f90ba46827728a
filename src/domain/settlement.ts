import { relativePath } from '@hindcast/text/paths.ts'
import type { Project } from './nouns/project.ts'

/** Steps from a project to the one that it counts as in the end; decisions form no circle, but a restored file may. */
const MOST_STEPS = 20

/**
 * The project that one counts as in the end, by what a person decided; undefined where that is the project itself.
 * `places`: all known projects. Pure.
 */
export function countedAs<P extends Project>(id: string, places: readonly P[]): P | undefined {
  const byId = new Map<string, P>(places.map((each) => [each.id, each]))
  const end = byId.get(followedId(id, (at) => byId.get(byId.get(at)?.countsAs ?? '')?.id))
  return end?.id === id ? undefined : end
}

/** The id at the end of a chain of decisions. `next`: what a project was said to count as. Pure. */
export function followedId(id: string, next: (id: string) => string | undefined): string {
  let at = id
  for (let step = 0; step < MOST_STEPS; step++) {
    const to = next(at)
    if (to === undefined || to === at) break
    at = to
  }
  return at
}

/**
 * The part of a project that a person split off, for a folder in a worktree: the innermost one that holds it, in whichever
 * worktree and wherever the project was when it was split off. `places`: those that a person decided about. Pure.
 */
export function partOf<P extends Project>(
  { project, worktree, folder }: { readonly project: Project; readonly worktree: string; readonly folder: string },
  places: readonly P[],
): P | undefined {
  const within = relativePath(folder, worktree)
  const roots = [worktree, project.root, ...familyOf(project.id, places).map(({ root }) => root)]
  const parts = places.flatMap((part) => {
    if (part.countsAs !== part.id || part.id === project.id) return []
    const inside = roots.map((root) => relativePath(part.root, root)).find((path) => path !== part.root)
    return inside !== undefined && isIn(within, inside) ? [{ part, length: inside.length }] : []
  })
  return parts.sort((a, b) => b.length - a.length)[0]?.part
}

/** The places that count as a project. */
const familyOf = <P extends Project>(id: string, places: readonly P[]): readonly P[] =>
  places.filter((place) => countedAs(place.id, places)?.id === id)

/** The places that count as another project and hold a folder, innermost first: one of them may have moved with it. */
export const formerHomes = <P extends Project>(folder: string, places: readonly P[]): readonly P[] =>
  places
    .filter(({ id, root }) => root !== '' && isIn(folder, root) && countedAs(id, places) !== undefined)
    .sort((a, b) => b.root.length - a.root.length)

const isIn = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`)

/** A project that seems to be another one, known elsewhere: its folder was moved, or it is a second clone. */
export interface Lookalike {
  readonly own: Project
  readonly known: Project
  /** `move`: the known folder is gone. `merge`: both are there. */
  readonly as: 'move' | 'merge'
}

/**
 * The projects that one may be the same as: those that came into being as the same clone, have the same remote or began
 * with the same commit. Forks and copies of a template have, too, so this only proposes; what a person has decided about is not proposed again.
 */
export function alikeOf<P extends Project>(project: P, projects: readonly P[]): readonly P[] {
  const isOpen = ({ countsAs }: P) => countsAs === undefined
  const isSame = (a: string | undefined, b: string | undefined) => a !== undefined && a === b
  if (!isOpen(project)) return []
  return projects.filter(
    (one) => one.id !== project.id && isOpen(one) && SHARED.some((field) => isSame(one[field], project[field])),
  )
}

const SHARED = ['origin', 'remote', 'first'] as const

/** What is known of a project that may be the same: whether its folder is there, and since when it has sessions. */
export interface AlikeProject<P extends Project = Project> {
  readonly project: P
  readonly isThere: boolean
  /** Epoch milliseconds; undefined if it has none. */
  readonly since: number | undefined
}

/**
 * The likeliest of them: one whose folder is gone, or else the oldest, if it is older. Undefined where there is nothing to
 * settle. Pure.
 */
export function lookalikeOf(own: AlikeProject, others: readonly AlikeProject[]): Lookalike | undefined {
  if (!own.isThere) return undefined
  const recorded = others.filter(({ since }) => since !== undefined).sort((a, b) => (a.since ?? 0) - (b.since ?? 0))
  const gone = recorded.findLast(({ isThere }) => !isThere)
  if (gone !== undefined) return { own: own.project, known: gone.project, as: 'move' }
  const [oldest] = recorded
  const isOlder = oldest?.since !== undefined && oldest.since < (own.since ?? Number.POSITIVE_INFINITY)
  return oldest !== undefined && isOlder ? { own: own.project, known: oldest.project, as: 'merge' } : undefined
}

/** The command with which a person confirms that a project is the one that it looks like. */
export const confirming = ({ own: { root }, known, as }: Lookalike): string =>
  as === 'move'
    ? `hindcast project move ${word(known.root)} ${word(root)}`
    : `hindcast project merge ${word(root)} ${word(known.root)}`

/** The command that undoes it, or says that a project is one of its own. */
export const separating = (root: string): string => `hindcast project split ${word(root)}`

/** The command that makes a part of a project count as it again. */
export const rejoining = (root: string): string => `hindcast project roll-up ${word(root)}`

/** A path as one word of a shell's line. */
const word = (path: string): string => (/^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

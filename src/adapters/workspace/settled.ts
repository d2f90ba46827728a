import type { Project } from '../../domain/nouns/project.ts'
import { type AlikeProject, alikeOf, countedAs, formerHomes, lookalikeOf, partOf } from '../../domain/settlement.ts'
import type { Evidence, Place, Workspace } from '../../ports.ts'

/** Whether no project was split off another, as nearly always. */
const isUndivided = (known: readonly Project[]): boolean => !known.some(({ id, countsAs }) => countsAs === id)

/**
 * A workspace that knows what a person decided: a folder belongs to the project that it counts as. Also finds what is
 * still to be decided.
 */
export function settledWorkspace(
  workspace: Workspace,
  { places, decided, projects, sessions }: Pick<Evidence, 'places' | 'decided' | 'projects' | 'sessions'>,
): Workspace {
  async function candidate(project: Project): Promise<AlikeProject> {
    const [isThere, known] = await Promise.all([
      workspace.isThere(project.root),
      sessions({ project: project.id, oldest: true, limit: 1 }),
    ])
    return { project, isThere, since: known[0]?.startedAt }
  }
  /** The project of a folder that was inside one which moved away. */
  async function movedHome({ project }: Place, known: readonly Place['project'][]) {
    const homes = formerHomes(project.root, known)
    if (homes.length === 0 || (await places()).some(({ id }) => id === project.id)) return undefined
    for (const home of homes) {
      const now = countedAs(home.id, known)
      if (now !== undefined && !(await workspace.isThere(home.root))) return { project: now, root: home.root }
    }
    return undefined
  }
  /** Whatever its repository says by now, a worktree stays with what was recorded in it. */
  async function recorded(
    { claimed: _, ...place }: Place,
    claimed: Place['project'],
    known: readonly Place['project'][],
  ) {
    const project = countedAs(claimed.id, known)?.id ?? claimed.id
    const before = await sessions({ project, worktree: place.worktree, limit: 1 })
    return before.length > 0 ? { ...place, project: claimed } : place
  }
  return {
    ...workspace,
    async locate(dir) {
      const [located, known] = await Promise.all([workspace.locate(dir), decided()])
      const place = located.claimed === undefined ? located : await recorded(located, located.claimed, known)
      const home = place.worktree === undefined ? await movedHome(place, known) : undefined
      const whole = home?.project ?? countedAs(place.project.id, known) ?? place.project
      const worktree = place.worktree ?? home?.root
      const folder = worktree === undefined || isUndivided(known) ? undefined : await workspace.realPath(dir)
      const part = folder && worktree && partOf({ project: whole, worktree, folder }, known)
      return part || whole !== place.project ? { ...place, project: part || whole } : place
    },
    async lookalike(id) {
      const known = await projects()
      const own = known.find((one) => one.id === id)
      const alike = own === undefined ? [] : alikeOf(own, known)
      if (own === undefined || alike.length === 0) return undefined
      const [asked, ...others] = await Promise.all([own, ...alike].map(candidate))
      return asked && lookalikeOf(asked, others)
    },
  }
}

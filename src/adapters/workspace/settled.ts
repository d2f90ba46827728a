import type { Project } from '../../domain/nouns/project.ts'
import { type AlikeProject, alikeOf, countedAs, lookalikeOf } from '../../domain/settlement.ts'
import type { Evidence, Workspace } from '../../ports.ts'

/** As many sessions are looked through for a project's first one. */
const MOST_SESSIONS = 2_000

/**
 * A workspace that knows what a person decided: a folder belongs to the project that it counts as. Also finds what is
 * still to be decided.
 */
export function settledWorkspace(
  workspace: Workspace,
  { places, projects, sessions }: Pick<Evidence, 'places' | 'projects' | 'sessions'>,
): Workspace {
  async function candidate(project: Project): Promise<AlikeProject> {
    const [isThere, known] = await Promise.all([
      workspace.isThere(project.root),
      sessions({ project: project.id, limit: MOST_SESSIONS }),
    ])
    return { project, isThere, since: known.at(-1)?.startedAt }
  }
  return {
    ...workspace,
    async locate(dir) {
      const [place, known] = await Promise.all([workspace.locate(dir), places()])
      const project = countedAs(place.project.id, known)
      return project === undefined ? place : { ...place, project }
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

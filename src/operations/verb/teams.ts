import { oneLine } from '@hindcast/text/phrases.ts'
import { type TeamView, teamView } from '../../domain/coordination/team.ts'
import type { OperationPorts } from '../../ports.ts'

/** More sessions with tasks than a list of sessions shows. */
const MOST = 2_000

/** The teams of sessions, by session; of one project, or of all. */
export async function teamsOf(
  { project, session }: { readonly project?: string | undefined; readonly session?: string | undefined },
  ports: OperationPorts,
): Promise<ReadonlyMap<string, TeamView>> {
  const teams = await ports.memories.records({ noun: 'team', project, session, limit: MOST })
  return new Map(teams.map((team) => [team.session, teamView(team)]))
}

/** A team's agents and tasks as lines: `bob (general-purpose): Check totals`, `done: Check the totals (bob)`. */
export function teamWords({ members, tasks }: TeamView): {
  readonly members: readonly string[]
  readonly tasks: readonly string[]
} {
  return {
    members: members.map(({ name, type, job }) => {
      const kind = type === '' || type === name ? '' : ` (${type})`
      return oneLine(`${name}${kind}${job && `: ${job}`}`)
    }),
    tasks: tasks.map(({ title, state, owner, doneBy }) => {
      const who = doneBy ?? owner
      return oneLine(`${state}: ${title}${who ? ` (${who})` : ''}`)
    }),
  }
}

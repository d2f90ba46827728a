import { type Member, mergedTeam, type TeamTask, teamView } from '../coordination/team.ts'
import { noun } from './noun.ts'

/** The agents that a session started by name, and its list of tasks, which they share. */
export interface Team {
  readonly id: string
  readonly session: string
  readonly project: string
  /** When it last changed. */
  readonly at: number
  /** The client's name for it. */
  readonly name?: string | undefined
  /** By the client's ids. */
  readonly members: Readonly<Record<string, Member>>
  readonly tasks: Readonly<Record<string, TeamTask>>
}

export default noun<Team>()({
  name: 'team',
  table: 'teams',
  letter: 'w',
  role: 'derived',
  fields: {
    id: 'id',
    session: 'session',
    project: 'project',
    at: 'time',
    name: 'text?',
    members: 'json',
    tasks: 'json',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  merge: mergedTeam,
  restore: mergedTeam,
  searched: (team) => {
    const { members, tasks } = teamView(team)
    return {
      type: 'team',
      title: [...members.map(({ name }) => name), ...tasks.map(({ title }) => title)].join(', '),
      body: [...members.map(({ name, job }) => `${name}: ${job}`), ...tasks.map(({ title }) => title)].join('\n'),
      files: [],
    }
  },
  forget: { retells: true },
})

import { mergedTeam, type Team, teamView } from '../coordination/team.ts'
import { IN_SESSION, noun } from './noun.ts'

export default noun<Team>()({
  name: 'team',
  table: 'teams',
  letter: 'w',
  role: 'derived',
  fields: {
    ...IN_SESSION,
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

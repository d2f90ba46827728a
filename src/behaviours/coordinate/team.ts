import { behaviour, on } from '../../domain/behaviour.ts'
import { teamwork } from '../../domain/coordination/teamwork.ts'

/** Keeps who is in a session's team and what became of its tasks, from the calls that start agents and change tasks. */
export default behaviour({
  name: 'team',
  summary: "Records a session's team of agents and its task list: members, tasks, and who created and completed them.",
  reactions: [
    on('PostToolUse', {
      lane: 'later',
      acts: ['agent', 'other'],
      onFailure: 'retry',
      decide: (event) => {
        const team = teamwork(event)
        return team === undefined ? [] : [{ kind: 'team', record: team }]
      },
    }),
  ],
})

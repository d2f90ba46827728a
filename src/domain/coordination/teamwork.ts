import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { TaskChange } from '../tool.ts'
import type { Team, TeamTask } from './team.ts'

const MOST = 200
const LONGEST = 300

/** What a call says of its session's team: an agent with a name was started, or tasks were changed; undefined if neither. */
export function teamwork(event: EventOf<'PostToolUse'>): Team | undefined {
  const { session, project, at, act, result } = event
  const begun = { id: deriveId('w', session), session, project, at, members: {}, tasks: {} }
  if (act.kind === 'other' && act.tasks) return { ...begun, tasks: tasksOf(event, act.tasks) }
  const agent = result.started ?? result.run
  if (act.kind !== 'agent' || act.name === undefined || agent === undefined) return undefined
  const member = { name: cap(act.name, LONGEST), type: cap(act.type, LONGEST), job: cap(act.description, LONGEST), at }
  return { ...begun, name: result.started?.team, members: { [agent.id]: member } }
}

/** A created task has the id that its call returned; one without any id is known by who lists it, and by its title. */
function tasksOf({ at, agent, result }: EventOf<'PostToolUse'>, changes: readonly TaskChange[]): Team['tasks'] {
  const by = agent?.id ?? ''
  const tasks = changes.slice(0, MOST).flatMap((change): [string, TeamTask][] => {
    const { title, owner, state } = change
    const id = change.id ?? result.task ?? (title === undefined ? undefined : `${by}: ${cap(title, LONGEST)}`)
    if (id === undefined) return []
    const task = {
      ...(title !== undefined && { title: { text: cap(title, LONGEST), at } }),
      ...(change.id === undefined && { made: { by, at } }),
      ...(owner !== undefined && { owner: { name: cap(owner, LONGEST), at } }),
      ...(state !== undefined && { state: { is: state, by, at } }),
    }
    return [[id, task]]
  })
  return Object.fromEntries(tasks)
}

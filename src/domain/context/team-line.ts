import { type Team, teamView } from '../coordination/team.ts'
import type { ContextItem } from '../effects.ts'
import { quotable, quote } from './quote.ts'
import { when } from './times.ts'

const TITLE = 60
const MOST_OPEN = 2

/** How far a session's team of agents came with its tasks, in one line below the records; none without agents or tasks. */
export function teamLine(team: Team, now: number): ContextItem[] {
  const { members, tasks } = teamView(team)
  if (members.length === 0 || tasks.length === 0) return []
  const open = tasks.filter(({ state }) => state !== 'done')
  const titles = open.slice(0, MOST_OPEN).map(({ title }) => quote(title, TITLE))
  const rest = open.length > MOST_OPEN ? ` and ${open.length - MOST_OPEN} more` : ''
  const left = open.length === 0 ? '' : `; an agent left open: ${titles.join(', ')}${rest}`
  const size = members.length === 1 ? '1 agent' : `${members.length} agents`
  const text = `${team.id} ${when(team.at, now)}, team of ${size}: ${tasks.length - open.length} of ${tasks.length} tasks done${left}`
  return [{ text, ids: [team.id], rank: RANK, says: quotable(`${size} ${titles.join(' ')}`) }]
}

/** Above sessions without records, below records. */
const RANK = -1_000

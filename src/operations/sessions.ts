import * as z from 'zod'
import type { Project } from '../domain/nouns/project.ts'
import type { Session } from '../domain/nouns/session.ts'
import type { AgentTotals, OperationPorts, SessionTotals } from '../ports.ts'
import { allProjects, from, onlyProject, project, projectOf } from './verb/inputs.ts'
import { operation, type Paint } from './verb/operation.ts'
import { count, duration, moment, shortId, summedUse, useCounts, useWords } from './verb/words.ts'

const input = z.object({
  by: z.enum(['session', 'agent']).default('session').describe('a row a session, or a row a type of subagent'),
  limit: z.coerce.number().int().min(1).max(10_000).default(50).describe('how many sessions at most'),
  project,
  allProjects,
  from,
})

/** Every session with what it came to; the current project's first, each project's newest first. */
export default operation({
  name: 'sessions',
  summary: 'Lists sessions with how long they took and what they came to; or what the subagents of each type came to.',
  example: 'hindcast sessions --limit 20',
  input,
  reads: true,
  async run({ by, limit, from: here, ...which }, ports) {
    const project = await onlyProject(which, ports)
    if (by === 'agent') return { sessions: [], agents: await ports.history.agents({ project }) }
    const found = await listed(limit, project, await projectOf(here, ports), ports)
    const ids = found.map(({ id }) => id)
    const [totals, uses, projects] = await Promise.all([
      ports.history.sessions(ids),
      ports.history.uses({ by: 'session', sessions: ids }),
      ports.evidence.projects(),
    ])
    const live = { projects, since: ports.clock.now() - LIVE_MS }
    const useOf = new Map(uses.map((each) => [each.of, each]))
    return {
      sessions: found.map((session, at) => ({
        ...described(session, totals[at], live),
        ...useCounts(useOf.get(session.id) ?? summedUse([])),
      })),
    }
  },
  render: ({ sessions, agents }, paint) =>
    agents === undefined
      ? lines(
          sessions.map((each) => renderSession(each, paint)),
          'No sessions yet.',
        )
      : lines(
          agents.map((each) => renderAgent(each, paint)),
          'No subagents yet.',
        ),
})

async function listed(limit: number, project: string | undefined, here: string | undefined, ports: OperationPorts) {
  const all = await ports.evidence.sessions({ project, limit })
  if (project !== undefined || here === undefined) return all
  const own = await ports.evidence.sessions({ project: here, limit })
  return [...own, ...all.filter((session) => session.project !== here)].slice(0, limit)
}

type Described = ReturnType<typeof described> & ReturnType<typeof useCounts>

/** How long a session that has no end may have been silent and still be thought of as open. */
const LIVE_MS = 12 * 3_600_000

interface Live {
  readonly projects: readonly Project[]
  readonly since: number
}

function described(session: Session, totals: SessionTotals | undefined, { projects, since }: Live) {
  const { id, project, source, parent, startedAt, lastSeenAt, endedAt, endReason, title } = session
  return {
    id,
    project,
    projectName: projects.find((each) => each.id === project)?.name ?? project,
    title: title ?? totals?.opening ?? '',
    source: source ?? null,
    parent: parent ?? null,
    startedAt,
    endedAt: endedAt ?? null,
    endReason: endReason ?? null,
    open: endedAt === undefined && lastSeenAt >= since,
    durationMs: Math.max((endedAt ?? lastSeenAt) - startedAt, 0),
    prompts: totals?.prompts ?? 0,
    tools: totals?.tools ?? 0,
    failures: totals?.failures ?? 0,
    ...NOT_YET,
  }
}

/** What no part of the product makes yet. */
const NOT_YET = { corrections: 0, lessonsLearned: 0, lessonsApplied: 0, outcome: null }

const TITLE_MAX = 80

function renderSession(session: Described, paint: Paint): string {
  const { id, projectName, title, startedAt, endReason, durationMs, prompts, tools, failures } = session
  const work = [count(prompts, 'prompt'), count(tools, 'tool call')]
  const failed = failures === 0 ? '' : paint.yellow(`, ${failures} failed`)
  const end = session.open ? paint.green('open') : paint.dim(endReason === null ? '' : `ended (${endReason})`)
  const head = `${paint.cyan(shortId(id))}  ${moment(startedAt)}  ${duration(durationMs).padEnd(11)} ${paint.bold(projectName)}`
  const asked = title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1)}…` : title
  const use = useWords(session)
  return `${head}  ${work.join(', ')}${failed}  ${end}${use === '' ? '' : paint.dim(`  ${use}`)}${asked === '' ? '' : `\n    ${asked}`}`
}

function renderAgent({ agent, runs, sessions, tools, failures, durationMs }: AgentTotals, paint: Paint): string {
  const failed = failures === 0 ? '' : paint.yellow(`, ${failures} failed`)
  return `${paint.bold(agent)}  ${count(runs, 'run')} in ${count(sessions, 'session')}, ${count(tools, 'tool call')}${failed}, ${duration(durationMs)}`
}

const lines = (rows: readonly string[], none: string): string => (rows.length === 0 ? none : rows.join('\n'))

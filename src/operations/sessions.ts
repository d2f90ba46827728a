import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import type { TeamView } from '../domain/coordination/team.ts'
import { taughtAmong } from '../domain/learning/repeats.ts'
import type { Project } from '../domain/nouns/project.ts'
import { type Session, sessionTitle } from '../domain/nouns/session.ts'
import type { AgentTotals, SessionTotals } from '../ports.ts'
import { allByDefault, from, onlyProject, ownFirst, projectOf, projectOr } from './verb/inputs.ts'
import { cutText, table } from './verb/layout.ts'
import { learnedIn } from './verb/learning.ts'
import { operation, type Screen } from './verb/operation.ts'
import { teamsOf, teamWords } from './verb/teams.ts'
import { ago, count, duration, outcomeSaid, shortId, summedUse, useCounts, withoutHeadings } from './verb/words.ts'

const MOST = 10_000

const input = z.object({
  by: z
    .enum(['session', 'agent'])
    .default('session')
    .describe('what each row shows\nsession: one session\nagent: one type of subagent')
    .meta({ flag: 'group-by', called: 'what' }),
  limit: z.coerce.number().int().min(1).max(MOST).default(50).describe('show at most this many'),
  project: projectOr('all projects, the current project first'),
  allProjects: allByDefault,
  from,
})

/** Every session with its totals; the current project's first, each project's newest first. */
export default operation({
  name: 'sessions',
  group: 'Find',
  summary:
    'Lists sessions; with --group-by agent, lists types of subagent, each with its runs, tool calls, failures, checks passed, tokens and total time.',
  example: 'hindcast sessions --limit 20',
  input,
  reads: true,
  async run({ by, limit, from: here, ...which }, ports) {
    const project = await onlyProject(which, ports)
    if (by === 'agent') return { sessions: [], leftOut: 0, agents: await ports.history.agents({ project }) }
    const found = await ownFirst([project, await projectOf(here, ports), limit], (of, most) =>
      ports.evidence.sessions({ project: of, limit: most }),
    )
    const ids = found.map(({ id }) => id)
    const [totals, uses, projects, learned, teams, stored] = await Promise.all([
      ports.history.sessions(ids),
      ports.history.uses({ by: 'session', sessions: ids }),
      ports.evidence.projects(),
      learnedIn(project, ports),
      teamsOf({ project }, ports),
      ports.evidence.counts(project),
    ])
    const taught = taughtAmong(...learned)
    const live = { projects, since: ports.clock.now() - LIVE_MS }
    const useOf = new Map(uses.map((each) => [each.of, each]))
    return {
      leftOut: Math.max(0, stored.sessions - found.length),
      sessions: found.map((session, at) => ({
        ...sessionDocument(session, totals[at], live),
        lessonsLearned: taught.filter((each) => each.session === session.id).length,
        team: teams.get(session.id) ?? null,
        ...useCounts(useOf.get(session.id) ?? summedUse([])),
      })),
    }
  },
  render: ({ sessions, agents, leftOut }, screen, { limit }) =>
    agents === undefined
      ? [
          sessionTable(sessions, screen),
          ...sessions.flatMap((each) => teamPart(each, screen)),
          ...(leftOut > 0
            ? [
                screen.dim(
                  `${leftOut.toLocaleString('en')} more; to list them, use --limit ${Math.min(limit + leftOut, MOST)}`,
                ),
              ]
            : []),
        ].join('\n')
      : agentTable(agents, screen),
})

type Described = ReturnType<typeof sessionDocument> &
  ReturnType<typeof useCounts> & { readonly lessonsLearned: number; readonly team: TeamView | null }

/** A session without an end counts as open until it has been silent for this long. */
const LIVE_MS = 12 * 3_600_000

interface Live {
  readonly projects: readonly Project[]
  readonly since: number
}

function sessionDocument(session: Session, totals: SessionTotals | undefined, { projects, since }: Live) {
  const { id, project, source, parent, startedAt, lastSeenAt, endedAt, endReason, pullRequest } = session
  return {
    id,
    project,
    projectName: projects.find((each) => each.id === project)?.name ?? project,
    ...sessionTitle(session, totals?.opening),
    pullRequest: pullRequest ?? null,
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
    corrections: totals?.corrections ?? 0,
    lessonsApplied: totals?.lessonsApplied ?? 0,
    lessonsViolated: totals?.lessonsViolated ?? 0,
    outcome: totals?.outcome ?? null,
    outcomeBy: totals?.outcomeBy ?? null,
  }
}

function sessionTable(sessions: readonly Described[], screen: Screen): string {
  if (sessions.length === 0) return 'No sessions yet.'
  const isOne = new Set(sessions.map(({ project }) => project)).size === 1
  const isCorrected = sessions.some(({ corrections }) => corrections > 0)
  const isJudged = sessions.some(({ outcome }) => outcome !== null)
  const number = (of: number) => (of === 0 ? '' : of.toLocaleString('en'))
  const rows = sessions.map((each) => [
    shortId(each.id),
    ago(each.startedAt, screen.now),
    each.open ? 'open' : each.durationMs < 1_000 ? '< 1 s' : duration(each.durationMs),
    ...(isOne ? [] : [each.projectName]),
    each.prompts.toLocaleString('en'),
    each.tools.toLocaleString('en'),
    number(each.failures),
    ...(isCorrected ? [number(each.corrections)] : []),
    ...(isJudged ? [each.outcome === null ? '' : outcomeSaid(each.outcome)] : []),
    withoutHeadings(oneLine(each.title)),
  ])
  const labels = [
    'PROMPTS',
    'TOOL CALLS',
    'FAILED',
    ...(isCorrected ? ['CORRECTED'] : []),
    ...(isJudged ? ['OUTCOME'] : []),
    'TITLE',
  ]
  return table(['ID', 'STARTED', 'DURATION', ...(isOne ? [] : ['PROJECT']), ...labels], rows, screen)
}

/** Below the table, a paragraph for each session whose agents work as a team. */
function teamPart({ id, team }: Described, screen: Screen): string[] {
  if (team === null || team.members.length === 0) return []
  const { members, tasks } = teamWords(team)
  const done = team.tasks.filter(({ state }) => state === 'done').length
  const head = [
    count(members.length, 'agent'),
    ...(tasks.length === 0 ? [] : [`${done} of ${count(tasks.length, 'task')} done`]),
  ]
  return [
    '',
    `${screen.bold(`Team of ${shortId(id)}`)}: ${head.join(', ')}`,
    ...[...members, ...tasks].map((line) => `  ${cutText(line, screen.columns - 2)}`),
  ]
}

function agentTable(agents: readonly AgentTotals[], screen: Screen): string {
  if (agents.length === 0) return 'No subagents yet.'
  const rows = agents.map(({ agent, runs, sessions, tools, failures, passed, failed, tokens, durationMs }) => [
    agent,
    ...[runs, sessions, tools, failures].map((n) => n.toLocaleString('en')),
    passed + failed === 0 ? '' : `${passed} of ${passed + failed}`,
    tokens === 0 ? '' : tokens.toLocaleString('en'),
    duration(durationMs),
  ])
  const labels = ['SUBAGENT', 'RUNS', 'SESSIONS', 'TOOL CALLS', 'FAILED', 'CHECKS PASSED', 'TOKENS', 'DURATION']
  return table(labels, rows, screen)
}

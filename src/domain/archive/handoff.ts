import { relativePath } from '@hindcast/text/paths.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { code, inline, scalar } from './markdown.ts'

/** A handoff's fields as files have them: times in UTC, paths relative to `root`, without fields that are empty. */
function handoffFields(handoff: HandoffLike): Readonly<Record<string, string | readonly string[]>> {
  const { id, sessionId, at, goal, now, next, blockers, worked, failed, choices, decisions, files, removed, root } =
    handoff
  const within = (paths: readonly string[]) => paths.map((path) => relativePath(path, root))
  const fields = {
    id,
    session: sessionId,
    date: new Date(at).toISOString(),
    outcome: handoff.outcome ?? '',
    outcomeBy: handoff.outcomeBy ?? '',
    outcomeReason: handoff.outcomeReason ?? '',
    goal,
    now,
    next,
    blockers,
    worked,
    failed,
    choices,
    decisions,
    files: within(files),
    removed: within(removed),
    root: root ?? '',
  }
  return Object.fromEntries(Object.entries(fields).filter(([, { length }]) => length > 0))
}

/** What a file shows of a handoff. */
type HandoffLike = Pick<
  Handoff,
  | 'id'
  | 'at'
  | 'goal'
  | 'now'
  | 'next'
  | 'blockers'
  | 'worked'
  | 'failed'
  | 'choices'
  | 'decisions'
  | 'files'
  | 'removed'
  | 'root'
> & {
  readonly sessionId: string
  readonly outcome: string | null
  readonly outcomeBy: string | null
  readonly outcomeReason: string | null
}

/** A handoff as YAML. */
export const handoffYaml = (handoff: HandoffLike): string =>
  Object.entries(handoffFields(handoff))
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${name}: ${scalar(value)}`
        : [`${name}:`, ...value.map((each) => `  - ${scalar(each)}`)].join('\n'),
    )
    .join('\n')

/** A handoff as a Markdown page; the goal and what is done now stand where readers of ledgers look for them. */
export function handoffPage(handoff: HandoffLike): string {
  const { id, session, date, outcome = 'unknown', goal = '', ...fields } = handoffFields(handoff)
  const parts = SECTIONS.flatMap(([name, title]) => {
    const value = fields[name]
    if (value === undefined) return []
    return [
      `### ${title}`,
      typeof value === 'string' ? inline(value) : value.map((each) => `- ${code(each)}`).join('\n'),
    ]
  })
  const about = [`session ${code(String(session))}`, String(date), `outcome ${code(String(outcome))}`].join(' · ')
  return [`# Handoff ${code(String(id))}`, about, '## Ledger', `**Goal:** ${inline(String(goal))}`, ...parts].join(
    '\n\n',
  )
}

const SECTIONS = [
  ['now', 'Now'],
  ['next', 'Next'],
  ['blockers', 'Blockers'],
  ['worked', 'Worked'],
  ['failed', 'Failed'],
  ['choices', 'User chose'],
  ['decisions', 'Decisions'],
  ['files', 'Files'],
  ['removed', 'Removed files'],
] as const

import { relativePath } from '@hindcast/text/paths.ts'
import type { Handoff, HandoffOutcome } from '../nouns/handoff.ts'
import { code, inline, scalar } from './markdown.ts'

/** A handoff as documents, files and `--json` show it: all that is kept of it but what it was made from. */
export interface HandoffDocument
  extends Omit<Handoff, 'session' | 'project' | 'evidence' | 'sealed' | 'outcome' | 'outcomeBy' | 'outcomeReason'> {
  readonly sessionId: string
  readonly outcome: HandoffOutcome | null
  readonly outcomeBy: Handoff['outcomeBy'] | null
  readonly outcomeReason: string | null
}

/** A handoff's fields as files have them: times in UTC, paths relative to `root`, without fields that are empty. */
function handoffFields(handoff: HandoffDocument): Readonly<Record<string, string | readonly string[]>> {
  const { id, sessionId, at, recapAt, movedAt, files, removed, ...others } = handoff
  const time = (moment: number | undefined) => (moment === undefined ? '' : new Date(moment).toISOString())
  const within = (paths: readonly string[]) => paths.map((path) => relativePath(path, handoff.root))
  const [session, date] = [sessionId, time(at)]
  const own = { recapAt: time(recapAt), movedAt: time(movedAt), files: within(files), removed: within(removed) }
  const fields = { id, session, date, ...others, ...own }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value == null || value.length === 0 ? [] : [[name, value]])),
  )
}

/** A handoff as YAML. */
export const handoffYaml = (handoff: HandoffDocument): string =>
  Object.entries(handoffFields(handoff))
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${name}: ${scalar(value)}`
        : [`${name}:`, ...value.map((each) => `  - ${scalar(each)}`)].join('\n'),
    )
    .join('\n')

/** A handoff as a Markdown page; the goal and what is done now stand where readers of ledgers look for them. */
export function handoffPage(handoff: HandoffDocument): string {
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
  ['recap', 'Recap'],
  ['blockers', 'Blockers'],
  ['worked', 'Worked'],
  ['failed', 'Failed'],
  ['choices', 'User chose'],
  ['decisions', 'Decisions'],
  ['files', 'Files'],
  ['removed', 'Removed files'],
] as const

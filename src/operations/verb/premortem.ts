import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import type { Premortem, StrategyRecord } from '../../domain/experience/premortem.ts'
import { type ExperienceDocument, experienceDocument } from './experiences.ts'
import { labelledValue } from './layout.ts'
import type { Screen } from './operation.ts'
import { count, shortId } from './words.ts'

/** A failure that came back, with its last cure. */
interface RecurringDocument extends ExperienceDocument {
  readonly sessions: number
}

/** A premortem as `--json` gives it. */
export interface PremortemDocument {
  readonly text: string
  /** How many experiences it draws on. */
  readonly experiences: number
  readonly failures: readonly ExperienceDocument[]
  readonly recurring: readonly RecurringDocument[]
  readonly strategies: readonly StrategyRecord[]
  readonly surprises: readonly ExperienceDocument[]
  readonly rootCauses: readonly ExperienceDocument[]
  readonly insights: readonly { readonly id: string; readonly at: number; readonly text: string }[]
}

/** A premortem as the command line and scripts see it. */
export const premortemDocument = (text: string, found: Premortem): PremortemDocument => ({
  text,
  experiences: found.experiences,
  failures: found.failures.map(experienceDocument),
  recurring: found.recurring.map(({ cure, sessions }) => ({ ...experienceDocument(cure), sessions })),
  strategies: found.strategies,
  surprises: found.surprises.map(experienceDocument),
  rootCauses: found.rootCauses.map(experienceDocument),
  insights: found.insights.map(({ id, at, text: said }) => ({ id, at, text: said })),
})

/** A premortem in words. */
export function renderPremortem(found: PremortemDocument, screen: Screen): string {
  const { experiences, failures, recurring, strategies, surprises, rootCauses, insights } = found
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Wrong beliefs', failures.map(beliefSaid)],
    ['Failures that came back', recurring.map(recurringSaid)],
    ['Approaches', strategies.map(strategySaid)],
    ['Surprises', surprises.map(beliefSaid)],
    ['Root causes to watch', rootCauses.map(beliefSaid)],
    ['Insights', insights.map(({ id, text }) => `${shortId(id)} ${oneLine(text)}`)],
  ]
  const told = parts.filter(([, { length }]) => length > 0).map(([label, lines]) => labelledValue(label, lines, screen))
  if (told.length === 0) return 'No earlier failure is similar to this work.'
  return [...told, screen.dim(`Based on ${count(experiences, 'experience')}.`)].join('\n')
}

/** A wrong belief with why it was wrong, never alone. */
function beliefSaid({ id, goal, hypothesis, outcome, surprise, rootCause, cause, lesson }: ExperienceDocument): string {
  const why = [rootCause?.replaceAll('-', ' '), cause].filter(Boolean).join(': ')
  const parts = [
    `${shortId(id)} ${goal}: believed that ${hypothesis}`,
    `${outcome?.status ?? 'open'}: ${surprise ?? outcome?.result ?? ''}`,
    ...(why === '' ? [] : [`because of ${why}`]),
    ...(lesson === null ? [] : [`lesson: ${lesson}`]),
  ]
  return parts.map(oneLine).join('; ')
}

function recurringSaid({ id, failing, hypothesis, files, commands, committed, sessions }: RecurringDocument): string {
  const did = [
    ...(files.length > 0 ? [`changing ${files.slice(0, MOST_FILES).map(baseName).join(', ')}`] : []),
    ...(commands.length > 0 ? [`running ${commands.join(', ')}`] : []),
  ]
  const parts = [
    `${shortId(id)} ${[failing[0], hypothesis].filter(Boolean).join(': ')}`,
    `failed in ${count(sessions, 'session')}`,
    `passed last after ${did.join(' and ')}`,
    ...(committed === null ? [] : [`commit ${committed}`]),
  ]
  return parts.map(oneLine).join('; ')
}

const MOST_FILES = 4

const strategySaid = ({ strategy, confirmed, falsified }: StrategyRecord): string =>
  `${strategy}: ${confirmed} confirmed, ${falsified} falsified`

import { oneLine } from '@hindcast/text/phrases.ts'
import type { Entry } from '../../domain/experience/entry.ts'
import type { Belief, Experience, Status } from '../../domain/experience/experience.ts'
import { changesOf } from '../../domain/experience/journal.ts'
import { labelledValue, table } from './layout.ts'
import type { Screen } from './operation.ts'
import { ago, count, moment, shortId } from './words.ts'

/** The fields of an experience that `--json` gives as they are stored. */
const SHOWN = [
  'id',
  'state',
  'project',
  'at',
  'startedAt',
  'domain',
  'strategy',
  'goal',
  'hypothesis',
  'action',
  'prediction',
  'iterations',
  'failing',
  'files',
  'diffs',
  'commands',
  'evidence',
] as const satisfies readonly (keyof Experience)[]

/** An experience as `--json` gives it. */
export interface ExperienceDocument extends Pick<Experience, (typeof SHOWN)[number]> {
  readonly sessionId: string
  readonly agentId: string | null
  readonly provisional: boolean
  readonly expect: string | null
  readonly outcome: {
    readonly status: Status
    readonly result: string
    readonly at: number
    readonly autoCaptured: boolean
  } | null
  /** While a check that failed still fails, but with something else: what. */
  readonly instead: string | null
  readonly surprise: string | null
  readonly rootCause: Experience['rootCause'] | null
  readonly cause: string | null
  readonly lesson: string | null
  readonly tier: Experience['tier'] | null
  readonly committed: string | null
  /** What was believed before, oldest first, and the notes. */
  readonly history: readonly (Partial<Belief> & { readonly at: number; readonly note?: string | undefined })[]
}

/** An experience as the command line and scripts see it. */
export function experienceDocument(experience: Experience): ExperienceDocument {
  const { session, heldBy, agentId, isProvisional, expect, status, result = '', closedAt = 0 } = experience
  const { surprise, rootCause, cause, lesson, tier, committed, isAutoCaptured } = experience
  const shown = Object.fromEntries(SHOWN.map((field) => [field, experience[field]])) as Pick<
    Experience,
    (typeof SHOWN)[number]
  >
  return {
    ...shown,
    sessionId: heldBy ?? session,
    agentId: agentId ?? null,
    provisional: isProvisional,
    expect: expect ?? null,
    outcome: status === undefined ? null : { status, result, at: closedAt, autoCaptured: isAutoCaptured === true },
    instead: status === undefined && result !== '' ? result : null,
    surprise: surprise ?? null,
    rootCause: rootCause ?? null,
    cause: cause ?? null,
    lesson: lesson ?? null,
    tier: tier ?? null,
    committed: committed ?? null,
    history: changesOf(experience).flatMap(pastBelief),
  }
}

/** What an entry says of beliefs; runs and the end stand elsewhere. */
function pastBelief(entry: Entry): ExperienceDocument['history'] {
  const { at, kind } = entry
  if (kind === 'start')
    return [{ at, hypothesis: entry.hypothesis, action: entry.action, prediction: entry.prediction }]
  if (kind !== 'update') return []
  const { hypothesis, action, prediction, note } = entry
  return [{ at, hypothesis, action, prediction, note }]
}

/** Experiences in a table. */
export function renderExperiences(found: readonly ExperienceDocument[], screen: Screen): string {
  const rows = found.map((each) => [
    shortId(each.id),
    ago(each.at, screen.now),
    stateSaid(each),
    each.tier ?? '',
    oneLine(each.goal),
  ])
  return table(['ID', 'CHANGED', 'STATE', 'TIER', 'GOAL'], rows, screen)
}

/** `open`, `failing`, `fails differently now`, or how it ended. */
const stateSaid = ({ outcome, provisional, instead }: ExperienceDocument): string =>
  outcome?.status ?? (instead !== null ? 'fails differently now' : provisional ? 'failing' : 'open')

/** What the agent believed; of a failing check that Hindcast noticed by itself, only the error says anything. */
const beliefOf = ({ provisional, hypothesis, action, prediction }: ExperienceDocument) =>
  provisional
    ? ([['Error', hypothesis]] as const)
    : ([
        ['Hypothesis', hypothesis],
        ['Action', action],
        ['Prediction', prediction],
      ] as const)

/** A whole experience, with every change of mind. */
export function renderExperience(each: ExperienceDocument, screen: Screen): string {
  const { id, sessionId, startedAt, outcome, iterations, history } = each
  const now = screen.now
  const changes = history.slice(1).map((past) => `${moment(past.at, now)}: ${changeSaid(past)}`)
  const texts: readonly (readonly [string, string | readonly string[]])[] = [
    ['Goal', each.goal],
    ...beliefOf(each),
    ['Expected', each.expect ?? ''],
    ['Failing', each.failing],
    ['Fails now', each.instead ?? ''],
    ['Changes of mind', changes],
    ['Outcome', outcome === null ? '' : outcomeSaid(outcome, now)],
    ['Surprise', each.surprise ?? ''],
    ['Root cause', [each.rootCause ?? '', each.cause ?? ''].filter(Boolean).join(': ')],
    ['Lesson', each.lesson ?? ''],
    ['Changed files', each.files.map(screen.short)],
    ['Changed lines', each.diffs.map((diff) => diff.split('\n').slice(1).join('  '))],
    ['Commands', each.commands],
    ['Commit', each.committed ?? ''],
    ['Evidence', each.evidence.length === 0 ? '' : count(each.evidence.length, 'event')],
  ]
  const isNamed = each.tier && each.tier !== 'abandoned'
  const approach = each.provisional ? ['failing check'] : [each.domain, each.strategy]
  const kind = [stateSaid(each), ...(isNamed ? [each.tier] : []), ...approach]
  const tries = iterations > 1 ? [count(iterations, 'iteration')] : []
  const head = ['experience', ...kind, ...tries, moment(startedAt, now), `session ${shortId(sessionId)}`]
  return [
    `${screen.dim(head.join(' · '))}  ${screen.cyan(id)}`,
    ...texts.filter(([, { length }]) => length > 0).map(([label, value]) => labelledValue(label, value, screen)),
  ].join('\n')
}

const outcomeSaid = (
  { status, result, at, autoCaptured }: NonNullable<ExperienceDocument['outcome']>,
  now: number,
): string =>
  `${status} ${moment(at, now)}${autoCaptured ? ', from a run' : ''}${result === '' ? '' : `: ${oneLine(result)}`}`

const changeSaid = ({ hypothesis, action, prediction, note }: ExperienceDocument['history'][number]): string =>
  [
    ...(hypothesis === undefined ? [] : [`hypothesis: ${oneLine(hypothesis)}`]),
    ...(action === undefined ? [] : [`action: ${oneLine(action)}`]),
    ...(prediction === undefined ? [] : [`prediction: ${oneLine(prediction)}`]),
    ...(note === undefined ? [] : [`note: ${oneLine(note)}`]),
  ].join('; ')

/** Experiences for an agent, in few words: one in full, several on a line each. */
export function experiencesForAgent(found: readonly ExperienceDocument[]): string {
  const [only] = found
  if (only === undefined) return 'No experiences.'
  if (found.length > 1) return found.map(inOneLine).join('\n')
  const { id, goal, hypothesis, action, prediction, expect, outcome, surprise, rootCause, cause, lesson } = only
  const texts = { goal, hypothesis, action, prediction, expect, surprise, rootCause, cause, lesson }
  const said = Object.entries(texts).flatMap(([name, text]) => (text ? [`${name}: ${oneLine(text)}`] : []))
  return [`${id} ${stateSaid(only)}${outcome?.result ? `: ${oneLine(outcome.result)}` : ''}`, ...said].join('\n')
}

/** A wrong hypothesis is not left to stand as a fact. */
function inOneLine(each: ExperienceDocument): string {
  const why = [each.rootCause, each.cause].filter(Boolean).join(': ')
  const parts = [each.goal, each.hypothesis && `believed: ${each.hypothesis}`, why, each.lesson].filter(Boolean)
  return `${each.id} ${stateSaid(each)} ${parts.map((part) => oneLine(String(part))).join(' · ')}`
}

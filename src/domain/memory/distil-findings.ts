import type { Concept } from '../nouns/observation.ts'
import { accountOf } from './account.ts'
import { narrativeOf, tellingEvents } from './distil-changes.ts'
import { actOf, commandOf, runTotals } from './failures.ts'
import { BEWARE, namesIn, worded } from './headline.ts'
import { intentOf } from './intent.ts'
import { FAILURE_FACT } from './merge.ts'
import { bare, shorten } from './prose.ts'
import { deedsByShell, type ObservationDraft, type TurnReading } from './reading.ts'
import { findingTitle, TELLING, TITLE_MAX } from './title.ts'

/** Shorter answers than this tell nothing that lasts. */
const MIN_ANSWER = 120

/** What was found out or decided, beside what was changed. */
export function findingsOf(reading: TurnReading, changes: readonly ObservationDraft[]): ObservationDraft[] {
  const decisions = decisionOf(reading)
  const isDecided = ({ title }: ObservationDraft) => decisions.some((each) => each.title.startsWith(title))
  const answers = changes.length === 0 ? answerOf(reading).filter((each) => !isDecided(each)) : []
  return [...agentFindings(reading), ...answers, ...decisions]
}

/** The answer of a turn that changed nothing. */
function answerOf(reading: TurnReading): ObservationDraft[] {
  const { account, turn, aim, chains } = reading
  const unsolved = chains.filter(({ recovery, error }) => recovery === undefined && error !== '')
  const length = account.points.join(' ').length
  if (length < MIN_ANSWER && !(length >= 40 && (unsolved.length > 0 || aim.intent.kind === 'question'))) return []
  const { text: title, score } = findingTitle(aim, account, deedsByShell(turn.calls).length > 0)
  if (score < TELLING || RETELLS.test(turn.prompts[0]?.text ?? '')) return []
  const narrative = narrativeOf(reading, title)
  return [
    {
      anchor: 'finding',
      type: 'discovery',
      title,
      narrative,
      facts: [
        ...unsolved.slice(0, 2).map(({ failure, error }) => `${FAILURE_FACT}${commandOf(failure)} → ${error}`),
        ...account.points.filter((point) => BEWARE.test(point)).slice(0, 1),
        ...pointedFacts(account.points.filter((point) => !narrative.includes(point))),
        ...runTotals(turn.calls),
      ],
      concepts: conceptsOf(aim.asked, turn.message),
      filesModified: [],
      evidence: tellingEvents(reading, turn.calls),
    },
  ]
}

/** Asks for what was said before in other words. */
const RETELLS =
  /\b(?:again (?:summar\w+|show|list)|summar\w+ (?:again|for the pr)|show (?:me|us) .{0,40}\bagain|pr (?:body|description)|summary for)\b/i

/** Points that name something one can look up, or a number. */
const pointedFacts = (points: readonly string[]): string[] =>
  points.filter((point) => /`|\d/.test(point) && point.length <= 240).slice(0, 5)

/** A subagent's answer, under the task that it was given. */
function agentFindings({ turn }: TurnReading): ObservationDraft[] {
  const answered = turn.calls.filter(
    (call) => actOf(call) === 'agent' && call.outcome === 'ok' && (call.output ?? '').length >= 2 * MIN_ANSWER,
  )
  return answered.slice(0, 3).flatMap((call) => {
    const account = accountOf(call.output ?? '')
    if (account.points.length === 0 || /^Async agent launched/.test(call.output ?? '')) return []
    const task = bare(call.target ?? '')
    const { text, score } = findingTitle({ intent: intentOf(task), asked: task, accepts: false }, account, true)
    if (score < TELLING) return []
    return {
      anchor: call.id,
      type: 'discovery' as const,
      title: text,
      narrative: `A subagent was given: ${task}. ${account.points.slice(0, 4).join(' ')}`,
      facts: pointedFacts(account.points),
      concepts: ['how-it-works' as const],
      filesModified: [],
      evidence: [call],
    }
  })
}

/** What was decided, and why, where the agent says both in one sentence. */
function decisionOf(reading: TurnReading): ObservationDraft[] {
  const [decision] = reading.account.decisions.filter((each) => each.length <= 400 && DECIDED.test(each))
  if (decision === undefined) return []
  return [
    {
      anchor: 'decision',
      type: 'decision',
      title: ofMatter(shorten(worded(decision), TITLE_MAX), reading.aim.asked),
      narrative: [decision, ...around(reading.account.points, decision)].join(' '),
      facts: [],
      concepts: ['trade-off', 'why-it-exists'],
      filesModified: [],
      evidence: tellingEvents(reading, []),
    },
  ]
}

/** A title that names nothing, with the one thing that was asked about. */
function ofMatter(title: string, asked: string): string {
  const [name, ...others] = namesIn(asked).map(bare)
  const isPlain = name !== undefined && others.length === 0 && namesIn(title).length === 0
  return isPlain && title.length + name.length + 3 <= TITLE_MAX ? `${title} (${name})` : title
}

/** Only what says that a choice was made; "instead of" alone describes. */
const DECIDED = /\b(?:decided|chose|chosen|opted|went with|settled on|ruled out|rejected|abandoned)\b/i

function around(points: readonly string[], point: string): string[] {
  const at = points.indexOf(point)
  return points.slice(at + 1, at + 3)
}

function conceptsOf(asked: string, message: string): Concept[] {
  const concepts: Concept[] = [/^why\b|\bwhy\b/i.test(asked) ? 'why-it-exists' : 'how-it-works']
  if (BEWARE.test(message)) concepts.push('gotcha')
  return /\b(?:root cause|the (?:issue|problem|bug) (?:is|was))\b/i.test(message)
    ? [...concepts, 'problem-solution']
    : concepts
}

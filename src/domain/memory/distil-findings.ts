import type { Concept } from '../nouns/observation.ts'
import { accountOf } from './account.ts'
import { choicesOf, type PersonsDecision } from './choices.ts'
import { narrativeOf, tellingEvents } from './distil-changes.ts'
import { runTotals, shownCommand, turnActKind } from './failures.ts'
import { BEWARE, namesInText, statedHeadline } from './headline.ts'
import { intentOf } from './intent.ts'
import { FAILURE_FACT } from './merge.ts'
import { bare, closedSentence, shorten } from './prose.ts'
import { deedsByShell, isChore, keepsHouse, type ObservationDraft, type TurnReading } from './reading.ts'
import { findingTitle, TELLING, TITLE_MAX } from './title.ts'

/** Answers shorter than this contain nothing of lasting value. */
const MIN_ANSWER = 120

/** What was found out or decided, besides what was changed. */
export function findingsOf(reading: TurnReading, changes: readonly ObservationDraft[]): ObservationDraft[] {
  const decisions = [...choicesOf(reading.turn).map(decided), ...decisionOf(reading)]
  const isDecided = ({ title }: ObservationDraft) => decisions.some((each) => each.title.startsWith(title))
  const answers = changes.length === 0 ? answerOf(reading).filter((each) => !isDecided(each)) : []
  return [...agentFindings(reading), ...answers, ...decisions]
}

/** The answer of a turn that changed nothing. */
function answerOf(reading: TurnReading): ObservationDraft[] {
  const { account, turn, aim, chains } = reading
  const unsolved = chains.filter(({ recovery, error }) => recovery === undefined && error !== '')
  const length = account.points.join(' ').length
  if (isChore(turn) || keepsHouse(turn)) return []
  const isShort = length < MIN_ANSWER && !(length >= 40 && (unsolved.length > 0 || aim.intent.kind === 'question'))
  if (isShort && turn.plan === '') return []
  const { text: title, score, by } = findingTitle(aim, account, deedsByShell(turn.calls).length > 0, turn.plan)
  if (score < TELLING || RETELLS.test(turn.prompts[0]?.text ?? '')) return []
  const narrative = narrativeOf(reading, title)
  return [
    {
      anchor: 'finding',
      type: 'discovery',
      title,
      titledBy: by,
      narrative,
      facts: [
        ...unsolved.slice(0, 2).map(({ failure, error }) => `${FAILURE_FACT}${shownCommand(failure)} → ${error}`),
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

/** Asks for something to be found out, or for the cause of something; a subagent that was only sent to look around reports what any search finds again. */
const ASKS_WHAT = /^(?:\S+ ){0,4}?(?:why|whether|how|which|where|what|when|who|if|root cause|cause)\b|[?？؟]/i
const ASKS_CAUSE =
  /(?<!\p{L})(?:diagnos|debug|troubleshoot|investigat|audit|bisect|untersuch|enquêt|diagnosti|diagnóst|warum|wieso|weshalb|pourquoi|por qu[eéê]|perché|waarom|varför|hvorfor|dlaczego|почему|отлад|расследуй)|为什么|為什麼|为何|原因|なぜ|왜 |원인/iu

/** Asks for an earlier answer to be rephrased. */
const RETELLS =
  /\b(?:pr|pull request) (?:body|description|summary)\b|\bagain (?:summari[sz]e|show|list|say)\b|\b(?:summar(?:y|i[sz]e)|show|list|say)\b.{0,60}\b(?:again|for the (?:pr|pull request))\b/i

/** Points that name something specific, or a number. */
const pointedFacts = (points: readonly string[]): string[] =>
  points.filter((point) => /`|\d/.test(point) && point.length <= 240).slice(0, 5)

/** A subagent's answer, titled with its task. */
function agentFindings({ turn }: TurnReading): ObservationDraft[] {
  const answered = turn.calls.filter(
    (call) => turnActKind(call) === 'agent' && call.outcome === 'ok' && (call.output ?? '').length >= 2 * MIN_ANSWER,
  )
  return answered.slice(0, 3).flatMap((call) => {
    const account = accountOf(call.output ?? '')
    if (account.points.length === 0 || /^Async agent launched/.test(call.output ?? '')) return []
    const task = bare(call.target ?? '')
    const isCauseFound = ASKS_CAUSE.test(task) && account.causes.length > 0
    if (task !== '' && !ASKS_WHAT.test(task) && !isCauseFound) return []
    const { text, score } = findingTitle(
      { intent: intentOf(task), asked: task, accepts: false, by: 'user' },
      account,
      true,
    )
    if (score < TELLING) return []
    return {
      anchor: call.id,
      type: 'discovery' as const,
      title: text,
      narrative: `A subagent was given: ${task}. ${account.points.slice(0, 4).map(closedSentence).join(' ')}`,
      facts: pointedFacts(account.points),
      concepts: ['how-it-works' as const],
      filesModified: [],
      evidence: [call],
    }
  })
}

/** A decision of the person, in their own words. */
const decided = ({ text, anchor, evidence }: PersonsDecision): ObservationDraft => ({
  anchor,
  type: 'decision',
  title: shorten(text, TITLE_MAX),
  narrative: text,
  facts: [],
  concepts: ['trade-off'],
  filesModified: [],
  evidence,
  decidedBy: 'user',
  // What answers a question holds the agent's words, too
  ...(text.includes(' → ') ? {} : { titledBy: 'user' }),
})

/** What the agent decided and why, if one sentence says both. */
function decisionOf(reading: TurnReading): ObservationDraft[] {
  const [decision] = reading.account.decisions.filter((each) => each.length <= 400 && DECIDED.test(each))
  if (decision === undefined) return []
  return [
    {
      anchor: 'decision',
      type: 'decision',
      title: ofMatter(shorten(statedHeadline(decision), TITLE_MAX), reading.aim.asked),
      narrative: [decision, ...around(reading.account.points, decision)].map(closedSentence).join(' '),
      facts: [],
      concepts: ['trade-off', 'why-it-exists'],
      filesModified: [],
      evidence: tellingEvents(reading, []),
      decidedBy: 'agent',
    },
  ]
}

/** A title that names nothing specific, with the one thing that was asked about. */
function ofMatter(title: string, asked: string): string {
  const [name, ...others] = namesInText(asked).map(bare)
  const isPlain = name !== undefined && others.length === 0 && namesInText(title).length === 0
  return isPlain && title.length + name.length + 3 <= TITLE_MAX ? `${title} (${name})` : title
}

/** Requires words for making a choice; "instead of" alone is mere description. */
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

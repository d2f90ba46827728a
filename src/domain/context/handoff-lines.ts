import { relativePath } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import { progressOf } from '../memory/handoff.ts'
import { isGoal } from '../memory/headline.ts'
import { isSaidIn, saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { isQuestion } from '../memory/sentences.ts'
import { REQUESTED_BY, VOICES } from '../memory/title-voice.ts'
import { type Handoff, isMarked, outcomeWords } from '../nouns/handoff.ts'
import { quote, shownPath } from '../quote.ts'
import { when } from './times.ts'

/** The title of a handoff: the session that ended last, this one on resume, or this one before it lost its context. */
export type HandoffTitle = 'Last session' | 'This session so far' | 'Before the compaction' | 'Before /clear'

/** The most characters of a quotation. */
const PART = 200
/** The most files named. */
const MOST_FILES = 6

/** The first line of a handoff. */
export const handoffHead = (title: HandoffTitle, { id, at }: Handoff, now: number): string =>
  `${title} (${when(at, now)}; handoff ${id}):`

/** Where a session left off, in one line: goal and state or the recap, what is open, how it turned out, files; none if nothing is known. */
export function handoffInBrief(
  title: HandoffTitle,
  handoff: Handoff,
  earlier: readonly Handoff[],
  now: number,
): ContextItem[] {
  const recap = recapLines(handoff, now)
  const left = recap.length > 0 ? recap : leftOff({ ...handoff, ...aimed(handoff, earlier) })
  const lines = [...left, ...blockedLines(handoff), ...outcomeLines(handoff), ...filesLine(handoff, MOST_FILES)]
  if (lines.length === 0) return []
  const parts = lines.map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1))
  return itemsOf(handoff.id, [{ ...left.at(-1), text: `${handoffHead(title, handoff, now)} ${parts.join('; ')}` }])
}

/** Whether something waits for the next session: an announced step, a failing check, or a turn that was cut off. A closing question is none. */
export const isLeftOpen = ({ next, blockers, now }: Handoff): boolean =>
  (next !== '' && !isQuestion(next)) || blockers.length > 0 || progressOf(now).reached.includes('unfinished')

/** Goal, state and next step; the goal is left out where the state says it, or where it means nothing by itself. */
function leftOff(handoff: Handoff): Line[] {
  const state = stateLines(handoff)
  return [...(state.length > 0 && isToldBy(handoff) ? [] : goalLines(handoff)), ...state, ...nextLines(handoff)]
}

/** What the client's own model wrote, as it wrote it. */
const recapLines = ({ recap, recapAt }: Handoff, now: number): Line[] =>
  recap === undefined || recapAt === undefined
    ? []
    : [{ text: `Recap by the agent (${when(recapAt, now)}): ${quote(recap, RECAP)}`, says: recap }]

const RECAP = 500

/** A session without a goal of its own (“continue”) inherits the previous session's goal if both changed the same file. */
function aimed({ goal, goalBy, files }: Handoff, [before]: readonly Handoff[]): Pick<Handoff, 'goal' | 'goalBy'> {
  const isOwn = goal !== '' && goalBy !== 'commit'
  const goesOn = !isOwn && before?.goal !== '' && before?.files.some((file) => files.includes(file)) === true
  return goesOn ? { goal: before.goal, goalBy: before.goalBy } : { goal, goalBy }
}

/** The full handoff, for an agent that has lost the context it describes. */
export function handoffInFull(handoff: Handoff, now: number): ContextItem[] {
  return itemsOf(handoff.id, [
    ...goalLines(handoff),
    ...stateLines(handoff),
    ...nextLines(handoff),
    ...recapLines(handoff, now),
    ...blockedLines(handoff, handoff.blockers.length),
    ...filesLine(handoff),
    ...handoff.choices.flatMap((each) =>
      namedLines(`Decided: ${each.includes(' → ') ? 'agent asked, ' : ''}user chose`, [each]),
    ),
    ...namedLines('Decided: agent reported', handoff.decisions),
    ...namedLines(
      'Done: agent reported',
      handoff.worked.filter((each) => !each.endsWith(PASSED)),
    ),
  ])
}

/** A line of a handoff. `says` is its content, so that other sections do not repeat it. */
interface Line {
  readonly text: string
  readonly says?: string
}

const itemsOf = (id: string, lines: readonly Line[]): ContextItem[] =>
  lines.map((line, at) => ({ ...line, ids: [id], rank: -at }))

const goalLines = ({ goal, goalBy }: Pick<Handoff, 'goal' | 'goalBy'>): Line[] =>
  goal === ''
    ? []
    : [{ text: `Goal: ${goalBy === undefined ? '' : `${REQUESTED_BY[goalBy]} `}${quote(goal, PART)}`, says: goal }]

/** Each state names its source: git's output, the agent's report, or what an unfinished turn was asked. */
function stateLines({ now, nowBy }: Handoff): Line[] {
  if (now === '') return []
  const { text: says, reached } = progressOf(now)
  const said = (what: string, text = says) => `Status: ${what} ${quote(text, PART)}`
  if (nowBy === 'commit') return [{ text: said(reached.replaceAll(', ', ' and ')), says }]
  const isList = nowBy === 'observed' && says.startsWith(CHANGED)
  const line = isList ? said('changed files', says.slice(CHANGED.length)) : said(VOICES[nowBy ?? 'agent'])
  return [{ text: reached === '' || isList ? line : `${line} (${reached})`, says }]
}

/** The prefix of a state about which only the changed files are known. */
const CHANGED = 'Changed '

function nextLines({ next, nextBy }: Handoff): Line[] {
  if (next === '') return []
  const agent = isQuestion(next) ? 'Unanswered: agent asked' : 'Next: agent said'
  return [{ text: `${nextBy === 'user' ? 'Put off: user said' : agent} ${quote(next, PART)}`, says: next }]
}

const blockedLines = ({ blockers }: Handoff, most = 1): Line[] =>
  blockers.slice(0, most).map((blocker) => ({ text: `Failing check: ${quote(blocker, PART)}` }))

/** How the work turned out, if somebody said so. */
const outcomeLines = (handoff: Handoff): Line[] =>
  handoff.outcome !== undefined && isMarked(handoff) ? [{ text: `Outcome: ${outcomeWords[handoff.outcome]}` }] : []

const namedLines = (name: string, texts: readonly string[]): Line[] =>
  texts.map((says) => ({ text: `${name} ${quote(says, PART)}`, says }))

/** The files that the session changed: all, or at most so many of those in its folder. */
function filesLine({ files, root }: Handoff, most?: number): Line[] {
  const paths = files.map((file) => relativePath(file, root)).filter((file) => most === undefined || file[0] !== '/')
  return paths.length === 0 ? [] : [{ text: `Files: ${paths.slice(0, most).map(shownPath).join(', ')}` }]
}

/** Whether the goal can be left out: the state already says it, or it means nothing without its context. */
function isToldBy({ goal, now }: Handoff): boolean {
  const [wanted, state] = [statementOf(goal), statementOf(progressOf(now).text)]
  return isSaidIn(wanted, state) || saysAgain(wanted, state) || !isGoal(goal)
}

/** Marks a check among what was done. */
const PASSED = ' passed'

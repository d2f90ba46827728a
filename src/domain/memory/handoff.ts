import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../identity.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { accountOf } from './account.ts'
import { askerOf } from './aim.ts'
import { choicesOf } from './choices.ts'
import { commitsIn, subjectAsTitle } from './commits.ts'
import { deedsOf, isAskedIn, worksOf } from './deeds.ts'
import { distil } from './distil.ts'
import { chainsOf, checkResult, isEdit, shownCommand } from './failures.ts'
import { isPush, opensRequest, takesBack } from './git-acts.ts'
import { isGoal, standsAlone, topicOf } from './headline.ts'
import { agrees, isHousekeeping } from './intent.ts'
import { remainingOf } from './left.ts'
import { type Matter, mattersOf } from './matter.ts'
import { isOneSubject } from './merge.ts'
import { bare, shorten } from './prose.ts'
import { filesModifiedIn, isWork } from './reading.ts'
import { recapIn } from './recap.ts'
import { isQuestion, withoutStop, wordCount } from './sentences.ts'
import { isIdle } from './summarise.ts'
import { withoutTail } from './title.ts'
import { turnoutOf } from './turnout.ts'
import { perTurn, type Turn, type TurnEvent } from './turns.ts'

const LINE = 240
const MAX_LIST = 5
const MAX_FILES = 12
const MAX_EVIDENCE = 60

/**
 * Where the work stands after these turns of one session, derived from evidence alone; undefined if they hold only thanks
 * and greetings. A session has one handoff that is kept up to date; a compaction and its end seal it.
 */
export function handoffOf(
  all: readonly Turn[],
  { isSealed, root }: { readonly isSealed: boolean; readonly root?: string | undefined },
): Handoff | undefined {
  const turns = all.filter((turn) => isTold(turn) && !isIdle(turn))
  const last = turns.at(-1)
  // The idle turns may have answered what was open
  const matter = mattersOf(all.filter(isTold)).findLast((each) => each.turns.some((turn) => turns.includes(turn)))
  if (last === undefined || matter === undefined) return undefined
  const calls = turns.flatMap((turn) => turn.calls)
  const removed = removedIn(calls)
  const turnout = turnoutOf(all, root)
  const solved = chainsOf(calls).filter(({ recovery, error }) => recovery !== undefined && error !== '')
  return {
    id: deriveId('h', last.session, ''),
    session: last.session,
    project: last.project,
    at: last.endedAt,
    ...standingIn(matter, turns),
    ...recapIn(all),
    blockers: lastDistinct(blockersOf(turns)),
    worked: lastDistinct([...workedIn(turns), ...passedIn(calls)]),
    failed: lastDistinct(solved.map(({ failure, error }) => `\`${shownCommand(failure)}\`: ${error}`)),
    choices: lastDistinct(unreplaced(all.flatMap(choicesOf).map(({ text }) => text))),
    decisions: lastDistinct(
      turns.flatMap(({ message }) => accountOf(message).decisions).filter((each) => !isQuestion(each)),
    ),
    files: filesModifiedIn(calls)
      .filter((file) => !removed.includes(file))
      .slice(0, MAX_FILES),
    removed: removed.slice(0, MAX_FILES),
    root,
    sealed: isSealed,
    evidence: [...new Set([...(turnout?.evidence ?? []), ...evidenceOf(turns)])],
    ...(turnout && { outcome: turnout.outcome, outcomeBy: 'inferred', outcomeReason: turnout.reason }),
  }
}

/** What a matter is for, how far it got and what remains, each with whose words it is in. `telling`: the turns that count. */
function standingIn(
  matter: Matter,
  telling: readonly Turn[],
): Pick<Handoff, 'goal' | 'goalBy' | 'now' | 'nowBy' | 'next' | 'nextBy'> {
  const { asked, turns } = matter
  const next = remainingOf(matter)
  const now = statusOf(
    turns.filter((turn) => telling.includes(turn)),
    telling.flatMap(({ calls }) => calls),
    asked.text,
  )
  return {
    goal: handoffPart(asked.text),
    ...(asked.text !== '' && { goalBy: asked.by }),
    now: now.text,
    ...(now.text !== '' && { nowBy: now.by }),
    next: handoffPart(next.text),
    ...(next.text !== '' && { nextBy: next.by }),
  }
}

/** The last decisions that no later one replaces: an answer to another question does not, much as it may share. */
function unreplaced(choices: readonly string[]): string[] {
  const standing: string[] = []
  for (let at = choices.length - 1; at >= 0 && standing.length < MAX_LIST; at--) {
    const choice = choices[at] ?? ''
    const asked = questionIn(choice)
    const isReplaced = choices.slice(at + 1).some((later) => {
      const other = questionIn(later)
      return asked === '' || other === '' ? isOneSubject(choice, later) : isSameQuestion(asked, other)
    })
    if (!isReplaced) standing.unshift(choice)
  }
  return standing
}

const questionIn = (choice: string): string => choice.slice(0, Math.max(0, choice.lastIndexOf(' → ')))

/** Whether two questions have the same words of substance. */
const isSameQuestion = (one: string, other: string): boolean => {
  const [some, others] = [topicOf([one]), topicOf([other])]
  return one === other || (some.size > 1 && some.size === others.size && [...some].every((word) => others.has(word)))
}

/** Files that shell commands (`rm`, `git rm`) deleted and nothing has written since. */
function removedIn(calls: readonly TurnEvent[]): string[] {
  const removed = new Set<string>()
  for (const call of calls) {
    for (const file of call.filesModified) removed.delete(file)
    for (const file of (call.body.filesDeleted as readonly string[] | undefined) ?? []) removed.add(file)
  }
  return [...removed]
}

/** Whether anything was asked, done or said in a turn. */
const isTold = ({ prompts, calls, message }: Turn): boolean => prompts.length > 0 || calls.length > 0 || message !== ''

/** What a turn did or found by the title of its record, if that says it in other words than what was asked; else empty. */
const titleIn = perTurn((turn): State => {
  const { title = '', titledBy = 'agent', decidedBy = 'agent' } = distil(turn)[0] ?? {}
  const isOwn = titledBy === 'agent' || titledBy === 'commit' || titledBy === 'observed'
  // An answer of the person stands with the agent's question in one title
  return isOwn && decidedBy === 'agent' && standsAlone(title) ? { text: withoutTail(title), by: titledBy } : NOTHING
})

/** Where work stands, and whose words say so; `observed`: nobody's. */
interface State {
  readonly text: string
  readonly by: NonNullable<Handoff['nowBy']>
}

const NOTHING: State = { text: '', by: 'observed' }
const byAgent = (text: string): State => ({ text, by: 'agent' })

/** What each turn did, in words that are not the person's. */
const workedIn = (turns: readonly Turn[]): string[] =>
  worksOf(turns).flatMap(({ commits, deeds }) => (commits.length > 0 ? commits : deeds.slice(0, 1)).map(withoutStop))

/**
 * The prompt of the last turn if that is unfinished; otherwise the matter's last commit or work, followed by its progress
 * in parentheses; or what was found, if nothing was done.
 */
function statusOf(turns: readonly Turn[], calls: readonly TurnEvent[], goal: string): State {
  const last = turns.at(-1)
  if (last === undefined) return NOTHING
  const open = last.message === '' ? (last.prompts.findLast(({ text }) => saysWhat(text))?.text ?? '') : ''
  if (open !== '') return { text: stated(open, ['unfinished']), by: askerOf(last.prompts.slice(-1)) }
  const works = turns.filter(isWork)
  if (works.length === 0) return foundIn(last)
  const { subject, changed, reached } = courseOf(calls)
  if (subject !== undefined && changed.length === 0) return { text: stated(subject, reached), by: 'commit' }
  const back = turns.findLast((turn) => turn.calls.some((call) => takesBack(call, 'changes')))
  if (back !== undefined && isLastChange(back, turns)) {
    const { deeds, told } = accountOf(back.message)
    const said = [...deedsOf(back), ...deeds, ...told].find((each) => !isAskedIn(each, back))
    return said === undefined ? NOTHING : byAgent(stated(said, []))
  }
  const telling = works.findLast((turn) => deedsOf(turn).length > 0)
  // What the agent offered was done
  const title = works
    .filter(({ prompts }) => prompts.every(({ text }) => agrees(text)))
    .map(titleIn)
    .findLast(({ by, text }) => by === 'agent' && text !== '')
  const files = works.map(({ calls }) => filesModifiedIn(calls).slice(0, 3).map(baseName).join(', '))
  const seen: State = { text: (files.findLast(Boolean) ?? '').replace(/^(?=.)/, 'Changed '), by: 'observed' }
  const { text, by } = telling ? byAgent(deedsTold(telling, goal)) : (title ?? seen)
  return { text: stated(text, subject === undefined ? reached : ['not committed']), by }
}

/** The first deeds of a turn, those first that say more than the goal. */
function deedsTold(turn: Turn, goal: string): string {
  const deeds = deedsOf(turn).map(withoutStop)
  const telling = [...deeds.filter((each) => saysMore(each, goal)), ...deeds.filter((each) => !saysMore(each, goal))]
  const [first = '', ...others] = telling.slice(0, 3)
  if (others.length === 0) return first
  return others.reduce(
    (all, each) => (all.length + each.length <= PART ? `${all}; ${each}` : all),
    shorten(first, DEED),
  )
}

/** As many characters of a state, and of its first deed, are told. */
const PART = 200
const DEED = 120

/** Whether nothing was changed after a turn took changes back: what was done before may be gone. */
function isLastChange(back: Turn, turns: readonly Turn[]): boolean {
  const calls = turns.slice(turns.indexOf(back)).flatMap((turn) => turn.calls)
  const at = calls.findLastIndex((call) => takesBack(call, 'changes'))
  return filesModifiedIn(calls.slice(at + 1)).length === 0
}

/** Whether a prompt says what is to be done: not "commit" or "keep going". */
const saysWhat = (text: string): boolean =>
  !isHousekeeping(text) && !agrees(text) && (wordCount(text) > 2 || isGoal(text))

/** What a turn that only asked a question found, without the question. */
function foundIn(turn: Turn): State {
  const { text, by } = titleIn(turn)
  const [asked = '', ...found] = text.split(' → ')
  const isAsked = found.length > 0 && isAskedIn(asked.replace(/…$/, ''), turn)
  if (isAsked) return byAgent(handoffPart(found.join(' → ')))
  return text === '' ? byAgent(handoffPart(accountOf(turn.message).told[0] ?? '')) : { text: handoffPart(text), by }
}

/** Whether a text says more than the goal in other words. */
const saysMore = (text: string, goal: string): boolean => {
  const wanted = topicOf([goal])
  return [...topicOf([text])].some((word) => !wanted.has(word))
}

/** How far a session's work got: its last commit, the files changed since, and the steps it reached (pushed, …). */
interface Course {
  readonly subject: string | undefined
  readonly changed: readonly string[]
  readonly reached: readonly string[]
}

function courseOf(calls: readonly TurnEvent[]): Course {
  let course: Course = { subject: undefined, changed: [], reached: [] }
  for (const call of calls) {
    if (takesBack(call, 'commits')) course = { ...course, subject: undefined, reached: [] }
    if (isEdit(call)) course = { ...course, changed: filesModifiedIn([call]), reached: [] }
    const [made] = commitsIn([call]).slice(-1)
    const subject = made && (subjectAsTitle(made) || made.subject)
    if (subject !== undefined) course = { subject, changed: [], reached: ['committed'] }
    course = { ...course, reached: [...course.reached, ...steps(call)] }
  }
  return course
}

/** What a call did with existing commits: pushed them, or opened a pull request. */
function steps(call: TurnEvent): string[] {
  if (call.outcome !== 'ok') return []
  if (/create_(?:pull|merge)_request/.test(call.tool ?? '')) return ['pull request opened']
  const number = /\/(?:pull|merge_requests)\/(\d+)/.exec(call.output ?? '')?.[1]
  return [
    isPush(call) ? 'pushed' : '',
    opensRequest(call) ? `pull request${number === undefined ? '' : ` #${number}`} opened` : '',
  ].filter(Boolean)
}

/** A line that ends with its progress in parentheses, which `progressOf` separates again. */
const stated = (text: string, reached: readonly string[]): string => {
  const tail = reached.length === 0 ? '' : ` (${[...new Set(reached)].join(', ')})`
  return shorten(withoutStop(bare(text).replace(/\s+/g, ' ')).trim(), LINE - tail.length) + tail
}

/** Splits a handoff's `now` into its text and its progress: `committed, pushed`, `unfinished`; empty if unknown. */
export function progressOf(now: string): { readonly text: string; readonly reached: string } {
  const [tail = '', reached = ''] = PROGRESS.exec(now) ?? []
  return { text: now.slice(0, now.length - tail.length), reached }
}

const PROGRESS = / \(((?:committed|pushed|pull request|not committed|unfinished)[^()]*)\)$/

/** The check that ran last blocks the work if it failed and nothing has been committed since. */
function blockersOf(turns: readonly Turn[]): string[] {
  const calls = turns.flatMap((turn) => turn.calls)
  const at = calls.findLastIndex((call) => verdictsOf([call]).length > 0)
  const [last] = verdictsOf(calls.slice(at)).slice(-1)
  if (last === undefined || last.status === 'pass' || commitsIn(calls.slice(at)).length > 0) return []
  return [`\`${last.command}\`: ${last.error ?? checkResult(last)}`]
}

const verdictsOf = (calls: readonly TurnEvent[]) =>
  calls.flatMap(({ checks = [] }) => checks).filter(({ status }) => status !== 'unknown')

/** The checks that passed on their last run, by command. */
function passedIn(calls: readonly TurnEvent[]): string[] {
  const last = new Map(verdictsOf(calls).map((outcome) => [outcome.check, outcome]))
  return [...last.values()].filter(({ status }) => status === 'pass').map((outcome) => `\`${outcome.command}\` passed`)
}

const evidenceOf = (turns: readonly Turn[]): string[] =>
  turns
    .flatMap(({ prompts, events }) => [...prompts.map(({ id }) => id), ...events.map(({ id }) => id)])
    .slice(-MAX_EVIDENCE)

const handoffPart = (text: string): string => shorten(oneLine(bare(text)), LINE)
const lastDistinct = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(handoffPart))].filter(Boolean).slice(-MAX_LIST)

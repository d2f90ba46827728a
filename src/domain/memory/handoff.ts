import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../identity.ts'
import type { Handoff } from '../nouns/handoff.ts'
import type { Observation } from '../nouns/observation.ts'
import { accountOf } from './account.ts'
import { askerOf } from './aim.ts'
import { commitsIn, subjectAsTitle } from './commits.ts'
import { distil } from './distil.ts'
import { chainsOf, checkResult, isEdit, shownCommand } from './failures.ts'
import { isPush, opensRequest } from './git-acts.ts'
import { isOfNothing, standsAlone, topicOf } from './headline.ts'
import { bare, shorten } from './prose.ts'
import { filesModifiedIn } from './reading.ts'
import { recapIn } from './recap.ts'
import { withoutStop } from './sentences.ts'
import { goalOf, isIdle, isWork, lastWorkOf, nextOf } from './summarise.ts'
import { withoutTail } from './title.ts'
import { turnoutOf } from './turnout.ts'
import type { Turn, TurnEvent } from './turns.ts'

const LINE = 240
const MAX_LIST = 5
const MAX_FILES = 12
const MAX_EVIDENCE = 60

/**
 * Where the work stands after these turns of one session, derived from evidence alone; undefined if they hold only thanks
 * and greetings. A session has one handoff that is kept up to date; each compaction seals it and begins a new one.
 */
export function handoffOf(
  all: readonly Turn[],
  { isSealed, root }: { readonly isSealed: boolean; readonly root?: string | undefined },
): Handoff | undefined {
  const { seal, turns } = sinceCompaction(all)
  const telling = turns.filter((turn) => isTold(turn) && !isIdle(turn))
  const last = telling.at(-1)
  if (last === undefined) return undefined
  const calls = telling.flatMap((turn) => turn.calls)
  const { text, by } = goalOf(telling)
  const removed = removedIn(calls)
  // A session turns out as a whole, whatever was compacted
  const turnout = turnoutOf(all, root)
  const solved = chainsOf(calls).filter(({ recovery, error }) => recovery !== undefined && error !== '')
  return {
    id: deriveId('h', last.session, seal),
    session: last.session,
    project: last.project,
    at: last.endedAt,
    goal: handoffPart(text),
    goalBy: by,
    now: nowOf(telling, last, text),
    next: last === turns.findLast(isTold) ? handoffPart(nextOf(last.message)) : '',
    ...recapIn(turns),
    blockers: lastDistinct(blockersOf(telling)),
    worked: lastDistinct([...telling.filter(isWork).slice(-MAX_LIST).map(deedIn), ...passedIn(calls)]),
    failed: lastDistinct(solved.map(({ failure, error }) => `\`${shownCommand(failure)}\`: ${error}`)),
    decisions: lastDistinct(telling.flatMap(({ message }) => accountOf(message).decisions)),
    files: filesModifiedIn(calls)
      .filter((file) => !removed.includes(file))
      .slice(0, MAX_FILES),
    removed: removed.slice(0, MAX_FILES),
    root,
    sealed: isSealed,
    evidence: [...new Set([...(turnout?.evidence ?? []), ...evidenceOf(telling)])],
    ...(turnout && { outcome: turnout.outcome, outcomeBy: 'inferred', outcomeReason: turnout.reason }),
  }
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

/** The progress of a turn that was cut off, by who asked. */
export const UNFINISHED = { user: 'unfinished', script: 'unfinished, asked by a script' } as const

/** What a turn did or found, in the words of the agent or its commit; empty if it means nothing on its own. */
function turnTitle(turn: Turn): string {
  const [last, length] = [turn.events.at(-1), turn.events.length]
  const known = last && TITLES.get(last)
  if (known?.length === length) return known.title
  const [found] = distil(turn)
  const words = found === undefined ? '' : agentsPart(found)
  const title = standsAlone(words) ? withoutTail(words) : ''
  if (last !== undefined) TITLES.set(last, { length, title })
  return title
}

/** The part of a title that the agent worded: of a question and its answer, the answer; of a request or choice, nothing. */
function agentsPart({ title, titledBy, decidedBy }: Observation): string {
  if (titledBy === 'user' || titledBy === 'script' || decidedBy === 'user' || decidedBy === 'script') return ''
  const isAnswer = titledBy === 'answer' || titledBy === 'script-answer'
  return isAnswer ? title.slice(title.indexOf(' → ') + ' → '.length) : title
}

/** Titles by a turn's last event: a turn that is over is asked for again at the end of each of the next five. */
const TITLES = new WeakMap<TurnEvent, { readonly length: number; readonly title: string }>()

/**
 * The prompt of the last turn if that is unfinished; otherwise the last commit or the last work, followed by its progress
 * in parentheses; or what was found, if nothing was done.
 */
function nowOf(turns: readonly Turn[], last: Turn, goal: string): string {
  const open = last.message === '' ? (last.prompts.at(-1)?.text ?? '') : ''
  if (open !== '') return stated(open, [UNFINISHED[askerOf(last.prompts.slice(-1))]])
  const work = lastWorkOf(turns)
  if (work === undefined) return handoffPart(foundIn(last))
  const { subject, changed, reached } = courseOf(turns.flatMap(({ calls }) => calls))
  if (subject !== undefined && changed.length === 0) return stated(subject, reached)
  const files = filesModifiedIn(work.calls).slice(0, 3).map(baseName).join(', ')
  const { deeds, told } = accountOf(work.message)
  const said = [turnTitle(work), ...deeds, ...told.filter(standsAlone)].filter(
    (each) => each !== '' && !isOfNothing(each),
  )
  const done = said.find((each) => saysMore(each, goal)) ?? said[0] ?? (files === '' ? told[0] : `Changed ${files}`)
  return stated(done ?? '', subject === undefined ? reached : ['not committed'])
}

/** What a turn did, as the agent said. */
const deedIn = (turn: Turn): string => turnTitle(turn) || (accountOf(turn.message).deeds[0] ?? '')

/** What a turn that only asked a question found. */
const foundIn = (turn: Turn): string => turnTitle(turn) || (accountOf(turn.message).told[0] ?? '')

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

/** The turns since the last compaction, not counting one that is the very last event; `seal` is that compaction's id. */
function sinceCompaction(turns: readonly Turn[]): { seal: string; turns: readonly Turn[] } {
  const last = turns.at(-1)?.events.at(-1)
  const isSeal = ({ name, id }: { name: string; id: string }) => name === 'PreCompact' && id !== last?.id
  const at = turns.findLastIndex(({ events }) => events.some(isSeal))
  if (at === -1) return { seal: '', turns }
  const seal = turns[at]?.events.findLast(isSeal)?.id ?? ''
  // A turn that was compacted halfway through continues
  return { seal, turns: turns.slice(Math.min(at + 1, turns.length - 1)) }
}

const evidenceOf = (turns: readonly Turn[]): string[] =>
  turns
    .flatMap(({ prompts, events }) => [...prompts.map(({ id }) => id), ...events.map(({ id }) => id)])
    .slice(-MAX_EVIDENCE)

const handoffPart = (text: string): string => shorten(oneLine(bare(text)), LINE)
const lastDistinct = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(handoffPart))].filter(Boolean).slice(-MAX_LIST)

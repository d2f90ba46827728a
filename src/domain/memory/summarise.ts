import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../identity.ts'
import type { Summary } from '../nouns/summary.ts'
import { accountOf } from './account.ts'
import { type Aim, type AskedBy, aimOf } from './aim.ts'
import { commitsIn, subjectAsTitle } from './commits.ts'
import { contentOf } from './content.ts'
import { cuesFor } from './cues.ts'
import { chainsOf, checkOfEvent, runTotals, shownCommand, unrefutedClaims } from './failures.ts'
import { GO_AHEAD, isGoal, topicOf } from './headline.ts'
import { agrees, intentOf, isHousekeeping } from './intent.ts'
import { capital, closedSentence, proseOf, shorten } from './prose.ts'
import { deedsByShell, filesModifiedIn, filesReadIn } from './reading.ts'
import { isQuestion, sizeOf, wordCount } from './sentences.ts'
import { findingTitle, TELLING } from './title.ts'
import type { Turn } from './turns.ts'
import { kindOfVerb, LOOKS } from './words.ts'

const FIELD = 600
const MAX_EVIDENCE = 60

/**
 * The state of a session after a turn, from its events and the agent's last message: next steps come from this turn,
 * completed work from the whole session, newest first. Undefined if the turn says nothing, or was only thanks.
 */
export function summarise(turn: Turn, root?: string, before: readonly Turn[] = []): Summary | undefined {
  if (isIdle(turn)) return undefined
  const account = accountOf(turn.message)
  const aim = aimOf(turn)
  const changed = filesModifiedIn(turn.calls)
  const read = filesReadIn(turn.calls)
  const said = account.told.filter((each) => account.points.includes(each))
  const acted = changed.length > 0 || deedsByShell(turn.calls).length > 0
  const deeds = !acted ? [] : account.deeds.length > 0 ? account.deeds : changed.length > 0 ? said.slice(0, 2) : []
  const learned = account.causes.length > 0 ? account.causes : changed.length > 0 ? [] : said
  const goal = before.length > 0 && isChore(turn) ? goalOf([...before, turn]) : undefined
  const { text: request, by } = goal !== undefined && goal.text !== '' ? goal : requestIn(turn, aim)
  if (request === '' && turn.message === '' && changed.length === 0) return undefined
  return {
    id: deriveId('m', turn.session, turn.agentId ?? '', turn.key),
    session: turn.session,
    project: turn.project,
    at: turn.endedAt,
    request: shorten(oneLine(request), 300),
    ...(by !== 'user' && { requestBy: by }),
    investigated: shorten(investigated(turn, read), FIELD),
    learned: sentencesField(learned.slice(0, 3)),
    completed: sentencesField([
      ...unrefutedClaims(deeds, turn.calls).slice(0, 4),
      ...commitsIn(turn.calls).map(({ subject }) => `Committed: ${subject}`),
      changed.length > 0 ? `Changed ${fileNames(changed, root)}.` : '',
      ...earlierWork(before),
    ]),
    nextSteps: sentencesField([capital(nextOf(turn.message))]),
    notes: sentencesField([...runTotals(turn.calls), ...stillFailing(turn)]),
    filesRead: read,
    filesModified: changed,
    evidence: [...turn.prompts.map(({ id }) => id), ...turn.events.map(({ id }) => id)].slice(-MAX_EVIDENCE),
  }
}

/** What a turn asked for, and whose words these are: an offer that it accepts is the agent's. */
function requestIn(turn: Turn, { asked, accepts, by }: Aim): Goal {
  if (asked !== '') return { text: asked, by: accepts ? 'agent' : by }
  const offered = goAhead(turn)
  return offered === '' ? { text: turn.prompts[0]?.text ?? '', by } : { text: offered, by: 'agent' }
}

/** What earlier turns of the session completed, newest first, in a sentence each. */
const earlierWork = (before: readonly Turn[]): string[] =>
  before
    .filter(isWork)
    .slice(-MOST_EARLIER)
    .reverse()
    .flatMap(({ message, calls }) => unrefutedClaims(accountOf(message).deeds, calls).slice(0, 1))
    .map((deed) => `Earlier: ${deed}`)

const MOST_EARLIER = 3

/** A turn that did nothing but commit or push finished work. */
const isChore = ({ prompts, calls }: Turn): boolean =>
  filesModifiedIn(calls).length === 0 &&
  ((commitsIn(calls).length > 0 && !prompts.some(({ text }) => asksForWork(text))) ||
    (prompts.length > 0 && prompts.every(({ text }) => isHousekeeping(text))))

/** Asks for a change, not for version control: the files may have been changed out of sight. */
function asksForWork(prompt: string): boolean {
  const { kind, verb, clause } = intentOf(prompt)
  return kind === 'request' && kindOfVerb(verb) !== undefined && isGoal(clause) && !KEEPS_VERSIONS.test(prompt)
}

const KEEPS_VERSIONS =
  /\b(?:commits?|committed|push(?:ed)?|prs?|pull requests?|branch(?:es)?|merged?|rebase|messages?|tags?|releases?|git|gh)\b/i

/** What a mere "yes" agreed to. */
function goAhead({ prompts, before }: Turn): string {
  if (before === '' || !agrees(prompts[0]?.text ?? '')) return ''
  const { text, score } = findingTitle(
    { intent: intentOf(''), asked: '', accepts: true, by: 'user' },
    accountOf(before),
    true,
  )
  return score >= TELLING ? `${GO_AHEAD}${text}` : ''
}

function investigated({ calls }: Turn, read: readonly string[]): string {
  const searches = calls.filter(({ body }) => (body.act as { kind?: string } | undefined)?.kind === 'search')
  const plain = searches
    .flatMap(({ target }) => (target ?? '').split('|'))
    .filter((term) => /^[\w ./-]{3,40}$/.test(term))
  const terms = [...new Set(plain.map((term) => `“${term}”`))].slice(0, 4)
  const parts = [
    read.length > 0
      ? `Read ${read.slice(0, 6).map(baseName).join(', ')}${read.length > 6 ? ` and ${read.length - 6} more` : ''}`
      : '',
    terms.length > 0 ? `searched for ${terms.join(', ')}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join('; ')}.`
}

const fileNames = (files: readonly string[], root?: string): string => {
  const cut = (file: string) => (root !== undefined && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file)
  return files.slice(0, 6).map(cut).join(', ') + (files.length > 6 ? ` and ${files.length - 6} more` : '')
}

const stillFailing = ({ calls }: Turn): string[] =>
  chainsOf(calls)
    .filter(({ recovery, error }) => recovery === undefined && error !== '')
    .slice(-2)
    .map(({ failure, error }) => `Unresolved: \`${shownCommand(failure)}\`: ${error}`)

const sentencesField = (sentences: readonly string[]): string =>
  shorten(sentences.map(closedSentence).filter(Boolean).join(' '), FIELD)

/** A session's final goal, and who stated it. */
export interface Goal {
  readonly text: string
  /** `agent`: an offer that the person accepted. */
  readonly by: AskedBy | 'plan' | 'commit' | 'agent'
}

/**
 * The current task after these turns: the plan, unless a later request or commit is about something else; otherwise the
 * last request, from the last turn or the last one that changed something; otherwise what that turn committed;
 * otherwise the first specific prompt.
 */
export function goalOf(turns: readonly Turn[]): Goal {
  const planned = turns.findLastIndex(({ plan }) => plan !== '')
  const plan = turns[planned]
  if (plan !== undefined && !turns.slice(planned + 1).some((turn) => leaves(turn, plan)))
    return { text: plan.plan, by: 'plan' }
  const last = turns.at(-1)
  const work = lastWorkOf(turns)
  const asked = [last, work].map((turn) => (turn === undefined ? undefined : requestOf(turn, turn === work)))
  const committed = work === undefined ? undefined : subjectOf(work)
  const wishes = turns.map(wishOfTurn).filter(({ text }) => text !== '')
  return (
    asked.find((goal) => goal !== undefined) ??
    (committed === undefined ? undefined : { text: committed, by: 'commit' as const }) ??
    wishes.findLast(({ text }) => isGoal(text)) ??
    wishes.at(-1) ?? { text: '', by: 'user' }
  )
}

/** Whether a turn asks for, or commits, something that the preceding plan does not mention. */
function leaves(turn: Turn, { plan, prompts }: Turn): boolean {
  const topic = topicOf([plan, ...prompts.map(({ text }) => text.slice(0, PLAN_READ))])
  const said = [requestOf(turn)?.text, subjectOf(turn)].filter((text) => text !== undefined)
  return said.some((text) => shareOf(topicOf([text]), topic) < OF_TOPIC)
}

/** A plan's context and first steps say what it is about. */
const PLAN_READ = 1500
/** The share of a request's words that a plan must contain for the request to be part of it. */
const OF_TOPIC = 0.3

const shareOf = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  some.size === 0 ? 1 : [...some].filter((each) => others.has(each)).length / some.size

/**
 * What a turn was asked to do, if its words say so on their own and it did more than commit. Looking at or explaining
 * something counts as a goal if something was done (`isDone`).
 */
function requestOf(turn: Turn, isDone = true): Goal | undefined {
  const { intent } = aimOf(turn)
  const wish = wishOfTurn(turn)
  if (isChore(turn) || intent.kind === 'question' || intent.kind === 'weak' || !isGoal(wish.text)) return undefined
  return isDone || !LOOKS.has(intent.verb) ? wish : undefined
}

/** What was asked in a turn: a short prompt as a whole, or the offer that it accepted. */
function wishOfTurn(turn: Turn): Goal {
  const { asked, accepts, by } = aimOf(turn)
  if (accepts) return { text: asked, by: 'agent' }
  const prompt = turn.prompts.find(({ text }) => intentOf(text).clause === asked)?.text.trim() ?? ''
  return { text: prompt !== '' && prompt.length <= WHOLE ? prompt : asked, by }
}

/** A prompt up to this length is used as a whole. */
const WHOLE = 240

const subjectOf = (turn: Turn): string | undefined =>
  commitsIn(turn.calls)
    .map(subjectAsTitle)
    .findLast((subject) => subject !== '')

/** The last turn that changed files, otherwise the last that ran a command that changes something. */
export const lastWorkOf = (turns: readonly Turn[]): Turn | undefined =>
  turns.findLast(({ calls }) => filesModifiedIn(calls).length > 0) ?? turns.findLast(isWork)

/** Whether a turn did something to the project: changed files, or ran a command that changes something. */
export const isWork = ({ calls }: Turn): boolean =>
  filesModifiedIn(calls).length > 0 || deedsByShell(calls).some((call) => checkOfEvent(call) === undefined)

/** Whether a turn had no effect: thanks, a greeting or a single letter, answered in a line or two without a call. */
export const isIdle = ({ prompts, calls, message, plan }: Turn): boolean =>
  calls.length === 0 &&
  plan === '' &&
  sizeOf(message) <= SHORT &&
  prompts.every(({ text }) => isHousekeeping(text) || wordCount(text) <= FEW)

/** The longest answer to thanks, in characters, and the longest thanks, in words. */
const SHORT = 240
const FEW = 2

/**
 * What a message leaves to do, in the agent's words: its closing question, otherwise what it lists as next, otherwise a
 * last sentence that announces work; empty if it ends with none of these.
 */
export function nextOf(message: string): string {
  const { sentences } = proseOf(message)
  const closing = sentences.slice(0, sentences.findLastIndex(({ item }) => !item) + 1).slice(-2)
  const asked = closing.findLast(({ text, item }) => !item && isQuestion(text) && new Set(contentOf(text)).size >= 2)
  if (asked !== undefined) return asked.text
  const { left } = accountOf(message)
  if (left.length > 0) return left.slice(0, MOST_LEFT).join('; ')
  const last = closing.at(-1)?.text ?? ''
  return (ANNOUNCES.test(last) || cuesFor(message).announces.test(last)) && !/[:：]$/.test(last) ? last : ''
}

const MOST_LEFT = 3
/** The agent says what it will do next, or is waiting for. */
const ANNOUNCES =
  /^(?:next|now|then),? (?:i|we)(?:'ll| will| need to| can|'m going to)\b|^(?:now )?(?:i'll|i will|let me|let's|i'm going to|waiting for) (?!know\b)|^(?:once|when|after) .{3,120}, (?:i'll|i will|we can|you can)\b/i

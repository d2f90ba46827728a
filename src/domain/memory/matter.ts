import { baseName } from '@hindcast/text/paths.ts'
import type { Handoff } from '../nouns/handoff.ts'
import { isLasting } from '../voice/clause.ts'
import { isNegated } from '../voice/languages.ts'
import { aimOf, intentInVoice } from './aim.ts'
import { commitsIn, subjectAsTitle } from './commits.ts'
import { refusesElsewhere } from './cues.ts'
import { isEdit } from './failures.ts'
import { isGoal, saysSomething, standsAlone, topicOf } from './headline.ts'
import { agrees, beginsWithChore, intentOf, isHousekeeping, ownSentences } from './intent.ts'
import { filesModifiedIn } from './reading.ts'
import { wordCount } from './sentences.ts'
import { perTurn, type Turn } from './turns.ts'
import { kindOfVerb, LOOKS } from './words.ts'

/** A text, and whose words it is: a plan's heading and a commit's subject are the agent's own. */
export interface AttributedText {
  readonly text: string
  readonly by: NonNullable<Handoff['goalBy']>
}

/**
 * One line of work: the turns from what began it up to the next one. Chatter, consents, side questions, rules and version
 * control belong to the matter in which they were said, and begin none.
 */
export interface Matter {
  readonly turns: readonly Turn[]
  /** Its request: the plan, else what was first asked for, else the accepted offer, else the commit, else a question. */
  readonly asked: AttributedText
}

/** What a turn may be to a matter: what ranks highest says what the matter is about, the first among equals. */
const RANKS = { aside: 0, question: 1, commit: 2, offer: 3, request: 3, plan: 4 } as const

/** A turn, as a step of some work. */
export interface WorkStep {
  readonly turn: Turn
  readonly kind: keyof typeof RANKS
  readonly asked: AttributedText
}

/** A matter while its turns are collected. */
interface Line extends Matter {
  readonly turns: Turn[]
  asked: AttributedText
  kind: WorkStep['kind']
  readonly topic: Set<string>
  /** How many words of substance its request has, with those of its plan. */
  weight: number
  /** What was changed since the last commit of everything. */
  readonly uncommitted: Set<string>
}

/** A session's matters, oldest first; the last one is open. Later turns never divide earlier ones otherwise. */
export function mattersOf(turns: readonly Turn[]): Matter[] {
  const lines: Line[] = []
  for (const turn of turns) {
    const step = workStepOf(turn)
    const open = lines.at(-1)
    const line = open === undefined || begins(step, open) ? newLine() : open
    if (line !== open) lines.push(line)
    join(line, step)
  }
  return lines
}

const newLine = (): Line => ({
  turns: [],
  asked: NOBODY,
  kind: 'aside',
  topic: new Set(),
  weight: 0,
  uncommitted: new Set(),
})

const NOBODY: AttributedText = { text: '', by: 'user' }

function join(line: Line, step: WorkStep): void {
  const { turn, kind, asked } = step
  line.turns.push(turn)
  const subject = subjectOf(turn) ?? ''
  const planned = kind === 'plan' ? turn.prompts.map(({ text }) => text.slice(0, PLAN_READ)) : []
  if (RANKS[kind] > RANKS[line.kind] || (kind === 'plan' && line.kind === 'plan')) {
    line.asked = asked
    line.kind = kind
    line.weight = topicOf([asked.text, ...planned]).size
  }
  if (line.asked.text === '' || (RANKS[line.kind] <= RANKS.request && corrects(step))) line.asked = asked
  if (subject !== '' && RANKS[line.kind] < RANKS.commit) {
    line.asked = { text: subject, by: 'commit' }
    line.kind = 'commit'
  }
  const files = filesModifiedIn(turn.calls).map(baseName)
  for (const stem of topicOf([asked.text, subject, ...planned, ...files])) line.topic.add(stem)
  for (const call of turn.calls) {
    if (commitsIn([call]).length > 0) line.uncommitted.clear()
    for (const file of filesModifiedIn([call])) line.uncommitted.add(file)
  }
  if (keepsVersions(turn) && turn.message !== '') line.uncommitted.clear()
}

/** Whether a turn took back what was asked before, and asked for something else: not praise, a report or a chore. */
function corrects({ turn, asked }: WorkStep): boolean {
  const rest = asked.text.replace(CORRECTS, '')
  const { kind } = intentOf(rest)
  if (rest === asked.text || beginsWithChore(rest)) return false
  return kind === 'request' || (kind === 'weak' && isGoal(rest) && filesModifiedIn(turn.calls).length > 0)
}

const CORRECTS =
  /^(?:(?:no|ok|okay|hm+|sorry|wait)[,.!… ]+)*(?:actually|on second thoughts?|thinking (?:again|about (?:it|this))|scratch that|(?:i )?changed my mind)\b[,:.!…– ]*(?=[^?]*$)/i

/** A plan's context and first steps say what it is about. */
const PLAN_READ = 1500

/** Whether a turn begins another matter: a plan, a request that stands alone, or, where nothing but questions were asked, a question. */
function begins(step: WorkStep, open: Line): boolean {
  if (step.kind === 'plan') return open.kind !== 'aside' && !isOfTopic(step, open)
  if (step.kind === 'question') return open.kind === 'question' && !isOfTopic(step, open)
  if (step.kind === 'offer' && (open.uncommitted.size > 0 || open.kind === 'question')) return false
  return (step.kind === 'request' || step.kind === 'offer') && open.kind !== 'aside' && !isOfTopic(step, open)
}

/**
 * Whether a step goes on with a matter: it has a share of its words, or of what the agent has just said. While changes are not
 * committed, the same files and any word of the matter show it too, and either of them for a request that says less.
 */
function isOfTopic({ turn, kind, asked }: WorkStep, { topic, uncommitted, weight }: Line): boolean {
  if (uncommitted.size > 0 && (ADDS.test(asked.text) || beginsWithFailure(turn))) return true
  const stems = topicOf([asked.text])
  const share = shareOf(stems, topic)
  if (share >= OF_TOPIC || (kind !== 'offer' && shareOf(stems, topicOf([turn.before])) >= OF_MESSAGE)) return true
  const isNear = filesModifiedIn(turn.calls).some((file) => uncommitted.has(file))
  if (uncommitted.size === 0 || (!isNear && share === 0)) return false
  return (isNear && share > 0) || stems.size < weight
}

/** Asks for something beside what was asked before: it begins so, or ends so in one clause; elsewhere such words are of other things. */
const ADDS =
  /^(?:(?:can|could|would) you |please |let['’]s )?(?:and|also|plus|besides|oh and|one (?:more|last) \w+)\b|^[^,.;:]*\b(?:too|as well)[.!]*$|^(?:\S+ ){0,2}(?:außerdem|auch|aussi|également|también|además|também|além disso|anche|inoltre|ook|także|też|również|также|тоже|ayrıca)(?!\p{L})|^(?:请?也|还要|另外|ついでに)|も(?:お願い|追加)[^、。，]{0,12}。?$/iu

/** Whether a turn first of all ran a check that failed, and changed something then: what was changed before is not done yet. */
const beginsWithFailure = ({ calls }: Turn): boolean => {
  const before = calls.slice(0, Math.max(0, calls.findIndex(isEdit))).flatMap(({ checks = [] }) => checks)
  return before[0]?.status === 'fail' || before[0]?.status === 'error'
}

/** The share of a request's words that a matter, or the agent's last message, must contain for the request to be part of it. */
const OF_TOPIC = 0.3
const OF_MESSAGE = 0.5

/** The share of some words that others contain; of none, all. */
export const shareOf = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  some.size === 0 ? 1 : [...some].filter((each) => others.has(each)).length / some.size

/** What a turn is to the work. */
export const workStepOf = (turn: Turn): WorkStep => ({ ...stepKnown(turn), turn })

const stepKnown = perTurn(readStep)

function readStep(turn: Turn): Omit<WorkStep, 'turn'> {
  if (turn.plan !== '') return { kind: 'plan', asked: { text: turn.plan, by: 'plan' } }
  const { intent, asked, accepts, by } = aimOf(turn)
  if (turn.prompts.length === 0 || keepsVersions(turn)) return { kind: 'aside', asked: NOBODY }
  if (accepts)
    return isGoal(asked) ? { kind: 'offer', asked: { text: asked, by: 'agent' } } : { kind: 'aside', asked: NOBODY }
  const text = wordsOf(turn, asked)
  const isDone = filesModifiedIn(turn.calls).length > 0
  if (isRule(text) || (!isDone && isRefusal(text))) return { kind: 'aside', asked: NOBODY }
  const isTelling = isGoal(text.replace(FIRST_A_BRANCH, '')) || ADDRESS.test(text)
  const said: AttributedText = intent.kind === 'weak' && !saysSomething(text) ? NOBODY : { text, by }
  if (!isTelling || beginsWithChore(text)) return { kind: 'aside', asked: said }
  // What changed files was asked for, however it was put
  if (intent.kind === 'weak') return { kind: isDone && standsAlone(text) ? 'offer' : 'aside', asked: { text, by } }
  const isLook = intent.kind === 'question' || LOOKS.has(intent.verb) || /^\/\S+$/.test(text)
  return { kind: isLook && !isDone ? 'question' : 'request', asked: { text, by } }
}

/** A few words that refuse, in another language than English, whose grammar nobody here reads: "no hace falta documentarlo". */
const isRefusal = (text: string): boolean => wordCount(text) <= FEW && refusesElsewhere(text) && isNegated(text)

const FEW = 6

/** Where work is to be kept says nothing of the work. */
const FIRST_A_BRANCH = /^[^.!?]{0,30}?\b(?:branch|worktree|prs?|pull request)\b(?:,| and| then)+\s+/i

/** An issue, a page: it says what is meant, though no word does. */
const ADDRESS = /https?:\/\/\S+\/\S/

/** A short prompt as a whole, without what is no request in it; of a longer one the sentence that asks. */
function wordsOf({ prompts }: Turn, asked: string): string {
  const prompt = prompts.find(({ text }) => intentInVoice(text).clause === asked)?.text ?? ''
  const whole = asked.startsWith('/')
    ? asked
    : ownSentences(prompt)
        .filter((each) => !agrees(each) && !isHousekeeping(each))
        .join(' ')
  return whole !== '' && whole.length <= WHOLE ? whole : asked
}

/** A prompt up to this length is used as a whole. */
const WHOLE = 240

/** Whether a request only states a rule: it begins or ends with a word of permanence ("always …", "… from now on"). */
function isRule(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.!\s]+$/, '')
    .split(/[\s,]+/)
  const tail = (most: number, to?: number) => words.slice(-most, to).join(' ')
  const endsSo = [1, 2, 3].some((most) => isLasting(tail(most)) && (most === 1 || !isLasting(tail(most, -1))))
  return endsSo || isLasting(words.slice(0, 3).join(' '))
}

/** Whether a turn did nothing but commit, push or merge finished work, or was asked for no more. */
export const keepsVersions = ({ prompts, calls }: Turn): boolean =>
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

const subjectOf = (turn: Turn): string | undefined =>
  commitsIn(turn.calls)
    .map(subjectAsTitle)
    .findLast((subject) => subject !== '')

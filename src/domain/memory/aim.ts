import { accountOf } from './account.ts'
import { commitsIn } from './commits.ts'
import { checkOfEvent } from './failures.ts'
import { isGoal, topicOf } from './headline.ts'
import { agrees, type Intent, intentOf } from './intent.ts'
import { capital } from './prose.ts'
import { deedsByShell, filesModifiedIn } from './reading.ts'
import type { Turn } from './turns.ts'
import { LOOKS } from './words.ts'

/** What a turn was about: what was asked, with "yes" and "3" resolved by what the agent had offered. */
export interface Aim {
  readonly intent: Intent
  /** The person's words, resolved; empty where nobody asked. */
  readonly asked: string
  /** It takes up what the agent had offered. */
  readonly accepts: boolean
}

/** Finds what was asked in a turn: what a short answer took up of the agent's words, else the first telling prompt. */
export function aimOf(turn: Turn): Aim {
  const first = turn.prompts[0]?.text ?? ''
  const picked = pickOf(first, turn.before)
  if (picked !== '') return { intent: wanted(picked), asked: picked, accepts: true }
  const intents = turn.prompts.map(({ text }) => intentOf(text))
  const telling = intents.find(({ kind, clause }) => kind !== 'weak' && clause !== '')
  if (telling !== undefined) return { intent: telling, asked: telling.clause, accepts: false }
  const offer = first === '' ? '' : accountOf(turn.before).offer
  const offered = wanted(offer)
  if (offered.kind === 'request') return { intent: offered, asked: offered.clause, accepts: true }
  const weak = intents.find(({ clause }) => clause !== '')
  return { intent: weak ?? intentOf(''), asked: agrees(first) ? '' : (weak?.clause ?? ''), accepts: agrees(first) }
}

/** What a session is for at its end, and who said so. */
export interface Goal {
  readonly text: string
  /** `agent`: an offer that the person took up. */
  readonly by: 'user' | 'plan' | 'commit' | 'agent'
}

/**
 * The task at hand after these turns: the plan, unless a later request or commit is of another topic; else what was last
 * asked for, in the last turn or in the last that changed something, else what that one committed; else the first prompt
 * that tells anything.
 */
export function goalOf(turns: readonly Turn[]): Goal {
  const planned = turns.findLastIndex(({ plan }) => plan !== '')
  const plan = turns[planned]
  if (plan !== undefined && !turns.slice(planned + 1).some((turn) => leaves(turn, plan)))
    return { text: plan.plan, by: 'plan' }
  const last = turns.at(-1)
  const work = turns.findLast(({ calls }) => filesModifiedIn(calls).length > 0) ?? turns.findLast(isWork)
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

/** Whether a turn asks for, or commits, something that the plan before it does not speak of. */
function leaves(turn: Turn, { plan, prompts }: Turn): boolean {
  const topic = topicOf([plan, ...prompts.map(({ text }) => text.slice(0, PLAN_READ))])
  const said = [requestOf(turn)?.text, subjectOf(turn)].filter((text) => text !== undefined)
  return said.some((text) => shareOf(topicOf([text]), topic) < OF_TOPIC)
}

/** A plan's context and first steps say what it is about. */
const PLAN_READ = 1500
/** Which part of a request's words a plan holds that the request is still of. */
const OF_TOPIC = 0.3

const shareOf = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  some.size === 0 ? 1 : [...some].filter((each) => others.has(each)).length / some.size

/**
 * What a turn was asked to do, where its words say it by themselves. To look at or explain something is a goal where
 * something was done (`isDone`).
 */
function requestOf(turn: Turn, isDone = true): Goal | undefined {
  const { intent } = aimOf(turn)
  const wish = wishOfTurn(turn)
  if (intent.kind === 'question' || intent.kind === 'weak' || !isGoal(wish.text)) return undefined
  return isDone || !LOOKS.has(intent.verb) ? wish : undefined
}

/** What was asked in a turn, a short prompt as a whole; of a command, what was given to it; what a short answer took up. */
function wishOfTurn(turn: Turn): Goal {
  const { asked, accepts } = aimOf(turn)
  if (accepts) return { text: asked, by: 'agent' }
  if (asked.startsWith('/')) return { text: asked.replace(/^\/\S+\s*/, ''), by: 'user' }
  const prompt = turn.prompts.find(({ text }) => intentOf(text).clause === asked)?.text.trim() ?? ''
  return { text: prompt !== '' && prompt.length <= WHOLE ? prompt : asked, by: 'user' }
}

/** A prompt of at most so many characters is a goal as a whole. */
const WHOLE = 240

const subjectOf = (turn: Turn): string | undefined => commitsIn(turn.calls).at(-1)?.subject

/** Whether a turn did something to the project: it changed files, or ran what changes something. */
export const isWork = ({ calls }: Turn): boolean =>
  filesModifiedIn(calls).length > 0 || deedsByShell(calls).some((call) => checkOfEvent(call) === undefined)

/** Whether nothing came of a turn: thanks, a greeting, a letter, answered without a call in a line or two. */
export const isIdle = ({ prompts, calls, message, plan }: Turn): boolean =>
  calls.length === 0 &&
  plan === '' &&
  message.length <= SHORT &&
  prompts.every(({ text }) => text.trim().split(/\s+/).length <= FEW)

/** The longest answer to thanks, in characters, and the longest thanks, in words. */
const SHORT = 240
const FEW = 3

/** An offer read as if the person had asked for it. */
const wanted = (offer: string): Intent => intentOf(offer)

/** The numbered item that a short answer picks ("3", "option 2", "let's fix 3 too"), in the agent's words. */
function pickOf(prompt: string, before: string): string {
  const [, verb, number] = PICK.exec(prompt.trim()) ?? []
  if (number === undefined) return ''
  const lines = before.slice(-20_000).split('\n')
  const item = lines.map((line) => ITEM.exec(line)).findLast((match) => match?.[1] === number)?.[2] ?? ''
  const [head = '', ...rest] = item.replaceAll('**', '').split(/\s[-–—]\s|[:.]\s/)
  const named = head.split(' ').length < 3 && rest.length > 0 ? (rest[0] ?? '') : head
  const clause = named.replaceAll('*', '').replace(/[\s:.]+$/, '')
  return clause.length < 4 ? '' : capital(verb?.toLowerCase() === 'fix' ? `fix ${clause}` : clause)
}

const PICK =
  /^(?:(?:ok|okay|yes|let's|lets|please|do|go with|take|i'd take|implement|add|(fix))[\s,]+)*(?:option|item|number)?\s*#?(\d{1,2})(?:[\s,]+(?:too|please|then|also|as well)[.!]*|[\s,]+and\s.*|[.!]*)$/is
const ITEM = /^\s*(?:[-*]\s*)?(?:\*\*)?(?:option\s*)?(\d{1,2})[.):]\s*(?:\*\*\s*)?(\S.{3,300})$/i

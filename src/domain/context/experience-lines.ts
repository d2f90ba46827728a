import type { ContextItem } from '../effects.ts'
import { earlierBeliefs } from '../experience/axes.ts'
import type { Experience } from '../experience/experience.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { quote } from '../quote.ts'
import { when } from './times.ts'

/** The heading above what earlier sessions believed. */
export const BELIEFS_HEAD = 'What agents believed before, and what came of it'
/** The heading above what went wrong in work like this. */
export const PREMORTEM_HEAD = 'What went wrong before in work like this'
/** The call that starts an experience. */
export const PREMORTEM_FOOT =
  'To test a belief of your own: tool `experience` (MCP server hindcast), action start, with goal, hypothesis, plan and prediction.'

const BELIEF = 160
const REASON = 160
const LESSON = 140
const EARLIER = 2

/** What an agent believed, as it turned out; a wrong belief never stands as a fact. */
export function beliefItem(one: Experience, now: number): ContextItem {
  const { id, closedAt = one.at, goal, hypothesis, status, lesson } = one
  const isWrong = status === 'falsified'
  const said = `agent believed ${quote(hypothesis, BELIEF)}`
  const ended = isWrong ? `it was falsified${whyOf(one)}` : `it was confirmed${resultText(one)}`
  const earlier = earlierBeliefs(one).slice(-EARLIER)
  const text = [
    `${id} ${when(closedAt, now)}, on ${quote(goal, BELIEF)}: ${said}; ${ended}`,
    ...(earlier.length === 0 ? [] : [`given up before: ${earlier.map((each) => quote(each, BELIEF)).join(', ')}`]),
    ...(lesson === undefined ? [] : [`agent learned ${quote(lesson, LESSON)}`]),
  ]
  return { text: text.join('\n  '), ids: [id], rank: closedAt, says: `${goal} ${hypothesis}` }
}

function whyOf({ surprise, result = '', cause, rootCause }: Experience): string {
  const what = surprise ?? result
  const why = cause === undefined ? undefined : quote(cause, REASON)
  const kind = rootCause === undefined ? '' : ` (${rootCause.replaceAll('-', ' ')})`
  return `${what === '' ? '' : `: ${quote(what, REASON)}`}${why === undefined ? '' : `, because ${why}`}${kind}`
}

const resultText = ({ result = '' }: Experience): string => (result === '' ? '' : `: ${quote(result, REASON)}`)

/** What several experiences taught. */
export const insightItem = ({ id, learnedAt, text, support }: Lesson, now: number): ContextItem => ({
  text: `${id} ${when(learnedAt, now)}, insight from ${support} experiences: ${quote(text, LESSON)}`,
  ids: [id],
  rank: learnedAt,
})

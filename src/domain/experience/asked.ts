import { fileNamesIn } from '@hindcast/text/paths.ts'
import { outcomesOfCall } from '../checks/judge.ts'
import type { Event, EventOf } from '../events.ts'
import { commandIn, coreOf, intentOf, ownSentences, promptWish } from '../memory/intent.ts'
import { planIn } from '../memory/turns.ts'
import { LOOKS } from '../memory/words.ts'
import { topicsOf } from '../retrieval/relevance.ts'
import { namesInError } from './failure.ts'
import type { Query } from './similar.ts'

/** Pasted text is compared, too, but the person's own words come first: only so many are. */
const LONGEST = 4000

/** What a prompt is compared by. */
export const queryOf = (prompt: string): Query => ({ text: `${promptWish(prompt)}\n${prompt}`.slice(0, LONGEST) })

/** What a failing check is compared by: its failing tests, what its error names, and its command; undefined if none failed. */
export function failedIn(
  call: EventOf<'PostToolUse' | 'PostToolUseFailure'>,
  extra: readonly string[],
): Query | undefined {
  const failed = outcomesOfCall(call, extra).filter(({ status }) => status === 'fail' || status === 'error')
  const [first] = failed
  if (first === undefined) return undefined
  const text = failed.flatMap(({ failing = [], error = '' }) => [...failing, ...namesInError(error), error])
  return { text: [...text, first.command].join('\n').slice(0, LONGEST), command: first.command }
}

/** What past beliefs are recalled from. */
export const beliefNeeds = ({ project, session }: Pick<Event, 'project' | 'session'>) =>
  ({
    settings: { fact: 'settings' },
    experiences: { fact: 'experiences', project },
    told: { fact: 'told', scope: session },
    premortem: { fact: 'premortem', scope: session },
  }) as const

/** How a reaction that recalls them at a failing check is declared. */
export const AT_FAILURE = { lane: 'reply', acts: ['shell'], answers: ['context'], onFailure: 'pass' } as const

/** Most of a long prompt's steps are in its first part. */
const HEAD = 6000
/** So many requests in one prompt are several steps. */
const STEPS = 3
/** So many files named in a request. */
const FILES = 2
/** Fewer words of content say nothing that could be compared. */
const FEWEST_TOPICS = 3

/** Whether a prompt asks for work of several steps or files, such as a plan, a refactoring or a migration. Linear. */
export function isUndertaking(prompt: string): boolean {
  const text = prompt.slice(0, HEAD)
  if (commandIn(text) !== '') return false
  if (planIn(text) !== '') return true
  if (topicsOf(text).length < FEWEST_TOPICS) return false
  const sentences = ownSentences(text)
  if (sentences.some((sentence) => UNDERTAKES.test(coreOf(sentence)))) return true
  const requests = sentences.map(intentOf).filter(({ kind, verb }) => kind === 'request' && !LOOKS.has(verb))
  return requests.length >= STEPS || (requests.length > 0 && fileNamesIn(text).length >= FILES)
}

/** Begins with what takes several steps, as a rule. */
const UNDERTAKES =
  /^(?:add|build|convert|create|design|develop|extract|implement|integrate|introduce|merge|migrate|modernize|overhaul|plan|port|redesign|refactor|reimplement|reorganize|replace|restructure|rework|rewrite|split|switch|unify|upgrade)\s+\S/i

import { accountOf } from './account.ts'
import { commitsIn, type GitCommit, subjectAsTitle } from './commits.ts'
import { unrefutedClaims } from './failures.ts'
import { takesBack } from './git-acts.ts'
import { isOfNothing, isProgress } from './headline.ts'
import { tellsWhatWas } from './learned.ts'
import { filesModifiedIn, isWork } from './reading.ts'
import { isQuestion, sentencesIn, wordCount } from './sentences.ts'
import { perTurn, type Turn } from './turns.ts'
import { ACTIONS } from './words.ts'

/** What one turn did: the commits that still stand, else what the agent says of it. */
export interface TurnWork {
  readonly commits: readonly string[]
  readonly deeds: readonly string[]
}

/** What each of these turns did, oldest first; what a later commit took in is told by that commit. */
export function worksOf(turns: readonly Turn[]): TurnWork[] {
  const standing = standingCommits(turns)
  const works = turns.filter(isWork).map((turn) => ({
    commits: standing.filter(({ event }) => turn.calls.includes(event)).map(subjectTold),
    deeds: deedsOf(turn),
  }))
  const isLast = (at: number) => works.slice(at + 1).every(({ commits }) => commits.length === 0)
  return works.filter(({ commits, deeds }, at) => commits.length > 0 || (deeds.length > 0 && isLast(at)))
}

const subjectTold = (commit: GitCommit): string => subjectAsTitle(commit) || commit.subject

/** The commits of these turns that none of them took back; nobody can tell how many a reset takes back, so all before it. */
function standingCommits(turns: readonly Turn[]): GitCommit[] {
  const calls = turns.flatMap((turn) => turn.calls)
  const back = calls.findLastIndex((call) => takesBack(call, 'commits'))
  return commitsIn(calls.slice(Math.max(0, back)))
}

/**
 * What the agent says a turn did, most specific first: sentences that can be understood alone, without the person's words, talk
 * about progress and what its checks refute; where there is none, what it states beside its changes.
 */
export const deedsOf = perTurn((turn: Turn): readonly string[] => {
  const { deeds, told, points, asks } = accountOf(turn.message)
  const hasCommits = commitsIn(turn.calls).length > 0
  const isDeed = (each: string) =>
    !(
      isProgress(each) ||
      IS_WELL.test(each) ||
      isQuestion(each) ||
      NOT_DONE.test(each) ||
      isAskedIn(each, turn) ||
      (hasCommits && COMMITS.test(each))
    )
  const first = (each: string): string => sentencesIn(each)[0] ?? ''
  const own = unrefutedClaims(deeds, turn.calls).map(first).map(withoutVerdict).filter(isDeed)
  const alone = own.filter((each) => !isOfNothing(each))
  if (alone.length > 0) return [...new Set(alone)]
  // What comes with a question may be what is proposed
  const isStated = !asks && !hasCommits && filesModifiedIn(turn.calls).length > 0
  const stated = isStated
    ? told.filter((each) => points.includes(each) && !tellsWhatWas(each) && !isInstruction(each))
    : []
  const loose = [...unrefutedClaims(stated, turn.calls).filter(isDeed), ...own].filter((each) => !PRONOUN.test(each))
  const telling = loose.filter((each) => wordCount(each) >= (isOfNothing(each) ? LONG : SHORT))
  return [...new Set(telling)]
})

const isInstruction = (text: string): boolean => ACTIONS.has(/^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '')

const NOT_DONE = /^(?:i|we) (?:have|did|could|can|do|will)(?:n['’]t| not)\b|\bnot\b.{1,30}\byet\b/i
/** A sentence of so many words says something though it points at others. */
const LONG = 7
/** Fewer words say nothing. */
const SHORT = 4
const PRONOUN = /^(?:this|that|it|its|these|those|they|here|there)\b/i
const COMMITS = /\bcommit(?:ted|s)?\b/i
/** Ends by saying that all is well. */
const IS_WELL =
  /\b(?:pass(?:es|ed|ing)?|clean|green|ready|complete|done|works|compiles|succeeds?|succeeded|success(?:ful(?:ly)?)?|fine)(?: (?:now|again|successfully|cleanly))?[.!]?$|\bno (?:\w+ )?(?:issues|errors|problems|warnings)\b/i

/** Without a last clause that only says that all is well: “Taught it the heron; the check passes”. */
function withoutVerdict(text: string): string {
  const [rest, , last = ''] = text.split(/(\s*[;–—]\s+|,\s+(?:and|und|et|y)\s+)(?=[^;–—]*$)/)
  return rest !== undefined && IS_WELL.test(last) && wordCount(rest) >= SHORT ? rest : text
}

/** Whether a text only repeats what the person asked. */
export const isAskedIn = (text: string, { prompts }: Turn): boolean => {
  const words = (each: string) =>
    each
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join(' ') ?? ''
  const own = words(text)
  return prompts.some((prompt) => words(prompt.text).includes(own))
}

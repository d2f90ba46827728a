import { isNegated } from '../voice/languages.ts'
import { accountOf } from './account.ts'
import { commitsIn, type GitCommit, subjectAsTitle } from './commits.ts'
import { unrefutedClaims } from './failures.ts'
import { gitActsIn, isPush, takesBack } from './git-acts.ts'
import { isOfNothing, isProgress } from './headline.ts'
import { tellsWhatWas } from './learned.ts'
import { filesModifiedIn, isWork, keepsHouse } from './reading.ts'
import { isQuestion, sentencesIn, wordCount } from './sentences.ts'
import { perTurn, type Turn, type TurnEvent } from './turns.ts'
import { ACTIONS, isDeedVerb } from './words.ts'

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

/** The commits of these turns that none of them took back; those that were pushed stay until other ones are pushed. */
function standingCommits(turns: readonly Turn[]): GitCommit[] {
  let standing: readonly GitCommit[] = []
  let pushed: readonly GitCommit[] = []
  for (const call of turns.flatMap((turn) => turn.calls)) {
    if (takesBack(call, 'commits')) standing = afterReset(call, standing)
    const made = commitsIn([call])
    if (made.length > 0) {
      const amended = gitActsIn(call).some(({ isAmended }) => isAmended) ? standing.at(-1) : undefined
      standing = [...standing.filter((each) => each !== amended), ...made]
      pushed = pushed.filter((each) => each !== amended)
    }
    if (isPush(call)) pushed = standing
  }
  return [...new Set([...pushed, ...standing])]
}

/** The commits up to the one that a reset went back to, as git printed it or by its hash or number; none if nothing tells which. */
function afterReset(call: TurnEvent, commits: readonly GitCommit[]): readonly GitCommit[] {
  const [, head = '', subject = ''] = HEAD_NOW.exec(call.output ?? '') ?? []
  const named = gitActsIn(call).findLast(({ backTo }) => backTo !== undefined)?.backTo ?? ''
  const target = /^[0-9a-f]{7,40}$/.test(named) ? named : ''
  const isAt = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)
  const at = commits.findLastIndex(
    (each) =>
      (head !== '' && each.subject === subject.trim() && isAt(each.hash, head)) ||
      (target !== '' && each.hash !== '' && isAt(each.hash, target)),
  )
  const [, tilde, carets] = TO_NUMBER.exec(named) ?? []
  const count = carets?.length ?? (tilde === undefined ? commits.length : Number(tilde || 1))
  return commits.slice(0, at < 0 ? Math.max(0, commits.length - count) : at + 1)
}

/** `HEAD is now at 1a2b3c4 Subject` */
const HEAD_NOW = /^HEAD is now at ([0-9a-f]{7,40}) (\S.*)$/m
/** `HEAD~2`, `@^^` */
const TO_NUMBER = /^(?:HEAD|@)(?:~(\d*)|(\^+))$/

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
      isVerdict(each) ||
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
  const isStated = !asks && !hasCommits && isWork(turn)
  const statements = isStated
    ? told.filter((each) => points.includes(each) && !tellsWhatWas(each) && !isInstruction(each))
    : []
  const stated = filesModifiedIn(turn.calls).length > 0 ? statements : ofShell(turn, statements)
  const loose = [...unrefutedClaims(stated, turn.calls).filter(isDeed), ...own].filter((each) => !PRONOUN.test(each))
  const telling = loose.filter((each) => wordCount(each) >= (isOfNothing(each) ? LONG : SHORT))
  return [...new Set(telling)]
})

/** Of a turn that changed no file, what it states first: what follows tells of what its commands printed. */
const ofShell = (turn: Turn, statements: readonly string[]): readonly string[] =>
  keepsHouse(turn) || turn.prompts.some(({ text }) => isQuestion(text)) ? [] : statements.slice(0, 1)

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
  /\b(?:pass(?:es|ed|ing)?|clean|green|ready|complete|done|works|compiles|succeeds?|succeeded|success(?:ful(?:ly)?)?|fine)(?: (?:now|again|successfully|cleanly))?[.!]?$/i
const NO_TROUBLE = /\bno (?:\w+ )?(?:issues|errors|problems|warnings)\b(?! for\b)/i
/** It says when, how far or what for, or that something is still to be done. */
const QUALIFIES =
  /\b(?:that|when|if|until|unless|once|before|after|where|which|while|but|except|only|some|most|half|almost|nearly|hardly|barely|partly|should|would|could|may|might|must|will|needs?|\d+ of)\b/i

/** Whether a clause only says that all is well: “The check passes”, not “Fixed the parser so that the import works”. */
const isVerdict = (clause: string): boolean =>
  (IS_WELL.test(clause) || NO_TROUBLE.test(clause)) &&
  !isNegated(clause.replace(NO_TROUBLE, '')) &&
  !QUALIFIES.test(clause) &&
  !isDeedVerb(/^[a-z]+/i.exec(clause)?.[0].toLowerCase() ?? '')

/** Without a last clause that only says that all is well: “Taught it the heron; the check passes”. */
function withoutVerdict(text: string): string {
  const [rest, , last = ''] = text.split(/(\s*[;–—]\s+|,\s+(?:and|und|et|y)\s+)(?=[^;–—]*$)/)
  return rest !== undefined && isVerdict(last) && wordCount(rest) >= SHORT ? rest : text
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

import { accountOf } from './account.ts'
import { HYPOTHETICAL, isProgress, standsAlone } from './headline.ts'
import { workStepOf } from './matter.ts'
import { capital } from './prose.ts'
import { filesModifiedIn, isWork } from './reading.ts'
import { isQuestion, sentencesIn, wordCount } from './sentences.ts'
import type { Turn } from './turns.ts'

const MOST_LEARNED = 3

/**
 * What a session found out, newest first, in the agent's words: causes and limits that it met, and what a question was answered
 * with, unless files were changed since, which may have made the answer wrong. What was done, proposed or only promises that all
 * is well is none.
 */
export function learnedIn(turns: readonly Turn[]): string[] {
  const changedLast = turns.findLastIndex(({ calls }) => filesModifiedIn(calls).length > 0)
  const found = turns.map((turn, at) => [...causesIn(turn), ...(at > changedLast ? answersIn(turn) : [])])
  const all = found.reverse().flat()
  return [...new Set(all.map((each) => capital(each.replace(JOINS, ''))))].slice(0, MOST_LEARNED)
}

const JOINS = /^(?:but|and|so|also|however),? (?=\S)/i

/** The causes and limits that a turn's message states, each in a sentence that can be understood alone. */
function causesIn(turn: Turn): string[] {
  const { causes, deeds, points } = accountOf(turn.message)
  const tells = isWork(turn) ? WENT_ON : LIMITS
  const found = points.flatMap((point) =>
    sentencesIn(point).filter((each) => {
      if (deeds.some((deed) => deed.startsWith(each))) return LIMITS.test(each)
      return causes.includes(each) || LIMITS.test(each) || tells.test(each)
    }),
  )
  return found.filter(isFinding).slice(0, 2)
}

/** What the answer to a question begins with, as far as it states what is so. */
function answersIn(turn: Turn): string[] {
  const asks = workStepOf(turn).kind === 'question' || turn.prompts.some(({ text }) => isQuestion(text))
  if (!asks || filesModifiedIn(turn.calls).length > 0) return []
  const { told } = accountOf(turn.message)
  const from = told.findIndex(isFinding)
  return from < 0 ? [] : told.slice(from, from + (isFinding(told[from + 1] ?? '') ? 2 : 1))
}

/** Whether a sentence states what is or was so, and can be understood alone. */
const isFinding = (text: string): boolean =>
  standsAlone(text) &&
  !HYPOTHETICAL.test(text) &&
  !isQuestion(text) &&
  !isProgress(text) &&
  !PERSONAL.test(text) &&
  !PASSES.test(text) &&
  !(/[:：]$/.test(text) && wordCount(text) < LONG) &&
  !CHANGED.test(text)

const PERSONAL = /\b(?:i|i['’]\w+|you|you['’]\w+|we|we['’]\w+|me|us|let['’]s|my|your|our)\b/i
/** All is well, or as it was. */
const PASSES =
  /\b(?:tests?|lint|build|checks?|suite)\b.{0,30}\b(?:pass(?:es|ed|ing)?|clean|green)\b|^\d+ (?:\w+ )?tests? /i
/** So many words say something without the list that follows them. */
const LONG = 9
/** What is so since a change, a change under its label or file, or a labelled item of a list. */
const CHANGED = /(?:^|: |\b(?:is|are|will) )now\b|^[\p{L}\w ]{1,30}: |^\S+\)?(?: [—–-]|:) \p{Lu}\p{Ll}+ed\b/iu
/** Whether a sentence tells what went on before a fix, not what was done. */
export const tellsWhatWas = (text: string): boolean => WENT_ON.test(text)

/** What went on before a fix: "it was replacing the whole file". */
const WENT_ON =
  /\b(?:was|were|wasn['’]t|weren['’]t) (?:(?:not|only|also|still|always|never|just) )*(?:\w+ly )?(?!being\b|going\b)\w{3,}ing\b/i
/** What something cannot do. */
const LIMITS =
  /\b(?:(?:does|do|did)(?:n['’]t| not) (?:support|allow|accept|provide|expose|recogni[sz]e)|(?:is|are|was|were)(?:n['’]t| not) (?:supported|allowed|available|configured|installed)|no longer supported|unsupported|deprecated)\b/i

import { fileNamesIn } from '@hindcast/text/paths.ts'
import { commandIn, coreOf, intentOf, ownSentences } from '../memory/intent.ts'
import { planIn } from '../memory/turns.ts'
import { LOOKS } from '../memory/words.ts'
import { topicsOf } from '../retrieval/relevance.ts'

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

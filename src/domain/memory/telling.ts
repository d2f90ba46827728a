import { COMMON_WORDS, STOP_WORDS } from '../retrieval/stop-words.ts'
import { isOfNothing, namesIn } from './headline.ts'

/** Whether a text says by itself what it is about: it names something, or has two words that not any work has. */
export function isTelling(text: string): boolean {
  if (namesIn(text).length > 0) return true
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
  return [...words].filter((word) => !STOP_WORDS.has(word) && !COMMON_WORDS.has(word)).length >= 2
}

/** What a session was for: the first thing that it was asked that tells, else the first; empty where nothing was asked. */
export function goalAmong(asked: readonly string[]): string {
  const own = asked.filter((text) => !WRAPS.test(text))
  return own.find(isGoal) ?? own.find(isTelling) ?? own[0] ?? asked[0] ?? ''
}

/** Whether one can say of a text what was wanted without what was said before. */
export const isGoal = (text: string): boolean =>
  isTelling(text) &&
  !isOfNothing(text) &&
  !text.startsWith(GO_AHEAD) &&
  text.split('"').length % 2 === 1 &&
  !WRAPS.test(text)

/** What begins the words for a mere "yes". */
export const GO_AHEAD = 'Go ahead: '

/** Says what somebody may stumble over. */
export const BEWARE =
  /\b(?:gotcha|careful|beware|silently|unexpected(?:ly)?|surprising(?:ly)?|easy to miss|misleading)\b/i

/** A pasted line that only says that something failed. */
const WRAPS = /^error: .{0,160}exit code \d+|^exit code \d+/i

import { COMMON_WORDS, STOP_WORDS } from '../retrieval/stop-words.ts'
import { namesIn } from './headline.ts'

/** Whether a text says by itself what it is about: it names something, or has two words that not any work has. */
export function isTelling(text: string): boolean {
  if (namesIn(text).length > 0) return true
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
  return [...words].filter((word) => !STOP_WORDS.has(word) && !COMMON_WORDS.has(word)).length >= 2
}

/** What a session was for: the first thing that it was asked that tells, else the first; empty where nothing was asked. */
export const goalAmong = (asked: readonly string[]): string => asked.find(isTelling) ?? asked[0] ?? ''

import { COMMON_WORDS, STOP_WORDS } from '@hindcast/text/vocabulary.ts'

/** A line in which a program says what went wrong: a kind of error with its message, a code, or a runner's mark. */
const NAMES_ERROR =
  /\b[\w.]*(?:Error|Exception|Panic)\b\s*[:(]|^\W{0,4}(?:[Ee]rror|ERROR|[Ff]atal|FATAL|panic|[Ff]ail(?:ed|ure)?|FAIL(?:ED)?|[Uu]ncaught|[Uu]nhandled)\b[^:]{0,40}:|[:\])]\s*(?:fatal |runtime )?error\b\s*[:[]|\berror(?:\[| )[A-Z]{1,5}\d{3,5}\b|^\s*(?:--- FAIL|E\s{2,}\S|thread '.*' panicked|not ok \d)|: (?:command not found|[Nn]o such file or directory|[Pp]ermission denied|[Cc]onnection refused)\b|\b(?:ERR|E)_[A-Z_]{4,}\b|\bE[A-Z]{4,}\b: /
const MOST_LINES = 400
const MOST = 6
const LONGEST = 400

/** The errors that a text shows, one for each line that names one, in words alone: without paths, numbers and marks. Linear. */
export function errorsIn(text: string): string[] {
  const lines = text.split('\n', MOST_LINES).map((line) => line.slice(0, LONGEST))
  const found = lines.filter((line) => NAMES_ERROR.test(line)).map(errorWords)
  return [...new Set(found)].filter((error) => runsOf(error).length > 0).slice(0, MOST)
}

/** A text in words alone, so that two reports of one error have the same: paths, numbers, quotations' marks are left out. */
export function errorWords(text: string): string {
  return text
    .replace(/(?:[A-Za-z]:)?(?:[\w.@~-]*[/\\])+/g, ' ')
    .replace(/:\d+(?::\d+)?\b|\b0x[\da-f]+\b|\b[\da-f]{7,}\b/gi, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
    .join(' ')
}

/** So many words in a row make a message, of which so many are not said in every one. */
const RUN = 5
const TELLING = 2

/** Fewer words are said by many errors, unless one names its kind. */
const SHORTEST = 3
const NAMED_KIND = /(?:error|exception) /

/** That a program ended with a code is said of every error. */
const ENDED = /\bexit(?:ed)?(?: with)?(?: exit)? (?:code|status)\b/
const WRAPS = 12

/** The runs of words by which an error is known; of a short one, all of it. */
function runsOf(error: string): string[] {
  const words = error.split(' ')
  if (words.length <= WRAPS && ENDED.test(error)) return []
  const length = Math.min(RUN, words.length)
  if (length < SHORTEST && !(length === SHORTEST - 1 && NAMED_KIND.test(error))) return []
  const runs = words.slice(0, words.length - length + 1).map((_, at) => words.slice(at, at + length))
  return runs.filter((run) => run.filter(isTelling).length >= TELLING).map((run) => run.join(' '))
}

const isTelling = (word: string): boolean => word.length > 2 && !STOP_WORDS.has(word) && !COMMON_WORDS.has(word)

/** Whether a text, in words alone, shows one of these errors. */
export const showsError = (words: string, errors: readonly string[]): boolean =>
  errors.some((error) => runsOf(error).some((run) => ` ${words} `.includes(` ${run} `)))

/** The words by which an index finds texts that may show these errors: the longest ones, which are the rarest. */
export const errorTerms = (errors: readonly string[]): string[] =>
  [...new Set(errors.flatMap((error) => error.split(' ')).filter((word) => word.length > 3 && isTelling(word)))]
    .sort((a, b) => b.length - a.length)
    .slice(0, 12)

import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf } from '@hindcast/text/words.ts'

/** The content of a text, reduced so that two texts can be compared. */
export interface Statement {
  /** Stems of its words without stop words, in order of first occurrence. */
  readonly words: readonly string[]
  readonly set: ReadonlySet<string>
  readonly figures: ReadonlySet<string>
  readonly denies: boolean
  /** The normalized text, for comparing texts with too few words. */
  readonly plain: string
}

/** Reduces a text to its statement, in linear time. */
export function statementOf(text: string): Statement {
  const plain = text
    .slice(0, LONG)
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[-+•#>\s]+|[.!\s]+$/g, '')
  const words = plain.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const set = new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stemOf))
  const figures = new Set(plain.match(/\b[\w.-]*\d[\w.]*/g) ?? [])
  return { words: [...set], set, figures, denies: DENIES.test(text), plain }
}

/** Only this many characters of a text are compared. */
const LONG = 1500
/** Fewer words may match by chance. */
const FEWEST = 3
/** The share of words that two statements must have in common: lower when there are more of them. */
const shareNeeded = (both: number): number => (both < 5 ? 0.8 : 0.7)
/** One word in this many may differ. */
const ALL_OF = 6

/** Whether two statements say the same: most words are shared, and neither has a number or a negation the other lacks. */
export function saysAgain(a: Statement, b: Statement): boolean {
  if (a.plain === b.plain) return true
  const both = inCommon(a, b)
  const isAlike = both >= FEWEST && both >= shareNeeded(both) * (a.set.size + b.set.size - both)
  return isAlike && a.denies === b.denies && hasAll(a.figures, b.figures) && hasAll(b.figures, a.figures)
}

/** Whether a longer passage contains the statement: its words in the same order, and all of its numbers. */
export function isSaidIn(statement: Statement, passage: Statement): boolean {
  if (statement.plain === passage.plain) return true
  const { size } = statement.set
  const least = Math.max(FEWEST, size - Math.floor(size / ALL_OF))
  if (
    inCommon(statement, passage) < least ||
    statement.denies !== passage.denies ||
    !hasAll(passage.figures, statement.figures)
  )
    return false
  return longestInOrder(statement.words, passage.words) >= least
}

/** Splits a document into passages: list items, paragraphs and headings. */
export function passagesOf(text: string): string[] {
  return text
    .slice(0, LONGEST)
    .split(/\n\s*\n|\n(?=\s*(?:[-*+•#>]|\d{1,3}[.)])\s)/)
    .filter((passage) => passage.trim() !== '')
}

/** Only this many characters of a document are read. */
const LONGEST = 64 * 1024
const DENIES = /\b(?:not|no|never|without|avoid|stop|forbid(?:den)?|isn't|aren't|\w+n't)\b/i

function inCommon(a: Statement, b: Statement): number {
  const [few, many] = a.set.size < b.set.size ? [a.words, b.set] : [b.words, a.set]
  return few.reduce((sum, word) => sum + (many.has(word) ? 1 : 0), 0)
}

const hasAll = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((figure) => all.has(figure))

/** The length of the longest common subsequence. */
function longestInOrder(few: readonly string[], many: readonly string[]): number {
  let best: number[] = new Array<number>(few.length + 1).fill(0)
  for (const word of many) {
    const next = [0]
    for (let at = 0; at < few.length; at++)
      next.push(few[at] === word ? (best[at] ?? 0) + 1 : Math.max(best[at + 1] ?? 0, next[at] ?? 0))
    best = next
  }
  return best.at(-1) ?? 0
}

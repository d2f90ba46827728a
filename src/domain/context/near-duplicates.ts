import { STOP_WORDS } from '../retrieval/vocabulary.ts'
import { stemOf } from '../retrieval/words.ts'

/** What a text says, for telling whether another says the same. */
export interface Statement {
  /** Stems of its words that mean something, in their order, each once. */
  readonly words: readonly string[]
  readonly set: ReadonlySet<string>
  readonly figures: ReadonlySet<string>
  readonly denies: boolean
  /** All of it, for what is too short to be told by words. */
  readonly plain: string
}

/** Reads a text. Linear. */
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

/** More of a text is not compared. */
const LONG = 1500
/** Fewer words may be alike by chance. */
const FEWEST = 3
/** Which part of all words two statements must share: the more they are, the fewer. */
const same = (both: number): number => (both < 5 ? 0.8 : 0.7)
/** Of so many words, one may be another. */
const ALL_OF = 6

/** Most words in common; a number, a "not" or a "no" of one alone makes another statement of it. */
export function saysAgain(a: Statement, b: Statement): boolean {
  if (a.plain === b.plain) return true
  const both = inCommon(a, b)
  const isAlike = both >= FEWEST && both >= same(both) * (a.set.size + b.set.size - both)
  return isAlike && a.denies === b.denies && hasAll(a.figures, b.figures) && hasAll(b.figures, a.figures)
}

/** Whether a longer passage says it too: its words, in their order, and every number. */
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
  return inOrder(statement.words, passage.words) >= least
}

/** The passages of a document: list items, paragraphs and headings. */
export function passagesOf(text: string): string[] {
  return text
    .slice(0, LONGEST)
    .split(/\n\s*\n|\n(?=\s*(?:[-*+•#>]|\d{1,3}[.)])\s)/)
    .filter((passage) => passage.trim() !== '')
}

/** Of a document, more is not read. */
const LONGEST = 64 * 1024
const DENIES = /\b(?:not|no|never|without|avoid|stop|forbid(?:den)?|isn't|aren't|\w+n't)\b/i

function inCommon(a: Statement, b: Statement): number {
  const [few, many] = a.set.size < b.set.size ? [a.words, b.set] : [b.words, a.set]
  return few.reduce((sum, word) => sum + (many.has(word) ? 1 : 0), 0)
}

const hasAll = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((figure) => all.has(figure))

/** The length of the longest common subsequence. */
function inOrder(few: readonly string[], many: readonly string[]): number {
  let best: number[] = new Array<number>(few.length + 1).fill(0)
  for (const word of many) {
    const next = [0]
    for (let at = 0; at < few.length; at++)
      next.push(few[at] === word ? (best[at] ?? 0) + 1 : Math.max(best[at + 1] ?? 0, next[at] ?? 0))
    best = next
  }
  return best.at(-1) ?? 0
}

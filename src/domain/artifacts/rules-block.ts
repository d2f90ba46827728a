import { digest } from '@hindcast/redaction/digest.ts'
import { dayUtc } from '../context/times.ts'
import { examplesIn, percent, type RuleText, reasonOf, ruleHeading, writtenRule } from './rule.ts'
import { SECTIONS, sectionOf } from './section.ts'

/** The lines of one rule. */
export interface Chunk {
  readonly lesson: string
  readonly lines: readonly string[]
}

/** What a block contains: the rules that are recognised, and all lines that are not Hindcast's. */
export interface Contents {
  readonly chunks: readonly Chunk[]
  readonly loose: readonly string[]
}

const PREFERENCE = '- **Preference**: '
const RULE = '#### '
const LESSON = /\((l_[0-9a-f]{16})\)\s*$/
const TITLE = '## Learned preferences'
const NOTE =
  '<!-- Hindcast writes these rules from what the user said. Rules that you edit or delete stay that way. To take back the newest, run hindcast undo -->'

/** The lines of a rule as Hindcast writes them. */
export const ruleLines = (rule: RuleText): readonly string[] => [
  `${RULE}${ruleHeading(rule.lesson)}`,
  `${PREFERENCE}${writtenRule(rule.lesson)}`,
  `- **Reason**: ${reasonOf(rule)}`,
  ...examplesIn(rule),
  `- **Confidence**: ${percent(rule.lesson.confidence)}, learned ${dayUtc(rule.lesson.learnedAt)} (${rule.lesson.id})`,
]

/** The lines of a block: each rule under its heading, and one that a person has edited as they left it. */
export function blockLines(
  rules: readonly RuleText[],
  edited: ReadonlyMap<string, readonly string[]>,
  loose: readonly string[],
): readonly string[] {
  const written = SECTIONS.flatMap((section) => {
    const own = rules.filter(({ lesson }) => sectionOf(lesson) === section)
    const lines = own.flatMap((rule) => ['', ...(edited.get(rule.lesson.id) ?? ruleLines(rule))])
    return own.length === 0 ? [] : ['', `### ${section}`, ...lines]
  })
  // Below a rule they would be read as a part of it
  return [NOTE, TITLE, ...(loose.length === 0 ? [] : ['', ...loose]), ...written]
}

/** The contents of a block, whoever wrote them. A rule without its id counts as a person's own. */
export function contentsOf(lines: readonly string[]): Contents {
  const chunks: Chunk[] = []
  const loose: string[] = []
  for (const part of paragraphs(lines)) {
    const id = part.map((line) => LESSON.exec(line)?.[1]).find((found) => found !== undefined)
    if (id === undefined || chunks.some(({ lesson }) => lesson === id)) loose.push(...part.filter(isTheirs))
    else chunks.push({ lesson: id, lines: withoutBlankEnds(part) })
  }
  return { chunks, loose: withoutBlankEnds(loose) }
}

/** The preference that a rule's lines state; undefined if that line is gone. */
export const preferenceIn = (lines: readonly string[]): string | undefined =>
  lines
    .find((line) => line.startsWith(PREFERENCE))
    ?.slice(PREFERENCE.length)
    .trim()

/** A hash of a rule's lines, by which an edit is noticed. */
export const hashOf = (lines: readonly string[]): string => digest(lines)

/** A rule begins with its heading; a heading of a section ends it. */
function paragraphs(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith(RULE) || OURS.has(line)) parts.push([line])
    else parts.at(-1)?.push(line)
  }
  return parts
}

const OURS: ReadonlySet<string> = new Set([NOTE, TITLE, ...SECTIONS.map((section) => `### ${section}`)])

const isTheirs = (line: string): boolean => !OURS.has(line)

/** Without the empty lines at both ends. */
function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isFull = (line: string) => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1)
}

import type { CallEdge, CodeAnswer, CodeReference, TextMention } from '@hindcast/code-insight'
import { cappedLines, heading, placeLines, subjectLine, sure, symbolName } from './code-lines.ts'
import { count } from './words.ts'

type Of<K extends CodeAnswer['kind']> = Extract<CodeAnswer, { kind: K }>

/** Who calls something, and who uses it otherwise. */
export function callersLines(answer: Of<'callers'>, limit: number): readonly string[] {
  const { subjects, callers, references } = answer
  const calls = callers.map(({ from, line, confidence }) => ({
    file: from.file,
    line,
    says: symbolName(from) + sure(confidence),
  }))
  return [
    ...subjects.map(subjectLine),
    heading(count(calls.length, 'call') + amongParsed(answer) + soFar(answer), calls),
    ...placeLines(calls, limit),
    ...useLines(references, limit),
  ]
}

function useLines(references: readonly CodeReference[], limit: number): readonly string[] {
  const uses = references.map(({ from, line }) => ({ file: from.file, line, says: symbolName(from) }))
  return uses.length === 0 ? [] : ['used without a call:', ...placeLines(uses, limit)]
}

/** Callers of callers, nearest first, then the tests. */
export function impactLines(answer: Of<'impact'>, limit: number): readonly string[] {
  const { subjects, callers, references, tests, isCut } = answer
  const rows = callers
    .filter(({ isTest }) => !isTest)
    .map((each) => ({
      file: each.file,
      line: each.callLine,
      says: symbolName(each) + sure(each.confidence),
      lead: String(each.depth),
    }))
    .sort((a, b) => Number(a.lead) - Number(b.lead) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
  return [
    ...subjects.map(subjectLine),
    heading(
      `${count(rows.length, 'caller')}${rows.length === 0 && tests.length > 0 ? ' outside tests' : ''}${amongParsed(answer)}${soFar(answer)}${isCut ? ', and more beyond' : ''}${rows.length > 0 ? ', by calls away' : ''}`,
      rows,
    ),
    ...placeLines(rows, limit),
    ...useLines(references, limit),
    ...(tests.length === 0
      ? [`no tests reach it${amongParsed(answer)}${soFar(answer)}`]
      : ['tests:', ...cappedLines(tests.map(indented), limit)]),
  ]
}

/** What something calls. */
export const calleesLines = (answer: Of<'callees'>, limit: number): readonly string[] => [
  ...answer.subjects.map(subjectLine),
  heading(`calls ${count(answer.callees.length, 'thing')}${soFar(answer)}`, answer.callees),
  ...cappedLines(answer.callees.map(calleeLine), limit),
]

interface Mentioning {
  readonly kind: string
  readonly mentions?: readonly TextMention[] | undefined
}

/** What is none as far as it is resolved may be some in a text. */
export const amongParsed = ({ mentions }: Mentioning): string => (mentions === undefined ? '' : ', as far as resolved')

/** Where only the text has it. */
export function mentionLines({ mentions = [] }: Mentioning, limit: number): readonly string[] {
  const places = mentions.map(({ file, line, name, declares, within }) => ({
    file,
    line,
    says: declares ? `declares ${name}?` : `${name}${within === undefined ? '' : ` in ${within}`}`,
  }))
  return places.length === 0 ? [] : ['by text only, not resolved:', ...placeLines(places, limit)]
}

/** Calls may be missing as long as any are due, so that none is no certainty. */
const soFar = ({ index }: Pick<CodeAnswer, 'index'>): string => (index.complete && index.pending === 0 ? '' : ' so far')

const indented = (line: string): string => `  ${line}`

const calleeLine = ({ to, line, confidence }: CallEdge): string =>
  `  line ${line}: ${to.file}:${to.line} ${symbolName(to)}${sure(confidence)}`

/** A call, with both its ends. */
export const edgeLine = ({ from, to, line, confidence }: CallEdge): string =>
  `${from.file}:${line} ${symbolName(from)} → ${to.file}:${to.line} ${symbolName(to)}${sure(confidence)}`

import type { CodeAnswer } from '../../domain/code/code-answers.ts'
import type { CallEdge } from '../../domain/code/graph.ts'
import { capped, heading, nameOf, placeLines, subjectLine, sure } from './code-lines.ts'
import { count } from './words.ts'

type Of<K extends CodeAnswer['kind']> = Extract<CodeAnswer, { kind: K }>

/** Who calls something, and who uses it otherwise. */
export function callersLines({ subjects, callers, references }: Of<'callers'>, limit: number): readonly string[] {
  const uses = references.map(({ from, line }) => ({ file: from.file, line, says: nameOf(from) }))
  const calls = callers.map(({ from, line, confidence }) => ({
    ...{ file: from.file, line, says: nameOf(from) + sure(confidence) },
  }))
  return [
    ...subjects.map(subjectLine),
    heading(count(calls.length, 'call'), calls),
    ...placeLines(calls, limit),
    ...(uses.length === 0 ? [] : ['used without a call:', ...placeLines(uses, limit)]),
  ]
}

/** Callers of callers, nearest first, then the tests. */
export function impactLines({ subjects, callers, tests, isCut }: Of<'impact'>, limit: number): readonly string[] {
  const rows = callers
    .filter(({ isTest }) => !isTest)
    .map((each) => ({
      ...{ file: each.file, line: each.callLine, says: nameOf(each) + sure(each.confidence) },
      lead: String(each.depth),
    }))
    .sort((a, b) => Number(a.lead) - Number(b.lead) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
  return [
    ...subjects.map(subjectLine),
    heading(
      `${count(rows.length, 'caller')}${isCut ? ', and more beyond' : ''}${rows.length > 0 ? ', by calls away' : ''}`,
      rows,
    ),
    ...placeLines(rows, limit),
    ...(tests.length === 0 ? ['no tests reach it'] : ['tests:', ...capped(tests.map(indented), limit)]),
  ]
}

/** What something calls. */
export const calleesLines = ({ subjects, callees }: Of<'callees'>, limit: number): readonly string[] => [
  ...subjects.map(subjectLine),
  heading(`calls ${count(callees.length, 'thing')}`, callees),
  ...capped(callees.map(calleeLine), limit),
]

const indented = (line: string): string => `  ${line}`

const calleeLine = ({ to, line, confidence }: CallEdge): string =>
  `  line ${line}: ${to.file}:${to.line} ${nameOf(to)}${sure(confidence)}`

/** A call, with both its ends. */
export const edgeLine = ({ from, to, line, confidence }: CallEdge): string =>
  `${from.file}:${line} ${nameOf(from)} → ${to.file}:${to.line} ${nameOf(to)}${sure(confidence)}`

import type { CodeAnswer } from '../../domain/code/code-answers.ts'
import type { CallEdge } from '../../domain/code/graph.ts'
import { capped, entityLine, heading, nameOf, sure } from './code-lines.ts'
import { count } from './words.ts'

type Of<K extends CodeAnswer['kind']> = Extract<CodeAnswer, { kind: K }>

/** Who calls something, and who uses it otherwise. */
export function callersLines({ subjects, callers, references }: Of<'callers'>, limit: number): readonly string[] {
  const uses = references.map(({ from, line }) => `  ${from.file}:${line} ${nameOf(from)}`)
  return [
    ...subjects.map(entityLine),
    heading(`called at ${count(callers.length, 'place')}`, callers),
    ...capped(callers.map(callerLine), limit),
    ...(uses.length === 0 ? [] : ['used without a call:', ...capped(uses, limit)]),
  ]
}

/** Callers of callers, nearest first, then the tests. */
export function impactLines({ subjects, callers, tests, isCut }: Of<'impact'>, limit: number): readonly string[] {
  const rows = callers
    .filter(({ isTest }) => !isTest)
    .map((each) => `  ${each.depth}  ${each.file}:${each.callLine} ${nameOf(each)}${sure(each.confidence)}`)
  return [
    ...subjects.map(entityLine),
    heading(`reaches ${count(rows.length, 'caller')} (calls away, place)${isCut ? ', and more beyond' : ''}`, rows),
    ...capped(rows, limit),
    ...(tests.length === 0
      ? ['no tests reach it']
      : [`${count(tests.length, 'test file')}:`, ...capped(tests.map(indented), limit)]),
  ]
}

/** What something calls. */
export const calleesLines = ({ subjects, callees }: Of<'callees'>, limit: number): readonly string[] => [
  ...subjects.map(entityLine),
  heading(`calls ${count(callees.length, 'thing')}`, callees),
  ...capped(callees.map(calleeLine), limit),
]

const indented = (line: string): string => `  ${line}`

const callerLine = ({ from, line, confidence }: CallEdge): string =>
  `  ${from.file}:${line} ${nameOf(from)}${sure(confidence)}`
const calleeLine = ({ to, line, confidence }: CallEdge): string =>
  `  line ${line}: ${to.file}:${to.line} ${nameOf(to)}${sure(confidence)}`

/** A call, with both its ends. */
export const edgeLine = ({ from, to, line, confidence }: CallEdge): string =>
  `${from.file}:${line} ${nameOf(from)} → ${to.file}:${to.line} ${nameOf(to)}${sure(confidence)}`

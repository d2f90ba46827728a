import type { CodeAnswer } from '../../../packages/code-insight/src/analysis/code-answers.ts'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import type { Edit } from './edits.ts'

/** What an edit may change the answers of. */
export const questionsAfter = ({ symbols, files }: Edit): CodeQuestion[] => [
  ...symbols.flatMap((target): CodeQuestion[] => [
    { kind: 'callers', target },
    { kind: 'callees', target },
    { kind: 'impact', target, depth: 3 },
  ]),
  ...files.map((target): CodeQuestion => ({ kind: 'outline', target })),
  { kind: 'diff', base: 'HEAD' },
]

/**
 * How an answer given right after an edit compares with the one given when nothing is pending: the same; with all that it
 * lacks listed as unresolved or as text, and nothing else wrong; different, but said to be incomplete; or different without a word.
 */
export type Verdict = 'right' | 'listed' | 'marked' | 'false'

/** A verdict, with what differs, and how many places have a line that is another now. */
export interface Judged {
  readonly verdict: Verdict
  readonly lacks: readonly string[]
  readonly besides: readonly string[]
  readonly misplaced: number
}

/** Holds an answer against the one that came when nothing was pending. */
export function judgedBy(given: CodeAnswer, settled: CodeAnswer): Judged {
  const [before, after] = [placesIn(given), placesIn(settled)]
  const lacks = [...after].filter((place) => !before.has(place))
  const besides = [...before].filter((place) => !after.has(place))
  const isMoved = (place: string) => lacks.some((other) => withoutLine(other) === withoutLine(place))
  const misplaced = besides.filter(isMoved).length
  const said = new Set([...given.unresolved, ...(given.mentions ?? [])].map(({ file, line }) => `${file}:${line}`))
  const isListed = besides.length === 0 && lacks.every((place) => said.has(/\S+:\d+/.exec(place)?.[0] ?? ''))
  const isMarked = !given.index.complete || given.index.pending > 0
  const verdict =
    lacks.length + besides.length === 0 ? 'right' : isListed ? 'listed' : isMarked ? 'marked' : ('false' as const)
  return { verdict, lacks, besides, misplaced }
}

const withoutLine = (place: string): string => place.replace(/:\d+/g, '')

function placesIn(answer: CodeAnswer): ReadonlySet<string> {
  return new Set(listed(answer))
}

function listed(answer: CodeAnswer): readonly string[] {
  switch (answer.kind) {
    case 'callers':
      return [
        ...answer.subjects.map(({ file, line, name }) => `of ${file}:${line} ${name}`),
        ...answer.callers.map(({ from, line }) => `${from.file}:${line} ${from.name}`),
        ...answer.references.map(({ from, line }) => `${from.file}:${line} used`),
      ]
    case 'callees':
      return answer.callees.map(({ from, to, line }) => `${from.file}:${line} → ${to.file}:${to.line} ${to.name}`)
    case 'impact':
      return answer.callers.map(({ file, callLine, name }) => `${file}:${callLine} ${name}`)
    case 'outline':
      return answer.files.flatMap(({ file, entities }) => entities.map(({ name, line }) => `${file}:${line} ${name}`))
    case 'diff':
      return answer.changes.flatMap(({ file, line, name, change, dependents }) => [
        `${change} ${file}:${line} ${name}`,
        ...dependents.map((each) => `${name} ← ${each.file}:${each.line} ${each.name}`),
      ])
    default:
      return [answer.kind]
  }
}

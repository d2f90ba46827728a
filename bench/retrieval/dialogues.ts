import { hundred, meanOf, percent, quantile, table } from './figures.ts'
import { type Arm, type Haystack, type Question, type Ranking, sessionsOf } from './haystack.ts'

/** `listed`: the sessions of as many turns as a search gives that was not asked for more. */
type Found = Ranking & { readonly listed: readonly string[] }

/** A figure of one question, 0 to 1; undefined where it is not asked of it. */
type Measure = (question: Question, found: Found) => number | undefined

const LISTED = 20

/** The share of what was to be found that is among the first `k`. */
const share = (gold: readonly string[], found: readonly string[], k: number): number | undefined =>
  gold.length === 0 ? undefined : gold.filter((id) => found.slice(0, k).includes(id)).length / gold.length

const reciprocal = (gold: readonly string[], found: readonly string[]): number | undefined => {
  const first = found.findIndex((id) => gold.includes(id))
  return gold.length === 0 ? undefined : first === -1 ? 0 : 1 / (first + 1)
}

const isAbstention = ({ category }: Question) => category.endsWith('_abs')
const allOf = (found: number | undefined) => (found === undefined ? undefined : Number(found === 1))
const anyOf = (found: number | undefined) => (found === undefined ? undefined : Number(found > 0))

/** What LoCoMo is measured by. */
export const LOCOMO: Readonly<Record<string, Measure>> = {
  'session R@5': (question, found) => share(question.sessions, found.sessions, 5),
  'session R@10': (question, found) => share(question.sessions, found.sessions, 10),
  [`of ${LISTED} hits`]: (question, found) => share(question.sessions, found.listed, 10),
  'turn R@5': (question, found) => share(question.turns, found.turns, 5),
  'turn R@10': (question, found) => share(question.turns, found.turns, 10),
  'turn MRR': (question, found) => reciprocal(question.turns, found.turns),
}

/** What LongMemEval is measured by: all sessions of the answer, without abstention; any of them, over all questions. */
export const LONG_MEM_EVAL: Readonly<Record<string, Measure>> = {
  'recall_all@5': (question, found) =>
    isAbstention(question) ? undefined : allOf(share(question.sessions, found.sessions, 5)),
  'recall_all@10': (question, found) =>
    isAbstention(question) ? undefined : allOf(share(question.sessions, found.sessions, 10)),
  'any@5': (question, found) => anyOf(share(question.sessions, found.sessions, 5)),
}

/** What one arm found for one question. */
export interface Answered {
  readonly category: string
  readonly ms: number
  readonly tokens: number
  readonly figures: readonly (number | undefined)[]
}

/** What a comparison shows, as tables: all figures, and one a measure by category. `below`: where an arm of ours has less than BM25. */
export interface Comparison {
  readonly text: string
  readonly below: readonly string[]
}

/** Asks every arm every question, arms in turns. */
export async function compare(
  arms: readonly Arm[],
  haystacks: Iterable<Haystack>,
  measures: Readonly<Record<string, Measure>>,
): Promise<Comparison> {
  const answers = new Map(arms.map(({ name }) => [name, [] as Answered[]]))
  for (const haystack of haystacks) {
    for (const arm of arms) await arm.learn(haystack)
    const sessionOf = new Map(haystack.turns.map(({ id, session }) => [id, session]))
    for (const question of haystack.questions)
      for (const arm of arms)
        answers.get(arm.name)?.push(await answer(arm, question, sessionOf, Object.values(measures)))
  }
  for (const arm of arms) await arm.close()
  const names = Object.keys(measures)
  return { text: [overall(answers, names), byCategory(answers, names)].join('\n\n'), below: belowBm25(answers, names) }
}

async function answer(
  arm: Arm,
  question: Question,
  sessionOf: ReadonlyMap<string, string>,
  measures: readonly Measure[],
): Promise<Answered> {
  const began = performance.now()
  const ranking = await arm.find(question.text)
  const ms = performance.now() - began
  const found = { ...ranking, listed: sessionsOf(ranking.turns.slice(0, LISTED), sessionOf) }
  return {
    category: question.category,
    ms,
    tokens: ranking.tokens,
    figures: measures.map((measure) => measure(question, found)),
  }
}

/** The measures by which an arm of the product finds less than plain BM25 in the same run. */
export function belowBm25(answers: Answers, measures: readonly string[]): string[] {
  const meanIn = (all: readonly Answered[], at: number) => meanOf(valuesOf(all, at)).mean
  const plain = answers.get('BM25') ?? []
  return [...answers].flatMap(([arm, all]) =>
    measures.flatMap((measure, at) => {
      const [ours, theirs] = [meanIn(all, at), meanIn(plain, at)]
      return arm.startsWith('product') && ours < theirs
        ? [`${arm}, ${measure}: ${hundred(ours)} < ${hundred(theirs)}`]
        : []
    }),
  )
}

/** By arm. */
export type Answers = ReadonlyMap<string, readonly Answered[]>

function overall(answers: Answers, measures: readonly string[]): string {
  const rows = [...answers].map(([arm, all]) => {
    const times = all.map(({ ms }) => ms)
    const tokens = all.reduce((sum, each) => sum + each.tokens, 0) / all.length
    return [
      arm,
      ...measures.map((_, at) => percent(meanOf(valuesOf(all, at)))),
      `${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.95).toFixed(1)}`,
      tokens.toFixed(0),
    ]
  })
  return table(['arm', ...measures, 'ms p50/p95', 'tokens of 10'], rows)
}

function byCategory(answers: Answers, measures: readonly string[]): string {
  const categories = [...new Set([...answers.values()].flat().map(({ category }) => category))].sort()
  const rows = categories.flatMap((category) =>
    [...answers].map(([arm, all]) => {
      const own = all.filter((each) => each.category === category)
      const means = measures
        .map((_, at) => valuesOf(own, at))
        .map((values) => (values.length ? meanOf(values).mean : 0))
      return [`${category} (${own.length})`, arm, ...means.map(hundred)]
    }),
  )
  return table(['category', 'arm', ...measures], rows)
}

const valuesOf = (all: readonly Answered[], at: number) =>
  all.map(({ figures }) => figures[at]).filter((value) => value !== undefined)

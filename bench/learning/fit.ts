import { type JudgedSentence, sentencesOf } from '../../src/domain/learning/teaching.ts'
import { HEADS, type Head, type Odds, type Weights } from '../../src/domain/learning/weights.ts'
import { seeded } from '../retrieval/figures.ts'
import type { Labelled } from './prompts.ts'

/** A sentence with what it teaches. */
export interface Example {
  readonly features: ReadonlySet<string>
  readonly label: Labelled['label']
  /** A directive that says that it holds for good. */
  readonly isLasting: boolean
}

/** The sentences of labelled prompts: those that overlap the span have the prompt's label, the others none. */
export function examplesOf(prompts: readonly Labelled[]): readonly Example[] {
  return prompts.flatMap((prompt) => {
    const sentences = sentencesOf(prompt.text)
    const teaching = sentences.filter(({ text }) => overlaps(text, prompt.span))
    const own = teaching.length > 0 ? teaching : sentences
    return sentences.map((sentence: JudgedSentence) => {
      const label = own.includes(sentence) ? prompt.label : 'none'
      return { features: sentence.features, label, isLasting: label === 'directive' && prompt.horizon === true }
    })
  })
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

function overlaps(text: string, span: string): boolean {
  const [sentence, words] = [plain(text), plain(span)]
  if (words === '') return false
  const [head, tail] = [words.slice(0, 24), words.slice(-24)]
  return words.includes(sentence) || sentence.includes(words) || sentence.includes(head) || sentence.includes(tail)
}

/** The name of a client says nothing of rules, and `src/domain` names none. */
const HOST = /claude|codex|copilot|cursor/
/** How a feature must recur to be kept, how far weights are pulled to 0, and how often the examples are gone through. */
const LEAST = 3
const DECAY = 0.005
const ROUNDS = 30
const RATE = 0.3

/**
 * A logistic regression for each head, by stochastic gradient descent with a rate of its own for
 * each feature (AdaGrad, Duchi et al. 2011). The same examples give the same weights, and only
 * features of the invented ones have any: of real prompts no word is kept.
 */
export function fitted(invented: readonly Example[], real: readonly Example[] = []): Weights {
  const examples = [...invented, ...real]
  const counts = new Map<string, number>()
  for (const { features } of invented) for (const each of features) counts.set(each, (counts.get(each) ?? 0) + 1)
  const known = [...counts].flatMap(([feature, count]) => (count >= LEAST && !HOST.test(feature) ? [feature] : []))
  const numbers = new Map(known.map((feature, n) => [feature, n]))
  const rows = examples.map(({ features }) => [...features].flatMap((each) => numbers.get(each) ?? []))
  const heads = HEADS.map((head) =>
    one(
      rows,
      examples.map((each) => (isOf(each, head) ? 1 : 0)),
      known.length,
    ),
  )
  const odds = (of: (head: ReturnType<typeof one>) => number | undefined): Odds =>
    heads.map((head) => of(head) ?? 0) as unknown as Odds
  return {
    bias: odds(({ bias }) => bias),
    of: new Map(known.map((feature, n) => [feature, odds(({ weights }) => weights[n])])),
  }
}

const isOf = ({ label, isLasting }: Example, head: Head): boolean => (head === 'lasting' ? isLasting : label === head)

function one(rows: readonly (readonly number[])[], wanted: readonly number[], width: number) {
  const [weights, squares] = [new Float64Array(width), new Float64Array(width).fill(1e-6)]
  let [bias, square] = [0, 1e-6]
  const random = seeded(1)
  const order = rows.map((_, n) => n)
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = order.length - 1; n > 0; n--) {
      const other = Math.floor(random() * (n + 1))
      ;[order[n], order[other]] = [order[other] as number, order[n] as number]
    }
    for (const n of order) {
      const row = rows[n] ?? []
      const score = row.reduce((sum, feature) => sum + (weights[feature] ?? 0), bias)
      const off = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, score)))) - (wanted[n] ?? 0)
      for (const feature of row) {
        const step = off + DECAY * (weights[feature] ?? 0)
        squares[feature] = (squares[feature] ?? 0) + step * step
        weights[feature] = (weights[feature] ?? 0) - (RATE * step) / Math.sqrt(squares[feature] ?? 1)
      }
      square += off * off
      bias -= (RATE * off) / Math.sqrt(square)
    }
  }
  return { weights, bias }
}

/** Weights as `weights.data.ts` holds them; those that decide nothing are left out. */
export function packed({ bias, of }: Weights): string {
  const whole = (value: number) => `${Math.round(value * 100)}`
  const rows = [...of].filter(([, each]) => each.some((weight) => Math.abs(weight) >= SMALLEST))
  const lines = rows
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, each]) => `${each.map(whole).join(' ')} ${feature}`)
  return [bias.map(whole).join(' '), ...lines].join('\n')
}

const SMALLEST = 0.05

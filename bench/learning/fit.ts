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
/** How often a feature must occur to be kept, how far weights are pulled to 0, and how often the examples are gone through. */
const LEAST = 2
const DECAY = 0.0001
const ROUNDS = 10
const RATE = 0.3
/** How many features each head keeps. */
const KEPT = 6_000

/**
 * A logistic regression for each head. The same examples give the same weights, and only features of the invented ones
 * have any: of real prompts no word is kept.
 */
export function fitted(invented: readonly Example[], real: readonly Example[] = []): Weights {
  const examples = [...invented, ...real]
  const counts = countsOf(invented)
  const known = [...counts].flatMap(([feature, count]) => (count >= LEAST && !HOST.test(feature) ? [feature] : []))
  const numbers = new Map(known.map((feature, n) => [feature, n]))
  const rows = examples.map(({ features }) => ({
    of: [...features].flatMap((each) => numbers.get(each) ?? []),
    scale: 1 / Math.sqrt(features.size),
  }))
  const often = known.map((feature) => Math.sqrt(counts.get(feature) ?? 0))
  const heads = HEADS.map((head) => {
    const wanted = examples.map((each) => (isOf(each, head) ? 1 : 0))
    const { weights, bias } = one(rows, wanted, tellingness(rows, wanted, known.length))
    return { bias, weights: strongest(weights, often) }
  })
  const odds = (of: (head: (typeof heads)[number]) => number | undefined): Odds =>
    heads.map((head) => of(head) ?? 0) as unknown as Odds
  const used = known.flatMap((feature, n) =>
    heads.some(({ weights }) => weights[n] !== 0) ? [[feature, n] as const] : [],
  )
  return {
    bias: odds(({ bias }) => bias),
    of: new Map(used.map(([feature, n]) => [feature, odds(({ weights }) => weights[n])])),
  }
}

function countsOf(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { features } of examples) for (const each of features) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}

const isOf = ({ label, isLasting }: Example, head: Head): boolean => (head === 'lasting' ? isLasting : label === head)

interface Row {
  readonly of: readonly number[]
  readonly scale: number
}

/**
 * By how much each feature is scaled before the regression: the more, the more unevenly it occurs in the two classes
 * (log-count ratios as in NB-SVM, Wang and Manning 2012, here mixed with 1).
 */
function tellingness(rows: readonly Row[], wanted: readonly number[], width: number): Float64Array {
  const [inside, outside] = [new Float64Array(width).fill(1), new Float64Array(width).fill(1)]
  rows.forEach(({ of }, n) => {
    const counts = wanted[n] === 1 ? inside : outside
    for (const feature of of) counts[feature] = (counts[feature] ?? 0) + 1
  })
  const total = wanted.reduce((sum, each) => sum + each, 0)
  const shares = Math.log((total + 2) / (rows.length - total + 2))
  return inside.map((count, n) => 1 - MIXED + MIXED * Math.abs(Math.log(count / (outside[n] ?? 1)) - shares))
}

const MIXED = 0.7

/** Stochastic gradient descent with a rate of its own for each feature (AdaGrad, Duchi et al. 2011). */
function one(rows: readonly Row[], wanted: readonly number[], telling: Float64Array) {
  const [weights, squares] = [new Float64Array(telling.length), new Float64Array(telling.length).fill(1e-6)]
  let [bias, square] = [0, 1e-6]
  const random = seeded(1)
  const order = rows.map((_, n) => n)
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random)
    for (const n of order) {
      const { of, scale } = rows[n] as Row
      let sum = 0
      for (const feature of of) sum += (weights[feature] as number) * (telling[feature] as number)
      const off = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, sum * scale + bias)))) - (wanted[n] as number)
      for (const feature of of) {
        const step = off * scale * (telling[feature] as number) + DECAY * (weights[feature] as number)
        squares[feature] = (squares[feature] as number) + step * step
        weights[feature] = (weights[feature] as number) - (RATE * step) / Math.sqrt(squares[feature] as number)
      }
      square += off * off
      bias -= (RATE * off) / Math.sqrt(square)
    }
  }
  return { weights: weights.map((weight, n) => weight * (telling[n] as number)), bias }
}

function shuffle(order: number[], random: () => number): void {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[order[n], order[other]] = [order[other] as number, order[n] as number]
  }
}

/** The weights that decide most, the others 0. */
function strongest(weights: Float64Array, often: readonly number[]): Float64Array {
  const strength = weights.map((weight, n) => Math.abs(weight) * (often[n] as number))
  const least = strength.toSorted().at(-KEPT) ?? 0
  return weights.map((weight, n) => ((strength[n] as number) >= least ? weight : 0))
}

/** Weights as `weights.data.ts` holds them, in tenths. */
export function packed({ bias, of }: Weights): string {
  const whole = (value: number) => `${Math.round(value * 10) || 0}`
  const rows = [...of].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [bias.map(whole).join(' '), ...rows.map(([feature, each]) => `${each.map(whole).join(' ')} ${feature}`)].join(
    '\n',
  )
}

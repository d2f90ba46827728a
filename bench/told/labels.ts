import { readFileSync } from 'node:fs'
import type { AnyRecord } from '../../src/domain/nouns/records.ts'
import { percent, shareOf, table } from '../retrieval/figures.ts'
import type { Account, Asked } from './account.ts'

/** How much a record would help with a prompt, as a reader judged it: not, somewhat, much. */
export type Grade = 0 | 1 | 2

/** A record judged for a prompt by two readers who knew neither how it was found nor each other's grades. */
export interface Labelled {
  readonly prompt: Moment
  readonly record: string
  /** The turn that the record was made of, or else when it was made: by this it is known should its id change. */
  readonly made: Moment
  readonly grades: readonly [Grade, Grade]
}

/** A session and a time (epoch milliseconds), as `SESSION TIME`: what transcripts say, however ids are derived. */
type Moment = string

const momentOf = ({ session, at }: { readonly session: string; readonly at: number }): Moment => `${session} ${at}`

/** By prompt: `[record, made, first reader's grade, second reader's]` for each record that was judged. */
type Kept = Readonly<Record<Moment, readonly (readonly [string, Moment, Grade, Grade])[]>>

/** The labels in a file. */
export function labelsIn(file: string): Labelled[] {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  return Object.entries(kept).flatMap(([prompt, rows]) =>
    rows.map(([record, made, first, second]) => ({ prompt, record, made, grades: [first, second] as const })),
  )
}

/** Of use: the readers' mean is `somewhat` at least. */
const isOfUse = ({ grades: [a, b] }: Labelled): boolean => a + b >= 2
/** Much of use: no reader says less than `somewhat`, and one says `much`. */
const isMuch = ({ grades: [a, b] }: Labelled): boolean => a + b >= 3

/** Agreement of two readers beyond chance (Cohen 1960), over grades as `of` groups them. */
export function kappa(labels: readonly Labelled[], of: (grade: Grade) => number): number {
  const pairs = labels.map(({ grades: [a, b] }) => [of(a), of(b)] as const)
  const share = (is: (pair: readonly [number, number]) => boolean) => pairs.filter(is).length / pairs.length
  const groups = [...new Set(pairs.flat())]
  const chance = groups.reduce((sum, one) => sum + share(([a]) => a === one) * share(([, b]) => b === one), 0)
  return chance === 1 ? 1 : (share(([a, b]) => a === b) - chance) / (1 - chance)
}

/** What recall says today at the prompts that were labelled. Where it tells what nobody judged, that is counted apart. */
export function labelTable(labels: readonly Labelled[], accounts: ReadonlyMap<string, Account>): string {
  const answers = [...accounts.values()].map((account) =>
    account.prompts.flatMap((asked) => answerOf(asked, labels, account.records) ?? []),
  )
  const columns = answers.length > 1 ? [...answers, answers.flat()] : answers
  const values = columns.map(figuresOf)
  const titles = answers.length > 1 ? [...accounts.keys(), 'all'] : [...accounts.keys()]
  const rows = Object.keys(figuresOf([])).map((what) => [what, ...values.map((each) => each[what] ?? '')])
  const agreed = [kappa(labels, (grade) => Math.min(grade, 1)), kappa(labels, Number)].map((each) => each.toFixed(2))
  return `${labels.length} labels; kappa of use or none ${agreed[0]}, of three grades ${agreed[1]}\n\n${table(['', ...titles], rows)}`
}

function figuresOf(answers: readonly Answered[]): Record<string, string> {
  const told = answers.flatMap((each) => each.told)
  const judged = told.flatMap((each) => each ?? [])
  const spoken = answers.filter(speaks)
  const wholly = spoken.filter((each) => each.told.every((one) => one !== undefined))
  const [useful, useless] = [answers.filter(({ best }) => best), answers.filter(({ best }) => !best)]
  return {
    'labelled prompts: recall spoke': share(spoken, answers),
    'its records that were judged: of use': share(judged.filter(isOfUse), judged),
    '… much of use': share(judged.filter(isMuch), judged),
    'its records that nobody judged': share(told.filter(isUnjudged), told),
    'utterances all judged: something of use': share(wholly.filter(helps), wholly),
    'a judged record is of use: spoke': share(useful.filter(speaks), useful),
    'no judged record is of use: silent': share(useless.filter(isSilent), useless),
  }
}

const share = (hits: readonly unknown[], all: readonly unknown[]): string =>
  `${percent(shareOf(hits.length, all.length))} of ${all.length}`
const speaks = ({ told }: Answered): boolean => told.length > 0
const isSilent = ({ told }: Answered): boolean => told.length === 0
const isUnjudged = (label: Labelled | undefined): boolean => label === undefined
const helps = ({ told }: Answered): boolean => told.some((label) => label !== undefined && isOfUse(label))

interface Answered {
  /** The label of each record that was shown; undefined if it has none. */
  readonly told: readonly (Labelled | undefined)[]
  /** Whether a record that was judged is of use. */
  readonly best: boolean
}

function answerOf(
  asked: Asked,
  labels: readonly Labelled[],
  records: ReadonlyMap<string, AnyRecord>,
): Answered | undefined {
  const own = labels.filter(({ prompt }) => prompt === momentOf(asked))
  if (own.length === 0) return undefined
  const labelOf = (id: string) => {
    const moments = momentsOf(id, records)
    return own.find(({ record }) => record === id) ?? own.find(({ made }) => moments.includes(made))
  }
  return { told: asked.told.map(labelOf), best: own.some(isOfUse) }
}

/** When a record was made, and when what it rests on was asked. */
function momentsOf(id: string, records: ReadonlyMap<string, AnyRecord>): readonly Moment[] {
  const found = records.get(id)
  if (found === undefined) return []
  const evidence = 'evidence' in found.record ? found.record.evidence : []
  const asked = evidence.flatMap((one) => records.get(one) ?? []).filter(({ kind }) => kind === 'prompt')
  return [found, ...asked].flatMap(({ record: { session, at } }) =>
    session === undefined ? [] : [momentOf({ session, at })],
  )
}

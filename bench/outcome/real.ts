import { outcomesOfCall } from '../../src/domain/checks/judge.ts'
import { percent, shareOf, table } from '../retrieval/figures.ts'
import type { Ended } from './calls.ts'
import { type Judgement, judged, type Label, type Verdict } from './labels.ts'

/** The shell calls of a project's transcripts, by id. */
export interface Project {
  readonly folder: string
  readonly calls: ReadonlyMap<string, Ended>
}

type Labels = ReadonlyMap<string, Label>

/** Right, unknown, false passes, missed and false checks for each project and for all. */
export function realTable(projects: readonly Project[], labels: Labels): string {
  const each = projects.map((project) => compared(project, labels))
  const columns = each.length > 1 ? [...each, each.flat()] : each
  const names = projects.map(({ folder }) => folder.split('-').slice(-2).join('-'))
  const values = columns.map(figuresOf)
  const rows = Object.keys(figuresOf([])).map((what) => [what, ...values.map((one) => one[what] ?? '')])
  return table(['', ...names, ...(each.length > 1 ? ['all'] : [])], rows)
}

/** What the product and the reader disagree on: the call's id, the reader's label and the product's words. */
export function disagreements(projects: readonly Project[], labels: Labels): string[] {
  return projects.flatMap((project) =>
    compared(project, labels).flatMap(({ id, truth, said, judgements }) =>
      judgements.every((one) => one === 'right')
        ? []
        : [`${id} reader: ${shown(truth)}; product: ${shown(said)}; ${[...new Set(judgements)].join(', ')}`],
    ),
  )
}

const shown = (verdicts: readonly Verdict[]): string =>
  verdicts.map(({ check, status }) => `${check} ${status}`).join(', ') || 'no check'

interface Compared {
  readonly id: string
  readonly truth: readonly Verdict[]
  readonly said: readonly Verdict[]
  readonly judgements: readonly Judgement[]
}

function compared({ calls }: Project, labels: Labels): Compared[] {
  return [...calls].flatMap(([id, call]) => {
    const truth = labels.has(id) ? labels.get(id) : []
    if (truth === undefined) return []
    const said = outcomesOfCall(call, [])
    return [{ id, truth, said, judgements: judged(truth, said) }]
  })
}

function figuresOf(all: readonly Compared[]): Record<string, string> {
  const judgements = all.flatMap((one) => one.judgements)
  const runs = judgements.filter((one) => one !== 'false check')
  const found = runs.filter((one) => one !== 'missed')
  const truths = all.flatMap(({ truth }) => truth)
  const tellable = truths.filter(({ status }) => status !== 'unknown' && status !== 'none').length
  const of = (what: Judgement, among: readonly Judgement[] = runs) =>
    percent(shareOf(among.filter((one) => one === what).length, among.length))
  const count = (what: Judgement) => String(judgements.filter((one) => one === what).length)
  const unknowns = judgements.filter((one) => one === 'unknown where a reader can tell').length
  return {
    'shell calls': String(all.length),
    'runs (a reader can tell)': `${runs.length} (${tellable})`,
    'right, of all runs': of('right'),
    'right, of those recognised': of('right', found),
    'unknown, of those a reader can tell': percent(shareOf(unknowns, tellable)),
    'false passes': count('false pass'),
    'otherwise wrong': count('wrong'),
    'runs missed': count('missed'),
    'calls that are no checks, taken for one': count('false check'),
  }
}

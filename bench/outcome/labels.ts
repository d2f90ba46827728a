import { readFileSync } from 'node:fs'
import type { CheckOutcome, CheckStatus } from '../../src/domain/checks/outcome.ts'
import type { Check } from '../../src/domain/classification.ts'

/**
 * What a reader made of one run. `error` and `fail` are kept apart but score as one; `none`: the line stopped before it
 * ran, so that nothing or `unknown` is right.
 */
export interface Verdict {
  readonly check: Check
  readonly status: CheckStatus | 'none'
}

/** What a reader made of a call: its runs in order; undefined where the reader could not decide what was run. */
export type Label = readonly Verdict[] | undefined

/** By label, such as `Lp Tf` (lint passed, tests failed) or `?`: the ids that the client gave the calls. */
type Kept = Readonly<Record<string, readonly string[]>>

/**
 * The labels in a file, by the call's id. Calls without one are no checks. A search of its own found 1,057 of the 1,670 shell
 * calls; a rule drafted their labels from exit status and output, and one reader went through them before the product was
 * asked. The others were not read.
 */
export function labelsIn(file: string): ReadonlyMap<string, Label> {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  return new Map(Object.entries(kept).flatMap(([label, ids]) => ids.map((id) => [id, verdictsOf(label)] as const)))
}

const CHECKS: Readonly<Record<string, Check>> = { T: 'test', Y: 'types', L: 'lint', B: 'build' }
const STATUSES: Readonly<Record<string, Verdict['status']>> = {
  p: 'pass',
  f: 'fail',
  e: 'error',
  u: 'unknown',
  n: 'none',
}

function verdictsOf(label: string): Label {
  if (label === '?') return undefined
  return label.split(' ').map(([check = '', status = '']) => {
    const verdict = { check: CHECKS[check], status: STATUSES[status] }
    if (verdict.check === undefined || verdict.status === undefined) throw new Error(`not a label: ${label}`)
    return verdict as Verdict
  })
}

/** How what the product says of a run compares with what a reader says. */
export type Judgement = 'right' | 'unknown where a reader can tell' | 'false pass' | 'wrong' | 'missed' | 'false check'

const isBad = (status: string): boolean => status === 'fail' || status === 'error'

/** Pass, bad (`fail` or `error`) or unknown: these are compared. */
export function judgementOf(truth: Verdict['status'] | undefined, said: CheckStatus | undefined): Judgement {
  if (truth === undefined) return 'false check'
  if (said === undefined) return truth === 'none' ? 'right' : 'missed'
  if (said === truth || (isBad(said) && isBad(truth)) || (truth === 'none' && said === 'unknown')) return 'right'
  if (said === 'pass') return 'false pass'
  return said === 'unknown' ? 'unknown where a reader can tell' : 'wrong'
}

/** The judgement of each run of a call. Runs of one check by one program are one outcome, so equal neighbours count once. */
export function judged(label: readonly Verdict[], outcomes: readonly CheckOutcome[]): Judgement[] {
  const left = [...outcomes]
  const runs = label.filter((one, at) => one.check !== label[at - 1]?.check || one.status !== label[at - 1]?.status)
  const found = runs.map(({ check, status }) => {
    const at = left.findIndex((one) => one.check === check)
    return judgementOf(status, at < 0 ? undefined : left.splice(at, 1)[0]?.status)
  })
  return [...found, ...left.map(() => judgementOf(undefined, undefined))]
}

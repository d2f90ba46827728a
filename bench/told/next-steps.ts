import { stepsIn } from '../../src/domain/learning/steps.ts'
import { percent, shareOf, table } from '../retrieval/figures.ts'
import type { Judged } from './report.ts'

/** So many steps later a told step still counts as come. */
const SOON = 3

/**
 * How often the step that was told as the usual next one came next, and soon; and, for comparison, what share of all steps
 * and of all moments is the same by chance.
 */
export function nextStepTable(judged: readonly Judged[]): string {
  const rows = [...judged.map((one) => [one]), judged].map((some) => {
    const told = some.flatMap(toldIn)
    const share = (of: (one: ToldStep) => number) => told.reduce((sum, one) => sum + of(one), 0) / told.length
    const hits = (of: (one: ToldStep) => boolean) =>
      `${told.filter(of).length}/${told.length}  ${percent(shareOf(told.filter(of).length, told.length))}`
    return [
      some.length === 1 ? (some[0]?.project ?? '') : 'all',
      hits(({ later, step }) => later[0] === step),
      hits(({ later, step }) => later.includes(step)),
      `${Math.round(100 * share(({ step, all }) => all.flat().filter((each) => each === step).length / all.flat().length))}`,
      `${Math.round(100 * share(({ step, all }) => soonAmong(step, all)))}`,
    ]
  })
  const head = ['usual next steps told', 'came next', `within ${SOON}`, 'of all steps, %', `within ${SOON} of any, %`]
  return table(head, rows)
}

/** A told step, the steps that its session did then, and those of all sessions. */
interface ToldStep {
  readonly step: string
  readonly later: readonly string[]
  readonly all: readonly (readonly string[])[]
}

function toldIn({ account: { utterances, events } }: Judged): ToldStep[] {
  const all = [...events.values()].map(stepsIn)
  return utterances.flatMap(({ behaviour, session, at, lines }) => {
    const step = /run `([^`]+)`/.exec(lines.map(({ text }) => text).join('\n'))?.[1]
    if (behaviour !== 'behavioural' || step === undefined) return []
    const own = events.get(session) ?? []
    const last = stepsIn(own.filter((event) => event.at <= at)).at(-1)
    const after = stepsIn(own.filter((event) => event.at > at))
    return [{ step, later: (after[0] === last ? after.slice(1) : after).slice(0, SOON), all }]
  })
}

function soonAmong(step: string, all: readonly (readonly string[])[]): number {
  const moments = all.flatMap((steps) => steps.map((_, at) => steps.slice(at + 1, at + 1 + SOON).includes(step)))
  return moments.filter(Boolean).length / moments.length
}

import { claimsOf, inRole, isDone, lastSaid, ofAll } from './participants.ts'
import type { Newcomer, RunPlan, SubagentPattern } from './pattern.ts'

/** Stages follow each other; each is given the result of the one before it. */
export const pipeline: SubagentPattern = {
  name: 'pipeline',
  summary: 'Stages follow each other; each is given the result of the one before it.',
  counts: 'stages',
  roles: {},
  words: /\bpipelines?\b|\bin (?:\w+ )?stages\b/i,
  roleOf: (newcomer, others, plan) => {
    const total = stageTotal(plan)
    const isFree = (n: number) => !others.some(({ role }) => role.n === n)
    const named = stageNamed(newcomer, plan).find(isFree)
    let n = named ?? 1
    while (!isFree(n)) n++
    return total !== undefined && n > total ? undefined : { name: 'stage', n }
  },
  brief: ({ role: { n } }, all, plan) => {
    const before = all.filter(({ role }) => role.n === n - 1)
    const claims = claimsOf(before)
    const [own, last] = [stageSaid(n, plan), stageSaid(n - 1, plan)]
    const says = [`This agent is ${own}${ofAll(stageTotal(plan))} of a pipeline.`]
    if (n > 1) says.push(claims.length > 0 ? `What ${last} reported:` : `${last} has not reported anything yet.`)
    if (n !== stageTotal(plan)) says.push(`Its last message is handed to ${stageSaid(n + 1, plan)}.`)
    return { says, claims }
  },
  toStart: (all, plan) => {
    const total = stageTotal(plan)
    if (total === undefined) return undefined
    const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
      (n) => !all.some(({ role }) => role.n === n),
    )
    return missing.map((n) => stageSaid(n, plan))
  },
  result: (all, plan) => {
    const inOrder = inRole(all, 'stage').toSorted((a, b) => a.role.n - b.role.n)
    const stages = inOrder.map((one) => ({
      stage: one.role.n,
      name: plan.stages[one.role.n - 1] ?? null,
      agent: one.agent,
      output: isDone(one) ? lastSaid(one) : null,
    }))
    const last = inOrder.at(-1)
    return {
      says: `${inOrder.filter(isDone).length} of ${stageTotal(plan) ?? inOrder.length} stages ended`,
      claims: claimsOf(last === undefined ? [] : [last]),
      data: { stages, output: stages.at(-1)?.output ?? null },
    }
  },
}

const stageTotal = ({ stages, agents }: RunPlan): number | undefined => (stages.length > 0 ? stages.length : agents)

/** `stage 2 (test)`. */
const stageSaid = (n: number, { stages }: RunPlan): string =>
  stages[n - 1] === undefined ? `stage ${n}` : `stage ${n} (${stages[n - 1]})`

/** The stages whose names an agent's type or description contains. */
function stageNamed({ type, description = '' }: Newcomer, { stages }: RunPlan): readonly number[] {
  const text = ` ${words(type)} ${words(description)} `
  return stages.flatMap((stage, at) => (words(stage) !== '' && text.includes(` ${words(stage)} `) ? [at + 1] : []))
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

import { expect, test } from 'vitest'
import { PATTERN_NAMES } from '../../../../src/domain/coordination/patterns/pattern.ts'
import { runAfter, type Step } from './runs.ts'

const SAYS = {
  votes: ['VOTE: yes', '**Vote:** No.', 'VOTE: yes'],
  reviews: ['A first draft', 'CHANGES: shorter', 'A second draft', 'APPROVED'],
  failures: ['FAILED: timeout', 'It works now', 'FAILED: timeout', 'OK'],
  handling: ['ESCALATE: too hard', 'HANDLED', 'Nothing to see here.'],
  board: [
    'BOARD: colour = blue',
    'BOARD: colour = red\nBOARD: size = 3',
    'EVENT: build = green',
    'BROADCAST: the cache is stale',
  ],
  debate: ['The index is too large', 'It is small enough', 'VERDICT: advocate'],
}
const PLANS = {
  'no plan': { plan: {}, order: 'at once' },
  '3 stages': { plan: { stages: ['plan', 'build', 'check'], agents: 3, rounds: 2 }, order: 'unfinished' },
} as const
const NAMES = ['a', 'b', 'c', 'd', 'e']
const TYPES = ['general-purpose', 'judge', 'planner', 'critic', 'advocate']

/** All at once, ending in the reverse order; or with the first still running. */
const steps = (says: readonly string[], order: 'at once' | 'unfinished'): readonly Step[] => {
  const starts = says.map((_, n): Step => ({ start: NAMES[n] ?? 'z', for: `part ${n}`, type: TYPES[n] ?? 'x' }))
  const stops = says.map((each, n): Step => ({ stop: NAMES[n] ?? 'z', says: each }))
  return [...starts, ...(order === 'at once' ? stops.toReversed() : stops.slice(1))]
}

// Renewed by `npx vitest run --project unit test/domain/coordination/patterns/told.test.ts -u`; read what changes before you commit it
test.each(PATTERN_NAMES)('what the agents of a run by %s are told is what it was', async (name) => {
  const told = Object.entries(PLANS).flatMap(([title, { plan, order }]) =>
    Object.entries(SAYS).flatMap(([theme, says]) => {
      const { all, roles, toStart, result, briefOf } = runAfter(name, plan, ...steps(says, order))
      const briefs = all.map(({ agent }) => `  ${agent} ${JSON.stringify(briefOf(agent))}`)
      const head = `${title}, ${theme}, ${order}: ${roles.join(', ')}; to start: ${toStart?.join(', ') ?? '-'}`
      return [head, ...briefs, `  = ${JSON.stringify(result)}`]
    }),
  )
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(`told/${name}.txt`)
})

import * as fc from 'fast-check'
import { patterns } from '../../../../src/domain/coordination/patterns/catalogue.ts'
import { participantsIn, type RunEvent } from '../../../../src/domain/coordination/patterns/participants.ts'
import type { Participant, PatternName, RunPlan } from '../../../../src/domain/coordination/patterns/pattern.ts'

/** What an agent does: it starts, for something, or stops with a message. */
export type Step =
  | { readonly start: string; readonly for?: string; readonly type?: string }
  | { readonly stop: string; readonly says: string }

/** Steps a minute apart as events; each stop has its own id. */
export const eventsOf = (steps: readonly Step[]): readonly RunEvent[] =>
  steps.map((step, n): RunEvent => {
    const at = (n + 1) * 60_000
    if ('start' in step)
      return { kind: 'started', agent: step.start, type: step.type ?? 'general-purpose', description: step.for, at }
    return { kind: 'stopped', agent: step.stop, id: `e${n}`, text: step.says, at }
  })

/** A run after some steps. */
export function runAfter(name: PatternName, plan: Partial<RunPlan>, ...steps: readonly Step[]) {
  const whole = { stages: [], ...plan }
  const all = participantsIn(patterns[name], whole, eventsOf(steps))
  return {
    all,
    roles: all.map(({ role: { name: role, n } }) => `${role} ${n}`),
    toStart: patterns[name].toStart(all, whole),
    result: patterns[name].result(all, whole),
    briefOf: (agent: string) => patterns[name].brief(participant(all, agent), all, whole),
  }
}

const participant = (all: readonly Participant[], agent: string): Participant => {
  const found = all.find((one) => one.agent === agent)
  if (found === undefined) throw new Error(`${agent} takes no part`)
  return found
}

/** An agent that starts and stops with a message. */
export const ran = (agent: string, says: string, more: { for?: string; type?: string } = {}): readonly Step[] => [
  { start: agent, ...more },
  { stop: agent, says },
]

const MESSAGES = [
  'VOTE: yes',
  'VOTE: no',
  '**Vote:** Yes.',
  'APPROVED',
  'CHANGES: shorter',
  'OK',
  'FAILED: timeout',
  'HANDLED',
  'ESCALATE: too hard',
  'BROADCAST: the cache is stale',
  'BOARD: colour = blue',
  'EVENT: build = green',
  'VERDICT: advocate',
  'Nothing to see here.',
  '',
]

/** Any sequence of starts and stops of six agents, in any order. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc
    .record({ agent: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), says: fc.option(fc.constantFrom(...MESSAGES)) })
    .map(({ agent, says }): Step => (says === null ? { start: agent } : { stop: agent, says })),
  { maxLength: 20 },
)

export const anyPlan: fc.Arbitrary<RunPlan> = fc.record({
  agents: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  stages: fc.constantFrom<readonly string[]>([], ['build', 'test', 'release']),
  rounds: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
})

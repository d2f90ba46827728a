import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patternNamed, patterns } from '../../../../src/domain/coordination/patterns/catalogue.ts'
import { participantsIn, roleSaid } from '../../../../src/domain/coordination/patterns/participants.ts'
import { PATTERN_NAMES, type PatternName } from '../../../../src/domain/coordination/patterns/pattern.ts'
import { runs } from '../../../runs.ts'
import { anyPlan, anySteps, eventsOf } from './runs.ts'

test('a pattern is found by its name however it is written, and by nothing else', () => {
  for (const name of PATTERN_NAMES)
    for (const written of [
      name,
      name.toUpperCase(),
      name.replaceAll('-', '_'),
      name.replaceAll('-', ' '),
      name.replaceAll('-', ''),
    ])
      expect(patternNamed(written)).toBe(name)
  for (const other of ['', 'task', 'juries', 'constructor', '__proto__']) expect(patternNamed(other)).toBeUndefined()
})

describe.each(PATTERN_NAMES)('%s', (name) => {
  const pattern = patterns[name]
  const run = (
    check: (given: {
      plan: typeof anyPlan extends fc.Arbitrary<infer P> ? P : never
      events: ReturnType<typeof eventsOf>
    }) => void,
  ) =>
    fc.assert(
      fc.property(anyPlan, anySteps, (plan, steps) => check({ plan, events: eventsOf(steps) })),
      { numRuns: runs(200) },
    )

  test('an event that arrives twice changes nothing', () => {
    run(({ plan, events }) => {
      const twice = events.flatMap((event) => [event, event])
      expect(participantsIn(pattern, plan, [...twice, ...events])).toEqual(participantsIn(pattern, plan, events))
    })
  })

  test('an agent that came too late stays out when its start arrives again after others were continued', () => {
    const steps = [{ start: 'b' }, { stop: 'b', says: 'HANDLED' }, { start: 'a' }, { stop: 'b', says: 'ESCALATE: no' }]
    const events = eventsOf(steps as Parameters<typeof eventsOf>[0])
    const plan = { agents: undefined, stages: [] }
    expect(participantsIn(pattern, plan, [...events, ...events])).toEqual(participantsIn(pattern, plan, events))
  })

  test('each agent takes part once, in a role that nobody else has and that it keeps', () => {
    run(({ plan, events }) => {
      const all = participantsIn(pattern, plan, events)
      expect(new Set(all.map(({ agent }) => agent)).size).toBe(all.length)
      expect(new Set(all.map(({ role }) => roleSaid(role))).size).toBe(all.length)
      const earlier = participantsIn(pattern, plan, events.slice(0, events.length / 2))
      expect(all.slice(0, earlier.length).map(({ role }) => role)).toEqual(earlier.map(({ role }) => role))
    })
  })

  test('what an agent is given was said by another one, in a stop', () => {
    run(({ plan, events }) => {
      const all = participantsIn(pattern, plan, events)
      for (const own of all) {
        const mine = new Set(own.said.map(({ id }) => id))
        const others = new Set(all.flatMap(({ said }) => said.map(({ id }) => id)))
        for (const { id } of pattern.brief(own, all, plan).claims) {
          expect(others).toContain(id)
          expect(mine).not.toContain(id)
        }
      }
    })
  })

  test('its result is data, whatever happened', () => {
    run(({ plan, events }) => {
      const all = participantsIn(pattern, plan, events)
      const { data, says } = pattern.result(all, plan)
      expect(JSON.parse(JSON.stringify(data))).toEqual(data)
      expect(says).not.toMatch(/undefined|NaN|\n/)
      expect(pattern.toStart(all, plan)?.join() ?? '').not.toMatch(/undefined|NaN/)
    })
  })
})

const SIZED: readonly PatternName[] = ['swarm', 'jury', 'hierarchical', 'blackboard', 'circuit-breaker']

test.each(SIZED)('%s: those who take part and those still to be started are as many as planned', (name) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), anySteps, (agents, steps) => {
      const plan = { agents, stages: [] }
      const all = participantsIn(patterns[name], plan, eventsOf(steps))
      expect(all.length + (patterns[name].toStart(all, plan)?.length ?? Number.NaN)).toBe(agents)
    }),
  )
})

import { expect, test } from 'vitest'
import { isComplete, progressOf } from '../../../src/domain/coordination/run-progress.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Run } from '../../../src/domain/nouns/run.ts'

const run = (over: Partial<Run>): Run => ({
  ...{ id: 'r_1', session: 's1', project: 'p1', at: 1000, pattern: 'jury', stages: [], by: 'person', state: 'open' },
  ...{ outcome: [], evidence: [], ...over },
})

let seq = 0
const event = (name: string, at: number, agentId: string | undefined, body: object = {}): EventRecord =>
  ({ seq: ++seq, id: `e_${seq}`, name, at, agentId, agentType: 'general-purpose', body }) as unknown as EventRecord
const launch = (at: number, description: string, type = 'general-purpose') =>
  event('Launched', at, undefined, { type, description })
const started = (at: number, agent: string) => event('SubagentStart', at, agent)
const stopped = (at: number, agent: string, lastMessage: string) => event('SubagentStop', at, agent, { lastMessage })

test('agents that started before the run was declared take no part', () => {
  const { participants } = progressOf(run({}), [started(900, 'a'), started(1100, 'b'), stopped(1200, 'a', 'VOTE: no')])
  expect(participants.map(({ agent }) => agent)).toEqual(['b'])
})

test('an agent is known by what it was started for, if only one call can have started it', () => {
  const { participants } = progressOf(run({ pattern: 'map-reduce' }), [
    launch(1100, 'Reduce what is known'),
    started(1110, 'r'),
    launch(1200, 'Map part 1'),
    started(1210, 'm'),
  ])
  expect(participants.map(({ role, description }) => [role.name, description])).toEqual([
    ['reducer', 'Reduce what is known'],
    ['mapper', 'Map part 1'],
  ])
})

test('agents that are started together are known by none of several descriptions, and later ones by their own again', () => {
  const { participants } = progressOf(run({ pattern: 'swarm' }), [
    ...[launch(1100, 'One'), launch(1101, 'Two'), started(1110, 'b'), started(1111, 'a')],
    ...[launch(1200, 'Three'), started(1210, 'c')],
  ])
  expect(participants.map(({ description }) => description)).toEqual([undefined, undefined, 'Three'])
})

test('a call that started nobody is forgotten after a minute', () => {
  const { participants } = progressOf(run({ pattern: 'swarm' }), [
    ...[launch(1100, 'Refused'), launch(70_000, 'Look'), started(70_010, 'a')],
  ])
  expect(participants[0]?.description).toBe('Look')
})

test('a run is complete when all that were planned have ended', () => {
  const events = [
    started(1100, 'a'),
    started(1101, 'b'),
    stopped(1200, 'a', 'VOTE: yes'),
    stopped(1201, 'b', 'VOTE: yes'),
  ]
  expect(isComplete(progressOf(run({ agents: 2 }), events))).toBe(true)
  expect(isComplete(progressOf(run({ agents: 2 }), events.slice(0, 3)))).toBe(false)
  expect(isComplete(progressOf(run({ agents: 3 }), events))).toBe(false)
})

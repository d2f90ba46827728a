import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../daemon/world.ts'
import { call, live } from './turns.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  await live(world, 's1', [{ hook_event_name: 'SessionStart', source: 'startup' }])
})
afterAll(() => world.remove())

const run = (input: object) => call(world, 'run', { session: 's1', ...input })
const agent = (id: string) => ({ agent_id: id, agent_type: 'general-purpose' })
const ran = (id: string, last_assistant_message: string) => [
  { hook_event_name: 'SubagentStart', ...agent(id) },
  { hook_event_name: 'SubagentStop', ...agent(id), last_assistant_message },
]

test('a run is declared, shown while it goes on, and ended as it is', async () => {
  const { runs } = await run({ action: 'start', pattern: 'Map_Reduce', agents: 2 })
  expect(runs).toMatchObject([
    { pattern: 'map-reduce', agents: 2, state: 'open', sessionId: 's1', result: { reduced: null } },
  ])
  expect(runs[0].missing).toEqual(['mapper 1', 'mapper 2', 'the reducer'])
  expect((await run({ action: 'start', pattern: 'jury' })).error.message).toContain('still open')
  await live(world, 's1', ran('a', 'seven'))
  expect((await run({})).runs).toMatchObject([
    { participants: [{ agent: 'a', done: true }], missing: ['mapper 2', 'the reducer'] },
  ])
  const stopped = await run({ action: 'stop' })
  expect(stopped.runs).toMatchObject([{ state: 'stopped', result: { mapped: [{ output: 'seven' }] } }])
  expect((await run({ action: 'stop' })).error.message).toContain('no run is open')
  // What is over stays as it was
  await live(world, 's1', ran('b', 'nine'))
  expect((await run({ id: runs[0].id })).runs).toMatchObject([{ state: 'stopped', participants: [{ agent: 'a' }] }])
})

test.each([
  [{ action: 'start' }, 'needs a pattern'],
  [{ action: 'start', pattern: 'jurry' }, "did you mean 'jury'?"],
  [{ action: 'start', pattern: 'jury', agents: 0 }, 'agents'],
  [{ action: 'start', pattern: 'jury', session: 'nope' }, "no session matches 'nope'"],
  [{ id: 'r_ffffffffffffffff' }, 'no run matches'],
])('%j is refused in one line', async (input, why) => {
  const { error } = await run(input)
  expect(error.message + (error.remedy ?? '')).toContain(why)
  expect(error.message).not.toContain('\n')
})

test('a juror finds nothing of its own session through tools, and cannot end the run; the main agent can', async () => {
  await live(world, 's2', [{ hook_event_name: 'SessionStart', source: 'startup' }])
  const { runs } = await call(world, 'run', { action: 'start', pattern: 'jury', agents: 2, session: 's2' })
  await live(world, 's2', ran('a', 'The okapi enclosure is too small.\nVOTE: enlarge'))
  const { sessions } = await world.api('sessions')
  const { project } = sessions.find(({ id }: { id: string }) => id === 's2')
  const self = { session: 's2', project, agent: 'b' }
  const asked = (by: object) => call(world, 'search', { query: 'okapi enclosure', ...by })
  expect((await asked({})).results.length).toBeGreaterThan(0)
  expect((await asked({ self })).results).toEqual([])
  expect((await asked({ self: { ...self, agent: undefined } })).results.length).toBeGreaterThan(0)
  expect((await call(world, 'show', { ids: [runs[0].id], self })).error).toBeDefined()
  expect((await call(world, 'run', { action: 'stop', self })).error.message).toContain('only the main agent')
  await call(world, 'run', { action: 'stop', session: 's2' })
  expect((await asked({ self })).results.length).toBeGreaterThan(0)
})

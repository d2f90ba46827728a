import { expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { draft, prompt, result, world } from '../../engine/world.ts'

const MINUTE = 60_000
const TEST = 'npx vitest run test/cart.test.ts'
const FAILED = [
  ' FAIL  test/cart.test.ts > cart > rounds half up',
  'ReferenceError: halve is not defined',
  ' ❯ src/cart.ts:12:3',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 4 passed (5)',
].join('\n')
const PASSED = ' Test Files  1 passed (1)\n      Tests  5 passed (5)\n'

/** A project of which each session begins an hour after the one before. */
async function project() {
  const made = await world(behaviours)
  const { engine, store } = made
  let now = Date.now() - 20 * 60 * MINUTE
  let session = 's0'
  const over = (more: object): Partial<Draft> => {
    now += MINUTE
    return { at: now, session, cwd: '/repo', ...more }
  }
  const take = async (each: Draft) => {
    const { answer } = await engine.take(each)
    await engine.drain()
    return answer?.context ?? ''
  }
  const shell = (command: string): { tool: string; toolUseId: string; act: Act; input: object } => ({
    ...{ tool: 'Bash', toolUseId: `t${now}`, input: { command } },
    act: { kind: 'shell', command },
  })
  const act = { kind: 'edit', path: '/repo/src/cart.ts', changes: [{ old: 'a', new: 'b' }] } as const
  return {
    ...made,
    begin: async (id: string) => {
      now += 60 * MINUTE
      session = id
      await take(draft('SessionStart', { source: 'startup' }, over({})))
      await take(prompt('Fix the cart', over({})))
    },
    fails: (command = TEST, error = FAILED, more = {}) =>
      take(draft('PostToolUseFailure', { ...shell(command), error, exitCode: 1, interrupted: false }, over(more))),
    passes: (command = TEST, text = PASSED, more = {}) => take(result(command, text, over(more))),
    edits: (more = {}) =>
      take(draft('PostToolUse', { tool: 'Edit', toolUseId: 't', act, input: {}, result: { text: 'ok' } }, over(more))),
    stops: () => take(draft('Stop', { active: false, lastMessage: 'Done.' }, over({}))),
    ends: () => take(draft('SessionEnd', { reason: 'prompt_input_exit' }, over({}))),
    experiences: () => store.memories.records({ noun: 'experience', limit: 99 }),
  }
}

test('a failing test becomes an experience that the later pass closes, with its cure', async () => {
  const { begin, fails, edits, passes, experiences } = await project()
  await begin('s1')
  await fails()
  expect(await experiences()).toMatchObject([{ state: 'open', isProvisional: true, failing: [/rounds half up/] }])
  await edits()
  await passes()
  await passes('git commit -am "Halve in the cart"', '[main 1a2b3c4] Halve in the cart\n 1 file changed')
  const [one, ...others] = await experiences()
  expect(others).toEqual([])
  expect(one).toMatchObject({
    ...{ state: 'closed', status: 'confirmed', isAutoCaptured: true, files: ['/repo/src/cart.ts'] },
    ...{ committed: '1a2b3c4 Halve in the cart' },
  })
})

test('the cure is told when the failure comes back in another session, once', async () => {
  const { begin, fails, edits, passes, ends } = await project()
  await begin('s1')
  expect(await fails()).not.toContain('failed before')
  await edits()
  await passes()
  // It is no news to the session that did it
  expect(await fails()).not.toContain('failed before')
  await edits()
  await passes()
  await ends()
  await begin('s2')
  await ends()
  await begin('s3')
  const told = await fails('npx vitest run')
  expect(told).toContain('This failed before')
  expect(told).toContain('ReferenceError: halve is not defined')
  expect(told).toMatch(/changed src\/cart\.ts \(“.+” → “.+”\); then it passed/)
  expect(await fails('npx vitest run')).not.toContain('failed before')
})

test('a run whose failure the shell hides brings the cure, too', async () => {
  const { begin, fails, edits, passes } = await project()
  await begin('s1')
  await fails()
  await edits()
  await passes()
  await begin('s2')
  expect(await passes(`${TEST} | tail -20`, FAILED)).toContain('changed src/cart.ts')
  expect(await passes()).not.toContain('failed before')
})

test('another error, and one that passed again unchanged, bring nothing', async () => {
  const { begin, fails, edits, passes, experiences } = await project()
  await begin('s1')
  await fails()
  await passes()
  expect(await experiences()).toMatchObject([{ state: 'closed', files: [], commands: [] }])
  await begin('s2')
  expect(await fails()).not.toContain('failed before')
  await edits()
  await passes()
  await begin('s3')
  expect(await fails(TEST, FAILED.replace('halve is', 'total is').replace('Reference', 'Type'))).not.toContain('before')
})

test('what a session left failing closes in a later one', async () => {
  const { begin, fails, edits, passes, ends, experiences } = await project()
  await begin('s1')
  await fails()
  await ends()
  await begin('s2')
  await edits()
  await passes()
  expect(await experiences()).toMatchObject([{ session: 's1', state: 'closed', files: ['/repo/src/cart.ts'] }])
})

test('two agents at once do not mix', async () => {
  const { begin, fails, edits, passes, experiences } = await project()
  await begin('s1')
  const [a, b] = [{ agent: { id: 'a', type: 'x' } }, { agent: { id: 'b', type: 'x' } }]
  await fails(TEST, FAILED, a)
  await edits(b)
  await passes(TEST, PASSED, b)
  expect(await experiences()).toMatchObject([{ agentId: 'a', state: 'open' }])
  await edits(a)
  await passes(TEST, PASSED, a)
  expect(await experiences()).toMatchObject([{ agentId: 'a', state: 'closed', files: ['/repo/src/cart.ts'] }])
})

test('a command that failed brings the one that worked instead', async () => {
  const { begin, fails, passes, stops } = await project()
  const error = "error: unrecognized subcommand 'tool'"
  await begin('s1')
  await fails('wrap tool fetch --deep', error)
  await passes('tool fetch --deep', 'fetched')
  await stops()
  await begin('s2')
  const told = await fails('wrap tool fetch --deep', error)
  expect(told).toContain('“tool fetch --deep”')
  expect(await fails('wrap tool fetch --deep', error)).not.toContain('failed before')
})

test('a failure that was cured twice in the same way brings one cure', async () => {
  const { begin, fails, edits, passes, ends } = await project()
  for (const session of ['s1', 's2']) {
    await begin(session)
    await fails()
    await edits()
    await passes()
    await ends()
  }
  await begin('s3')
  expect((await fails()).match(/\bx_[0-9a-f]{16}\b/g)).toHaveLength(1)
})

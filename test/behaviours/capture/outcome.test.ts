import { describe, expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import { outcomesOf } from '../../../src/domain/checks/outcome.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { SourceMark } from '../../../src/ports.ts'
import { draft, result, type World, world } from '../../engine/world.ts'

const identity = { parts: ['toolu_1', 'post'], ordinal: false }
const FAILING = 'test_a.py F\nFAILED test_a.py::test_one - AssertionError\n=== 1 failed, 2 passed in 0.10s ==='
const mark: SourceMark = {
  cursor: { path: '/t', seal: '', offset: 1, line: 1, sessions: ['s1'], state: {}, skipped: 0, kinds: {}, errors: [] },
  lines: [],
}

const failing = (command: string, error: string): Draft =>
  draft(
    'PostToolUseFailure',
    {
      tool: 'Bash',
      toolUseId: 't1',
      act: { kind: 'shell', command },
      input: {},
      error,
      exitCode: 1,
      interrupted: false,
    },
    { identity, at: 1000 },
  )

const kept = ({ store }: World) => store.evidence.events({ limit: 100 })
const outcomes = async (here: World) => (await kept(here)).filter(({ name }) => name === 'Outcome')

describe("a check's outcome", () => {
  test('is stored in the same commit as its call, before the answer, with counts and names', async () => {
    const here = await world(behaviours, { start: false })
    const { eventId } = await here.engine.take(failing('pytest', FAILING))
    const events = await kept(here)
    expect(events.map(({ name }) => name)).toEqual(['PostToolUseFailure', 'Outcome'])
    expect(events[1]).toMatchObject({ cause: eventId, session: 's1', at: 1000, via: 'derived' })
    expect(outcomesOf(events).get(eventId ?? '')).toMatchObject([
      {
        check: 'test',
        runner: 'pytest',
        command: 'pytest',
        status: 'fail',
        passed: 2,
        failed: 1,
        failing: ['test_a.py::test_one'],
      },
    ])
  })

  test('has the same id whether the call came by hook or import, and is stored once', async () => {
    const lived = await world(behaviours, { start: false })
    await lived.engine.take(failing('pytest', FAILING))
    const told = [{ draft: failing('pytest', FAILING), ordinal: undefined, line: {} }]
    expect(await lived.engine.absorb({ told, mark })).toBe(0)
    const imported = await world(behaviours, { start: false })
    expect(await imported.engine.absorb({ told, mark })).toBe(1)
    const [one, two] = [await outcomes(lived), await outcomes(imported)]
    expect(one).toHaveLength(1)
    expect(two.map(({ id, body }) => ({ id, body }))).toEqual(one.map(({ id, body }) => ({ id, body })))
  })

  test('is redacted like its call', async () => {
    const here = await world(behaviours, { start: false })
    const key = `ghp_${'a1B2'.repeat(9)}`
    await here.engine.take(failing(`TOKEN=x npm test -- --token ${key}`, `Error: bad token ${key}`))
    const [outcome] = await outcomes(here)
    expect(outcome?.body).toMatchObject({ status: 'fail', runner: 'npm' })
    expect(JSON.stringify(outcome)).not.toContain(key)
  })

  test('does not exist for calls that check nothing, for tools that are not stored, or if the behaviour is off', async () => {
    const here = await world(behaviours, { start: false })
    await here.engine.take(result('ls', 'a'))
    expect(await outcomes(here)).toEqual([])
    const off = await world(behaviours, { start: false, off: ['outcome'] })
    await off.engine.take(failing('pytest', FAILING))
    expect((await kept(off)).map(({ name }) => name)).toEqual(['PostToolUseFailure'])
  })

  test('of a failure behind a pipe makes its call significant', async () => {
    const here = await world(behaviours)
    await here.engine.take(result('pytest 2>&1 | tail -3', FAILING))
    await here.engine.take(result('pytest 2>&1 | tail -3', '3 passed in 0.10s'))
    await here.engine.drain()
    const calls = (await kept(here)).filter(({ name }) => name === 'PostToolUse')
    expect(calls.map(({ significance = 0 }) => significance >= 0.3)).toEqual([true, false])
  })

  test('is deleted when its call is forgotten', async () => {
    const here = await world(behaviours, { start: false })
    const { eventId = '' } = await here.engine.take(failing('pytest', FAILING))
    await here.store.ledger.forget({ ids: [eventId] }, Date.now())
    expect(await kept(here)).toEqual([])
  })

  test("is stored for the user's own check commands, too", async () => {
    const named = await world(behaviours, {
      start: false,
      over: ({ config }) => ({
        config: {
          ...config,
          settings: () => ({ ...config.settings(), outcome: { extraCommands: ['./ci.sh'], autoCapture: true } }),
        },
      }),
    })
    const unnamed = await world(behaviours, { start: false })
    for (const each of [named, unnamed]) await each.engine.take(result('./ci.sh --all', 'fine'))
    expect((await outcomes(named)).map(({ body }) => body.status)).toEqual(['pass'])
    expect(await outcomes(unnamed)).toEqual([])
  })
})

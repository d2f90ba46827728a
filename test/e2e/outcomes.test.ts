import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import type { Kept } from './lab/kept.ts'
import { lived } from './lab/kept.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const CHECK = 'node --test'
let world: World
let kept: Kept
let observed: { type: string; facts: readonly string[] }[]

beforeAll(async () => {
  world = await makeWorld({
    'range.mjs': 'export const last = (list) => list[list.length]\n',
    'range.test.mjs': [
      "import { strictEqual } from 'node:assert'",
      "import { test } from 'node:test'",
      "import { last } from './range.mjs'",
      "test('the last of two is the second', () => strictEqual(last([1, 2]), 2))",
      "test('two is two', () => strictEqual(1 + 1, 2))",
      '',
    ].join('\n'),
  })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const change = {
    file_path: join(world.project, 'range.mjs'),
    old_string: 'list[list.length]',
    new_string: 'list[list.length - 1]',
  }
  const checked = (description: string) => [
    { type: 'tool_use' as const, name: 'Bash', input: { command: CHECK, description } },
  ]
  const done = await runHeadless(world, {
    prompt: 'Fix the off-by-one in last() so that the tests pass',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
      checked('Run the tests'),
      [{ type: 'tool_use', name: 'Edit', input: change }],
      checked('Run the tests again'),
      [{ type: 'text', text: 'The index was one past the end of the list.' }],
    ],
  })
  expect(done.exitCode, done.stderr).toBe(0)
  const { results } = await hindcastJson<{ results: { id: string }[] }>(
    world,
    ...['search', 'off-by-one', '--kind', 'observation'],
  )
  const { items } = await hindcastJson<{ items: typeof observed }>(world, 'show', ...results.map(({ id }) => id))
  observed = items
  kept = await lived(world)
})
afterAll(() => world?.close())

describe('tests that the agent ran', () => {
  it('are stored as outcomes of their calls: failed with the reason, then passed, with the totals that were printed', () => {
    const calls = kept.events.filter(({ tool }) => tool === 'Bash')
    const outcomes = kept.events.filter(({ name }) => name === 'Outcome')
    expect(outcomes.map(({ cause }) => cause)).toEqual(calls.map(({ id }) => id))
    const run = { check: 'test', runner: 'node:test', command: CHECK, skipped: 0 }
    expect(outcomes.map(({ body }) => body)).toMatchObject([
      { ...run, status: 'fail', passed: 1, failed: 1, failing: ['the last of two is the second'] },
      { ...run, status: 'pass', passed: 2, failed: 0 },
    ])
    expect(outcomes[0]?.body.error).toContain('undefined')
  })

  it('appear in the observation as the failure and its fix', () => {
    expect(observed).toContainEqual(
      expect.objectContaining({
        type: 'bugfix',
        facts: expect.arrayContaining([
          expect.stringMatching(/^Failed: node --test → .*undefined/),
          'Passed: node --test: 2 passed',
        ]),
      }),
    )
  })
})

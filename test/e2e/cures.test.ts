import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const HEAD = 'This failed before'
const right = 'export const last = (list) => list.at(-1)\nexport const first = (list) => list[0]\n'
const wrong = right.replace('list.at', 'lst.at')
/** The one is right now, the other is not. */
const otherwise = right.replace('list[0]', 'list[1]')
let world: World
let between: object[]
let first: Awaited<ReturnType<typeof runHeadless>>
let third: Awaited<ReturnType<typeof runHeadless>>

const bash = (command: string) => [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Run' } }]
const writes = (path: string, content: string) => [
  { type: 'tool_use' as const, name: 'Write', input: { file_path: path, content } },
]
const says = (text: string) => [{ type: 'text' as const, text }]

beforeAll(async () => {
  world = await makeWorld({
    'range.mjs': wrong,
    'range.test.mjs': [
      "import { strictEqual } from 'node:assert'",
      "import { test } from 'node:test'",
      "import { first, last } from './range.mjs'",
      "test('the last of two is the second', () => strictEqual(last([1, 2]), 2))",
      "test('the first of two is the first', () => strictEqual(first([1, 2]), 1))",
      '',
    ].join('\n'),
  })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const file = join(world.project, 'range.mjs')
  const read = [{ type: 'tool_use' as const, name: 'Read', input: { file_path: file } }]
  await runHeadless(world, {
    prompt: 'Make the tests pass',
    turns: [bash('node --test'), read, writes(file, otherwise), bash('node --test'), says('One passes.')],
  })
  between = (await hindcastJson<{ experiences: object[] }>(world, 'experiences', 'list')).experiences
  writeFileSync(file, wrong)
  first = await runHeadless(world, {
    prompt: 'Make all of the tests pass',
    turns: [bash('node --test'), read, writes(file, right), bash('node --test'), says('They pass.')],
  })
  await runHeadless(world, { prompt: 'Say hello', turns: [says('Hello.')] })
  third = await runHeadless(world, {
    prompt: 'Rewrite the module',
    turns: [read, writes(file, wrong), bash('node --test'), bash('node --test range.test.mjs'), says('It fails.')],
  })
})
afterAll(() => world?.close())

const results = (run: typeof first) => run.main.map((request) => contextOf(request))

describe('an error that was fixed in an earlier session', () => {
  it('is not confirmed by a run that fails with something else', () => {
    expect(between).toHaveLength(2)
    expect(between).toContainEqual(
      expect.objectContaining({ state: 'open', outcome: null, instead: expect.stringContaining('first of two') }),
    )
  })

  it('becomes an experience that is closed with the file that fixed it', async () => {
    expect(first.exitCode, first.stderr).toBe(0)
    const { experiences } = await hindcastJson<{ experiences: object[] }>(world, 'experiences', 'list')
    expect(experiences).toContainEqual(expect.objectContaining({ state: 'closed', provisional: true }))
  })

  it('brings its cure with the failing result, before the next step, once per session', () => {
    expect(third.exitCode, third.stderr).toBe(0)
    const told = results(third)
    const at = told.findIndex((text) => text.includes(HEAD))
    // The requests: the prompt, after reading, after writing, after the failing run
    expect(at).toBe(3)
    expect(told[at]).toMatch(/changed range\.mjs \(“.*lst\.at.*” → “.*list\.at.*”\)/)
    expect(told[at]).toContain('lst is not defined')
    expect((told.at(-1) ?? '').split(HEAD)).toHaveLength(2)
  })

  it('is no news to the session that fixed it', () => {
    expect(results(first).join('\n')).not.toContain(HEAD)
  })
})

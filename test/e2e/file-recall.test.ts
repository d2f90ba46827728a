import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const CHECK = 'node check.mjs'
const HEAD = 'Notes on range.mjs'
let world: World
let reader: Awaited<ReturnType<typeof runHeadless>>

const times = (text: string, part: string) => text.split(part).length - 1

beforeAll(async () => {
  world = await makeWorld({
    'range.mjs': 'export const last = (list) => list[list.length]\n',
    'other.mjs': 'export const other = 1\n',
    'check.mjs':
      "import { last } from './range.mjs'\nif (last([1, 2]) !== 2) { console.error('AssertionError: last([1, 2]) is undefined'); process.exit(1) }\n",
  })
  // The index would already show it at the start
  for (const key of ['contextObservations', 'contextSummaries'])
    expect((await hindcast(world, 'config', 'set', key, '0')).exitCode).toBe(0)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const file = join(world.project, 'range.mjs')
  const change = { file_path: file, old_string: 'list[list.length]', new_string: 'list[list.length - 1]' }
  await runHeadless(world, {
    prompt: 'Fix the off-by-one in last() so that the check passes',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: file } }],
      [{ type: 'tool_use', name: 'Bash', input: { command: CHECK, description: 'Run the check' } }],
      [{ type: 'tool_use', name: 'Edit', input: change }],
      [{ type: 'tool_use', name: 'Bash', input: { command: CHECK, description: 'Run the check again' } }],
      [{ type: 'text', text: 'The index was one past the end; the check passes.' }],
    ],
  })
  reader = await runHeadless(world, {
    prompt: 'Please look around',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: join(world.project, 'other.mjs') } }],
      [{ type: 'tool_use', name: 'Read', input: { file_path: file } }],
      [{ type: 'tool_use', name: 'Read', input: { file_path: file, offset: 1, limit: 1 } }],
      [{ type: 'text', text: 'Seen.' }],
    ],
  })
})
afterAll(() => world?.close())

describe('a file that is about to be read', () => {
  it('brings up what went wrong in it before, with its id, once per session', async () => {
    expect(reader.exitCode).toBe(0)
    const context = contextOf(reader.main.at(-1))
    expect(times(context, HEAD)).toBe(1)
    const told = context.slice(context.indexOf(HEAD))
    expect(told).toContain('AssertionError: last([1, 2]) is undefined')
    const [id = ''] = /\bo_[0-9a-f]{16}\b/.exec(told) ?? []
    const { items } = await hindcastJson<{ items: { type: string }[] }>(world, 'show', id)
    expect(items[0]?.type).toBe('bugfix')
  })

  it('brings up nothing if nothing is known about it', () => {
    expect(contextOf(reader.main[1])).toContain('export const other = 1')
    expect(contextOf(reader.main[1])).not.toContain('Notes on')
  })
})

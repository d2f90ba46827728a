import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const FAILING = 'node check.mjs'
let world: World
let first: Awaited<ReturnType<typeof runHeadless>>
let second: Awaited<ReturnType<typeof runHeadless>>

const told = (text: string): string => /<hindcast-context>[\s\S]*?<\/hindcast-context>/.exec(text)?.[0] ?? ''

beforeAll(async () => {
  world = await makeWorld({
    'range.mjs': 'export const last = (list) => list[list.length]\n',
    'check.mjs':
      "import { last } from './range.mjs'\nif (last([1, 2]) !== 2) { console.error('AssertionError: last([1, 2]) is undefined'); process.exit(1) }\nconsole.log('ok')\n",
  })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  const file = join(world.project, 'range.mjs')
  first = await runHeadless(world, {
    prompt:
      'Fix the off-by-one in last() so that the check passes. My key is ghp_1234567890abcdefghijABCDEFGHIJ123456 <private>the codename is Bluebird</private>',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: file } }],
      [{ type: 'tool_use', name: 'Bash', input: { command: FAILING, description: 'Run the check' } }],
      [
        {
          type: 'tool_use',
          name: 'Edit',
          input: { file_path: file, old_string: 'list[list.length]', new_string: 'list[list.length - 1]' },
        },
      ],
      [{ type: 'tool_use', name: 'Bash', input: { command: FAILING, description: 'Run the check again' } }],
      [
        {
          type: 'text',
          text: 'The index was one past the end; last() now reads list[list.length - 1] and the check passes.',
        },
      ],
    ],
  })
  second = await runHeadless(world, { prompt: 'What did we do here before?' })
})
afterAll(() => world?.close())

describe('a second session', () => {
  it('sees in its first request what the first one did', () => {
    expect(first.exitCode).toBe(0)
    const context = told(contextOf(second.main[0]))
    expect(context).toContain('range.mjs')
    expect(context).toMatch(/h_[0-9a-f]{16}/)
    expect(context).toMatch(/check\.mjs|check/)
  })

  it('gets context within the token budget, at four characters per token', () => {
    expect(told(contextOf(second.main[0])).length / 4).toBeLessThanOrEqual(2_000)
  })

  it('gets ids that all open with show', async () => {
    const ids = [...new Set(told(contextOf(second.main[0])).match(/\b[opemh]_[0-9a-f]{16}\b/g))]
    expect(ids.length).toBeGreaterThan(0)
    const { items } = await hindcastJson<{ items: { id: string }[] }>(world, 'show', ...ids)
    expect(items.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it('gets no secrets or private text, and neither is stored', async () => {
    const everything = JSON.stringify(second.requests)
    expect(everything).not.toContain('Bluebird')
    expect(told(contextOf(second.main[0]))).not.toContain('ghp_')
    const found = await world.sh(`grep -rlaE 'Bluebird|ghp_1234567890abcdefghij' "$HINDCAST_HOME"`)
    expect(found.stdout).toBe('')
  })
})

describe('the stored record', () => {
  it('is counted by status: two sessions, two prompts, four tool calls', async () => {
    const status = await hindcastJson<{ counts: Record<string, number>; connections: { ok: boolean }[] }>(
      world,
      'status',
    )
    expect(status.counts).toMatchObject({ projects: 1, sessions: 2, prompts: 2 })
    expect(status.connections).toEqual([expect.objectContaining({ host: 'claude-code', scope: 'user', ok: true })])
  })

  it('has the failed command with its exit code, and the edit with its file', async () => {
    const { results } = await hindcastJson<{ results: { id: string; kind: string }[] }>(
      world,
      'search',
      'AssertionError',
    )
    const events = results.filter(({ kind }) => kind === 'event').map(({ id }) => id)
    const { items } = await hindcastJson<{ items: Record<string, unknown>[] }>(world, 'show', ...events)
    expect(items).toContainEqual(expect.objectContaining({ tool: 'Bash', outcome: 'failed', exitCode: 1 }))
    const edits = await hindcastJson<{ results: { id: string; files: string[] }[] }>(
      world,
      'search',
      'range',
      '--kind',
      'event',
      '--type',
      'Edit',
    )
    expect(edits.results[0]?.files.join()).toContain('range.mjs')
  })

  it('has no unfinished jobs', async () => {
    const { queue } = await hindcastJson<{ queue: object }>(world, 'status')
    expect(queue).toEqual({ pending: 0, failed: 0 })
  })
})

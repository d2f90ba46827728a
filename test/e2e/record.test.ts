import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

interface Sessions {
  readonly sessions: readonly { id: string; prompts: number; tools: number; failures: number; endReason: string }[]
}
interface Entry {
  readonly event: string
  readonly behaviour: string
  readonly outcome: string
  readonly ids: readonly string[]
}

let world: World
let told: string
let untold: string

beforeAll(async () => {
  world = await makeWorld({ 'broker.txt': 'port = 9000\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const file = join(world.project, 'broker.txt')
  await runHeadless(world, {
    prompt: 'Move the broker to port 9042',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: file } }],
      [{ type: 'tool_use', name: 'Bash', input: { command: 'node nothing.mjs', description: 'Try it' } }],
      [{ type: 'tool_use', name: 'Edit', input: { file_path: file, old_string: '9000', new_string: '9042' } }],
      [{ type: 'text', text: 'The broker listens on port 9042 now.' }],
    ],
  })
  const second = await runHeadless(world, {
    prompt: 'What happened around the broker?',
    turns: [
      [{ type: 'tool_use', name: 'mcp__hindcast__timeline', input: { anchor: 'broker port' } }],
      [{ type: 'text', text: 'It moved.' }],
    ],
    permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Read mcp__hindcast__timeline'],
  })
  told = contextOf(second.main[0]) + JSON.stringify(second.main.at(-1)?.body.messages?.at(-1))
  expect((await hindcast(world, 'behaviours', 'off', 'handoff')).exitCode).toBe(0)
  untold = contextOf((await runHeadless(world, { prompt: 'Nothing in particular today' })).main[0])
})
afterAll(() => world?.close())

describe('the record of real sessions', () => {
  it('sessions counts the prompts, calls and failures of each session, newest first', async () => {
    const { sessions } = await hindcastJson<Sessions>(world, 'sessions')
    expect(sessions).toHaveLength(3)
    expect(sessions.map(({ prompts }) => prompts)).toEqual([1, 1, 1])
    expect(sessions[2]).toMatchObject({ tools: 3, failures: 1, endReason: 'other' })
  })

  it('why names the records that the second session was shown, and each of them opens', async () => {
    const { sessions } = await hindcastJson<Sessions>(world, 'sessions')
    const { entries } = await hindcastJson<{ entries: Entry[] }>(world, 'why', sessions[1]?.id.slice(0, 8) ?? '')
    const said = entries.find(({ behaviour }) => behaviour === 'handoff')
    expect(said).toMatchObject({ event: 'SessionStart', outcome: 'said' })
    expect(said?.ids.length).toBeGreaterThan(0)
    for (const id of said?.ids ?? []) expect(told).toContain(id)
    const { items } = await hindcastJson<{ items: object[] }>(world, 'show', ...(said?.ids ?? []))
    expect(items).toHaveLength(said?.ids.length ?? 0)
    expect((await hindcast(world, 'why')).stdout).toContain('session started')
  })

  it('the agent can ask for a timeline: what happened around the best match, in order', () => {
    expect(told).toMatch(/▸[opme]_[0-9a-f]{16}/)
    expect(told).toContain('broker.txt')
  })

  it('show opens a session with its prompt and its summary; summary gives the same', async () => {
    const { sessions } = await hindcastJson<Sessions>(world, 'sessions')
    const first = sessions[2]?.id ?? ''
    const { items } = await hindcastJson<{ items: { prompts: { text: string }[]; summary: object }[] }>(
      world,
      'show',
      first,
    )
    expect(items[0]?.prompts.map(({ text }) => text)).toEqual(['Move the broker to port 9042'])
    const { summaries } = await hindcastJson<{ summaries: object[] }>(world, 'summary', first)
    expect(summaries[0]).toEqual(items[0]?.summary)
  })

  it('a behaviour that was switched off is silent from the next session on', () => {
    expect(told).toContain('Last session')
    expect(untold).not.toContain('Last session')
  })
})

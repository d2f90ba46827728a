import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
const asked = async (prompt: string) => contextOf((await runHeadless(world, { prompt })).main[0])

const BELIEF = {
  goal: 'Stop the cache test from being flaky',
  hypothesis: 'The eviction clock drifts between workers',
  plan: 'Freeze the clock',
  prediction: 'The cache test passes ten times',
}
const END = {
  status: 'falsified',
  result: 'It still failed every third run',
  surprise: 'The order of keys changed under a frozen clock',
  rootCause: 'test-isolation',
  cause: 'Two tests share one cache directory',
}
const experience = (action: string, more: object) => [
  { type: 'tool_use' as const, name: 'mcp__hindcast__experience', input: { action, ...more } },
]

beforeAll(async () => {
  world = await makeWorld({ 'cache.mjs': 'export const cache = new Map()\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const turns = [
    experience('start', BELIEF),
    experience('resolve', END),
    [{ type: 'text' as const, text: 'It was wrong.' }],
  ]
  const permissions = ['--permission-mode', 'acceptEdits', '--allowedTools', 'mcp__hindcast__experience']
  await runHeadless(world, { prompt: 'Draw three purple lighthouses as a watercolour sketch', turns, permissions })
})
afterAll(() => world?.close())

describe('a belief that an earlier session tested', () => {
  it('comes with a prompt about the same matter, as the wrong belief that it was', async () => {
    const context = await asked('Fix the flaky cache test')
    expect(context).toContain('What agents believed before, and what came of it')
    expect(context).toMatch(
      /x_[0-9a-f]{16} [^\n]*agent believed “The eviction clock drifts between workers”; it was falsified: /,
    )
    expect(context).toContain('because “Two tests share one cache directory” (test isolation)')
  })

  it('comes as a premortem before work of several steps, with the call that starts an experience', async () => {
    const context = await asked('Plan the move of the cache to a shared eviction clock for all workers')
    expect(context).toContain('What went wrong before in work like this')
    expect(context).toContain('agent believed “The eviction clock drifts between workers”; it was falsified')
    expect(context).toContain('To test a belief of your own: tool `experience`')
  })

  it('does not come with a prompt about something else', async () => {
    const context = await asked('Refactor the watercolour sketch of three purple lighthouses')
    expect(context).not.toContain('agent believed')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import { hindcast } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'a\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  await runHeadless(world, {
    prompt: 'Which port does the broker listen on?',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: `${world.project}/a.txt` } }],
      [{ type: 'text', text: 'The broker listens on port 9042 because 9000 was taken by the proxy.' }],
    ],
  })
})
afterAll(() => world?.close())

describe('the agent itself', () => {
  it('is offered search, show and context over MCP, and finds what an earlier session learned', async () => {
    const run = await runHeadless(world, {
      prompt: 'Ask your memory about the broker',
      turns: [
        [{ type: 'tool_use', name: 'mcp__hindcast__search', input: { query: 'broker port' } }],
        [{ type: 'text', text: 'It is 9042.' }],
      ],
      permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Read mcp__hindcast__search'],
    })
    const offered = run.main[0]?.body.tools?.map(({ name }) => name) ?? []
    const listed = JSON.stringify(run.main[0]?.body)
    for (const tool of ['search', 'show', 'context'])
      expect(offered.includes(`mcp__hindcast__${tool}`) || listed.includes(`mcp__hindcast__${tool}`)).toBe(true)
    expect(JSON.stringify(run.main.at(-1)?.body.messages)).toContain('9042')
    expect(JSON.stringify(run.main.at(-1)?.body.messages?.at(-1))).toMatch(/o_[0-9a-f]{16}|p_[0-9a-f]{16}/)
  })
})

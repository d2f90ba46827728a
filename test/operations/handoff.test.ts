import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasTerminals } from '../at-terminal.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

interface Shown {
  readonly handoffs: readonly { readonly id: string; readonly outcome: string | null }[]
}

let world: World
const handoff = (input: object = {}): Promise<Shown> => world.api('handoff', input)

beforeAll(async () => {
  world = makeWorld()
  await world.up()
  for (const [session_id, prompt] of [
    ['one', 'Add a retry to the uploader'],
    ['two', 'Rename the parser module'],
  ]) {
    const base = { session_id, cwd: world.project, prompt_id: `prompt of ${session_id}` }
    await world.post('/hook', JSON.stringify({ ...base, hook_event_name: 'UserPromptSubmit', prompt }))
    await world.post(
      '/hook',
      JSON.stringify({ ...base, hook_event_name: 'Stop', last_assistant_message: `Did: ${prompt}` }),
    )
    await sleep(5)
  }
  await until('all that follows is done', async () => {
    await sleep(200)
    return (await world.api('status')).queue.pending === 0
  })
})
afterAll(() => world.remove())

test('shows the newest handoff, lists them newest first, and opens one by its id', async () => {
  const { handoffs } = await handoff({ action: 'list', project: world.project })
  expect(handoffs).toMatchObject([
    { sessionId: 'two', goal: 'Rename the parser module', outcome: null, outcomeBy: null, blockers: [], files: [] },
    { sessionId: 'one', goal: 'Add a retry to the uploader' },
  ])
  expect((await handoff()).handoffs).toEqual(handoffs.slice(0, 1))
  expect((await handoff({ id: handoffs[1]?.id })).handoffs).toEqual(handoffs.slice(1))
})

test('records an outcome, which stays when the session continues; it is a person’s only from a terminal', async () => {
  const [, first] = (await handoff({ action: 'list' })).handoffs
  const id = first?.id ?? ''
  const outcome = { id, outcome: 'SUCCEEDED', outcomeBy: 'agent' }
  expect((await handoff({ action: 'mark', id, outcome: 'succeeded' })).handoffs).toMatchObject([outcome])
  const again = { id, outcome: 'PARTIAL_PLUS', outcomeBy: 'agent' }
  expect((await handoff({ action: 'mark', id, outcome: 'mostly-done', by: 'user' })).handoffs).toMatchObject([again])
  expect((await handoff({ action: 'mark', id, outcome: 'Done' })).handoffs).toMatchObject([outcome])
  expect((await handoff({ id })).handoffs).toMatchObject([outcome])
  if (!hasTerminals) return
  await world.atTerminal('handoff', 'mark', id, 'SUCCEEDED')
  expect((await handoff({ id })).handoffs).toMatchObject([{ ...outcome, outcomeBy: 'person' }])
})

test('is printed for a file as YAML or Markdown', async () => {
  const printed = async (format: string) => (await commandLine(world, 'handoff', 'show', '--format', format)).stdout
  expect(parse(await printed('yaml'))).toMatchObject({ session: 'two', goal: 'Rename the parser module' })
  expect(await printed('markdown')).toContain('## Ledger\n\n**Goal:** Rename the parser module')
})

test('refuses an outcome without an id, with an unknown id, and of an unknown kind', async () => {
  const status = async (input: object) => (await world.post('/api/handoff', JSON.stringify(input))).status
  expect(await status({ action: 'mark', outcome: 'FAILED' })).toBe(400)
  expect(await status({ action: 'mark', id: 'h_nobody', outcome: 'FAILED' })).toBe(404)
  expect(await status({ action: 'mark', id: 'h_nobody', outcome: 'PERFECT' })).toBe(400)
})

test("an agent's outcome is attributed to the agent, whatever it claims", async () => {
  const client = new Client({ name: 'test', version: '1' })
  const { launcher, env, project } = world
  await client.connect(new StdioClientTransport({ command: launcher, args: ['mcp'], env, cwd: project }))
  try {
    const { tools } = await client.listTools()
    const tool = tools.find(({ name }) => name === 'handoff')
    expect(Object.keys(tool?.inputSchema.properties ?? {})).not.toContain('by')
    const [{ id = '' } = {}] = (await handoff()).handoffs
    const mark = { action: 'mark', id, outcome: 'FAILED' }
    const claimed = await client.callTool({ name: 'handoff', arguments: { ...mark, by: 'person' } })
    expect(claimed.isError).toBe(true)
    await client.callTool({ name: 'handoff', arguments: mark })
    expect((await handoff({ id })).handoffs).toMatchObject([{ outcome: 'FAILED', outcomeBy: 'agent' }])
  } finally {
    await client.close()
  }
})

test('is told of a session in Chinese with its goal, its commit and only the question at its end', async () => {
  const project = join(world.home, 'demo-zh')
  mkdirSync(project)
  const base = { session_id: 'zh', cwd: project, prompt_id: 'zh 1' }
  const post = (event: object) => world.post('/hook', JSON.stringify({ ...base, ...event }))
  const [command, stdout] = [
    "git commit -am '修复：逐行四舍五入'",
    '[main 1234567] 修复：逐行四舍五入\n 1 file changed',
  ]
  await post({ hook_event_name: 'UserPromptSubmit', prompt: '请修复购物车金额的四舍五入错误' })
  await post({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: 'zh-commit',
    tool_input: { command },
    tool_response: { stdout, stderr: '', interrupted: false },
  })
  const last = '已经修复。根本原因：总额整体四舍五入，而不是逐行。下一步：检查发票导出。要我继续检查发票导出吗？'
  await post({ hook_event_name: 'Stop', last_assistant_message: last })
  await until('all that follows is done', async () => (await world.api('status')).queue.pending === 0)
  const told = JSON.stringify(await world.api('context', { project }))
  expect(told).toContain('goal: user asked “请修复购物车金额的四舍五入错误”')
  expect(told).toContain('status: committed “修复：逐行四舍五入”')
  expect(told).toContain('unanswered: agent asked “要我继续检查发票导出吗？”')
})

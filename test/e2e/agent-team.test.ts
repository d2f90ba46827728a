import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { LONG_MS, makeWorld, type World } from './lab/world.ts'

const use = (name: string, input: Record<string, unknown>) => ({ type: 'tool_use', name, input }) as const
const say = (text: string): Turn => [{ type: 'text', text }]
const load: Turn = [use('ToolSearch', { query: 'select:SendMessage,TaskCreate,TaskUpdate', max_results: 5 })]

const lead: readonly Turn[] = [
  load,
  [
    use('TaskCreate', { subject: 'Check the totals', description: 'Add up the rows' }),
    use('TaskCreate', { subject: 'Check the names', description: 'Names are unique' }),
  ],
  [use('Agent', { description: 'Totals', name: 'bob', prompt: 'Check the totals', subagent_type: 'general-purpose' })],
  say('The work is under way.'),
]
const member: readonly Turn[] = [
  load,
  [use('TaskUpdate', { taskId: '1', status: 'in_progress', owner: 'bob' })],
  [use('TaskUpdate', { taskId: '1', status: 'completed' })],
  [use('SendMessage', { to: 'main', summary: 'Totals', message: 'The zebrafish rows were rounded twice.' })],
  say('The totals are right now.'),
]
const permissions = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Agent SendMessage TaskCreate TaskUpdate']

interface Listed {
  readonly id: string
  readonly team: { members: object[]; tasks: object[] } | null
}

let world: World
let listed: Listed | undefined

beforeAll(async () => {
  world = await makeWorld({ 'rows.txt': '1\n2\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const terminal = await openTerminal(world, {
    turns: lead,
    agentTurns: member,
    permissions,
    env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' },
  })
  await terminal.type('Let a team check the rows')
  await terminal.until('Teammate @bob finished')
  await terminal.idle()
  await terminal.exit()
  await vi.waitFor(
    async () => {
      const { sessions } = await hindcastJson<{ sessions: Listed[] }>(world, 'sessions')
      listed = sessions[0]
      expect(listed?.team?.tasks).toMatchObject([{ state: 'done' }, { state: 'open' }])
    },
    { timeout: LONG_MS, interval: 300 },
  )
})
afterAll(() => world?.close())

test("a session of the client's own agent team lists its members, and its tasks with who did them", async () => {
  expect(listed?.team).toMatchObject({
    members: [{ name: 'bob', type: 'general-purpose', job: 'Totals' }],
    tasks: [
      { id: '1', title: 'Check the totals', state: 'done', createdBy: null, owner: 'bob', doneBy: 'bob' },
      { id: '2', title: 'Check the names', state: 'open', createdBy: null, owner: null, doneBy: null },
    ],
  })
  const { stdout } = await hindcast(world, 'sessions')
  expect(stdout).toContain(`Team of ${listed?.id.slice(0, 8)}: 1 agent, 1 of 2 tasks done`)
  expect(stdout).toContain('done: Check the totals (bob)')
})

test("a member's message is in the record under its sender, and is no prompt of a person", async () => {
  type Item = Readonly<Record<string, unknown>>
  const { results } = await hindcastJson<{ results: { id: string; kind: string }[] }>(world, 'search', 'zebrafish')
  const ids = results.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  const { items } = await hindcastJson<{ items: Item[] }>(world, 'show', ...ids)
  expect(items).toContainEqual(expect.objectContaining({ tool: 'SendMessage', target: 'main', agentType: 'bob' }))
  const { items: sessions } = await hindcastJson<{ items: { prompts: Item[] }[] }>(world, 'show', listed?.id ?? '')
  const prompts = sessions[0]?.prompts ?? []
  expect(prompts.filter(({ origin }) => origin !== 'machine').map(({ text }) => text)).toEqual([
    'Let a team check the rows',
  ])
  expect(prompts.map(({ text }) => text).join()).toContain('zebrafish')
})

test('the next session is told how far the team came', async () => {
  const { main } = await runHeadless(world, { prompt: 'What is left to do?' })
  expect(contextOf(main[0])).toContain('team of 1 agent: 1 of 2 tasks done; an agent left open: “Check the names”')
})

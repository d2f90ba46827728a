import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { SentBlock } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const ANSWER = 'The broker listens on port 9042 because 9000 was taken by the proxy.'

let world: World
let id: string
let run: HeadlessResult

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'a\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  await runHeadless(world, {
    prompt: 'Which port does the broker listen on?',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: `${world.project}/a.txt` } }],
      [{ type: 'text', text: ANSWER }],
    ],
  })
  const found = await hindcastJson<{ results: { id: string }[] }>(
    world,
    'search',
    'broker port',
    '--kind',
    'observation',
  )
  id = found.results[0]?.id ?? ''
  const tools = ['search', 'timeline', 'show', 'remember'].map((name) => `mcp__hindcast__${name}`)
  run = await runHeadless(world, {
    prompt: 'Which port did we find out last time that the broker listens on?',
    turns: [
      [{ type: 'tool_use', name: 'mcp__hindcast__search', input: { query: 'broker port' } }],
      [{ type: 'tool_use', name: 'mcp__hindcast__timeline', input: { anchor: id } }],
      [{ type: 'tool_use', name: 'mcp__hindcast__show', input: { ids: [id] } }],
      [{ type: 'tool_use', name: 'mcp__hindcast__search', input: { query: 'broker', obs_type: 'bugfix' } }],
      [{ type: 'tool_use', name: 'mcp__hindcast__remember', input: { text: 'Port 9000 belongs to the proxy' } }],
      [{ type: 'text', text: 'It is 9042.' }],
    ],
    permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', ['Read', ...tools].join(' ')],
  })
})
afterAll(() => world?.close())

/** The result that the model received for its nth call. */
function result(n: number): { text: string; isError: boolean } {
  const sent = run.main.at(-1)?.body.messages?.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const block = sent?.filter(({ type }) => type === 'tool_result')[n] as
    | (SentBlock & { is_error?: boolean })
    | undefined
  const text = typeof block?.content === 'string' ? block.content : (block?.content?.[0]?.text ?? '')
  return { text, isError: block?.is_error === true }
}

describe('an agent with the MCP tools', () => {
  it('is offered the tools over MCP', () => {
    const body = JSON.stringify(run.main[0]?.body)
    for (const tool of ['search', 'timeline', 'show', 'remember', 'context', 'handoff'])
      expect(body).toContain(`mcp__hindcast__${tool}`)
  })

  it('gets one line of plain text for each search result: id, time, type, title', () => {
    const { text } = result(0)
    expect(text).toContain(`\n${id} `)
    expect(text).toMatch(/^id, time \(UTC\), type, title\n/)
    expect(text).toMatch(
      /^o_[0-9a-f]{16} [\d-]+ [\d:]+ discovery Which port does the broker listen on\? → The broker listens on port 9042/m,
    )
    expect(text).not.toContain('"results"')
    expect(text).not.toContain('Ask your memory')
  })

  it('sees what happened around it, and then the whole record with its evidence', () => {
    expect(result(1).text).toContain(`▸${id} `)
    const { text } = result(2)
    expect(text).toContain(ANSWER)
    expect(text).toMatch(/\nevidence:\n- [pe]_[0-9a-f]{16}/)
  })

  it('gets a one-line error with the valid arguments for an invalid call', () => {
    const { text, isError } = result(3)
    expect(isError).toBe(true)
    expect(text.split('\n', 1)[0]).toMatch(/search has no argument 'obs_type'; it takes query, kind, /)
  })

  it('is reported by why to have used a record that it was shown and then opened', async () => {
    const entries = async () =>
      (await hindcastJson<{ entries: { ids: string[]; used: object }[] }>(world, 'why', run.sessionId)).entries
    const told = async () => (await entries()).find(({ ids }) => ids.includes(id))
    await expect.poll(async () => (await told())?.used).toEqual({ [id]: 'opened' })
  })

  it('has its note saved as its own, from the session and prompt in which it called', async () => {
    const [kept = ''] = /o_[0-9a-f]{16}/.exec(result(4).text) ?? []
    const { items } = await hindcastJson<{ items: object[] }>(world, 'show', kept)
    expect(items).toEqual([expect.objectContaining({ session: run.sessionId, rememberedBy: 'agent' })])
    expect(items[0]).toHaveProperty('promptId')
  })

  it('does not find its own calls', async () => {
    const { results } = await hindcastJson<{ results: { title: string }[] }>(world, 'search', 'broker port')
    expect(results.filter(({ title }) => title.includes('hindcast'))).toEqual([])
  })
})

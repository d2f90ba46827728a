import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import { Transcripts } from '../../src/sources/transcripts/transcripts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { draft, result, world } from '../engine/world.ts'

const SESSION = '5d5d5d5d-0000-4000-8000-000000000001'
const AGENT = 'a0123456789abcdef'

let lines = 0
const line = (over: object): string => {
  const uuid = `00000000-0000-4000-8000-${String(++lines).padStart(12, '0')}`
  const timestamp = new Date(Date.UTC(2026, 0, 2, 3, 4, lines)).toISOString()
  return `${JSON.stringify({ uuid, sessionId: SESSION, cwd: '/gone', timestamp, version: '2.1.330', ...over })}\n`
}
const agents = (over: object): string => line({ isSidechain: true, agentId: AGENT, promptId: 'p', ...over })
const said = (content: unknown, usage: object) => ({
  type: 'assistant',
  message: { role: 'assistant', content, usage },
})

/** A session whose subagent ran the tests, which failed, and then passed. */
function layDown(folder: string): void {
  mkdirSync(join(folder, SESSION, 'subagents'), { recursive: true })
  const asked = line({ type: 'user', promptId: 'p', message: { role: 'user', content: 'Fix the tests' } })
  writeFileSync(join(folder, `${SESSION}.jsonl`), asked)
  const usage = { input_tokens: 10, cache_read_input_tokens: 900, cache_creation_input_tokens: 40, output_tokens: 50 }
  const run = (id: string, text: string, isError: boolean) => [
    agents(said([{ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } }], { input_tokens: 1 })),
    agents({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isError }] },
    }),
  ]
  const all = [
    agents({ type: 'user', message: { role: 'user', content: 'Run the tests and fix them' } }),
    ...run('toolu_1', 'Exit code 1\nTests: 1 failed, 2 passed, 3 total', true),
    ...run('toolu_2', 'Tests: 3 passed, 3 total', false),
    agents(said([{ type: 'text', text: 'They pass.' }], usage)),
  ]
  writeFileSync(join(folder, SESSION, `subagents/agent-${AGENT}.jsonl`), all.join(''))
  writeFileSync(join(folder, SESSION, `subagents/agent-${AGENT}.meta.json`), JSON.stringify({ agentType: 'fixer' }))
}

test("checks in an imported subagent's transcript are its own outcomes, and its context is known", async () => {
  const { engine, store, ports, folder } = await world(behaviours, { start: false })
  const projects = join(folder, 'projects')
  layDown(join(projects, '-app'))
  const { sources, evidence } = store
  const { secrets, clock, log } = ports
  await new Transcripts({
    ...{ sources, evidence, secrets, clock, log, exclude: () => [], wake: () => engine.wake() },
    places: [{ host: claudeCode, folder: projects }],
    absorb: (batch) => engine.absorb(batch),
  }).run([])
  const outcomes = await evidence.events({ session: SESSION, names: ['Outcome'], limit: 9 })
  expect(outcomes.map(({ agentId, agentType, body }) => [agentId, agentType, body.status])).toEqual([
    [AGENT, 'fixer', 'fail'],
    [AGENT, 'fixer', 'pass'],
  ])
  expect(await store.history.agents({})).toMatchObject([
    { agent: 'fixer', runs: 1, tools: 2, failures: 1, passed: 1, failed: 1, tokens: 1000 },
  ])
  expect(await sources.usage(SESSION)).toBeUndefined()
})

test("checks that a running subagent's hooks report are its own outcomes", async () => {
  const { engine, store } = await world(behaviours)
  const agent = { id: AGENT, type: 'fixer' }
  await engine.take(draft('SubagentStart', {}, { agent }))
  await engine.take(result('npm test', 'ok', { agent }))
  await engine.drain()
  const outcomes = await store.evidence.events({ session: 's1', names: ['Outcome'], limit: 9 })
  expect(outcomes).toMatchObject([{ agentId: AGENT, agentType: 'fixer', body: { status: 'pass' } }])
})

test("an imported subagent's transcript is distilled as a session's is", async () => {
  const { engine, store, ports, folder } = await world(behaviours)
  const projects = join(folder, 'projects')
  mkdirSync(join(projects, '-app', SESSION, 'subagents'), { recursive: true })
  const asked = line({ type: 'user', promptId: 'p', message: { role: 'user', content: 'Why are totals wrong?' } })
  writeFileSync(join(projects, '-app', `${SESSION}.jsonl`), asked)
  const usage = { input_tokens: 10, output_tokens: 50 }
  const all = [
    agents({ type: 'user', message: { role: 'user', content: 'Find out why the totals of invoices are wrong' } }),
    agents(
      said([{ type: 'tool_use', id: 'toolu_7', name: 'Bash', input: { command: 'cat /gone/src/money.ts' } }], usage),
    ),
    agents({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_7', content: 'Math.floor(x)' }] },
    }),
    agents(
      said(
        [
          {
            type: 'text',
            text: 'The invoices are rounded wrongly because `money.ts` uses Math.floor on line 12, which truncates negative totals. Tests cover only positive totals.',
          },
        ],
        usage,
      ),
    ),
  ]
  writeFileSync(join(projects, '-app', SESSION, `subagents/agent-${AGENT}.jsonl`), all.join(''))
  const { sources, evidence } = store
  const { secrets, clock, log } = ports
  await new Transcripts({
    ...{ sources, evidence, secrets, clock, log, exclude: () => [], wake: () => engine.wake() },
    places: [{ host: claudeCode, folder: projects }],
    absorb: (batch) => engine.absorb(batch),
  }).run([])
  await engine.drain()
  const found = await store.memories.records({ noun: 'observation', session: SESSION, limit: 9 })
  expect(found).toMatchObject([{ agentId: AGENT, title: expect.stringContaining('money.ts') }])
})

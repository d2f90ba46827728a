import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { ApiRequest, Block, Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'a\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
})
afterAll(() => world?.close())

const permissions = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Read Agent mcp__hindcast__run']
const declare = (input: object): Block => ({
  type: 'tool_use',
  name: 'mcp__hindcast__run',
  input: { action: 'start', ...input },
})
const agent = (description: string, inBackground: boolean): Block => ({
  type: 'tool_use',
  name: 'Agent',
  input: {
    subagent_type: 'general-purpose',
    description,
    prompt: description,
    ...(!inBackground && { run_in_background: false }),
  },
})
const says = (...texts: string[]): Turn[] => texts.map((text) => [{ type: 'text', text }])

interface Shown {
  runs: { pattern: string; state: string; sessionId: string; missing: string[]; result: Record<string, unknown> }[]
}
const shown = ({ sessionId }: HeadlessResult) => hindcastJson<Shown>(world, 'run', 'show', '--session', sessionId)

/** What each subagent was sent first, in the order of their first requests. */
const firstRequests = ({ requests }: HeadlessResult): string[] =>
  requests
    .filter(({ kind, body }) => kind === 'agent' && body.messages?.every(({ role }) => role !== 'assistant'))
    .map(contextOf)
const main = (requests: readonly ApiRequest[]): string => requests.map(contextOf).join('\n')

describe('a jury of three subagents in the background', () => {
  let run: HeadlessResult
  beforeAll(async () => {
    const jurors = [1, 2, 3].map((n) => agent(`Judge the name, ${n}`, true))
    run = await runHeadless(world, {
      prompt: 'Have three agents judge the name',
      turns: [[declare({ pattern: 'jury', agents: 3 })], jurors, ...says('Asked.', 'Noted.', 'Noted.', 'Noted.')],
      agentTurns: says('It is short.\n\n**VOTE:** keep', 'It is vague.\nVOTE: rename', 'It fits.\nVOTE: Keep'),
      permissions,
    })
  })

  it('each is given its role, and none the words of another', () => {
    const told = firstRequests(run)
    expect(told).toHaveLength(3)
    for (const n of [1, 2, 3]) expect(told.filter((text) => text.includes(`juror ${n} of 3`))).toHaveLength(1)
    for (const text of told) expect(text).not.toMatch(/It is short|It is vague|It fits/)
  })

  it('the votes are kept', async () => {
    const { runs } = await shown(run)
    expect(runs).toMatchObject([{ pattern: 'jury', state: 'complete', sessionId: run.sessionId, missing: [] }])
    expect(runs[0]?.result).toMatchObject({ verdict: 'keep' })
    expect(runs[0]?.result.tally).toEqual(
      expect.arrayContaining([
        { choice: expect.stringMatching(/^keep$/i), votes: 2 },
        { choice: 'rename', votes: 1 },
      ]),
    )
  })

  it('the main agent is told the result once', () => {
    const last = contextOf(run.main.at(-1))
    expect(last.match(/Result of r_[0-9a-f]{16} \(jury\)/g)).toHaveLength(1)
    expect(last).toMatch(/votes by agent: “keep” 2, “rename” 1/i)
  })
})

describe('a pipeline of two subagents that are waited for', () => {
  let run: HeadlessResult
  beforeAll(async () => {
    run = await runHeadless(world, {
      prompt: 'Plan it, then build it',
      turns: [
        [declare({ pattern: 'pipeline', stages: 'plan, build' })],
        [agent('Plan it', false)],
        // Ends too early once: the build has not started
        ...says('That is the plan.'),
        [agent('Build it', false)],
        ...says('Built.'),
      ],
      agentTurns: says('The plan: one tower, of brick.', 'A tower stands.'),
      permissions,
    })
  })

  it('the second is given what the first reported; the first is given nothing', () => {
    const [first, second] = firstRequests(run)
    expect(first).toContain('stage 1 (plan) of 2')
    expect(second).toContain('stage 2 (build) of 2')
    expect(second).toContain('stage 1: agent reported “The plan: one tower, of brick.”')
  })

  it('the end of the turn was put off for the stage that was missing', () => {
    expect(main(run.main)).toMatch(/still missing: stage 2 \(build\) \(not started\)/)
  })

  it('the result is kept, and told to the main agent', async () => {
    expect((await shown(run)).runs).toMatchObject([{ state: 'complete', result: { output: 'A tower stands.' } }])
    expect(contextOf(run.main.at(-1))).toMatch(/Result of r_[0-9a-f]{16} \(pipeline\)\n2 of 2 stages ended/)
  })
})

describe('map-reduce, declared in the environment of the client', () => {
  let run: HeadlessResult
  beforeAll(async () => {
    run = await runHeadless(world, {
      prompt: 'Count the letters of both halves',
      turns: [
        [agent('Map the first half', false), agent('Map the second half', false)],
        [agent('Reduce both', false)],
        ...says('Sixteen.', 'Sixteen.'),
      ],
      agentTurns: says('seven letters', 'nine letters', 'sixteen letters'),
      permissions,
      env: { PATTERN_TYPE: 'map_reduce' },
    })
  })

  it('mappers and the reducer are given their roles, the reducer what the mappers found', () => {
    const [, , reducer = ''] = firstRequests(run)
    expect(firstRequests(run).filter((text) => /is mapper [12],/.test(text))).toHaveLength(2)
    expect(reducer).toContain('This agent is the reducer')
    for (const found of ['seven letters', 'nine letters']) expect(reducer).toContain(`agent reported “${found}”`)
  })

  it('what the reducer said is kept, and told at the end of the turn', async () => {
    expect((await shown(run)).runs).toMatchObject([
      { pattern: 'map-reduce', state: 'complete', result: { reduced: 'sixteen letters' } },
    ])
    expect(main(run.main)).toContain('(map-reduce)')
  })
})

it('a subagent is told the rule about calls that its session was told at its own start', async () => {
  await hindcast(world, 'lessons', 'add', 'Always use uv instead of pip')
  const run = await runHeadless(world, {
    prompt: 'Delegate the count',
    turns: [[agent('Count the lines of a.txt', false)], [{ type: 'text', text: 'Done.' }]],
    agentTurns: says('One line.'),
    permissions,
  })
  expect(firstRequests(run).join('\n')).toMatch(/What the user wants [\s\S]*Always use uv instead of pip/)
})

import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/domain/context/tokens.ts'
import { hasTerminals } from '../at-terminal.ts'
import { dist, makeWorld, type World } from '../daemon/world.ts'
import { ask, live, turn } from '../operations/turns.ts'

let world: World
/** An unknown client, and one with the name of a host. */
let client: Client
let host: Client
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  await live(world, 'earlier', [
    ...turn('zebra', 'Mend the zebra crossing, never at night.'),
    ...turn('lamp', 'Mend the lamp'),
  ])
  ;[client, host] = await Promise.all([connected('inspector'), connected('claude-code')])
})
afterAll(async () => {
  await Promise.all([client, host].map((each) => each.close()))
  world.remove()
})

async function connected(name: string): Promise<Client> {
  const { env, project } = world
  const relay = new StdioClientTransport({
    command: process.execPath,
    args: [join(dist, 'mcp-relay.js')],
    env,
    cwd: project,
  })
  const one = new Client({ name, version: '1' })
  await one.connect(relay)
  return one
}

interface Answer {
  readonly text: string
  readonly isError?: boolean
  readonly document?: Record<string, unknown>
}

async function call(name: string, given: object, by = host, _meta?: object): Promise<Answer> {
  const params = {
    name,
    arguments: given as Record<string, unknown>,
    ...(_meta && { _meta: _meta as Record<string, unknown> }),
  }
  const { content, isError, structuredContent } = await by.callTool(params)
  const [{ text }] = content as [{ text: string }]
  return { text, isError: isError === true, document: structuredContent as Record<string, unknown> }
}

/** A call as the client makes it: its event comes first. */
async function announced(name: string, given: object, more: object): Promise<Answer> {
  const id = `toolu_${crypto.randomUUID()}`
  const event = {
    hook_event_name: 'PreToolUse',
    tool_name: `mcp__hindcast__${name}`,
    tool_input: given,
    tool_use_id: id,
  }
  await live(world, 'now', [{ ...event, ...more }])
  return call(name, given, host, { 'claudecode/toolUseId': id })
}
const shown = async (id: string) => (await world.api('show', { ids: [id] })).items[0]
const idIn = (text: string): string => /\b[omp]_[0-9a-f]{16}\b/.exec(text)?.[0] ?? ''

describe('what the tools cost', () => {
  test('what a cut list of code says to raise is there to be raised', async () => {
    const { tools } = await host.listTools()
    const [code] = tools.filter(({ name }) => name === 'code')
    const properties = code?.inputSchema.properties ?? {}
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['limit', 'depth', 'tests']))
    expect(JSON.stringify(properties)).toContain('"graph"')
  })

  test('thirteen tools and their instructions take under 2,400 tokens, and each has annotations', async () => {
    const { tools } = await host.listTools()
    const seen = tools.map(({ name, description, inputSchema }) => ({
      name: `mcp__hindcast__${name}`,
      description,
      inputSchema,
    }))
    const tokens = estimateTokens(JSON.stringify(seen)) + estimateTokens(host.getInstructions() ?? '')
    expect(tokens).toBeLessThan(2_400)
    // Arguments that only programs use are not shown
    expect(JSON.stringify(tools)).not.toContain('"from"')
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'code',
      'context',
      'experience',
      'handoff',
      'lessons',
      'peers',
      'premortem',
      'remember',
      'run',
      'search',
      'show',
      'tell',
      'timeline',
    ])
    expect(
      tools
        .filter(({ annotations }) => annotations?.readOnlyHint)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...['code', 'context', 'peers', 'premortem', 'search', 'show', 'timeline']])
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false })
  })

  test('a search result is one line with id, time, type, title and file', async () => {
    const { text } = await call('search', { query: 'zebra', kind: 'observation' })
    expect(text).toMatch(
      /^id, time \(UTC\), type, title\no_[0-9a-f]{16} \d{4}-\d\d-\d\d \d\d:\d\d \w+ [^\n]*zebra[^\n]*$/m,
    )
    expect(text).toContain('zebra.mjs')
  })

  test('a known host gets only the text, since its model would not see it next to a document; other clients get both', async () => {
    const [mine, theirs] = await Promise.all([host, client].map((by) => call('search', { query: 'zebra' }, by)))
    expect(mine?.document).toBeUndefined()
    expect(theirs?.document).toMatchObject({ query: 'zebra', results: expect.any(Array) })
    expect(estimateTokens(mine?.text ?? '')).toBeLessThan(estimateTokens(JSON.stringify(theirs?.document)) / 2)
  })

  test('many long records share the available space', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, n) => call('remember', { text: `Long ${n} ${'word '.repeat(1_900)}` })),
    )
    const { text } = await call('show', { ids: ids.map((each) => idIn(each.text)) })
    expect(text).toContain('characters cut')
    expect(estimateTokens(text)).toBeLessThan(8_000)
  })
})

test('the documents of search and context have the documented keys, and come with text for a person', async () => {
  const { results, ...search } = await world.api('search', { query: 'zebra' })
  expect(Object.keys(search)).toEqual(['query'])
  for (const hit of results)
    expect(Object.keys(hit).sort()).toEqual(
      'at files id kind project score sessionId snippet title type why'.split(' '),
    )
  const told = await world.api('context', { event: 'SessionStart', project: world.project })
  expect(Object.keys(told).sort()).toEqual(['answer', 'note', 'omitted', 'sections', 'text', 'tokens', 'watch'])
  expect(told.sections).not.toEqual([])
  for (const section of told.sections)
    expect(Object.keys(section).sort()).toEqual(['behaviour', 'ids', 'tokens', 'type'])
  for (const left of told.omitted) expect(Object.keys(left).sort()).toEqual(['id', 'why'])
})

describe('arguments of any kind', () => {
  test.each([
    ['search', {}],
    ['search', { query: 5 }],
    ['search', { query: 'x', limit: 1e9 }],
    ['search', { query: 'x', kind: '__proto__' }],
    ['search', { query: 'x', since: `no time ${'x'.repeat(100_000)}` }],
    ['search', { query: 'x', obs_type: 'bugfix' }],
    ['search', { query: 'x', from: '/etc', self: { session: 'earlier', project: '' } }],
    ['timeline', { anchor: 'o_0123456789abcdef' }],
    ['timeline', { anchor: 'x', before: -1 }],
    ['show', { ids: [] }],
    ['show', { ids: 'a b'.split('').map(() => ({})) }],
    ['show', { ids: Array.from({ length: 5_000 }, () => 'o_1') }],
    ['remember', { text: '   ' }],
    ['remember', { text: 'x'.repeat(1_000_000) }],
    ['remember', { text: 'A word of mine', by: 'user' }],
    ['context', { event: 'PreToolUse', input: '{' }],
    ['handoff', { action: 'mark', id: 'h_1', outcome: 'WON' }],
    ['tell', { session: 'nope', text: 'Hello' }],
    ['tell', { text: 'Hello' }],
    ['peers', { project: '/etc' }],
    ['code', { action: 'callers' }],
    ['code', { action: 'slice', target: 'x' }],
    ['code', { action: 'callers', target: 'x'.repeat(100_000) }],
    ['code', { action: 'signatures', snippet: 'f(' }],
    ['down', {}],
    ['constructor', {}],
  ])('%s rejects invalid arguments in one line (%#), and the next call is answered', async (name, given) => {
    const { text, isError } = await call(name, given)
    expect(isError).toBe(true)
    expect(text).toMatch(/^[^\n]{10,500}$/)
    expect((await call('search', { query: 'zebra' })).isError).toBe(false)
  })

  test('a query of megabytes is answered, and no query is a syntax error', async () => {
    for (const query of [
      'zebra '.repeat(300_000),
      '"zebra AND (NEAR* OR ^',
      "'; DROP TABLE prompts; --",
      '\u0000\ud800',
    ])
      expect((await call('search', { query })).isError).toBe(false)
    await expect(call('search', { query: 'x'.repeat(5_000_000) })).rejects.toThrow('over 4000000 characters')
    expect((await call('search', { query: 'zebra' })).text).toContain('zebra')
  })
})

describe('a call is tied to its session by its own event', () => {
  const asked = ask('now1', 'What became of the giraffe enclosure? It is painted green on Fridays.')

  test('what it remembers belongs to the calling session, agent, prompt and project', async () => {
    await live(world, 'now', [asked])
    const agent = { agent_id: 'a1', agent_type: 'explorer' }
    const { text } = await announced('remember', { text: 'Paint dries in an hour' }, { prompt_id: 'now1', ...agent })
    const { project } = (await world.api('sessions')).sessions.find(({ id }: { id: string }) => id === 'now')
    expect(await shown(idIn(text))).toMatchObject({
      ...{ session: 'now', agentId: 'a1', promptId: 'now1', rememberedBy: 'agent', project },
    })
  })

  test('its session is not among its peers, and a note of it names it, its agent and its task', async () => {
    await live(world, 'other', [ask('other1', 'Paint the zebra crossing')])
    const { text } = await announced('peers', {}, {})
    expect(text).toMatch(/^other: last active .*; user asked “Paint the zebra crossing”$/m)
    expect(text).not.toMatch(/^now:/m)
    const sent = await announced('tell', { session: 'other', text: 'The paint is dry' }, { agent_id: 'a1' })
    expect(sent.text).toMatch(/^sent {2}n_\w+ {2}to session other$/)
    const result = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: 'paint',
      tool_input: { command: 'ls' },
    }
    const next = { ...result, session_id: 'other', cwd: world.project, tool_response: { stdout: '' } }
    const { body } = await world.post('/hook', JSON.stringify(next))
    expect(body).toContain('subagent of session now (user asked “What became of the giraffe enclosure?')
  })

  test('a quote of a person is attributed to the person, unless it is taken out of context', async () => {
    const own = await announced('remember', { text: 'it is painted green on fridays' }, { prompt_id: 'now1' })
    expect(await shown(idIn(own.text))).toMatchObject({ rememberedBy: 'user', promptId: 'now1' })
    const turned = await announced('remember', { text: 'Mend the zebra crossing' }, {})
    expect(await shown(idIn(turned.text))).toMatchObject({ rememberedBy: 'agent', session: 'now' })
  })

  test('without an event, it belongs to the newest session of the client that started the relay', async () => {
    for (const session_id of ['by-pid', 'by-pid-cleared']) {
      const start = { hook_event_name: 'SessionStart', source: 'startup', session_id, cwd: world.project }
      await world.post('/hook', JSON.stringify(start), { 'x-hindcast-client': `${process.pid};cli;true` })
    }
    const { text } = await call('remember', { text: 'Nobody announced this' })
    expect(await shown(idIn(text))).toMatchObject({ session: 'by-pid-cleared', rememberedBy: 'agent' })
  })

  test('it finds neither the prompt that it serves nor itself', async () => {
    const { text } = await announced('search', { query: 'giraffe enclosure' }, { prompt_id: 'now1' })
    expect(text).not.toContain('p_')
    expect((await call('search', { query: 'giraffe enclosure' })).text).toContain('p_')
    const done = { hook_event_name: 'PostToolUse', tool_name: 'mcp__hindcast__search', tool_use_id: 'echo' }
    const said = { tool_input: { query: 'okapi' }, tool_response: [{ type: 'text', text: 'p_1 okapi' }] }
    await live(world, 'now', [{ ...done, ...said, prompt_id: 'now1' }])
    expect((await call('search', { query: 'okapi' })).text).toContain('Nothing kept')
    expect(JSON.stringify(await world.api('export', { progress: true }))).not.toContain('okapi')
  })

  test('nothing is stored for a private prompt, or during a pause', async () => {
    const secret = {
      hook_event_name: 'UserPromptSubmit',
      prompt_id: 'now2',
      prompt: '<private>The safe is behind the lamp</private>',
    }
    await live(world, 'now', [secret])
    const kept = await announced('remember', { text: 'The safe is behind the lamp' }, { prompt_id: 'now2' })
    expect([kept.isError, kept.text]).toEqual([true, expect.stringContaining('nothing can be saved now')])
    await world.api('pause', { session: 'now' })
    expect((await announced('remember', { text: 'Said in a pause' }, { prompt_id: 'now1' })).isError).toBe(true)
    // An agent, which these tests are, may not
    expect((await world.api('resume')).error.code).toBe('needs-person')
    if (!hasTerminals) return
    await world.atTerminal('resume')
    expect((await announced('remember', { text: 'Said after it' }, { prompt_id: 'now1' })).isError).toBe(false)
  })
})

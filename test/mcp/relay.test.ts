import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning, kill, makeWorld, until, type World } from '../daemon/world.ts'

let world: World
let client: Client
/** A second world, for down and up while its client keeps running; its daemon is slow to stop, so it starts first. */
let rested: ReturnType<typeof rest>
beforeAll(async () => {
  // Notices a hung daemon soon
  world = makeWorld({ HINDCAST_PATIENCE: '2' })
  await world.up()
  await record()
  client = new Client({ name: 'test', version: '1' })
  await client.connect(relay())
  rested = rest()
})
afterAll(async () => {
  await client.close()
  world.remove()
})

const relay = ({ launcher, env, project } = world): StdioClientTransport =>
  new StdioClientTransport({ command: launcher, args: ['mcp'], env, cwd: project })

async function record({ project, post } = world): Promise<void> {
  const base = { session_id: 'relay', cwd: project, prompt_id: 'p1' }
  await post('/hook', JSON.stringify({ ...base, hook_event_name: 'SessionStart', source: 'startup' }))
  const prompt = { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'mend the zebra crossing' }
  await post('/hook', JSON.stringify(prompt))
}

async function rest() {
  const other = makeWorld()
  try {
    await other.up()
    const agent = new Client({ name: 'test', version: '1' })
    await agent.connect(relay(other))
    await other.hindcast('down')
    await until('the daemon has ended', () => other.daemons().length === 0)
    await sleep(1_500)
    const stayed = other.daemons()
    await other.up()
    await record(other)
    return { stayed, found: await search('zebra', agent) }
  } finally {
    other.remove()
  }
}

async function search(query: string, agent = client): Promise<string> {
  const { content } = await agent.callTool({ name: 'search', arguments: { query } })
  return (content as { text: string }[])[0]?.text ?? ''
}

describe("a client's relay", () => {
  test('finds what a hook recorded, and shows it by id', async () => {
    const found = await search('zebra')
    expect(found).toContain('zebra crossing')
    const [id = ''] = /\b[a-z]_[0-9a-f]+/.exec(found) ?? []
    const { content } = await client.callTool({ name: 'show', arguments: { ids: [id] } })
    expect((content as { text: string }[])[0]?.text).toContain('mend the zebra crossing')
  })

  test('answers an invalid call with a one-line tool error: what, why and what to do', async () => {
    for (const call of [
      { name: 'search', arguments: { query: 5 } },
      { name: 'show', arguments: { ids: ['o_nope'] } },
      { name: 'down', arguments: {} },
    ]) {
      const { content, isError } = await client.callTool(call)
      expect(isError).toBe(true)
      expect((content as { text: string }[])[0]?.text).toMatch(/^[^\n]+ \([^\n]+\)$/)
    }
  })

  test('restarts a killed daemon: the next call is answered without a new handshake', async () => {
    const before = world.endpoint()
    kill(before.pid)
    expect(await search('zebra')).toContain('zebra crossing')
    expect(world.endpoint()).toMatchObject({ port: before.port })
    expect(world.endpoint().pid).not.toBe(before.pid)
  })

  test('answers a call in progress when the daemon was killed', async () => {
    const call = search('zebra')
    kill(world.endpoint().pid)
    expect(await call).toContain('zebra crossing')
  })

  test('replaces a hung daemon', async () => {
    const { pid } = world.endpoint()
    kill(pid, 'SIGSTOP')
    expect(await search('zebra')).toContain('zebra crossing')
    expect(isRunning(pid)).toBe(false)
  })

  test('ends with its client, and leaves the daemon running', async () => {
    const transport = relay()
    const other = new Client({ name: 'test', version: '1' })
    await other.connect(transport)
    const pid = transport.pid as number
    await other.close()
    await until('the relay has ended', () => !isRunning(pid))
    expect(await world.isAlive()).toBe(true)
  })

  test('does not restart a daemon stopped by down, until the next up', async () => {
    const { stayed, found } = await rested
    expect(stayed).toEqual([])
    expect(found).toContain('zebra crossing')
  })
})

test('MCP is refused without the token', async () => {
  const { port } = world.endpoint()
  const headers = { connection: 'Upgrade', upgrade: 'hindcast-mcp' }
  const answer = await new Promise<string>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: '/mcp', headers })
    call.on('upgrade', () => reject(new Error('was let in')))
    call.on('response', (response) => resolve(String(response.statusCode)))
    call.on('error', reject)
    call.end()
  })
  expect(answer).toBe('403')
})

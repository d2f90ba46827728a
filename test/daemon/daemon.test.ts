import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hookTokenOf } from '../../src/http/guard.ts'
import { commandLine } from '../cli/command-line.ts'
import { bash, prompt, start } from './payloads.ts'
import { isRunning, kill, makeWorld, until, type World } from './world.ts'

/** The home of all tests that say nothing else, connected. */
let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
})
afterAll(() => world.remove())

const worlds: World[] = []
const strangers: Server[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
  for (const stranger of strangers.splice(0)) stranger.close()
})

function fresh(more: Record<string, string> = {}): World {
  const world = makeWorld(more)
  worlds.push(world)
  return world
}

/** Another program's server, which answers everything with 200 and records the tokens it receives. */
async function stranger(heard: (authorization: string) => void = () => {}): Promise<number> {
  const server = createServer(({ headers }, response) => {
    heard(headers.authorization ?? '')
    response.end('{"ok":true}')
  })
  strangers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

/** How many events are stored. */
const events = async (): Promise<number> => (await world.api('status')).counts.events

test('what clients hold opens /hook and nothing else; the token of the API is in no file but its own', async () => {
  const { token } = world.endpoint()
  const files = [join(world.user, '.claude/settings.json'), join(world.home, 'hook.curl')]
  const told = files.map((file) => readFileSync(file, 'utf8'))
  for (const text of told) expect([text.includes(hookTokenOf(token)), text.includes(token)]).toEqual([true, false])
  const headers = { authorization: `Bearer ${hookTokenOf(token)}` }
  expect((await world.post('/hook', start, headers)).status).toBe(200)
  for (const path of ['/api/status', '/open', '/hook/', '/mcp'])
    expect([path, (await world.post(path, '{}', headers)).status]).toEqual([path, 401])
  const relay = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: hindcast-mcp\r\nAuthorization: ${headers.authorization}\r\n\r\n`
  const socket = connect(world.endpoint().port, '127.0.0.1', () => socket.write(relay))
  expect(String(await new Promise((done) => socket.once('data', done)))).toMatch(/^HTTP\/1\.1 403/)
})

describe('one daemon for each home', () => {
  test('when two start at once, one survives and both starters get an answer', async () => {
    const other = fresh()
    other.prepare()
    const [first, second] = await Promise.all([
      other.hindcast('up', '--no-connect', '--json'),
      other.hindcast('up', '--no-connect', '--json'),
    ])
    expect([first.code, second.code, first.stderr + second.stderr]).toEqual([0, 0, ''])
    expect(JSON.parse(first.stdout).port).toBe(JSON.parse(second.stdout).port)
    await until('one daemon is left', () => other.daemons().length === 1)
    expect(other.daemons()).toEqual([other.endpoint().pid])
  })

  test('three concurrent hooks with none running: one daemon, three answers', async () => {
    const before = await events()
    kill(world.endpoint().pid)
    const answers = await Promise.all([1, 2, 3].map((n) => world.run(world.launcher, ['hook'], bash(n))))
    expect(answers.map(({ code, stdout }) => [code, stdout])).toEqual(answers.map(() => [0, '{}\n']))
    await until('one daemon is left', () => world.daemons().length === 1)
    expect(await events()).toBe(before + 3)
  })

  test('two homes have two daemons with different tokens', async () => {
    const [a, b] = [world.endpoint(), await fresh().start()]
    expect(a.pid).not.toBe(b.pid)
    expect(a.port).not.toBe(b.port)
    expect(a.token).not.toBe(b.token)
  })
})

describe('after kill -9', () => {
  test('a hook restarts it on the same port, with everything that was recorded', async () => {
    const before = world.endpoint()
    for (const body of [start, prompt, bash(11)]) await world.post('/hook', body)
    const { counts } = await world.api('status')
    expect(counts).toMatchObject({ sessions: 1, prompts: 1 })
    kill(before.pid)
    const { code, stdout } = await world.run(world.launcher, ['hook'], bash(12))
    expect([code, stdout]).toEqual([0, '{}\n'])
    const after = world.endpoint()
    expect(after).toMatchObject({ port: before.port, token: before.token })
    expect(after.pid).not.toBe(before.pid)
    expect((await world.api('status')).counts).toMatchObject({ sessions: 1, prompts: 1, events: counts.events + 1 })
    expect((await world.api('search', { query: 'fence' })).results[0].title).toContain('fence')
  })

  test('everything answered is stored, whenever it dies', async () => {
    const late = (): number => world.log().filter((line) => line.includes('not answered within')).length
    const before = { events: await events(), late: late() }
    const answered: number[] = []
    const sending = (async () => {
      for (let n = 1_000; n < 2_000; n++) {
        const reply = await world.post('/hook', bash(n)).catch(() => undefined)
        if (reply?.status !== 200) return
        answered.push(n)
      }
    })()
    await until('some are answered', () => answered.length > 20)
    kill(world.endpoint().pid)
    await sending
    await world.start()
    // Events answered only because the client's time was up were still being stored
    const least = before.events + answered.length - (late() - before.late)
    expect(await events()).toBeGreaterThanOrEqual(least)
  })
})

describe('daemon.json', () => {
  const named = (pid: number): string => JSON.stringify({ pid, port: 9, version: '0', protocol: 1, startedAt: 1 })
  test.each([
    ['names a live stranger', named(process.pid)],
    ['names nobody', named(2 ** 22 - 1)],
    ['is half written', '{"pid":'],
    ['is of another shape', '{"pid":"x","port":{}}'],
    ['is empty', ''],
  ])('that %s is left behind: the daemon starts and does no harm', async (_, text) => {
    for (const pid of world.daemons()) kill(pid)
    writeFileSync(join(world.home, 'daemon.json'), text)
    await world.start()
    expect(await world.isAlive()).toBe(true)
    expect(world.daemons()).toEqual([world.endpoint().pid])
  })

  test('that names a port where another program answers is not trusted', async () => {
    const first = world.endpoint()
    kill(first.pid)
    await until('it is gone', () => !isRunning(first.pid))
    const port = await stranger()
    writeFileSync(
      join(world.home, 'daemon.json'),
      JSON.stringify({ ...first, token: undefined, port, protocol: 1, startedAt: 1 }),
    )
    const { code, stdout } = await commandLine(world, 'status', '--json')
    expect([code, JSON.parse(stdout).running]).toEqual([0, false])
    const next = await world.start()
    expect(next.port).not.toBe(port)
    expect(await world.isAlive()).toBe(true)
  })
})

test('a port in use is left alone: the next free one is taken and remembered', async () => {
  const port = await stranger()
  const other = fresh({ HINDCAST_PORT: String(port) })
  const daemon = await other.start()
  expect(daemon.port).toBeGreaterThan(port)
  expect(daemon.port).toBeLessThanOrEqual(port + 50)
  const curl = join(other.home, 'hook.curl')
  await until('the launcher is told', () => existsSync(curl))
  expect(readFileSync(curl, 'utf8')).toContain(`http://127.0.0.1:${daemon.port}/hook`)
  strangers.pop()?.close()
  await commandLine(other, 'restart')
  await until('its successor listens', async () => other.endpoint().pid !== daemon.pid && (await other.isAlive()))
  expect(other.endpoint().port).toBe(daemon.port)
})

test('a deleted token file costs the daemon its life: the next one has new tokens, and clients get theirs', async () => {
  const { pid, token } = world.endpoint()
  rmSync(join(world.home, 'token'))
  await world.up()
  const after = world.endpoint()
  expect([after.pid === pid, after.token === token]).toEqual([false, false])
  const settings = () => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')
  await until('clients are told', () => settings().includes(hookTokenOf(after.token)))
  expect(settings()).not.toContain(hookTokenOf(token))
})

test('a program that took its port is sent no token; the daemon moves, the old tokens become invalid, and clients get new ones', async () => {
  const heard = new Set<string>()
  kill(world.endpoint().pid)
  await until('it is gone', () => !isRunning(world.endpoint().pid))
  // Its own port may belong to any program by now
  const taken = await stranger((authorization) => heard.add(authorization))
  const file = join(world.home, 'daemon.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), port: taken }))
  const before = world.endpoint()
  const relay = world.open(world.launcher, ['mcp'])
  onTestFinished(() => void relay.kill())
  await until('another daemon listens', async () => world.endpoint().pid !== before.pid && (await world.isAlive()))
  const settings = () => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')
  const { port } = world.endpoint()
  await until('clients are told', () => settings().includes(`127.0.0.1:${port}/hook`))
  const { token } = world.endpoint()
  expect([port === before.port, token === before.token]).toEqual([false, false])
  expect(settings()).toContain(hookTokenOf(token))
  expect(settings()).not.toContain(hookTokenOf(before.token))
  expect((await world.post('/hook', start, { authorization: `Bearer ${hookTokenOf(before.token)}` })).status).toBe(401)
  expect((await commandLine(world, 'status')).stdout).toContain(`port ${port}`)
  expect(JSON.parse((await world.run(world.launcher, ['hook'], start)).stdout)).toBeInstanceOf(Object)
  const answered = new Promise((done) => relay.stdout?.once('data', done))
  relay.stdin?.write(`${INITIALIZE}\n`)
  expect(String(await answered)).toContain('"serverInfo"')
  expect([...heard].filter(Boolean)).toEqual([])
})

const INITIALIZE = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})

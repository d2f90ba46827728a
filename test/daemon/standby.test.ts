import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hookTokenOf } from '../../src/http/guard.ts'
import { commandLine } from '../cli/command-line.ts'
import { runs } from '../runs.ts'
import { bash, start } from './payloads.ts'
import { isRunning, kill, makeWorld, until, type World } from './world.ts'

/** Tries to listen on a port again and again, and prints how often it tried, and how often it succeeded. */
const TAKER = `
  const { createServer } = require('node:net')
  const port = Number(process.argv[1])
  let [tries, taken] = [0, 0]
  const attempt = () => {
    tries++
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => setImmediate(attempt))
    server.listen(port, '127.0.0.1', () => { taken++; server.close(attempt) })
  }
  attempt()
  process.on('SIGTERM', () => { console.log(JSON.stringify({ tries, taken })); process.exit(0) })
`

const KILLS = runs(2)

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
})
afterAll(() => world.remove())

/** The daemon with a client that is running, and the standby process that it has for that. */
async function kept(): Promise<ChildProcess> {
  if (!(await world.isAlive())) await world.up('--no-import')
  const client = world.open('/bin/sleep', ['600'])
  onTestFinished(() => void client.kill('SIGKILL'))
  await world.post('/hook', start, { 'x-hindcast-client': `${client.pid};cli;1` })
  await until('the socket is held', () => isRunning(standby() ?? 0))
  return client
}

const record = (): string => join(world.home, 'standby')
const standby = (): number | undefined =>
  existsSync(record()) ? Number(readFileSync(record(), 'utf8').split(' ')[0]) || undefined : undefined

/** A program of another user, if this one may start it, that wants the port. */
function takerOf(port: number): { end: () => Promise<{ tries: number; taken: number }> } {
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const taker: ChildProcess = spawn(process.execPath, ['-e', TAKER, String(port)], { cwd: '/', ...uid })
  onTestFinished(() => void taker.kill('SIGKILL'))
  const said = new Promise<string>((resolve) => taker.stdout?.once('data', (data) => resolve(String(data))))
  return {
    end: async () => {
      taker.kill()
      return JSON.parse(await said)
    },
  }
}

test('a hook command and the command line wait for the successor instead of starting another daemon', async () => {
  await kept()
  const { pid, port } = world.endpoint()
  const successor = standby()
  kill(pid)
  const [hook, status] = await Promise.all([
    world.run(world.launcher, ['hook'], bash(0)),
    commandLine(world, 'search', 'anything'),
  ])
  expect([hook.code, hook.stdout, status.code]).toEqual([0, '{}\n', 0])
  expect(world.endpoint()).toMatchObject({ port, pid: successor })
  expect(world.daemons()).toEqual([successor])
})

test('no other program can take the port of a daemon that is killed again and again while a client is running, and every event of that time is answered and stored', async () => {
  await kept()
  const { port, token } = world.endpoint()
  const events = async (): Promise<number> => (await world.api('status')).counts.events
  const before = await events()
  const taker = takerOf(port)
  for (let n = 1; n <= KILLS; n++) {
    const { pid } = world.endpoint()
    kill(pid)
    await until('it is dead', () => !isRunning(pid))
    expect(await world.post('/hook', bash(n))).toMatchObject({ status: 200 })
    await until('its successor is known', () => world.endpoint().pid !== pid)
  }
  const { tries, taken } = await taker.end()
  expect(tries).toBeGreaterThan(50 * KILLS)
  expect(taken).toBe(0)
  expect(world.endpoint()).toMatchObject({ port, token })
  expect(world.daemons()).toEqual([world.endpoint().pid])
  expect(await events()).toBe(before + KILLS)
})

test('a standby process that is killed is replaced', async () => {
  await kept()
  const killed = standby() ?? 0
  kill(killed)
  await until('there is another', () => ![undefined, killed].includes(standby()))
  expect(await world.isAlive()).toBe(true)
})

test('a daemon ended by a signal is succeeded while a client is running, and not after the last one has left', async () => {
  const client = await kept()
  const { pid, port } = world.endpoint()
  kill(pid, 'SIGTERM')
  await until('its successor listens', async () => world.endpoint().pid !== pid && (await world.isAlive()))
  expect(world.endpoint().port).toBe(port)
  await world.post('/hook', start.replace('startup', 'resume'), { 'x-hindcast-client': `${client.pid};cli;1` })
  await world.post('/hook', start.replace('"SessionStart"', '"SessionEnd"'))
  client.kill('SIGKILL')
  await until('the client has ended', () => !isRunning(client.pid ?? 0))
  const last = standby() ?? 0
  kill(world.endpoint().pid, 'SIGTERM')
  await until('nothing is left', () => world.daemons().length === 0 && !isRunning(last))
  expect(existsSync(record())).toBe(false)
})

test('down ends the standby process at once, and up uses the same port', async () => {
  await kept()
  const { pid, port } = world.endpoint()
  const held = standby() ?? 0
  await commandLine(world, 'down')
  expect(isRunning(held)).toBe(false)
  await until('the daemon has ended', () => !isRunning(pid))
  expect(world.daemons()).toEqual([])
  expect((await world.up('--no-import')).port).toBeGreaterThan(0)
  expect(port).toBeGreaterThan(0)
})

test('restart keeps the port from falling free, with or without a client', async () => {
  const { pid, port } = world.endpoint()
  const taker = takerOf(port)
  await commandLine(world, 'restart')
  await until('its successor listens', async () => world.endpoint().pid !== pid && (await world.isAlive()))
  expect((await taker.end()).taken).toBe(0)
  expect(world.endpoint().port).toBe(port)
})

test.each([
  ['at once', 0],
  ['after the daemon has noticed', 500],
])(
  'if the standby process is killed, and the daemon %s, the next daemon has new tokens: another program may have heard the old ones',
  async (_when, pause) => {
    await kept()
    const before = world.endpoint()
    const settings = (): string => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')
    expect(settings()).toContain(hookTokenOf(before.token))
    const held = standby() ?? 0
    kill(held)
    await until('the standby process is dead', () => !isRunning(held))
    // Whether the daemon has noticed or not
    await sleep(pause)
    kill(before.pid)
    await until('both are dead', () => !isRunning(before.pid))
    expect((await world.run(world.launcher, ['hook'], start)).code).toBe(0)
    const after = world.endpoint()
    expect(after).toMatchObject({ port: before.port })
    expect(after.token).not.toBe(before.token)
    expect(settings()).toContain(hookTokenOf(after.token))
    const headers = { authorization: `Bearer ${hookTokenOf(before.token)}` }
    // For a moment, until clients have read their settings again, the old one gets an empty answer
    const { events } = (await world.api('status')).counts
    expect(await world.post('/hook', bash(1), headers)).toMatchObject({ status: 200, body: '{}' })
    expect((await world.api('status')).counts.events).toBe(events)
  },
)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { environmentText } from '../../src/config/environment.ts'
import { environmentFile } from '../../src/hook/daemon-process.ts'
import { bash, prompt, start } from './payloads.ts'
import { isRunning, kill, makeWorld, until, version, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
  const client = world.open('/bin/sleep', ['600'])
  await world.post('/hook', start, { 'x-hindcast-client': `${client.pid};cli;1` })
  const file = join(world.home, 'standby')
  await until('the socket is held', () => existsSync(file) && Number(readFileSync(file, 'utf8').split(' ')[0]) > 0)
})
afterAll(() => world.remove())

/** Puts code in front of one of the installed programs. */
function prefix(name: string, code: string): void {
  const path = join(world.home, 'app', version, name)
  writeFileSync(path, `${code}\n${readFileSync(path, 'utf8')}`)
}

const counts = async (): Promise<{ events: number; prompts: number }> => (await world.api('status')).counts

test('a prompt that is sent again after the daemon was restarted is one prompt', async () => {
  await world.post('/hook', prompt)
  const { pid } = world.endpoint()
  kill(pid)
  await until('its successor is known', () => world.endpoint().pid !== pid)
  await world.post('/hook', prompt)
  expect((await counts()).prompts).toBe(1)
})

test('a stopped daemon is replaced by a hook command at once, and by a relay within a second', async () => {
  const { pid } = world.endpoint()
  kill(pid, 'SIGSTOP')
  expect(await world.run(world.launcher, ['hook'], start)).toMatchObject({ code: 0, stderr: '' })
  const { pid: second } = world.endpoint()
  expect([isRunning(pid), isRunning(second)]).toEqual([false, true])
  const relay = world.open(world.launcher, ['mcp'])
  onTestFinished(() => void relay.kill())
  relay.stdin?.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\n')
  await new Promise((answered) => relay.stdout?.once('data', answered))
  kill(second, 'SIGSTOP')
  await until('the relay has replaced it', () => world.endpoint().pid !== second)
  expect(await world.post('/hook', bash(1))).toMatchObject({ status: 200 })
})

test('a daemon whose store takes long to open answers hooks meanwhile with nothing, and records their events then', async () => {
  // The next daemon does not let hooks wait for long
  writeFileSync(environmentFile(world.home), environmentText({ ...world.env, HINDCAST_PATIENCE: '1' }))
  const before = await counts()
  const go = join(world.root, 'go')
  const wait = `for (const { existsSync } = require('node:fs'); !existsSync(${JSON.stringify(go)}); )
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)`
  prefix('store-worker.js', wait)
  const another = prompt.replace('p1', 'p2')
  const { pid } = world.endpoint()
  kill(pid)
  for (const body of [another, bash(2), bash(3)])
    expect(await world.post('/hook', body)).toMatchObject({ status: 200, body: '{}' })
  expect(world.endpoint().pid).toBe(pid)
  const searched = world.post('/api/search', JSON.stringify({ query: 'fence' }))
  writeFileSync(go, '')
  await until('its successor is known', () => world.endpoint().pid !== pid)
  expect((await searched).status).toBe(200)
  await until('the events are recorded', async () => (await counts()).events === before.events + 3)
  expect((await counts()).prompts).toBe(before.prompts + 1)
})

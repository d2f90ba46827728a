import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { sql } from '../daemon/damage.ts'
import { kill, makeWorld, until } from '../daemon/world.ts'
import { doctor, doctorProgram } from './examined.ts'

/** Whatever a test leaves behind, `up` mends for the next. */
const world = makeWorld()
afterAll(() => world.remove())

const up = () => world.up('--no-import')
const home = (...names: string[]) => join(world.home, ...names)

test('before installation, doctor works, creates nothing, and says what to do', async () => {
  const found = await doctor(world)
  expect([found.code, found.of('daemon')?.remedy, found.of('home')?.remedy]).toEqual([
    1,
    'run hindcast up',
    'run hindcast up',
  ])
  expect(found.of('round trip')).toMatchObject({ ok: null, detail: 'the daemon is not running' })
  expect(() => statSync(world.home)).toThrow()
})

test('a killed daemon is reported, and the files are checked anyway; --fix starts it', async () => {
  await up()
  kill(world.endpoint().pid)
  await until('it is gone', async () => !(await world.isAlive()))
  const found = await doctor(world)
  expect(found.bad).toEqual(['daemon'])
  expect(found.of('daemon')).toMatchObject({ detail: 'not running', remedy: 'run hindcast up' })
  for (const name of ['connection', 'launcher', 'home', 'token', 'database'])
    expect(found.of(name), name).toMatchObject({ ok: true })
  const fixed = await doctor(world, {}, '--fix', '--only', 'daemon')
  expect(fixed.of('daemon')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/started; run hindcast doctor again/),
  })
  expect(await world.isAlive()).toBe(true)
})

test('a hung daemon that holds the lock is killed by --fix, as by `up`', async () => {
  // A daemon that does not answer is noticed quickly
  world.env.HINDCAST_PATIENCE = '2'
  onTestFinished(() => {
    world.env.HINDCAST_PATIENCE = '10'
  })
  await up()
  const { pid } = world.endpoint()
  kill(pid, 'SIGSTOP')
  const fixed = await doctorProgram(world, '--fix', '--only', 'daemon')
  expect(fixed.of('daemon')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/started; run hindcast doctor again/),
  })
  expect(world.endpoint().pid).not.toBe(pid)
  expect(world.daemons()).toEqual([world.endpoint().pid])
})

test('a program that claims to be the daemon is sent no token, and is not taken for it', async () => {
  await up()
  const { pid } = world.endpoint()
  // It holds the lock, as a hung daemon does
  kill(pid, 'SIGSTOP')
  const heard: string[] = []
  const stranger = createServer(({ url, headers }, response) => {
    heard.push(`${url} ${headers.authorization}`)
    response.end(JSON.stringify({ ok: true, pid, running: true }))
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const { port } = stranger.address() as { port: number }
  const state = readFileSync(home('daemon.json'), 'utf8')
  writeFileSync(home('daemon.json'), JSON.stringify({ ...JSON.parse(state), port }))
  const found = await doctor(world, {}, '--only', 'daemon')
  stranger.close()
  kill(pid, 'SIGCONT')
  writeFileSync(home('daemon.json'), state)
  expect(found.of('daemon')).toMatchObject({ ok: false, detail: `pid ${pid} does not have the token of this home` })
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.join('\n')).not.toMatch(/Bearer/)
})

test('another program on the port is reported', async () => {
  await up()
  const { pid, port } = world.endpoint()
  kill(pid)
  await until('it is gone', async () => !(await world.isAlive()))
  const stranger = createServer((_, response) => void response.end('hello'))
  await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
  const found = await doctor(world, {}, '--only', 'port')
  stranger.close()
  expect(found.of('port')).toMatchObject({ ok: false, detail: `another program is using ${port}` })
})

test('--fix respects a daemon stopped by down', async () => {
  await up()
  await commandLine(world, 'down')
  await until('it has ended', () => world.daemons().length === 0)
  const found = await doctor(world, {}, '--fix')
  expect(found.of('daemon')).toMatchObject({ ok: false, detail: 'stopped by hindcast down', remedy: 'run hindcast up' })
  expect(await world.isAlive()).toBe(false)
})

test('a damaged database is reported with what to do, and its contents are not', async () => {
  await up()
  const { pid } = world.endpoint()
  await world.post(
    '/hook',
    JSON.stringify({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'paint it' }),
  )
  await commandLine(world, 'down')
  await until('it is gone', () => !world.daemons().includes(pid))
  expect((await doctor(world, {}, '--only', 'database')).of('database')).toMatchObject({ ok: true })
  // A daemon that was killed leaves a log with the same pages, which would hide the damage
  await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const file = openSync(home('hindcast.db'), 'r+')
  for (let page = 3; page < 40; page++) writeSync(file, Buffer.alloc(2_000, 0x5a), 0, 2_000, page * 4_096)
  closeSync(file)
  const found = await doctor(world)
  expect(found.of('database')).toMatchObject({
    ok: false,
    remedy: expect.stringMatching(/^run hindcast up: it restores the newest backup/),
  })
  expect(found.of('memory')).toBeUndefined()
  const bytes = readFileSync(home('hindcast.db'))
  writeFileSync(home('hindcast.db'), 'this is no database at all, and never was one')
  expect((await doctor(world, {}, '--only', 'database')).of('database')).toMatchObject({ ok: false })
  writeFileSync(home('hindcast.db'), bytes)
})

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { commandLine } from '../cli/command-line.ts'
import { bash, prompt, start } from './payloads.ts'
import { isRunning, kill, makeWorld, until } from './world.ts'

test('a database from a newer release stays unchanged, no hook finds a closed port, and each session is told why once', async () => {
  const world = makeWorld()
  onTestFinished(() => world.remove())
  await world.up('--no-import')
  const { pid, port } = world.endpoint()
  kill(pid)
  await until('it is gone', () => !isRunning(pid))
  const file = join(world.home, 'hindcast.db')
  const raw = await openRaw(file)
  raw.exec("INSERT INTO migrations (number, name, checksum) VALUES (9999, 'of the future', 'x')")
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  raw.close()
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex')
  const before = digest()

  const { stdout } = await world.run(world.launcher, ['hook'], start)
  expect(JSON.parse(stdout).systemMessage).toMatch(
    /^Hindcast could not start, so this session has no memory: [^\n]*newer Hindcast[^\n]*$/,
  )
  expect(world.endpoint().port).toBe(port)
  for (const body of [prompt, bash(1)])
    expect(await world.post('/hook', body)).toMatchObject({ status: 200, body: '{}' })

  const relay = world.open(world.launcher, ['mcp'])
  const heard = new Promise((done) => relay.stdout?.once('data', (chunk) => done(JSON.parse(String(chunk)))))
  relay.stdin?.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\n')
  expect(await heard).toMatchObject({ id: 0, error: { message: expect.stringContaining('newer Hindcast') } })
  expect(world.daemons()).toEqual([world.endpoint().pid])

  for (const words of [['up'], ['search', 'x']]) {
    const done = await commandLine(world, ...words)
    expect([done.code, done.stdout]).toEqual([1, ''])
    expect(done.stderr).toMatch(
      /^hindcast: (?:database error|cannot open the database)[^\n]*: [^\n]*newer Hindcast[^\n]*\n$/,
    )
  }
  const checks = JSON.parse((await commandLine(world, 'doctor', '--json')).stdout).checks as {
    name: string
    ok: boolean
  }[]
  expect(checks.filter(({ ok }) => ok === false).map(({ name }) => name)).toEqual(['daemon', 'database'])
  expect(digest()).toBe(before)

  relay.kill()
  expect((await commandLine(world, 'uninstall')).code).toBe(0)
  expect(existsSync(join(world.user, '.claude/settings.json'))).toBe(false)
  expect([world.daemons(), digest()]).toEqual([[], before])
})

test('the fallback for a daemon with invalid settings is replaced once they are fixed', async () => {
  const world = makeWorld()
  onTestFinished(() => world.remove())
  const { pid } = await world.start()
  await world.post('/hook', prompt)
  const config = join(world.home, 'config.yaml')
  writeFileSync(config, '{: [')
  kill(pid)
  await world.start()
  expect((await world.post('/hook', start)).body).toContain('config.yaml is not YAML')
  const broken = await commandLine(world, 'up', '--no-connect')
  expect([broken.code, broken.stdout]).toEqual([1, ''])
  expect(broken.stderr).toContain('config.yaml is not YAML')
  const checks = JSON.parse((await commandLine(world, 'doctor', '--json')).stdout).checks as {
    name: string
    ok: boolean
  }[]
  const isWell = (name: string) => checks.find((check) => check.name === name)?.ok
  expect(['daemon', 'config', 'database'].map(isWell)).toEqual([false, false, true])
  rmSync(config)
  expect((await commandLine(world, 'up', '--no-connect')).code).toBe(0)
  expect((await world.api('status')).counts.prompts).toBe(1)
})

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { hasTerminals } from '../at-terminal.ts'
import { commandLine } from '../cli/command-line.ts'
import { bash, payload, prompt, start } from './payloads.ts'
import { dist, environmentOf, isRunning, makeWorld, until, type World } from './world.ts'

/** A machine that is removed after the test. */
function fresh(test: TestContext, more: Record<string, string> = {}): World {
  const world = makeWorld(more)
  test.onTestFinished(() => world.remove())
  return world
}

const SECRETS = {
  FAKE_SECRET: 'hush-1',
  ANTHROPIC_API_KEY: 'hush-2',
  AWS_SECRET_ACCESS_KEY: 'hush-3',
  NODE_OPTIONS: '--no-deprecation',
}

/** One that `up` was given with secrets around, and one that takes a hung daemon for hung soon. */
let world: World
let hasty: World
beforeAll(async () => {
  world = makeWorld(SECRETS)
  mkdirSync(world.home, { mode: 0o777 })
  await world.up()
  hasty = makeWorld({ HINDCAST_PATIENCE: '1' })
  await hasty.up()
})
afterAll(() => {
  for (const each of [world, hasty]) each.remove()
})

describe.concurrent('an idle daemon', () => {
  test('whose home is deleted ends with all its processes although a client runs, and nothing comes back', async (test) => {
    const world = fresh(test)
    await world.start()
    const relay = world.open(join(dist, 'hindcast-run'), ['mcp'])
    await world.post('/hook', start)
    await world.api('code', { action: 'arch', from: world.project })
    await until('a standby process runs', () => existsSync(join(world.home, 'standby')))
    const own = world.processes().filter((pid) => pid !== relay.pid)
    expect(own.length).toBeGreaterThan(2)
    rmSync(world.home, { recursive: true, force: true, maxRetries: 9 })
    await until('all have ended', () => own.every((pid) => !isRunning(pid)))
    // A relay that finds a daemon gone brings it back within a second
    await sleep(1_500)
    expect([existsSync(world.home), world.daemons()]).toEqual([false, []])
    relay.stdin?.end()
  })

  test('stops, but not while a client holds its relay', async (test) => {
    const world = fresh(test, { HINDCAST_DAEMON_IDLE_MINUTES: '0.05' })
    const { pid } = await world.start()
    const relay = world.open(join(dist, 'hindcast-run'), ['mcp'])
    await sleep(4_500)
    expect(isRunning(pid)).toBe(true)
    relay.stdin?.end()
    await until('it has left', () => !isRunning(pid))
    expect(world.log().at(-1)).toContain('idle')
    expect(readdirSync(world.home).filter((name) => name.endsWith('-wal'))).toEqual([])
  })

  test.skipIf(!hasTerminals)('keeps running while somebody looks at the viewer', async (test) => {
    const world = fresh(test, { HINDCAST_DAEMON_IDLE_MINUTES: '0.05' })
    await world.start()
    const { url } = JSON.parse((await world.atTerminal('open', '--json')).shown)
    const cookie = (await fetch(url)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = await fetch(new URL('/', url), { headers: { cookie } })
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<script type="module" src="/viewer.js">'),
    ])
    const { pid } = world.endpoint()
    await sleep(4_500)
    expect(isRunning(pid)).toBe(true)
  })

  test('keeps running while commands are given', async (test) => {
    const world = fresh(test, { HINDCAST_DAEMON_IDLE_MINUTES: '0.15' })
    const { pid } = await world.start()
    for (let second = 0; second < 12; second++) {
      await sleep(1_000)
      await world.api('status', {})
    }
    expect(isRunning(pid)).toBe(true)
    await until('it has left', () => !isRunning(pid))
  })

  test('keeps running while a client process named by a hook is alive', async (test) => {
    const world = fresh(test, { HINDCAST_DAEMON_IDLE_MINUTES: '0.05' })
    const { pid } = await world.start()
    const client = world.open('/bin/sleep', ['60'])
    await world.post('/hook', start, { 'x-hindcast-client': `${client.pid};cli;1` })
    await sleep(4_500)
    expect(isRunning(pid)).toBe(true)
    client.kill('SIGKILL')
    await until('it has left', () => !isRunning(pid))
  })
})

describe('what other users can see', () => {
  test('the home is accessible only to its owner, even if it was open before, and so is every file in it', async () => {
    await world.post('/hook', start)
    const mode = ({ mode }: Stats): string => (mode & 0o777).toString(8)
    expect(mode(statSync(world.home))).toBe('700')
    // SQLite's journals come and go
    const own = readdirSync(world.home, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const stats = name.startsWith('app/') ? undefined : lstatSync(join(world.home, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [[name, mode(stats)] as const] : []
    })
    const names = own.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['token', 'hindcast.db', 'daemon.json', 'hook.curl']))
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(names.map((name) => [name, '600'])))
  })
})

describe('a daemon that was started from an environment with secrets', () => {
  const allowed = [
    'HINDCAST_EMBEDDER_ENABLED',
    'HINDCAST_HOME',
    'HINDCAST_PATIENCE',
    'HINDCAST_PORT',
    'HINDCAST_RECALL_WITHHOLD',
    'HOME',
    'PATH',
    'TMPDIR',
  ]
  const names = (of: number): string[] =>
    environmentOf(of)
      .map((entry) => entry.split('=')[0] ?? '')
      .sort()
  test('has none of them', () => {
    expect(names(world.endpoint().pid)).toEqual(allowed)
  })

  test('shows neither its token nor a payload in the process list', () => {
    const { token, pid } = world.endpoint()
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(token)
    const launcher = readFileSync(world.launcher, 'utf8')
    expect(launcher).not.toMatch(/--data[a-z-]* "\$payload"|Bearer/)
  })

  test('restarts as another process on the same port, with all that was recorded and none of the secrets', async () => {
    const before = world.endpoint()
    await world.post('/hook', prompt)
    expect(JSON.parse((await commandLine(world, 'restart', '--json')).stdout)).toEqual({
      restarting: true,
      port: before.port,
    })
    await until('its successor listens', async () => world.endpoint().pid !== before.pid && (await world.isAlive()))
    expect(world.endpoint().port).toBe(before.port)
    expect((await world.api('status')).counts.prompts).toBe(1)
    expect(names(world.endpoint().pid)).toEqual(allowed)
    expect(world.log().join()).not.toContain('hush')
  })
})

describe('down, up, restart and status', () => {
  let world: World
  beforeAll(async () => {
    world = makeWorld()
    await world.up()
  })
  afterAll(() => world.remove())

  test('after down neither status nor a hook command starts it; up restores everything that was recorded, and a second up changes nothing', async () => {
    const { pid } = world.endpoint()
    await world.post('/hook', prompt)
    await world.post('/hook', payload({ hook_event_name: 'SessionEnd', reason: 'other' }))
    expect(await commandLine(world, 'down')).toMatchObject({ code: 0, stderr: '' })
    await until('it has ended', () => !isRunning(pid))
    const { code, stdout } = await commandLine(world, 'status', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      running: false,
      pid: null,
      port: null,
      version: null,
      uptimeMs: null,
      connections: [],
      looksLike: null,
      counts: null,
      queue: null,
      embeddings: null,
      use: null,
      learning: null,
      transcripts: null,
      backups: null,
      recovery: null,
      retentionDays: null,
      paused: [],
    })
    expect(await world.run(world.launcher, ['hook'], start)).toMatchObject({ code: 0, stdout: '{}\n' })
    expect(await commandLine(world, 'down')).toMatchObject({ code: 0, stderr: '' })
    expect(world.daemons()).toEqual([])
    const again = await world.up()
    expect(world.daemons()).toEqual([again.pid])
    expect((await world.api('status')).counts.prompts).toBe(1)
    expect((await world.up()).pid).toBe(again.pid)
  })

  test('down also ends a hung daemon, and up starts another', async () => {
    const { pid } = hasty.endpoint()
    process.kill(pid, 'SIGSTOP')
    expect(await hasty.hindcast('down')).toMatchObject({ code: 0, stderr: '' })
    await until('it has ended', () => !isRunning(pid))
    expect((await hasty.up()).pid).not.toBe(pid)
  })

  test('down ends no other process if daemon.json names one from another container, and does not say that it stopped', async () => {
    const stranger = world.open('/bin/sleep', ['60'])
    const { token, ...state } = world.endpoint()
    const other = { ...state, pid: stranger.pid, protocol: 1, startedAt: 1 }
    writeFileSync(join(world.home, 'daemon.json'), JSON.stringify(other))
    const down = await world.run(process.execPath, [join(dist, 'cli.js'), 'down'], '', { HINDCAST_PATIENCE: '1' })
    const stderr = expect.stringMatching(/^hindcast: nothing was changed: a process that is not seen here.+ holds \S+/)
    expect(down).toMatchObject({ code: 1, stdout: '', stderr })
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })

  test('an invalid config.yaml stops up, in one line; logs shows why without a daemon', async (test) => {
    const world = fresh(test)
    mkdirSync(world.home)
    writeFileSync(join(world.home, 'config.yaml'), 'port: [')
    const up = await commandLine(world, 'up', '--no-connect')
    expect(up).toMatchObject({ code: 1, stdout: '' })
    expect(up.stderr).toMatch(/^hindcast: [^\n]+\n$/)
    const logs = await commandLine(world, 'logs', '--lines', '1')
    expect(logs.stdout).toContain('config.yaml is not YAML')
    expect(world.daemons()).toEqual([])
  })

  test('config can be read and set without a daemon', async (test) => {
    const world = fresh(test)
    expect(await commandLine(world, 'config', 'set', 'contextSummaries', '3')).toMatchObject({ code: 0, stderr: '' })
    const got = await commandLine(world, 'config', 'get', 'contextSummaries', '--json')
    expect(JSON.parse(got.stdout).values.contextSummaries).toMatchObject({ value: 3, from: 'file' })
    expect(existsSync(join(world.home, 'daemon.json'))).toBe(false)
  })
})

test('hooks by way of curl and of Node get the same answers and leave the same records', async (test) => {
  const [curl, node] = [fresh(test), fresh(test)]
  const session = (world: World): string[] => [
    JSON.stringify({ session_id: 's1', cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }),
    prompt,
    bash(1),
    payload({ hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'The fence is green.' }),
    payload({ hook_event_name: 'SessionEnd', reason: 'other' }),
    JSON.stringify({ session_id: 's2', cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }),
  ]
  const answersOf = async (world: World, way: 'curl' | 'node'): Promise<string[]> => {
    await world.up()
    const config = join(world.home, 'hook.curl')
    if (way === 'node') renameSync(config, `${config}.away`)
    const answers: string[] = []
    for (const body of session(world)) {
      const { code, stdout } = await world.run(world.launcher, ['hook'], body)
      expect(code).toBe(0)
      answers.push(stdout.replaceAll(world.root, '').replace(/:\d{4,5}\b/g, ''))
      await sleep(100)
      while ((await world.api('status')).queue.pending > 0) await sleep(50)
    }
    return answers
  }
  const [byCurl, byNode] = await Promise.all([answersOf(curl, 'curl'), answersOf(node, 'node')])
  expect(byNode).toEqual(byCurl)
  const [a, b] = await Promise.all([curl.api('status'), node.api('status')])
  expect(b.counts).toEqual(a.counts)
  expect(a.counts.sessions).toBe(2)
})

describe('without a relay to watch it', () => {
  test('a hung daemon is killed by the next hook command, which its successor answers', async () => {
    const { pid } = hasty.endpoint()
    process.kill(pid, 'SIGSTOP')
    await until('a hook is answered by its successor', async () => {
      const { code, stdout, stderr } = await hasty.run(hasty.launcher, ['hook'], start)
      expect([code, typeof JSON.parse(stdout), stderr]).toEqual([0, 'object', ''])
      expect(isRunning(pid)).toBe(false)
      return hasty.endpoint().pid !== pid && !stdout.includes('starts without memory')
    })
  })
})

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launcherText } from '../../scripts/build.mjs'
import { allowedEnvironment, environmentText } from '../../src/config/environment.ts'
import { environmentFile } from '../../src/hook/daemon-process.ts'
import claudeCode from '../../src/wire/claude-code/environment.ts'
import { environmentOf, kill, makeWorld, until, version, type World } from '../daemon/world.ts'
import { otter } from '../wire/otter/otter.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up()
})
afterAll(() => world.remove())

/** What a shell could take for code, for two variables, or for none. */
const odd = [
  '$(touch pwned) `touch pwned`',
  'two\nHOME=/evil\nexport SECRET=x',
  `"it's" \\"quoted\\" $HOME \\`,
  ' é ',
  '',
]
const names = ['USER', 'TZ', 'XDG_data', 'LC_own', 'HINDCAST_X', 'CLAUDE_CONFIG_DIR']
/** What a person had set where `up` ran. */
const written = Object.fromEntries(names.map((name, at) => [name, `${odd[at % odd.length]}${name}`]))
/** What a project may have its client pass on. */
const hostile = {
  ...{ HINDCAST_STORE_URL: '/tmp/theirs.db', HINDCAST_PORT: '1', HINDCAST_PATIENCE: '999', DB_PATH: '/tmp/theirs.db' },
  ...{
    TZ: 'theirs',
    CLAUDE_CONFIG_DIR: '/tmp/theirs',
    NODE_OPTIONS: '--require=/tmp/theirs.js',
    HINDCAST_HOME: '/tmp/theirs',
  },
  ...{ ANTHROPIC_API_KEY: 'sk-1', HOME_KEY: 'x', app: 'a', word: 'w', MINE: 'one\nLC_TIME=no\nexport TZ=no' },
}
/** Writes what `up` would. */
const record = (more: Record<string, string>) =>
  writeFileSync(environmentFile(world.home), environmentText({ ...world.env, ...more }))
const start = JSON.stringify({ session_id: 's', cwd: '/', hook_event_name: 'SessionStart', source: 'startup' })

const field = (pid: number, at: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[at - 3])

async function killed(): Promise<void> {
  kill(world.endpoint().pid)
  await until('it is gone', async () => !(await world.isAlive()))
}

test("an agent's command loads nothing that a project has OpenSSL load into Node", async () => {
  const theirs = join(world.root, 'theirs.cnf')
  const loads = ['openssl_conf = a', 'nodejs_conf = a', '[a]', 'engines = b', '[b]', 'x = c', '[c]', 'engine_id = x']
  writeFileSync(theirs, [...loads, 'dynamic_path = /nowhere/x.so', ''].join('\n'))
  const done = await world.run(world.launcher, ['config', 'path'], '', { CLAUDECODE: '1', OPENSSL_CONF: theirs })
  expect(done).toMatchObject({ code: 0, stderr: '' })
})

describe('a missing daemon', () => {
  const shells = ['/bin/sh', '/bin/bash', '/bin/busybox'].filter(existsSync)
  test.each(shells)('is started by the launcher in %s, on its own, with what `up` wrote down alone', async (shell) => {
    await killed()
    record(written)
    const words = [...(shell.endsWith('x') ? ['sh'] : []), world.launcher, 'hook']
    const done = await world.run(shell, words, start, hostile)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toBeTypeOf('object')
    const { pid } = world.endpoint()
    // Node would have started it without a word
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(-2)).toEqual(['pipe=3', ''])
    expect(field(pid, 6)).toBe(pid)
    const allowed = allowedEnvironment({ ...world.env, ...written, HINDCAST_HOME: world.home })
    expect(environmentOf(pid).toSorted()).toEqual(
      Object.entries(allowed)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
    )
    expect(existsSync(join(world.project, 'pwned'))).toBe(false)
    record({})
  })

  test('is started by Node with what `up` wrote down alone, too', async () => {
    await killed()
    const hook = join(world.home, 'app', version, 'hook.js')
    const { NODE_OPTIONS: _, HINDCAST_HOME: __, ...others } = hostile
    expect(await world.run(process.execPath, [hook], start, others)).toMatchObject({ code: 0, stderr: '' })
    const allowed = allowedEnvironment({ ...world.env, HINDCAST_HOME: world.home })
    expect(environmentOf(world.endpoint().pid).toSorted()).toEqual(
      Object.entries(allowed)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
    )
  })

  test('is started once, even if several sessions begin at the same time', async () => {
    await killed()
    const payload = (n: number) => start.replace('"s"', `"s${n}"`)
    const done = await Promise.all([1, 2, 3, 4].map((n) => world.run(world.launcher, ['hook'], payload(n))))
    for (const { code, stderr, stdout } of done) expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' })
    // Those that found the home taken may still be leaving, and must not take it when this one is killed
    await until('the others have left', () => world.daemons().length === 1)
    expect(world.daemons()).toEqual([world.endpoint().pid])
  })

  test('that never listens is given up on while it is still starting, and the person is told', async () => {
    await killed()
    const body = join(world.home, 'app', version, 'daemon-run.js')
    const whole = readFileSync(body)
    writeFileSync(body, 'exports.runDaemon = () => new Promise(() => setInterval(() => {}, 1000))')
    record({ HINDCAST_PATIENCE: '1' })
    const done = await world.run(world.launcher, ['hook'], start)
    record({})
    writeFileSync(body, whole)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout).systemMessage).toMatch(/^Hindcast: this session starts without memory: the daemon /)
    expect(world.daemons()).not.toEqual([])
  })
})

describe('what a project puts into the environment of its client', () => {
  test('does not decide which programs a hook runs', async () => {
    await killed()
    const bin = join(world.project, 'bin')
    mkdirSync(bin)
    for (const name of ['cat', 'curl', 'node', 'setsid', 'env', 'sh'])
      writeFileSync(join(bin, name), `#!/bin/sh\ntouch "${world.project}/pwned"\n`, { mode: 0o755 })
    const done = await world.run(world.launcher, ['hook'], start, { ...hostile, PATH: `${bin}:${world.env.PATH}` })
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect([await world.isAlive(), existsSync(join(world.project, 'pwned'))]).toEqual([true, false])
  })

  test('does not lead an agent’s commands to another home; a person may choose one', async () => {
    const theirs = join(world.project, 'theirs')
    const home = async (more: Record<string, string>) =>
      (await world.run(world.launcher, ['config', 'path'], '', { HINDCAST_HOME: theirs, ...more })).stdout.trim()
    expect(await home({ CLAUDECODE: '1' })).toBe(join(world.home, 'config.yaml'))
    expect(existsSync(theirs)).toBe(false)
    expect(await home({})).toBe(join(theirs, 'config.yaml'))
  })
})

describe('the slow part of an answer', () => {
  const stop = JSON.stringify({ session_id: 's', cwd: '/', hook_event_name: 'Stop', stop_hook_active: false })

  test('is requested by the launcher from the running daemon', async () => {
    expect(await world.run(world.launcher, ['hook', '--slow'], stop)).toMatchObject({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    })
  })

  test('starts no daemon, which is left to the fast part', async () => {
    await killed()
    const before = world.daemons()
    expect(await world.run(world.launcher, ['hook', '--slow'], stop)).toMatchObject({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    })
    expect(world.daemons()).toEqual(before)
  })
})

test("the launcher passes on the host and that host's environment", async () => {
  const told: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    told.push(request.headers)
    request.resume().on('end', () => response.end('{"heard":1}'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const app = join(world.root, 'two/app/1')
  mkdirSync(app, { recursive: true })
  const source = readFileSync(join(import.meta.dirname, '../../src/hook/hindcast-run'), 'utf8')
  const text = launcherText(source, [claudeCode, otter.environment])
  writeFileSync(join(app, 'hindcast-run'), text, { mode: 0o755 })
  writeFileSync(join(app, 'version'), '1\n')
  const { port } = server.address() as AddressInfo
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const config = [`# none ${hex}`, `url = "http://127.0.0.1:${port}/hook"`, 'data-binary = "@-"']
  writeFileSync(join(world.root, 'two/hook.curl'), `${config.join('\n')}\n`)
  const ways = { HTTP_PROXY: 'http://u:pw@p:1', https_proxy: '', NO_PROXY: '*.example.com, 10.0.0.1', OTTER_WEIR: 'w' }
  const both = { CLAUDE_PID: '11', CLAUDE_CODE_ENTRYPOINT: 'cli', OTTER_PID: '22', OTTER_ATTENDED: '0', ...ways }
  for (const words of [['hook'], ['hook', '--host=otter'], ['hook', '--quiet', '--host=claude-code']])
    expect(await world.run(join(app, 'hindcast-run'), words, start, both)).toMatchObject({ stdout: '{"heard":1}\n' })
  expect(told.map((each) => [each['x-hindcast-host'], each['x-hindcast-client']])).toEqual([
    [undefined, '11;cli;'],
    ['otter', '22;;0'],
    ['claude-code', '11;cli;'],
  ])
  const claudes = ';HTTP_PROXY=set;NO_PROXY=*.example.com, 10.0.0.1;no_proxy='
  expect(told.map((each) => each['x-hindcast-requests'])).toEqual([claudes, undefined, claudes])
  server.close()
})

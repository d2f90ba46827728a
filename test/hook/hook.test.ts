import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dist, makeWorld, version, type World } from '../daemon/world.ts'
import { hopeless, huge, odd } from './malformed.ts'

let world: World
let pid: number
/** What a hook says whose stdin never ends; it takes its time, so it is begun before all else. */
let endless: Promise<string>
/** Whether a connection that was idle for a while was used again; begun before all else, too. */
let reused: Promise<boolean>
beforeAll(async () => {
  world = makeWorld()
  pid = (await world.up()).pid
  endless = waitForever()
  reused = afterIdling()
})
afterAll(() => world.remove())

/** The ways in. `pad` tells one delivery of the same payload from the next. */
const ways: readonly {
  name: string
  pad: string
  send: (body: string | Buffer) => Promise<string>
  /** Those of the odd payloads that are sent this way; all, unless said. A process each takes its time. */
  odds?: [string, string | Buffer][]
}[] = [
  { name: 'POST /hook', pad: '', send: overHttp },
  {
    name: 'cli.js hook',
    pad: ' ',
    send: (body) => overStdin(process.execPath, [join(dist, 'cli.js'), 'hook'], body),
    odds: Object.entries(odd).slice(0, 5),
  },
  { name: 'hindcast-run hook', pad: '  ', send: (body) => overStdin(world.launcher, ['hook'], body) },
]

async function overHttp(body: string | Buffer): Promise<string> {
  const { port, token } = world.endpoint()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers })
  expect(reply.status).toBe(200)
  return reply.text()
}

async function overStdin(program: string, words: string[], body: string | Buffer): Promise<string> {
  const { code, stdout } = await world.run(program, words, body)
  expect(code).toBe(0)
  expect(stdout.endsWith('\n')).toBe(true)
  return stdout.trim()
}

/** The answer, and whether whoever holds the other end of stdin was still there when it was given. */
async function waitForever(): Promise<string> {
  const hook = `'${process.execPath}' '${join(dist, 'cli.js')}' hook <endless`
  const script = `mkfifo endless; sleep 600 >endless & ${hook}; kill $! && echo open`
  return (await world.run('/bin/sh', ['-c', script], '', { HINDCAST_PATIENCE: '1' })).stdout
}

/** Longer than a server of Node's keeps an idle connection unless told to. */
const IDLE_MS = 7_000

async function afterIdling(): Promise<boolean> {
  const { port, token } = world.endpoint()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const isReused = () =>
    new Promise<boolean>((resolve, reject) => {
      const call = request({ agent, port, host: '127.0.0.1', path: '/hook', method: 'POST', headers }, (response) =>
        response.resume().once('end', () => resolve(call.reusedSocket)),
      )
      call.once('error', reject).end('{"session_id":"idle","hook_event_name":"Stop"}')
    })
  await isReused()
  await sleep(IDLE_MS)
  return isReused().finally(() => agent.destroy())
}

const padded = (body: string | Buffer, pad: string): Buffer =>
  Buffer.concat([Buffer.from(body), Buffer.from(body.length === 0 ? '' : pad)])
const complaints = (): number => world.log().filter((line) => line.includes('"msg":"hook"')).length

async function stillThere(): Promise<void> {
  expect(await world.isAlive()).toBe(true)
  expect(world.endpoint().pid).toBe(pid)
}

describe.each(ways)('$name', ({ send, pad, odds = Object.entries(odd) }) => {
  test.each(Object.entries(hopeless))('answers %s with {}, in one line of the log', async (_, body) => {
    const before = complaints()
    expect(await send(padded(body, pad))).toBe('{}')
    expect(complaints() - before).toBe(1)
    await stillThere()
  })

  test.each(odds)('answers %s with {}, in no more than one line of the log', async (_, body) => {
    const before = complaints()
    expect(await send(padded(body, pad))).toBe('{}')
    expect(complaints() - before).toBeLessThanOrEqual(1)
    await stillThere()
  })

  test('answers 50 MB with {}, in one line of the log', async () => {
    const before = complaints()
    expect(await send(huge())).toBe('{}')
    expect(complaints() - before).toBe(1)
    await stillThere()
  })
})

describe('a hook command', () => {
  const stop = (session: string): string => JSON.stringify({ session_id: session, hook_event_name: 'Stop' })

  test('ignores unknown flags and words', async () => {
    for (const words of [['--no-such-flag'], ['--help', 'me'], ['x', '--json']]) {
      const done = await world.run(process.execPath, [join(dist, 'cli.js'), 'hook', ...words], stop(words.join()))
      expect(done).toMatchObject({ code: 0, stdout: '{}\n' })
    }
  })

  test("ignores a person's own .curlrc", async () => {
    writeFileSync(join(world.user, '.curlrc'), 'include\nproxy = "http://127.0.0.1:9"\n')
    expect(await world.run(world.launcher, ['hook'], stop('curlrc'))).toMatchObject({ code: 0, stdout: '{}\n' })
  })

  test('for an unknown host gets {} and a log line', async () => {
    const before = complaints()
    expect(await world.post('/hook?host=nobody', stop('h'))).toMatchObject({ status: 200, body: '{}' })
    const header = { 'x-hindcast-host': 'nobody' }
    expect(await world.post('/hook', stop('i'), header)).toMatchObject({ status: 200, body: '{}' })
    expect(complaints() - before).toBe(2)
  })

  test('that disconnects halfway leaves the daemon unaffected', async () => {
    const { port, token } = world.endpoint()
    const head = `POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"session_id":`)
        setTimeout(() => socket.destroy(), 50)
      })
      socket.on('close', () => resolve())
    })
    await stillThere()
  })

  test('is never sent over a connection that the daemon is about to close: the daemon closes no idle one', async () => {
    expect(await reused).toBe(true)
  })

  test('from a newer release gets 409, so that the older daemon is replaced', async () => {
    const reply = await world.post('/hook', stop('newer'), { 'x-hindcast-version': '999.0.0' })
    expect(reply).toMatchObject({ status: 409, headers: { 'x-hindcast-version': version } })
    expect((await world.post('/hook', stop('older'), { 'x-hindcast-version': '0.0.1' })).status).toBe(200)
  })

  test('without the token is refused', async () => {
    expect((await world.post('/hook', stop('t'), { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await world.post('/hook', stop('t'), { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('with an endless stdin gets {} while it is still open', async () => {
    expect(await endless).toBe('{}\nopen\n')
  })
})

describe('if no daemon can be started', () => {
  test.each(['cli.js', 'hindcast-run'])(
    '%s hook answers {} with exit 0, and tells the person at a session start',
    async (name) => {
      const broken = makeWorld()
      const app = join(broken.home, 'app', version)
      // The programs alone
      cpSync(dist, app, { recursive: true, filter: (path) => path === dist || /\/dist\/[^/]+(?<!\.map)$/.test(path) })
      writeFileSync(join(app, 'daemon.js'), 'process.exit(1)\n')
      const words = name === 'cli.js' ? [join(app, name), 'hook'] : ['hook']
      const program = name === 'cli.js' ? process.execPath : join(app, name)
      const done = await broken.run(program, words, '{"session_id":"s","hook_event_name":"Stop"}')
      expect(done).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' })
      const begun = await broken.run(program, words, '{"session_id":"s","hook_event_name":"SessionStart"}')
      expect(begun).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(begun.stdout)).toEqual({
        systemMessage: expect.stringMatching(/^Hindcast: this session starts without memory: the daemon did not start/),
      })
      broken.remove()
    },
  )

  test('and without any Node, hindcast-run hook does the same', async () => {
    const bare = makeWorld()
    const bin = join(bare.root, 'bin')
    const app = join(bare.home, 'app', version)
    mkdirSync(bin)
    mkdirSync(app, { recursive: true })
    for (const tool of ['sh', 'cat', 'dirname']) symlinkSync(`/bin/${tool}`, join(bin, tool))
    cpSync(join(dist, 'hindcast-run'), join(app, 'hindcast-run'))
    const done = await bare.run(join(app, 'hindcast-run'), ['hook'], '{}', { PATH: bin })
    expect(done).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' })
    const begun = await bare.run(join(app, 'hindcast-run'), ['hook'], '{"hook_event_name":"SessionStart"}', {
      PATH: bin,
    })
    expect([begun.code, begun.stderr]).toEqual([0, ''])
    // Wherever this machine has a Node that is found without PATH, only the rest of the program is missing
    expect(JSON.parse(begun.stdout).systemMessage).toMatch(
      /^Hindcast: this session starts without memory: (?:Node not found|its hook)/,
    )
    bare.remove()
  })
})

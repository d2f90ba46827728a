import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hookTokenOf } from '../../src/http/guard.ts'
import { commandLine } from '../cli/command-line.ts'
import { start } from '../daemon/payloads.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

/** Answers everything as the daemon would, and prints what it receives. */
const STRANGER = `
  const [port, pid] = process.argv.slice(1).map(Number)
  const body = JSON.stringify({ ok: true, pid, version: '9.9.9', protocol: 1, proof: '0'.repeat(64) })
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      process.stdout.write(data)
      socket.write('HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: ' + body.length + '\\r\\n\\r\\n' + body)
    })
  })
  // A connection of another test may have the free port as its own end for a moment
  const listen = () => server.listen(port, '127.0.0.1', () => process.stdout.write('listening\\n'))
  server.on('error', () => setTimeout(listen, 50))
  listen()
`

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
})
afterAll(() => world.remove())

/** The connected home, whose daemon is dead now, and whose port a program of the user `uid` holds. */
async function besieged(uid?: number) {
  const before = world.endpoint()
  const words = ['-e', STRANGER, '--', String(before.port), String(before.pid)]
  await world.killAll()
  // What it leaves behind only if it is killed just after it has moved, or while a client is running
  for (const name of ['moved', 'standby']) rmSync(join(world.home, name), { force: true })
  const stranger: ChildProcess = spawn(process.execPath, words, { cwd: '/', ...(uid !== undefined && { uid }) })
  onTestFinished(() => void stranger.kill())
  let heard = ''
  stranger.stdout?.on('data', (data: Buffer) => {
    heard += String(data)
  })
  await until('the stranger listens', () => heard.startsWith('listening\n'))
  // As if another process had the dead daemon's id
  const curl = join(world.home, 'hook.curl')
  writeFileSync(curl, readFileSync(curl, 'utf8').replace(/^# \d+/, `# ${process.pid}`))
  return { before, heard: () => heard.slice('listening\n'.length) }
}

/** What must not reach a stranger: tokens, and anything of a client. */
const secretsOf = (before: { token: string }): string[] => [
  before.token,
  hookTokenOf(before.token),
  'session_id',
  'Bearer',
]

async function isMoved(before: { port: number; token: string }): Promise<void> {
  const settings = () => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')
  await until('the daemon has moved', () => world.endpoint().port !== before.port)
  await until('clients are told', () => settings().includes(hookTokenOf(world.endpoint().token)))
  const { port, token } = world.endpoint()
  expect([port === before.port, token === before.token]).toEqual([false, false])
  expect(settings()).not.toContain(hookTokenOf(before.token))
}

describe.each([
  ['another user', 65_534],
  ['the same user', undefined],
] as const)("a program of %s on the dead daemon's port", (_, uid) => {
  const isPossible = existsSync('/proc/net/tcp') && (uid === undefined || process.getuid?.() === 0)

  test.skipIf(!isPossible)(
    'gets no token or payload from a SessionStart hook, which moves the daemon and answers',
    async () => {
      const { before, heard } = await besieged(uid)
      // Only the system's table keeps the launcher's curl from a listener; a program of the same user passes it
      if (uid === undefined) writeFileSync(join(world.home, 'hook.curl'), '')
      const { code, stdout } = await world.run(world.launcher, ['hook'], start)
      expect([code, typeof JSON.parse(stdout)]).toEqual([0, 'object'])
      await isMoved(before)
      for (const secret of secretsOf(before)) expect(heard()).not.toContain(secret)
    },
  )

  test.skipIf(!isPossible)('gets no token from a relay, which starts a daemon on another port', async () => {
    const { before, heard } = await besieged(uid)
    const relay = world.open(world.launcher, ['mcp'])
    onTestFinished(() => void relay.kill())
    await isMoved(before)
    for (const secret of secretsOf(before)) expect(heard()).not.toContain(secret)
  })

  test.skipIf(!isPossible)('gets no token from the command line, which starts a daemon on another port', async () => {
    const { before, heard } = await besieged(uid)
    expect(await commandLine(world, 'search', 'anything')).toMatchObject({ code: 0, stderr: '' })
    await sleep(100)
    for (const secret of secretsOf(before)) expect(heard()).not.toContain(secret)
    if (uid !== undefined) expect(heard()).toBe('')
    await isMoved(before)
  })
})

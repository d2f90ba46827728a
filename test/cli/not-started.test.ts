import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dist, makeWorld, type World } from '../daemon/world.ts'

const can = (...words: string[]): boolean => {
  try {
    execFileSync('unshare', [...words, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const NETWORK = ['--net']

let world: World
beforeAll(() => {
  world = makeWorld()
})
afterAll(() => world.remove())

const start = (session: string) =>
  JSON.stringify({
    session_id: session,
    hook_event_name: 'SessionStart',
    source: 'startup',
    cwd: world.project,
    transcript_path: '/x',
  })

describe.skipIf(!can(...NETWORK))('in another network namespace with the same home, as in a sandbox', () => {
  const there = (words: readonly string[], input = '') =>
    world.run('unshare', [...NETWORK, 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'there', ...words], input)

  test('a session is told where the daemon runs, which is neither killed nor started anew', async () => {
    const { pid } = await world.up('--no-import')
    const { stdout, code } = await there([world.launcher, 'hook'], start('s1'))
    expect([code, JSON.parse(stdout).systemMessage]).toEqual([
      0,
      expect.stringMatching(/the daemon runs in another network namespace/),
    ])
    expect([world.endpoint().pid, world.daemons()]).toEqual([pid, [pid]])
  })

  test('a command says so as one of what may be the cause', async () => {
    const { code, stderr } = await there([process.execPath, join(dist, 'cli.js'), 'search', 'heron'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^hindcast: the daemon did not start: a process holds \S+, but no daemon can be reached from here; possible causes?: the daemon \(pid \d+\) runs in another network namespace/,
    )
    expect(await world.isAlive()).toBe(true)
  })
})

test('up says which port was not free, and which one is used', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const crowded = makeWorld({ HINDCAST_PORT: String(port) })
  try {
    crowded.prepare()
    const { stdout } = await crowded.hindcast('up', '--no-connect', '--no-import', '--json')
    const done = JSON.parse(stdout)
    expect(done.port).not.toBe(port)
    expect(done.warnings).toEqual([expect.stringContaining(`port ${port} was not free, so Hindcast uses ${done.port}`)])
    const again = JSON.parse((await crowded.hindcast('up', '--no-connect', '--no-import', '--json')).stdout)
    expect([again.port, again.warnings]).toEqual([done.port, []])
  } finally {
    crowded.remove()
    other.close()
  }
})

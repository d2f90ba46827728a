import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
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
/** As in a container: the daemon's process is not seen there at all. */
const CONTAINER = [...NETWORK, '--pid', '--fork', '--mount-proc']

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

const inside = (kind: readonly string[], words: readonly string[], input = '') =>
  world.run('unshare', [...kind, 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'there', ...words], input, {
    HINDCAST_PATIENCE: '1',
  })
const command = (kind: readonly string[], ...words: string[]) =>
  inside(kind, [process.execPath, join(dist, 'cli.js'), ...words])

describe.skipIf(!can(...NETWORK))('in another network namespace with the same home, as in a sandbox', () => {
  test('a session is told where the daemon runs, which is neither killed nor started anew', async () => {
    const { pid } = await world.up('--no-import')
    const { stdout, code } = await inside(NETWORK, [world.launcher, 'hook'], start('s1'))
    expect([code, JSON.parse(stdout).systemMessage]).toEqual([
      0,
      expect.stringMatching(/the daemon runs in another network namespace/),
    ])
    expect([world.endpoint().pid, world.daemons()]).toEqual([pid, [pid]])
  })

  test('a command says so as one of what may be the cause', async () => {
    const { code, stderr } = await command(NETWORK, 'search', 'heron')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^hindcast: the daemon did not start: a process holds \S+, but no daemon can be reached from here; possible causes?: the daemon \(pid \d+\) runs in another network namespace/,
    )
    expect(await world.isAlive()).toBe(true)
  })

  test('doctor says where the port and all that only the daemon can check are', async () => {
    const { checks } = JSON.parse((await command(NETWORK, 'doctor', '--json')).stdout)
    const said: readonly { readonly name: string; readonly detail: string; readonly remedy: string }[] = checks
    expect(said.find(({ name }) => name === 'port')).toMatchObject({
      ok: null,
      detail: expect.stringMatching(/^\d+ there; the daemon \(pid \d+\) runs in another network namespace/),
      remedy: expect.stringMatching(/^use Hindcast where it runs/),
    })
    expect(said.filter(({ detail, remedy }) => /not running/.test(detail) || remedy === 'run hindcast up')).toEqual([])
  })

  test('status says so, too', async () => {
    const { stdout } = await command(NETWORK, 'status')
    expect(stdout).toMatch(
      /^Hindcast cannot be reached from here: the daemon \(pid \d+\) runs in another network namespace/,
    )
  })
})

describe.each([
  ['a network of its own', NETWORK],
  ['a network and processes of its own, as a container has', CONTAINER],
])('where the home is shared with %s', (_, kind) => {
  const settings = () => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')

  test.skipIf(!can(...kind)).each([[['down']], [['uninstall', '--purge', '--yes']]])(
    'hindcast %j ends nobody outside, changes nothing, and says where to run it',
    async (words) => {
      await world.up('--no-import')
      const before = [world.endpoint().pid, settings(), readdirSync(world.home)] as const
      const { code, stderr } = await command(kind, ...words)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/another network namespace|is not seen here|another container/),
      ])
      expect(stderr).toMatch(/HINDCAST_HOME to another folder here\)\n$/)
      expect([world.endpoint().pid, settings()]).toEqual(before.slice(0, 2))
      expect(readdirSync(world.home)).toEqual(expect.arrayContaining([...before[2]]))
      expect(await world.isAlive()).toBe(true)
    },
  )
})

test('up says which port was not free and which one is used, and starts anew for a variable that changed', async () => {
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

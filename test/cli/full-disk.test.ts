import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdFile } from '../../src/adapters/store/sqlite/lock.ts'
import { notStarted } from '../../src/cli/not-started.ts'
import { homeOf } from '../../src/config/home.ts'
import { FREE_SPACE } from '../../src/domain/errors.ts'
import { dist, makeWorld, type World } from '../daemon/world.ts'

const mounted = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=700', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
/** Programs that were started there keep a detached one. */
const unmount = (folder: string): void => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })

const trial = join(tmpdir(), `hindcast-trial-${process.pid}`)
const can = mounted(trial)
if (can) unmount(trial)

/** Writes until there is no space left. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'a', 0o600)
  for (let size = 1_048_576; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      size /= 4
    }
  }
  closeSync(file)
}

/** Guesses at causes that were told instead. */
const GUESSES =
  /container|another daemon|another machine|another HINDCAST_HOME|another one|check the path|run hindcast doctor/

describe.skipIf(!can)('on a full disk', () => {
  let world: World
  beforeAll(async () => {
    world = makeWorld()
    mounted(world.home)
    await world.start()
    await world.api('connect', { host: 'claude-code' })
    fill(world.home)
  })
  afterAll(async () => {
    await world.killAll()
    unmount(world.home)
    world.remove()
  })

  const refused = async (verb: string, input: object) => {
    const { status, body } = await world.post(`/api/${verb}`, JSON.stringify(input))
    const { why = '', remedy = '' } = JSON.parse(body).error ?? {}
    return { status, said: `${why} (${remedy})` }
  }
  const run = (...words: string[]) => world.run(process.execPath, [join(dist, 'cli.js'), ...words])

  test.each([
    ['remember', { text: 'herons nest in March' }],
    ['pause', { for: '2h' }],
    ['config', { action: 'set', key: 'prompt.limit', value: '2' }],
    ['lessons', { action: 'add', words: 'Never use tabs in this project.' }],
    ['behaviours', { action: 'off', name: 'handoff', project: '/tmp' }],
    ['disconnect', { host: 'claude-code' }],
  ])('%s says that it is full and what helps, and guesses nothing else', async (verb, input) => {
    const { status, said } = await refused(verb, { from: world.project, ...input })
    expect(status).not.toBe(200)
    expect(said).toMatch(new RegExp(`the disk is full.*\\(${FREE_SPACE}\\)$`, 's'))
    expect(said).not.toMatch(GUESSES)
  })

  test('a session that begins there is told so', async () => {
    const start = (id: string) =>
      world.post(
        '/hook',
        JSON.stringify({ session_id: id, cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }),
      )
    await start('f1')
    const said = JSON.parse((await start('f2')).body).systemMessage
    expect(said).toMatch(/could not be recorded, because the disk is full; .+ \(free some space\)/)
  })

  test('locks are taken as anywhere, so nobody is said to hold one', async () => {
    const path = join(world.home, 'trial.lock')
    const letGo = await holdFile(path, 0)
    expect([typeof letGo, await holdFile(path, 0)]).toEqual(['function', undefined])
    letGo?.()
  })

  test('a daemon that cannot start says so, to a command, to doctor and to a session', async () => {
    await world.killAll()
    for (const name of ['hindcast.db-wal', 'hindcast.db-shm', 'hindcast.db', 'daemon.lock'])
      rmSync(join(world.home, name), { force: true })
    fill(world.home)
    for (const words of [
      ['search', 'heron'],
      ['up', '--no-import'],
    ]) {
      const { code, stderr } = await run(...words)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/full/)])
      expect(stderr).toMatch(/\(free some space, then try again\)\n$/)
      expect(stderr).not.toMatch(GUESSES)
    }
    const { message } = await notStarted(homeOf({ HINDCAST_HOME: world.home }), Date.now(), 0)
    expect(message).toMatch(
      /possible causes?: the disk of \S+ is full \(\d+ KB free\).* \(free some space, then try again\)$/,
    )
    const { stdout } = await run('doctor')
    expect(stdout).toMatch(/✗ disk +only \d+ KB free.+\n +→ free some space/)
  })

  test('it is enough to free some space', async () => {
    rmSync(join(world.home, 'ballast'))
    await world.start()
    expect(await world.api('remember', { text: 'herons nest', project: world.project })).toHaveProperty('id')
  })
})

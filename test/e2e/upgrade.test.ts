import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { prompt, start } from '../daemon/payloads.ts'
import { installBeside, release } from '../daemon/release.ts'
import { kill, makeWorld, until, version, type World } from '../daemon/world.ts'

const OLDER = '0.0.9'
let world: World
beforeEach(() => {
  world = makeWorld()
  mkdirSync(join(world.user, '.claude/projects'), { recursive: true })
})
afterEach(() => world.remove())

const upOf = (cli: string) => world.run(process.execPath, [cli, 'up'])
const launcherOf = (number: string): string => join(world.home, 'app', number, 'hindcast-run')
const settings = (): string => readFileSync(join(world.user, '.claude/settings.json'), 'utf8')
const prompts = async (): Promise<number> => (await world.api('status')).counts.prompts

describe('an upgrade', () => {
  it('through the hooks of a newer release restarts the older daemon once, and nothing is lost', async () => {
    expect(await upOf(release(world, OLDER))).toMatchObject({ code: 0 })
    await world.post('/hook', prompt)
    const before = world.endpoint()
    expect(before.version).toBe(OLDER)
    // As a package manager installs it: before `up`
    installBeside(world, OLDER)
    const answers = await Promise.all([1, 2, 3].map(() => world.run(launcherOf(version), ['hook'], start)))
    for (const { code, stdout } of answers) expect([code, typeof JSON.parse(stdout)]).toEqual([0, 'object'])
    expect(world.endpoint()).toMatchObject({ version, port: before.port, token: before.token })
    await until('one daemon is left', () => world.daemons().length === 1)
    const listening = world.log().filter((line) => line.includes('listening'))
    expect(listening).toHaveLength(2)
    expect(await prompts()).toBe(1)
  })

  it('through `up` replaces what clients start; an older relay then starts the new daemon, not the old one', async () => {
    await upOf(release(world, OLDER))
    await world.post('/hook', prompt)
    const relay = world.open(launcherOf(OLDER), ['mcp'])
    await until('the relay is there', async () => (await world.post('/hook', start)).status === 200)
    expect(settings()).toContain(launcherOf(OLDER))
    expect(await world.hindcast('up')).toMatchObject({ code: 0 })
    expect(settings()).not.toContain(launcherOf(OLDER))
    expect(settings()).toContain(launcherOf(version))
    expect(existsSync(launcherOf(OLDER))).toBe(false)
    const { pid } = world.endpoint()
    kill(pid)
    await until('it is back', async () => world.endpoint().pid !== pid && (await world.isAlive()))
    expect(world.endpoint().version).toBe(version)
    expect(await prompts()).toBe(1)
    relay.kill()
  })
})

describe('a downgrade', () => {
  it('to a release that knows the schema keeps all data', async () => {
    await world.hindcast('up')
    await world.post('/hook', prompt)
    expect(await upOf(release(world, OLDER))).toMatchObject({ code: 0, stderr: '' })
    expect(world.endpoint().version).toBe(OLDER)
    expect(await prompts()).toBe(1)
  })

  it('to one that does not is rejected in one line, and changes nothing', async () => {
    await world.hindcast('up')
    await world.post('/hook', prompt)
    const raw = await openRaw(join(world.home, 'hindcast.db'))
    raw.exec('PRAGMA busy_timeout = 5000')
    raw.exec("INSERT INTO migrations (number, name, checksum) VALUES (99, 'of the future', 'x')")
    raw.close()
    const [before, connected] = [world.endpoint(), settings()]
    const done = await upOf(release(world, OLDER))
    expect([done.code, done.stdout]).toEqual([1, ''])
    expect(done.stderr).toMatch(/^hindcast: cannot open the database[^\n]*: [^\n]*newer Hindcast[^\n]*\n$/)
    expect(world.endpoint()).toEqual(before)
    expect(await world.isAlive()).toBe(true)
    expect(settings()).toBe(connected)
    expect(readdirSync(join(world.home, 'app')).sort()).toEqual([version, 'current'])
    expect(await prompts()).toBe(1)
  })
})

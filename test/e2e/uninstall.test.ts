import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const hello = { prompt: 'Say hello', turns: [[{ type: 'text' as const, text: 'Hello.' }]] }
/** A person's own file: BOM, CRLF, tabs, a foreign hook, no newline at the end. */
const own =
  '\uFEFF{\r\n\t"model" : "sonnet",\r\n\t"hooks":{ "Stop":[ {"hooks": [{"type":"command","command":"true"}] }\r\n]  },\r\n  "env": {"A":"\\u0041"}}'

let world: World
let before: ReturnType<typeof everything>
beforeEach(async () => {
  world = await makeWorld({ 'a.txt': 'a\n', '.claude/settings.local.json': '{ "permissions": {} }' })
  // A home without our folder, as before the first `up`
  rmSync(join(world.home, '.hindcast'), { recursive: true })
  mkdirSync(join(world.home, '.local/bin'), { recursive: true })
  world.env.PATH = `${join(world.home, '.local/bin')}:${world.env.PATH}`
  writeFileSync(join(world.home, '.claude/settings.json'), own)
  chmodSync(join(world.home, '.claude/settings.json'), 0o644)
  writeFileSync(join(world.home, '.claude/CLAUDE.md'), '# Mine\n')
  writeFileSync(join(world.home, '.bashrc'), 'export A=1\n', { mode: 0o755 })
  // The client creates its own files on its first run
  await runHeadless(world, hello)
  before = everything()
})
afterEach(() => world.close())

/** Every file in the person's home and project, with type, mode and bytes, except what the client writes on every run. */
function everything(): Map<string, readonly [number, string]> {
  const files = [world.home, world.project].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
  )
  return new Map(
    files
      .filter((path) => lstatSync(path).isFile() && !CLIENTS.test(path))
      .map((path) => [path, [lstatSync(path).mode, readFileSync(path, 'latin1')]]),
  )
}
const CLIENTS = /\.claude\.json|\.claude\/(?!settings|CLAUDE)|\/\.cache\/|\/\.git\//

const state = (): Record<string, unknown> => JSON.parse(readFileSync(join(world.home, '.claude.json'), 'utf8'))
/** The counters and dates that the client updates there on every run. */
const stable = () => {
  const { projects, mcpServers } = state() as { projects: Record<string, object>; mcpServers?: object }
  return { projects: Object.keys(projects), mcpServers }
}

describe('install, use and uninstall, with the real client', () => {
  it('disconnect restores every file byte for byte, with its mode, and removes only its own key from `.claude.json`', async () => {
    const was = stable()
    await hindcast(world, 'up', '--no-import')
    await hindcast(world, 'connect', 'claude-code', '--scope', 'project')
    await runHeadless(world, hello)
    expect(readFileSync(join(world.project, '.claude/settings.local.json'), 'utf8')).toContain('hindcast-run')
    await hindcast(world, 'disconnect', 'claude-code', '--scope', 'project')
    await hindcast(world, 'disconnect', 'claude-code')
    const after = everything()
    for (const [path, file] of before) expect([path, ...(after.get(path) ?? [])]).toEqual([path, ...file])
    expect(stable()).toEqual(was)
  })

  it('uninstall leaves only the recorded data, which the next up continues with', async () => {
    await hindcast(world, 'up', '--no-import')
    await runHeadless(world, hello)
    const { counts } = await hindcastJson<{ counts: { prompts: number } }>(world, 'status')
    expect(counts.prompts).toBe(1)
    expect((await hindcast(world, 'uninstall')).exitCode).toBe(0)
    expect(readdirSync(join(world.home, '.hindcast'))).toEqual(['hindcast.db'])
    expect(readdirSync(join(world.home, '.local/bin'))).toEqual([])
    await runHeadless(world, hello)
    await hindcast(world, 'up', '--no-import')
    const again = await hindcastJson<{ counts: { prompts: number } }>(world, 'status')
    expect(again.counts.prompts).toBeGreaterThanOrEqual(1)
  })

  it('uninstall --purge leaves nothing at all; only a person can run it, and must confirm', async () => {
    const was = stable()
    await hindcast(world, 'up', '--no-import')
    const run = await runHeadless(world, hello)
    expect(run.exitCode).toBe(0)
    const unasked = await hindcast(world, 'uninstall', '--purge')
    expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringContaining('--yes')])
    world.env.CLAUDECODE = '1'
    const agent = await hindcast(world, 'uninstall', '--purge', '--yes')
    expect([agent.exitCode, agent.stderr]).toEqual([1, expect.stringContaining('agent')])
    delete world.env.CLAUDECODE
    expect(existsSync(join(world.home, '.hindcast/hindcast.db'))).toBe(true)
    const done = await hindcast(world, 'uninstall', '--purge', '--yes')
    expect([done.exitCode, done.stderr]).toEqual([0, ''])
    expect([...everything()]).toEqual([...before])
    expect(stable()).toEqual(was)
    expect(existsSync(join(world.home, '.hindcast'))).toBe(false)
    // Only what the client writes by itself (transcripts, logs, backups of its settings) still names Hindcast
    const { stdout } = await world.sh(
      'grep -rlE "hindcast-run|[.]hindcast" "$HOME" --exclude-dir=projects --exclude-dir=backups --exclude-dir=.cache || true',
    )
    expect(stdout).toBe('')
  })
})

describe('uninstall', () => {
  it('removes our entries from settings with comments and trailing commas, and keeps those', async () => {
    await hindcast(world, 'up', '--no-import')
    const settings = join(world.home, '.claude/settings.json')
    const commented = readFileSync(settings, 'utf8').replace('\t"model"', '\t// mine\r\n\t"model"')
    writeFileSync(settings, commented)
    expect((await hindcast(world, 'uninstall', '--purge', '--yes')).exitCode).toBe(0)
    const left = readFileSync(settings, 'utf8')
    expect([left.includes('// mine'), left.includes('hindcast')]).toEqual([true, false])
    expect(existsSync(join(world.home, '.hindcast'))).toBe(false)
  })

  it('removes nothing if it cannot restore the settings, and names the line that prevents it', async () => {
    await hindcast(world, 'up', '--no-import')
    const settings = join(world.home, '.claude/settings.json')
    const broken = readFileSync(settings, 'utf8').replace('\t"model"', '\tmine\r\n\t"model"')
    writeFileSync(settings, broken)
    const refused = await hindcast(world, 'uninstall')
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/settings\.json:2/)])
    expect(existsSync(join(world.home, '.hindcast/app'))).toBe(true)
    expect(readFileSync(settings, 'utf8')).toBe(broken)
  })

  it('leaves foreign files in a folder that HINDCAST_HOME names', async () => {
    await hindcast(world, 'up', '--no-import')
    const foreign = join(world.home, '.hindcast/notes.txt')
    writeFileSync(foreign, 'mine')
    expect((await hindcastJson<{ kept: string[] }>(world, 'uninstall', '--purge', '--yes')).kept).toEqual([foreign])
    expect(readFileSync(foreign, 'utf8')).toBe('mine')
  })
})

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOurHook } from '../../../src/wire/claude-code/settings/entries.ts'
import { asked, makeWorld, text, user } from './world.ts'

let world: ReturnType<typeof makeWorld>
let { root, settings, state, connections, everything }: ReturnType<typeof makeWorld> = {} as never
beforeEach(() => {
  world = makeWorld()
  ;({ root, settings, state, connections, everything } = world)
})
afterEach(() => world.remove())

/** Puts a program on PATH that reports this release of the client. */
function client(version: string): Record<string, string> {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho '${version} (Claude Code)'\n`, { mode: 0o755 })
  return { PATH: `${bin}:${process.env.PATH}` }
}

const hooks = (path = settings): Record<string, { hooks: Record<string, unknown>[] }[]> => JSON.parse(text(path)).hooks

describe('a client that does not skip unknown events', () => {
  test.each(['2.0.20', '2.1.50', '2.1.151'])(
    '%s gets nine events by command, each in one shell line, and connect says so',
    async (version) => {
      const start = everything()
      const launcher = "/home/d'é v/.hindcast/app/1/hindcast-run"
      const done = await connections().connect({ ...asked, launcher, environment: client(version) })
      expect(done.notes).toEqual([expect.stringContaining(version)])
      expect(Object.keys(hooks())).toHaveLength(9)
      expect(text(settings)).not.toMatch(/Bearer|"args"|"http"/)
      const line = `'/home/d'\\''é v/.hindcast/app/1/hindcast-run' hook`
      expect(hooks().Stop?.[0]?.hooks[0]).toEqual({ type: 'command', command: line, timeout: 10 })
      expect(isOurHook(hooks().PreCompact?.[0]?.hooks[0])).toBe(true)
      expect(await connections().list()).toMatchObject([{ transport: 'command', older: true, hooks: 9, ok: true }])
      await connections().disconnect(user)
      expect(everything()).toEqual(start)
    },
  )

  test('switches to HTTP hooks once it is upgraded', async () => {
    await connections().connect({ ...asked, environment: client('2.1.50') })
    const done = await connections().connect({ ...asked, environment: client('2.1.152') })
    expect(done.notes).toEqual([])
    expect(await connections().list()).toMatchObject([{ transport: 'http', hooks: asked.wanted.length, ok: true }])
    expect((await connections().list())[0]?.older).toBeUndefined()
  })

  test('that cannot be run any more is assumed to be unchanged', async () => {
    await connections().connect({ ...asked, environment: client('2.1.50') })
    const nowhere = { PATH: join(root, 'nowhere') }
    expect((await connections().connect({ ...asked, port: 40_000, environment: nowhere })).changed).toEqual([])
    expect(Object.keys(hooks())).toHaveLength(9)
  })
})

describe("the caller's environment rather than the daemon's", () => {
  test("locates the client's files; two such clients can be connected side by side", async () => {
    const work = join(root, 'user', 'work')
    const start = everything()
    await connections().connect(asked)
    await connections().connect({ ...asked, environment: { CLAUDE_CONFIG_DIR: work } })
    expect(readdirSync(work).toSorted()).toEqual(['.claude.json', 'settings.json', 'skills'])
    const all = await connections().list()
    expect(all).toMatchObject([
      { path: settings, ok: true },
      { path: join(work, 'settings.json'), configDir: work },
    ])
    for (const { scope, configDir } of all) await connections().disconnect({ scope, configDir })
    expect(everything()).toEqual(start)
  })

  test('locates the files for disconnect, too', async () => {
    const elsewhere = join(root, 'user', 'elsewhere')
    const daemon = connections({ CLAUDE_CONFIG_DIR: elsewhere, HTTP_PROXY: 'http://proxy:1' })
    const done = await daemon.connect({ ...asked, environment: { PATH: process.env.PATH ?? '' } })
    expect(done).toMatchObject({ changed: expect.arrayContaining([settings, state]), warnings: [] })
  })

  test('reveals proxies that the daemon cannot see', async () => {
    const done = await connections().connect({ ...asked, environment: { HTTPS_PROXY: 'http://proxy:1' } })
    expect(done.notes).toEqual([expect.stringContaining('NO_PROXY')])
  })
})

describe('another memory program', () => {
  test.each([
    ['a plugin that is switched on', { enabledPlugins: { 'claude-mem@thedotmack': true } }, {}],
    ['a hook', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'npx claude-mem hook stop' }] }] } }, {}],
    ['an MCP server', {}, { mcpServers: { notes: { command: 'npx', args: ['-y', 'claude-mem'] } } }],
  ])('found in %s is mentioned once and left alone', async (_, inSettings, inState) => {
    writeFileSync(settings, JSON.stringify(inSettings))
    writeFileSync(state, JSON.stringify(inState))
    const start = everything()
    const { notes, warnings } = await connections().connect(asked)
    expect(notes).toEqual([expect.stringContaining('claude-mem')])
    expect(warnings).toEqual([])
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })

  test('is not reported if it is disabled or only has a similar name', async () => {
    const plugins = { 'claude-mem@thedotmack': false, 'claude-memes@x': true }
    writeFileSync(settings, JSON.stringify({ enabledPlugins: plugins }))
    expect((await connections().connect(asked)).notes).toEqual([])
    rmSync(settings)
  })
})

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOurs } from '../../../src/wire/claude-code/settings/entries.ts'
import { asked, makeWorld, text, user } from './world.ts'

let world: ReturnType<typeof makeWorld>
let { root, settings, state, connections, everything }: ReturnType<typeof makeWorld> = {} as never
beforeEach(() => {
  world = makeWorld()
  ;({ root, settings, state, connections, everything } = world)
})
afterEach(() => world.remove())

/** A program on PATH that says it is this release of the client. */
function client(version: string): Record<string, string> {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho '${version} (Claude Code)'\n`, { mode: 0o755 })
  return { PATH: `${bin}:${process.env.PATH}` }
}

const hooks = (path = settings): Record<string, { hooks: Record<string, unknown>[] }[]> => JSON.parse(text(path)).hooks

describe('a client from before it skipped events that it does not know', () => {
  test.each(['2.0.20', '2.1.50', '2.1.151'])(
    '%s is told by a process for each of nine events, in one shell line, and it is said',
    async (version) => {
      const start = everything()
      const launcher = "/home/d'é v/.hindcast/app/1/hindcast-run"
      const done = await connections().connect({ ...asked, launcher, environment: client(version) })
      expect(done.notes).toEqual([expect.stringContaining(version)])
      expect(Object.keys(hooks())).toHaveLength(9)
      expect(text(settings)).not.toMatch(/Bearer|"args"|"http"/)
      const line = `'/home/d'\\''é v/.hindcast/app/1/hindcast-run' hook`
      expect(hooks().Stop?.[0]?.hooks[0]).toEqual({ type: 'command', command: line, timeout: 5 })
      expect(isOurs(hooks().PreCompact?.[0]?.hooks[0])).toBe(true)
      expect(await connections().list()).toMatchObject([{ transport: 'command', older: true, hooks: 9, ok: true }])
      await connections().disconnect(user)
      expect(everything()).toEqual(start)
    },
  )

  test('is told by requests again once it is newer', async () => {
    await connections().connect({ ...asked, environment: client('2.1.50') })
    const done = await connections().connect({ ...asked, environment: client('2.1.152') })
    expect(done.notes).toEqual([])
    expect(await connections().list()).toMatchObject([{ transport: 'http', hooks: asked.wanted.length, ok: true }])
    expect((await connections().list())[0]?.older).toBeUndefined()
  })

  test('that cannot be asked any more is taken for what it was', async () => {
    await connections().connect({ ...asked, environment: client('2.1.50') })
    const nowhere = { PATH: join(root, 'nowhere') }
    expect((await connections().connect({ ...asked, port: 40_000, environment: nowhere })).changed).toEqual([])
    expect(Object.keys(hooks())).toHaveLength(9)
  })
})

describe('the environment of the caller, not that of the daemon', () => {
  test('says where the client keeps its files; two such clients are connected side by side', async () => {
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

  test('undoes what the daemon was started with', async () => {
    const elsewhere = join(root, 'user', 'elsewhere')
    const daemon = connections({ CLAUDE_CONFIG_DIR: elsewhere, HTTP_PROXY: 'http://proxy:1' })
    const done = await daemon.connect({ ...asked, environment: { PATH: process.env.PATH ?? '' } })
    expect(done).toMatchObject({ changed: expect.arrayContaining([settings, state]), warnings: [] })
  })

  test('tells of proxies that the daemon does not see', async () => {
    const done = await connections().connect({ ...asked, environment: { HTTPS_PROXY: 'http://proxy:1' } })
    expect(done.warnings).toEqual([expect.stringContaining('NO_PROXY')])
  })
})

describe('another memory', () => {
  test.each([
    ['a plugin that is switched on', { enabledPlugins: { 'claude-mem@thedotmack': true } }, {}],
    ['a hook', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'npx claude-mem hook stop' }] }] } }, {}],
    ['an MCP server', {}, { mcpServers: { notes: { command: 'npx', args: ['-y', 'claude-mem'] } } }],
  ])('by %s is told of, once, and left alone', async (_, inSettings, inState) => {
    writeFileSync(settings, JSON.stringify(inSettings))
    writeFileSync(state, JSON.stringify(inState))
    const start = everything()
    const { notes, warnings } = await connections().connect(asked)
    expect(notes).toEqual([expect.stringContaining('claude-mem')])
    expect(warnings).toEqual([])
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })

  test('that is switched off, or only has a like name, is none', async () => {
    const plugins = { 'claude-mem@thedotmack': false, 'claude-memes@x': true }
    writeFileSync(settings, JSON.stringify({ enabledPlugins: plugins }))
    expect((await connections().connect(asked)).notes).toEqual([])
    rmSync(settings)
  })
})

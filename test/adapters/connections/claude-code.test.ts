import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asked, makeWorld, mode, text, user } from './world.ts'

let world: ReturnType<typeof makeWorld>
let { root, settings, state, skill, project, connections, everything }: ReturnType<typeof makeWorld> = {} as never
beforeEach(() => {
  world = makeWorld()
  ;({ root, settings, state, skill, project, connections, everything } = world)
})
afterEach(() => world.remove())

describe('connect and disconnect', () => {
  test.each([
    ['tabs, CRLF and a BOM', '\uFEFF{\r\n\t"model": "x",\r\n\t"hooks": {}\r\n}\r\n', 0o644],
    ['one line', '{"a":1.0,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}', 0o600],
    ['nothing', '', 0o664],
    ['an empty object', '{ }\n', 0o640],
  ])('restore %s byte for byte, with their modes', async (_, before, bits) => {
    writeFileSync(settings, before)
    chmodSync(settings, bits)
    writeFileSync(state, '{"numStartups":3,"mcpServers":{}}')
    const start = everything()
    const done = await connections().connect(asked)
    expect(done).toMatchObject({ changed: [settings, state, skill], refused: [], warnings: [] })
    expect(text(settings)).toContain('Bearer S3cret')
    expect(mode(settings)).toBe(0o600)
    expect(JSON.parse(text(state)).mcpServers.hindcast).toEqual({ type: 'stdio', ...asked.relay, env: {} })
    expect(text(`${settings}.hindcast-backup`)).toBe(before)
    expect(mode(`${settings}.hindcast-backup`)).toBe(bits)
    expect(await connections().disconnect(user)).toMatchObject({
      changed: [settings, state, skill],
      refused: [],
      warnings: [],
    })
    expect(everything()).toEqual(start)
    expect(await connections().list()).toEqual([])
  })

  test('leave no files or folder behind where Claude Code had none', async () => {
    rmSync(dirname(settings), { recursive: true })
    const start = everything()
    await connections().connect(asked)
    expect([mode(settings), mode(state)]).toEqual([0o600, 0o600])
    expect(existsSync(`${settings}.hindcast-backup`)).toBe(false)
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })

  test("are safe to run twice, backup included; connect reports another home's launcher", async () => {
    writeFileSync(settings, '{"a":1}')
    await connections().connect(asked)
    const once = everything()
    expect(await connections().connect(asked)).toEqual({
      ...{ changed: [], files: [], warnings: [] },
      ...{ notes: [expect.stringContaining('another Hindcast home, /opt/hindcast:')], refused: [] },
    })
    expect(everything()).toEqual(once)
    await connections().disconnect(user)
    expect(text(settings)).toBe('{"a":1}')
    expect((await connections().disconnect(user)).changed).toEqual([])
  })

  test('a new port replaces the old entries, and disconnect still restores every byte', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n', { mode: 0o644 })
    await connections().connect(asked)
    await connections().connect({ ...asked, port: 40000, token: 'other' })
    expect(text(settings)).not.toMatch(/37777|S3cret/)
    await connections().connect({ ...asked, transport: 'command' })
    expect(text(settings)).not.toContain('Bearer')
    expect(mode(settings)).toBe(0o644)
    await connections().disconnect(user)
    expect(text(settings)).toBe('{\n  "a": 1\n}\n')
    expect(existsSync(`${settings}.hindcast-backup`)).toBe(false)
  })

  test("keep the user's edits and file mode, and mention that the backup was kept", async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n', { mode: 0o644 })
    await connections().connect(asked)
    writeFileSync(settings, text(settings).replace('"a": 1', '"a": 2,\n  "mine": true'))
    chmodSync(settings, 0o660)
    writeFileSync(state, JSON.stringify({ ...JSON.parse(text(state)), numStartups: 1 }))
    const done = await connections().disconnect(user)
    expect(done.warnings).toEqual([expect.stringContaining('settings.json.hindcast-backup')])
    expect(text(settings)).toBe('{\n  "a": 2,\n  "mine": true\n}\n')
    expect(mode(settings)).toBe(0o660)
    expect(JSON.parse(text(state))).toEqual({ numStartups: 1 })
  })

  test('--purge deletes the backup even if the settings were edited since, and says so', async () => {
    const backup = `${settings}.hindcast-backup`
    writeFileSync(settings, '{"a":1}')
    await connections().connect(asked)
    writeFileSync(settings, text(settings).replace('"a":1', '"a":2'))
    const dry = await connections().disconnect({ ...user, purge: true, dryRun: true })
    expect([dry.changed, existsSync(backup)]).toEqual([[settings, state, skill, backup], true])
    expect(await connections().disconnect({ ...user, purge: true })).toMatchObject({
      changed: [settings, state, skill, backup],
      warnings: [],
    })
    expect([text(settings), existsSync(backup)]).toEqual(['{"a":2}', false])
    expect((await connections().disconnect({ ...user, purge: true })).changed).toEqual([])
  })

  test('--purge deletes a backup that an earlier disconnect kept', async () => {
    writeFileSync(settings, '{"a":1}')
    await connections().connect(asked)
    writeFileSync(settings, text(settings).replace('"a":1', '"a":2'))
    expect((await connections().disconnect(user)).warnings).toHaveLength(1)
    const { changed } = await connections().disconnect({ ...user, purge: true })
    expect(changed).toEqual([`${settings}.hindcast-backup`])
    expect(text(settings)).toBe('{"a":2}')
  })

  test("find Hindcast's entries without a record", async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n')
    await connections().connect(asked)
    rmSync(join(root, 'hindcast'), { recursive: true })
    expect(await connections().list()).toMatchObject([{ scope: 'user', hooks: asked.wanted.length, ok: true }])
    await connections().disconnect(user)
    expect(text(settings)).toBe('{\n  "a": 1\n}\n')
    expect(JSON.parse(text(state))).toEqual({ mcpServers: {} })
  })

  test("write to a link's target and keep the link", async () => {
    const target = join(root, 'dotfiles.json')
    writeFileSync(target, '{"a":1}', { mode: 0o644 })
    symlinkSync(target, settings)
    await connections().connect(asked)
    expect(lstatSync(settings).isSymbolicLink()).toBe(true)
    expect(text(target)).toContain('/hook')
    expect(text(`${target}.hindcast-backup`)).toBe('{"a":1}')
    await connections().disconnect(user)
    expect(lstatSync(settings).isSymbolicLink()).toBe(true)
    expect([text(target), mode(target)]).toEqual(['{"a":1}', 0o644])
    expect(readdirSync(root).toSorted()).toEqual(['dotfiles.json', 'hindcast', 'project', 'user'])
  })

  test('follow CLAUDE_CONFIG_DIR with both files', async () => {
    const folder = join(root, 'user', 'elsewhere')
    const there = connections({ CLAUDE_CONFIG_DIR: folder })
    await there.connect(asked)
    expect(readdirSync(folder).toSorted()).toEqual(['.claude.json', 'settings.json', 'skills'])
    expect(existsSync(settings)).toBe(false)
    await there.disconnect(user)
    expect(existsSync(folder)).toBe(false)
  })

  test('a dry run reports everything, changes nothing and shows no token', async () => {
    writeFileSync(settings, '{}')
    const start = everything()
    const done = await connections().connect({ ...asked, dryRun: true })
    expect(done.changed).toEqual([settings, state, skill])
    expect(done.files).toMatchObject([
      { path: settings, before: '{}' },
      { path: state, before: undefined },
      { path: skill, before: undefined },
    ])
    expect(JSON.stringify(done)).not.toContain('S3cret')
    expect(everything()).toEqual(start)
    expect(existsSync(join(root, 'hindcast'))).toBe(false)
  })

  test('the record is readable only by its owner', async () => {
    await connections().connect(asked)
    expect(mode(join(root, 'hindcast', 'connections.json'))).toBe(0o600)
    expect(mode(join(root, 'hindcast'))).toBe(0o700)
    expect(text(join(root, 'hindcast', 'connections.json'))).not.toContain('S3cret')
  })
})

describe('project scope', () => {
  const own = () => ({ ...asked, scope: 'project', projectDir: project }) as const

  test("writes the project's local settings and the client's own file, and nothing else in the project", async () => {
    const start = everything()
    await connections().connect(own())
    const local = join(project, '.claude', 'settings.local.json')
    expect(readdirSync(join(project, '.claude'))).toEqual(['settings.local.json'])
    expect(mode(local)).toBe(0o600)
    expect(JSON.parse(text(state))).toEqual({
      projects: { [project]: { mcpServers: { hindcast: { type: 'stdio', ...asked.relay, env: {} } } } },
    })
    expect(await connections().list()).toEqual([
      {
        host: 'claude-code',
        since: expect.any(Number),
        scope: 'project',
        transport: 'http',
        asked: 'http',
        projectDir: project,
        path: local,
        hooks: asked.wanted.length,
        ok: true,
      },
    ])
    await connections().disconnect({ scope: 'project', projectDir: project })
    expect(everything()).toEqual(start)
  })

  test('shares a file with the user scope, and restores it in either order', async () => {
    const start = everything()
    for (const order of [
      [user, { scope: 'project', projectDir: project }],
      [{ scope: 'project', projectDir: project }, user],
    ] as const) {
      await connections().connect(asked)
      await connections().connect(own())
      expect(await connections().list()).toHaveLength(2)
      for (const place of order) await connections().disconnect(place)
      expect(everything()).toEqual(start)
    }
  })

  test('connect refuses a missing folder, and disconnect removes its record', async () => {
    await connections().connect(own())
    rmSync(project, { recursive: true })
    expect((await connections().connect(own())).refused).toMatchObject([{ path: project }])
    expect((await connections().disconnect({ scope: 'project', projectDir: project })).refused).toEqual([])
    expect(existsSync(state)).toBe(false)
    expect(await connections().list()).toEqual([])
    mkdirSync(project)
  })

  test('no token is written to a file that git would track; once git ignores it, events go by HTTP', async () => {
    execFileSync('git', ['init', '-q', project])
    const file = join(project, '.claude/settings.local.json')
    const { notes } = await connections().connect(own())
    expect(notes).toContainEqual(expect.stringContaining(`${file} is in a git repository that does not ignore it`))
    expect([text(file).includes('"command"'), text(file).includes(asked.token)]).toEqual([true, false])
    writeFileSync(join(project, '.gitignore'), '.claude/settings.local.json\n')
    expect((await connections().connect(own())).notes.join()).not.toContain('git')
    expect(text(file)).toContain(asked.token)
  })

  test.each(['file', 'folder'])('no token is written through a link of the %s into a repository', async (what) => {
    const repository = join(root, 'dotfiles')
    mkdirSync(repository)
    execFileSync('git', ['init', '-q', repository])
    const [link, target] =
      what === 'file' ? [settings, join(repository, 'settings.json')] : [dirname(settings), repository]
    rmSync(link, { recursive: true, force: true })
    writeFileSync(join(repository, 'settings.json'), '{}\n')
    symlinkSync(target, link)
    const { notes, refused } = await connections().connect(asked)
    expect([refused, notes.join()]).toEqual([[], expect.stringContaining(`is a link to ${repository}`)])
    expect(text(settings)).not.toContain(asked.token)
    await connections().disconnect(user)
  })
})

describe('run concurrently', () => {
  test('keep every file complete, and can be undone', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n')
    writeFileSync(state, '{"numStartups":1}')
    const start = everything()
    const ports = [1, 2, 3, 4, 5, 6].map((n) => 40_000 + n)
    const done = await Promise.all(ports.map((port) => connections().connect({ ...asked, port })))
    expect(done.flatMap(({ refused }) => refused)).toEqual([])
    expect(await connections().list()).toMatchObject([{ hooks: asked.wanted.length, ok: true }])
    expect(new Set(text(settings).match(/127\.0\.0\.1:\d+/g))).toHaveProperty('size', 1)
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })
})

describe('warnings', () => {
  test('report whatever would silence the hooks', async () => {
    writeFileSync(settings, '{"disableAllHooks": true}')
    const { warnings, notes } = await connections({ HTTP_PROXY: 'http://proxy:1' }).connect(asked)
    expect(warnings).toEqual([expect.stringContaining(`(${settings})`)])
    expect(notes).toEqual([expect.stringContaining('NO_PROXY')])
  })
})

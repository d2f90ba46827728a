import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claudeConnections } from '../../../src/adapters/connections/claude-code.ts'

let root: string
let settings: string
let state: string
let project: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-connect-')))
  settings = join(root, 'user', '.claude', 'settings.json')
  state = join(root, 'user', '.claude.json')
  project = join(root, 'project')
  mkdirSync(dirname(settings), { recursive: true })
  mkdirSync(project)
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const connections = (env: Record<string, string> = {}) =>
  claudeConnections({
    home: join(root, 'hindcast'),
    userHome: join(root, 'user'),
    env: { PATH: process.env.PATH, ...env },
    platform: 'linux',
  })
const asked = {
  scope: 'user',
  port: 37777,
  token: 'S3cret',
  launcher: '/opt/hindcast/app/1/hindcast-run',
  relay: { command: '/opt/hindcast/app/1/hindcast-run', args: ['mcp'] },
  transport: 'http',
} as const
const user = { scope: 'user' } as const
const mode = (path: string) => statSync(path).mode & 0o777
const text = (path: string) => readFileSync(path, 'utf8')
/** Every path below the person's home and the project, with mode and bytes. */
const everything = () =>
  ['user', 'project'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const path = join(root, top, name)
        const kind = lstatSync(path)
        return [path, kind.mode, kind.isFile() ? text(path) : '']
      }),
  )

describe('connect and disconnect', () => {
  test.each([
    ['tabs, CRLF and a BOM', '\uFEFF{\r\n\t"model": "x",\r\n\t"hooks": {}\r\n}\r\n', 0o644],
    ['one line', '{"a":1.0,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}', 0o600],
    ['nothing', '', 0o664],
    ['an empty object', '{ }\n', 0o640],
  ])('leave %s byte for byte and mode for mode', async (_, before, bits) => {
    writeFileSync(settings, before)
    chmodSync(settings, bits)
    writeFileSync(state, '{"numStartups":3,"mcpServers":{}}')
    const start = everything()
    const done = await connections().connect(asked)
    expect(done).toMatchObject({ changed: [settings, state], refused: [], warnings: [] })
    expect(text(settings)).toContain('Bearer S3cret')
    expect(mode(settings)).toBe(0o600)
    expect(JSON.parse(text(state)).mcpServers.hindcast).toEqual({ type: 'stdio', ...asked.relay, env: {} })
    expect(text(`${settings}.hindcast-backup`)).toBe(before)
    expect(mode(`${settings}.hindcast-backup`)).toBe(bits)
    expect(await connections().disconnect(user)).toMatchObject({
      changed: [settings, state],
      refused: [],
      warnings: [],
    })
    expect(everything()).toEqual(start)
    expect(await connections().list()).toEqual([])
  })

  test('where Claude Code has no files yet, none is left, nor the folder', async () => {
    rmSync(dirname(settings), { recursive: true })
    const start = everything()
    await connections().connect(asked)
    expect([mode(settings), mode(state)]).toEqual([0o600, 0o600])
    expect(existsSync(`${settings}.hindcast-backup`)).toBe(false)
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })

  test('twice changes nothing, also not the backup', async () => {
    writeFileSync(settings, '{"a":1}')
    await connections().connect(asked)
    const once = everything()
    expect(await connections().connect(asked)).toEqual({ changed: [], files: [], warnings: [], refused: [] })
    expect(everything()).toEqual(once)
    await connections().disconnect(user)
    expect(text(settings)).toBe('{"a":1}')
    expect((await connections().disconnect(user)).changed).toEqual([])
  })

  test('a moved port replaces ours, and the bytes still come back', async () => {
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

  test("the user's edits in between stay, his mode too, and the backup with a word about it", async () => {
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

  test('without a record our entries are found all the same', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n')
    await connections().connect(asked)
    rmSync(join(root, 'hindcast'), { recursive: true })
    expect(await connections().list()).toMatchObject([{ scope: 'user', hooks: 30, ok: true }])
    await connections().disconnect(user)
    expect(text(settings)).toBe('{\n  "a": 1\n}\n')
    expect(JSON.parse(text(state))).toEqual({ mcpServers: {} })
  })

  test('through a link the target is written and the link stays', async () => {
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

  test('CLAUDE_CONFIG_DIR moves both files', async () => {
    const folder = join(root, 'user', 'elsewhere')
    const there = connections({ CLAUDE_CONFIG_DIR: folder })
    await there.connect(asked)
    expect(readdirSync(folder).toSorted()).toEqual(['.claude.json', 'settings.json'])
    expect(existsSync(settings)).toBe(false)
    await there.disconnect(user)
    expect(existsSync(folder)).toBe(false)
  })

  test('a dry run says all and touches nothing, and shows no token', async () => {
    writeFileSync(settings, '{}')
    const start = everything()
    const done = await connections().connect({ ...asked, dryRun: true })
    expect(done.changed).toEqual([settings, state])
    expect(done.files).toMatchObject([
      { path: settings, before: '{}' },
      { path: state, before: undefined },
    ])
    expect(JSON.stringify(done)).not.toContain('S3cret')
    expect(everything()).toEqual(start)
    expect(existsSync(join(root, 'hindcast'))).toBe(false)
  })

  test('the record is for its owner alone', async () => {
    await connections().connect(asked)
    expect(mode(join(root, 'hindcast', 'connections.json'))).toBe(0o600)
    expect(mode(join(root, 'hindcast'))).toBe(0o700)
    expect(text(join(root, 'hindcast', 'connections.json'))).not.toContain('S3cret')
  })
})

describe('project scope', () => {
  const own = () => ({ ...asked, scope: 'project', projectDir: project }) as const

  test("writes the project's local settings and the client's own file, nothing else of the project", async () => {
    const start = everything()
    await connections().connect(own())
    const local = join(project, '.claude', 'settings.local.json')
    expect(readdirSync(join(project, '.claude'))).toEqual(['settings.local.json'])
    expect(mode(local)).toBe(0o600)
    expect(JSON.parse(text(state))).toEqual({
      projects: { [project]: { mcpServers: { hindcast: { type: 'stdio', ...asked.relay, env: {} } } } },
    })
    expect(await connections().list()).toEqual([
      { host: 'claude-code', scope: 'project', projectDir: project, path: local, hooks: 30, ok: true },
    ])
    await connections().disconnect({ scope: 'project', projectDir: project })
    expect(everything()).toEqual(start)
  })

  test('and user scope share a file and leave it in either order as it was', async () => {
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

  test('a folder that is gone is refused on connect, and forgotten on disconnect', async () => {
    await connections().connect(own())
    rmSync(project, { recursive: true })
    expect((await connections().connect(own())).refused).toMatchObject([{ path: project }])
    expect((await connections().disconnect({ scope: 'project', projectDir: project })).refused).toEqual([])
    expect(existsSync(state)).toBe(false)
    expect(await connections().list()).toEqual([])
    mkdirSync(project)
  })

  test('a token that git would take along is told of', async () => {
    execFileSync('git', ['init', '-q', project])
    expect((await connections().connect(own())).warnings).toEqual([expect.stringContaining('git does not ignore')])
    writeFileSync(join(project, '.gitignore'), '.claude/settings.local.json\n')
    expect((await connections().connect(own())).warnings).toEqual([])
  })
})

describe('refused, and untouched', () => {
  test.each([
    ['a comment', '{\n  "a": 1, // mine\n  "b": 2\n}', 2],
    ['a trailing comma', '{\n  "a": 1,\n}', 3],
    ['hooks of another shape', '{"hooks": []}', 1],
  ])('%s in settings.json', async (_, before, line) => {
    writeFileSync(settings, before)
    const start = everything()
    const done = await connections().connect(asked)
    expect(done).toMatchObject({ changed: [], files: [], refused: [{ path: settings, line }] })
    expect(done.refused[0]?.remedy).not.toBe('')
    expect(everything()).toEqual(start)
    expect(await connections().list()).toEqual([])
  })

  test('a broken .claude.json keeps settings.json untouched too', async () => {
    writeFileSync(settings, '{}')
    writeFileSync(state, '{"mcpServers": {}')
    const start = everything()
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: state, line: 1 }])
    expect(everything()).toEqual(start)
  })

  test('bytes that are not UTF-8', async () => {
    writeFileSync(settings, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('UTF-8') },
    ])
    expect(readFileSync(settings)).toHaveLength(7)
  })

  test('a read-only file, a link to nowhere, a folder in its place', async () => {
    writeFileSync(settings, '{}', { mode: 0o444 })
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('writable') },
    ])
    rmSync(settings)
    symlinkSync('/no/such/file', settings)
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('link') },
    ])
    rmSync(settings)
    mkdirSync(settings)
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: settings, why: 'it is a folder' }])
    expect(existsSync(state)).toBe(false)
  })

  test.skipIf(process.getuid?.() === 0)('an unreadable file and a read-only folder', async () => {
    writeFileSync(settings, '{}', { mode: 0o000 })
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: settings }])
    chmodSync(settings, 0o644)
    chmodSync(dirname(settings), 0o555)
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: settings }])
    chmodSync(dirname(settings), 0o755)
    expect(text(settings)).toBe('{}')
  })

  test('a file where HINDCAST_HOME should be is one line, not a crash', async () => {
    writeFileSync(join(root, 'hindcast'), '')
    const done = await connections().connect(asked)
    expect(done.refused).toHaveLength(1)
    expect(done.refused[0]?.why).not.toContain('\n')
    expect(existsSync(settings)).toBe(false)
  })

  test('on disconnect a file with a new comment stays, and so does its place in the record', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}')
    await connections().connect(asked)
    const connected = text(settings)
    writeFileSync(settings, connected.replace('"a": 1', '// why\n  "a": 1'))
    expect((await connections().disconnect(user)).refused).toMatchObject([{ path: settings, line: 2 }])
    writeFileSync(settings, connected)
    await connections().disconnect(user)
    expect(text(settings)).toBe('{\n  "a": 1\n}')
  })
})

describe('at the same time', () => {
  test('connects do not corrupt: each file ends whole, and goes out again', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}\n')
    writeFileSync(state, '{"numStartups":1}')
    const start = everything()
    const ports = [1, 2, 3, 4, 5, 6].map((n) => 40_000 + n)
    const done = await Promise.all(ports.map((port) => connections().connect({ ...asked, port })))
    expect(done.flatMap(({ refused }) => refused)).toEqual([])
    expect(await connections().list()).toMatchObject([{ hooks: 30, ok: true }])
    expect(new Set(text(settings).match(/127\.0\.0\.1:\d+/g))).toHaveProperty('size', 1)
    await connections().disconnect(user)
    expect(everything()).toEqual(start)
  })
})

describe('warnings', () => {
  test('what would silence the hooks is said', async () => {
    writeFileSync(settings, '{"disableAllHooks": true}')
    const { warnings } = await connections({ HTTP_PROXY: 'http://proxy:1' }).connect(asked)
    expect(warnings).toEqual([expect.stringContaining(`(${settings})`), expect.stringContaining('NO_PROXY')])
  })
})

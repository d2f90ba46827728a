import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installApp, removeOtherApps } from '../../src/cli/install.ts'
import { readSample } from '../../src/cli/sample.ts'
import { homeOf } from '../../src/config/home.ts'
import { start } from '../daemon/payloads.ts'
import { dist, kill, makeWorld, until, version, type World } from '../daemon/world.ts'

/** The product as npm installs it, next to its dependencies. */
function packed({ root }: World): string {
  const modules = join(root, 'clone', 'node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(dist, join(modules, 'hindcast', 'dist'), { recursive: true })
  for (const name of ['@photostructure', 'node-gyp-build'])
    symlinkSync(realpathSync(join(dist, '../node_modules', name)), join(modules, name))
  return join(modules, 'hindcast', 'dist', 'cli.js')
}

describe('installed from a package that was then deleted, in a home with spaces and non-Latin letters', () => {
  let world: World
  let app: string
  /** Only what the launcher itself needs. */
  let tools: string
  beforeAll(async () => {
    world = makeWorld({}, { user: 'Zoë Ωmega', home: 'Zoë Ωmega/.hindcast' })
    const [bin, transcripts] = ['.local/bin', '.claude/projects'].map((name) => join(world.user, name))
    for (const folder of [bin, transcripts]) mkdirSync(folder ?? '', { recursive: true })
    world.env.PATH = `${bin}:${world.env.PATH}`
    app = join(world.home, 'app', version)
    tools = join(world.root, 'tools')
    mkdirSync(tools)
    for (const name of ['sh', 'cat', 'dirname', 'readlink']) symlinkSync(`/bin/${name}`, join(tools, name))
    const done = await world.run(process.execPath, [packed(world), 'up'])
    expect([done.code, done.stderr]).toEqual([0, ''])
    rmSync(join(world.root, 'clone'), { recursive: true })
  })
  afterAll(() => world.remove())

  test('a hook starts the daemon, and `hindcast` is on PATH', async () => {
    kill(world.endpoint().pid)
    const { code, stdout } = await world.run(world.launcher, ['hook'], start)
    expect([code, typeof JSON.parse(stdout)]).toEqual([0, 'object'])
    const status = await world.run('hindcast', ['status', '--json'])
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, connections: [{ ok: true }] })
  })

  test('the launcher skips an outdated Node, and finds one from a version manager when its own is gone', async () => {
    writeFileSync(join(app, 'node-path'), '/no/such/node\n')
    const [older = '', newer = ''] = ['v18.20.0', 'v22.1.0'].map((name) =>
      join(world.user, '.nvm/versions/node', name, 'bin/node'),
    )
    for (const node of [older, newer]) mkdirSync(dirname(node), { recursive: true })
    writeFileSync(older, '#!/bin/sh\nexit 1\n')
    chmodSync(older, 0o755)
    symlinkSync(process.execPath, newer)
    const done = await world.run(world.launcher, ['--version'], undefined, { PATH: tools })
    expect(done).toMatchObject({ code: 0, stdout: `${version}\n` })
  })

  test('run without arguments by a client, it acts as a hook rather than failing', async () => {
    const done = await world.run(world.launcher, [], start, { CLAUDE_PROJECT_DIR: world.project })
    expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\{/) })
  })
})

describe('the installed copy', () => {
  const fresh = () => {
    const world = makeWorld()
    onTestFinished(() => world.remove())
    return { ...world, at: homeOf({ HINDCAST_HOME: world.home }), apps: join(world.home, 'app') }
  }

  test('is complete, without maps, with native code for this platform; installing again only repairs it', async () => {
    const { at, apps } = fresh()
    const [one, other] = await Promise.all([installApp(at, dist), installApp(at, dist)])
    expect([one.app, other.app]).toEqual([join(apps, version), join(apps, version)])
    expect((await installApp(at, dist)).changed).toBe(false)
    chmodSync(join(one.app, 'hindcast-run'), 0o644)
    expect((await installApp(at, dist)).changed).toBe(true)
    expect(readdirSync(apps).sort()).toEqual([version, 'current'])
    const files = readdirSync(one.app, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
    expect(files.some((name) => name.includes(`${process.platform}-${process.arch}`) && name.endsWith('.node'))).toBe(
      true,
    )
    expect(readFileSync(join(one.app, 'stamp'), 'utf8')).toBe(readFileSync(join(dist, 'stamp'), 'utf8'))
  })

  test('replaces earlier versions and interrupted copies, but not one in progress', async () => {
    const { at, apps } = fresh()
    await installApp(at, dist)
    for (const name of ['0.0.1', '.new-old', '.new-now']) mkdirSync(join(apps, name))
    utimesSync(join(apps, '.new-old'), 1, 1)
    await removeOtherApps(at)
    expect(readdirSync(apps).sort()).toEqual(['.new-now', version, 'current'])
  })
})

test('before the first `up`: connect installs what it points the client to, and a bare build serves the same home', async () => {
  const world = makeWorld()
  onTestFinished(() => world.remove())
  // Without what `up` saves, a hook is as impatient as on a fast machine: the first may only have started the daemon
  await until('one daemon serves the home', async () => {
    const bare = await world.run(join(dist, 'hindcast-run'), ['hook'], start, { PATH: '/nonexistent' })
    expect(bare).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' })
    return world.daemons().length === 1 && (await world.isAlive())
  })
  kill(world.endpoint().pid)
  expect(await world.hindcast('connect', 'claude-code')).toMatchObject({ code: 0, stderr: '' })
  const settings = JSON.parse(readFileSync(join(world.user, '.claude/settings.json'), 'utf8'))
  expect(settings.hooks.SessionStart[0].hooks[0].command).toBe(world.launcher)
})

test('a home that cannot be created gives one line and exit 1, and a hook prints nothing', async () => {
  const world = makeWorld({ HINDCAST_HOME: '/dev/null/hindcast' })
  onTestFinished(() => world.remove())
  const done = await world.hindcast('up')
  expect([done.code, done.stdout]).toEqual([1, ''])
  expect(done.stderr).toMatch(/^hindcast: installation failed: [^\n]+\n$/)
  expect(await world.hindcast('hook')).toMatchObject({ code: 0, stdout: '{}\n' })
})

test('the sample session is announced, and leaves nothing behind', async () => {
  const before = process.env.TMPDIR
  const world = makeWorld()
  onTestFinished(() => world.remove())
  process.env.TMPDIR = world.root
  const sample = await readSample(dist).finally(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  expect(sample?.prompts[0]).toMatch(/^The check fails/)
  expect(sample?.remembered[0]).toMatchObject({ type: 'bugfix' })
  expect(sample?.told).toMatch(/<hindcast-context>[\s\S]*h_[0-9a-f]{16}/)
  expect(readdirSync(world.root).filter((name) => name.startsWith('hindcast-sample'))).toEqual([])
})

/** All that npm looks at in order to choose what it packs; most of it empty, since to pack megabytes takes seconds. */
function emptied({ root }: World): string {
  const [here, copy] = [join(dist, '..'), join(root, 'package')]
  const isLeft = (path: string): boolean => /^(?:node_modules|\.git|\.cache)\b/.test(path)
  const isRead = (path: string): boolean => /(?:^|\/)(?:package\.json|\.(?:npm|git)ignore)$/.test(path)
  mkdirSync(copy)
  cpSync(here, copy, {
    recursive: true,
    filter: (from, to) => {
      const path = relative(here, from)
      const stats = lstatSync(from)
      if (isLeft(path) || !stats.isFile() || isRead(path)) return !isLeft(path)
      writeFileSync(to, '', { mode: stats.mode })
      return false
    },
  })
  return copy
}

test('the package contains the build with an executable launcher, and no source or maps', async () => {
  const world = makeWorld()
  onTestFinished(() => world.remove())
  const words = ['pack', '--ignore-scripts', '--json', '--dry-run', '--loglevel=error', emptied(world)]
  const { stdout } = await world.run('npm', words, undefined, { HOME: world.user })
  const files: { path: string; mode: number }[] = JSON.parse(stdout)[0].files
  const paths = files.map(({ path }) => path)
  for (const name of ['cli.js', 'daemon.js', 'hook.js', 'mcp-relay.js', 'store-worker.js', 'stamp'])
    expect(paths).toContain(`dist/${name}`)
  expect(paths.some((path) => path.startsWith('dist/sample/'))).toBe(true)
  // The type checker reads its library from declarations
  const declarations = /^dist\/checker\/lib\.(?:[\w.]+\.)?d\.ts$/
  const unwanted = paths.filter((path) => /\.map$|\.ts$|^src|^test|node_modules/.test(path))
  expect(unwanted.filter((path) => !declarations.test(path))).toEqual([])
  expect((files.find(({ path }) => path === 'dist/hindcast-run')?.mode ?? 0) & 0o111).toBe(0o111)
})

import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { disk, node } from '../../src/diagnostics/files.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'
import { runs } from '../runs.ts'
import { type Examined, doctor as examine, examined } from './examined.ts'

let world: World
/** Undoes what a test broke. */
const undo: (() => void)[] = []
beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
})
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})
afterAll(() => world.remove())

const doctor = (...words: string[]): Promise<Examined> => examine(world, {}, ...words)
/** The same for one check, asked of the daemon directly, which is faster. */
const lookAt = async (one: World, only: string, more: object = {}): Promise<Examined> => {
  const document = await one.api('doctor', { only, from: one.project, ...more })
  return examined(document.ok ? 0 : 1, document)
}
const look = (only: string, more: object = {}): Promise<Examined> => lookAt(world, only, more)
const settings = () => join(world.user, '.claude/settings.json')
const home = (...names: string[]) => join(world.home, ...names)
const database = <T>(work: (db: InstanceType<typeof DatabaseSync>) => T): T => {
  const db = new DatabaseSync(home('hindcast.db'))
  try {
    db.exec('PRAGMA busy_timeout = 300000')
    return work(db)
  } finally {
    db.close()
  }
}
/** Changes a file until the end of the test. */
function change(path: string, text: (before: string) => string): void {
  const before = readFileSync(path, 'utf8')
  undo.push(() => writeFileSync(path, before))
  writeFileSync(path, text(before))
}
/** Creates a file until the end of the test. */
function put(path: string, text: string, mode = 0o600): void {
  undo.push(() => rmSync(path, { force: true }))
  writeFileSync(path, text, { mode })
}
/** Every row of every table, except for SQLite's own counters. */
const rows = () =>
  database((db) => {
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all()
    const tables = (names as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !/^(document|recall)_index/.test(name))
    return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]))
  })

describe('when everything works', () => {
  test('doctor says so, with exit 0, after an end-to-end test session', async () => {
    const found = await doctor()
    expect([found.code, found.ok, found.bad]).toEqual([0, true, []])
    expect(found.of('round trip')).toMatchObject({ ok: true, remedy: null })
    expect(found.of('round trip')?.detail).toMatch(
      /^a test session of 8 events was recorded and found in \d+\.\d s, shown to a second test session, then deleted$/,
    )
    for (const name of ['daemon', 'version', 'port', 'connection', 'launcher', 'relay', 'home', 'token', 'database'])
      expect(found.of(name), name).toMatchObject({ ok: true })
  })

  test('the test session leaves every table as it was, down to the row', async () => {
    const before = rows()
    for (let n = 0; n < runs(1); n++) expect((await look('round trip')).ok).toBe(true)
    expect([rows(), (await look('database')).ok]).toEqual([before, true])
  })

  test('an unknown check is a usage error', async () => {
    const { code, stderr } = await commandLine(world, 'doctor', '--only', 'nose')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^hindcast: unknown check 'nose'; did you mean 'node'\?$/m)
  })

  test('people get a table with a mark and a name on each line, without colours in a pipe', async () => {
    const { code, stdout } = await commandLine(world, 'doctor')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✓ daemon {2,}pid \d+/m)
    expect(stdout).toMatch(/\n\n\d+ checks passed(; \d+ skipped)?\.\n$/)
    expect(stdout).not.toContain('\u001b')
  })
})

describe('each problem is listed with what to do, and exits with 1', () => {
  const broken = async (name: string, why: RegExp, remedy: RegExp, found?: Examined): Promise<void> => {
    const { code, ok, of } = found ?? (await look(name))
    expect([code, ok]).toEqual([1, false])
    expect(of(name)).toMatchObject({ ok: false })
    expect(of(name)?.detail).toMatch(why)
    expect(of(name)?.remedy).toMatch(remedy)
  }

  test('files that others can read; --fix closes them', async () => {
    chmodSync(world.home, 0o755)
    chmodSync(home('token'), 0o644)
    await broken('home', /other users can read .+ and 1 more$/, /--fix/)
    const found = await doctor('--fix', '--only', 'home')
    expect(found.of('home')).toMatchObject({ ok: true, detail: expect.stringMatching(/made 2 files private/) })
    expect([world.home, home('token')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  })

  test('a key of the configuration that is not a setting', async () => {
    put(home('config.yaml'), 'prot: 1\n')
    await broken('config', /unknown setting 'prot'; did you mean 'port'\?/, /config\.yaml/)
  })

  test('a configuration that is not YAML', async () => {
    put(home('config.yaml'), '{ no: [\n')
    await broken('config', /is not YAML/, /./)
  })

  test('an entry missing from the settings; --fix restores it, byte for byte', async () => {
    const before = readFileSync(settings(), 'utf8')
    change(settings(), (text) => {
      const parsed = JSON.parse(text)
      delete parsed.hooks.Stop
      return JSON.stringify(parsed, null, 2)
    })
    await broken('connection', /settings\.json: out of date or edited/, /hindcast connect claude-code/)
    const found = await look('connection', { fix: true })
    expect(found.of('connection')).toMatchObject({ ok: true, detail: expect.stringContaining('wrote') })
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toEqual(JSON.parse(before))
  })

  test('a comment in the settings, which --fix leaves alone, too', async () => {
    change(settings(), (text) => text.replace('{', '{\n  // mine'))
    const text = readFileSync(settings(), 'utf8')
    await broken(
      'connection',
      /settings\.json:2: it contains a comment/,
      /remove the comment/,
      await look('connection', { fix: true }),
    )
    expect(readFileSync(settings(), 'utf8')).toBe(text)
  })

  test('disabled hooks', async () => {
    change(settings(), (text) => JSON.stringify({ ...JSON.parse(text), disableAllHooks: true }, null, 2))
    await broken('hooks', /disableAllHooks/, /set disableAllHooks to false/, await look('connection'))
  })

  test("a proxy in the person's environment that the daemon does not have", async () => {
    const found = await examine(world, { HTTP_PROXY: 'http://127.0.0.1:9' }, '--only', 'connection')
    await broken('hooks', /HTTP_PROXY sends local hooks through a proxy/, /NO_PROXY/, found)
    const environment = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' }
    expect((await look('connection', { caller: { environment } })).of('hooks')).toBeUndefined()
  })

  test('a missing MCP server', async () => {
    change(join(world.user, '.claude.json'), () => '{}\n')
    await broken('connection', /\.claude\.json: out of date or edited/, /hindcast connect/)
  })

  test('a launcher that is not executable', async () => {
    chmodSync(world.launcher, 0o600)
    undo.push(() => chmodSync(world.launcher, 0o755))
    await broken('launcher', /hindcast-run does not exist or is not executable/, /hindcast up/)
  })

  test('a launcher that fails without a word', async () => {
    change(world.launcher, () => '#!/bin/sh\nexit 3\n')
    await broken('launcher', /hindcast-run --version failed with exit code 3$/, /hindcast up/)
  })

  test('a client release that needs another kind of connection', async () => {
    const bin = join(world.root, 'bin')
    mkdirSync(bin)
    put(join(bin, 'claude'), '#!/bin/sh\necho "2.1.5 (Claude Code)"\n', 0o755)
    const found = await look('connection', { caller: { environment: { PATH: `${bin}:${world.env.PATH}` } } })
    await broken('connection', /out of date or edited/, /hindcast connect/, found)
    expect(found.of('other tools')?.detail).toMatch(/Claude Code 2\.1\.5 is older than/)
  })

  test("a program with a different release from the daemon's", async () => {
    const found = await look('version', { caller: { version: '99.0.0' } })
    await broken('version', /99\.0\.0/, /hindcast up/, found)
  })

  test("a daemon.json with a different port from the daemon's", async () => {
    const right = readFileSync(home('daemon.json'), 'utf8')
    const { port } = world.endpoint()
    const asked = world.api('doctor', { only: 'port' })
    writeFileSync(home('daemon.json'), right.replace(String(port), '9'))
    undo.push(() => writeFileSync(home('daemon.json'), right))
    await broken('port', /daemon\.json says 9, but the daemon listens on \d+/, /restart/, examined(1, await asked))
  })

  test("a token different from the daemon's", async () => {
    change(home('token'), () => 'a'.repeat(64))
    await broken(
      'daemon',
      /does not have the token of this home/,
      /^run hindcast up$/,
      await doctor('--only', 'daemon'),
    )
  })

  test('a missing token', async () => {
    renameSync(home('token'), home('kept.token'))
    undo.push(() => renameSync(home('kept.token'), home('token')))
    await broken('token', /does not exist/, /hindcast up/, await doctor('--only', 'token'))
  })

  test('an error that the daemon logged', async () => {
    const line = { level: 50, time: new Date().toISOString(), msg: 'a thing broke', error: 'Error: in two' }
    put(home('logs/daemon-2999-01-01.log'), `${JSON.stringify(line)}\n`)
    await broken('log', /1 error in the last day, latest just now: a thing broke: Error: in two/, /hindcast logs/)
  })

  test('a job that was given up; --fix retries it', async () => {
    const payload = { session_id: 's1', cwd: world.project, prompt_id: 'p1', prompt: 'paint the fence' }
    await world.post('/hook', JSON.stringify({ ...payload, hook_event_name: 'UserPromptSubmit' }))
    await until('nothing is owed', async () => (await world.api('status')).queue.pending === 0)
    database((db) =>
      db.exec(
        "INSERT INTO jobs (behaviour, event, due_at, state, error) SELECT 'observation', id, 0, 'failed', 'it burnt' FROM events LIMIT 1",
      ),
    )
    await broken('queue', /1 job failed: it burnt/, /--fix/)
    expect((await look('queue', { fix: true })).of('queue')?.detail).toMatch(/retrying 1 job/)
    await until('it is done', async () => (await world.api('status')).queue.pending === 0)
    expect((await look('queue')).of('queue')).toMatchObject({ ok: true, detail: 'empty' })
  })

  test.each([
    ['v20.18.9', false],
    ['v18.20.1', false],
    ['v20.19.0', true],
    ['v24.1.0', true],
  ])('Node %s: %s', (version, ok) => expect(node(version).ok).toBe(ok))

  test.each([
    [100e6, false],
    [10e9, true],
  ])('%d bytes free: %s', (free, ok) => expect(disk(free, '').ok).toBe(ok))
})

describe('a deliberate choice is not a problem, but is listed with how to undo it', () => {
  test('a disabled behaviour', async () => {
    await world.api('behaviours', { action: 'off', name: 'handoff' })
    const { ok, of } = await look('behaviours')
    await world.api('behaviours', { action: 'on', name: 'handoff' })
    expect(ok).toBe(true)
    expect(of('behaviours')).toEqual({
      name: 'behaviours',
      ok: null,
      detail: 'off by your settings: handoff',
      remedy: 'run hindcast behaviours on handoff',
    })
  })

  test('a pause: no test session is run', async () => {
    await world.api('pause')
    const found = [await look('paused'), await look('round trip')]
    await world.api('resume')
    for (const { ok, checks } of found)
      expect([ok, checks[0]?.ok, checks[0]?.remedy]).toEqual([true, null, 'run hindcast resume'])
  })

  test('disabled recall: the memory is found by search only', async () => {
    for (const name of ['session-index', 'handoff']) await world.api('behaviours', { action: 'off', name })
    const { of } = await look('round trip')
    for (const name of ['session-index', 'handoff']) await world.api('behaviours', { action: 'on', name })
    expect(of('round trip')).toMatchObject({ ok: null, remedy: 'run hindcast behaviours on session-index' })
  })

  test('disabled capture is found by the test session', async () => {
    // It looks for what it sent until its time is up
    const hasty = makeWorld({ HINDCAST_PATIENCE: '1' })
    onTestFinished(() => hasty.remove())
    await hasty.start()
    await hasty.api('behaviours', { action: 'off', name: 'observation' })
    const { of } = await lookAt(hasty, 'round trip')
    expect(of('round trip')).toMatchObject({ ok: false, detail: expect.stringMatching(/no observation was made/) })
  })

  test('transcript lines that could not be read', async () => {
    put(join(world.root, 'torn.jsonl'), '{"type":"user"\nnot JSON\n')
    await world.api('import', { paths: [join(world.root, 'torn.jsonl')] })
    expect((await look('imports')).of('imports')).toMatchObject({
      ok: null,
      detail: expect.stringMatching(/^skipped \d+ unreadable lines?$/),
    })
  })
})

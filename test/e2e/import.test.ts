import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/adapters/store/sqlite/store.ts'
import { endpointOf, request } from '../../src/hook/daemon-process.ts'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const workerUrl = pathToFileURL(join(import.meta.dirname, '../../dist/store-worker.js'))

interface Imported {
  readonly files: number
  readonly sessions: number
  readonly prompts: number
  readonly events: number
  readonly errors: readonly object[]
}

/** Every event and prompt in a home, by id. Its daemon must not be running. */
async function recordIn(home: string) {
  const store = await openStore({ file: join(home, 'hindcast.db'), readers: 1, workerUrl })
  try {
    const events = await store.evidence.events({ limit: 100_000 })
    const sessions = await store.evidence.sessions({ limit: 1_000 })
    const ids = events.map(({ id, name, tool, session, outcome }) => [id, name, tool, session, outcome].join(' '))
    const prompts = await Promise.all(sessions.map(({ id }) => store.evidence.prompts({ session: id, limit: 1_000 })))
    const asked = prompts.flat().map(({ id, session, number, text }) => [id, session, number, text].join(' '))
    return { events: ids.sort(), prompts: asked.sort(), sessions: sessions.map(({ id }) => id).sort() }
  } finally {
    await store.close()
  }
}

const transcriptsOf = (world: World): string[] => {
  const projects = join(world.home, '.claude/projects')
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.jsonl')).map((file) => join(projects, file))
}

const killDaemon = (world: World) =>
  world.sh('kill -9 $(grep -o \'"pid":[0-9]*\' "$HINDCAST_HOME/daemon.json" | cut -d: -f2)')

/** Whether an import has stored part of what it finds before its command has ended. */
async function reached(world: World, events: number, command: Promise<unknown>): Promise<boolean> {
  let [begun, isOver] = [false, false]
  void command.then(() => {
    isOver = true
  })
  for (; !isOver; await tick()) {
    const endpoint = endpointOf(world.env.HINDCAST_HOME ?? '')
    if (!endpoint) continue
    const { body } = await request(endpoint, '/api/import', '{"progress":true}', { timeoutMs: 60_000 })
    const far = JSON.parse(body) as { running: boolean; events: number; filesDone: number }
    begun ||= far.running
    if (far.running && far.filesDone * 5 >= events) return true
    if (begun && !far.running) return false
  }
  return false
}

/** How many copies; so many that an import is still running when it is to be killed. */
const COPIES = 160
const SESSIONS = COPIES + 1

/** A person with a history from before Hindcast: one real session, and copies of it. */
async function veteran(): Promise<World> {
  const world = await makeWorld({ 'a.txt': 'one\n' })
  const done = await runHeadless(world, {
    prompt: 'Count the lines of a.txt',
    turns: [
      [{ type: 'tool_use', name: 'Bash', input: { command: 'cat missing.txt', description: 'Look' } }],
      [{ type: 'tool_use', name: 'Bash', input: { command: 'wc -l a.txt', description: 'Count' } }],
      [{ type: 'text', text: 'It has one line.' }],
    ],
  })
  expect(done.exitCode, done.stderr).toBe(0)
  const [path = ''] = transcriptsOf(world)
  const text = readFileSync(path, 'utf8')
  for (let n = 0; n < COPIES; n++) {
    // Not a hexadecimal digit, so that no copy shares an id with the original
    const mark = `${'ghijklmnopqrstuvwxyz'.charAt(n % 20)}${Math.floor(n / 20)}x`
    const own = text.replaceAll(/([0-9a-f]{5})...(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)/g, `$1${mark}$2`)
    const named = own.replaceAll(/toolu_\w+/g, (id) => `${id}${mark}`)
    writeFileSync(path.replace(done.sessionId, done.sessionId.replace(/^(.{5}).../, `$1${mark}`)), named)
  }
  return world
}

describe('the history from before Hindcast was installed', () => {
  let world: World
  beforeAll(async () => {
    world = await veteran()
  })
  afterAll(() => world?.close())
  const inHome = (name: string): World => ({ ...world, env: { ...world.env, HINDCAST_HOME: join(world.home, name) } })

  it('is imported by up, which says how much it found', async () => {
    const up = await hindcast(inHome('whole'), 'up', '--no-connect')
    expect(up.exitCode, up.stderr).toBe(0)
    expect(up.stderr).toContain(`${SESSIONS} sessions from 1 project`)
    expect(up.stdout).toContain(`${SESSIONS} earlier sessions imported: ${SESSIONS} prompts`)
    const again = await hindcast(inHome('whole'), 'up', '--no-connect')
    expect(again.stdout).toContain(`Nothing new to import: ${SESSIONS} earlier sessions, ${SESSIONS} prompts`)
    const told = await hindcastJson<Imported>(inHome('whole'), 'import')
    expect(told).toMatchObject({ files: SESSIONS, sessions: SESSIONS, prompts: SESSIONS, errors: [] })
    const { counts } = await hindcastJson<{ counts: object }>(inHome('whole'), 'status')
    expect(counts).toMatchObject({ sessions: SESSIONS, prompts: SESSIONS, events: told.events })
  })

  it('is not read with --no-import', async () => {
    const up = await hindcast(inHome('none'), 'up', '--no-connect', '--no-import')
    expect(up.stdout).toContain('; to import what is new, run hindcast import')
    const { counts } = await hindcastJson<{ counts: object }>(inHome('none'), 'status')
    expect(counts).toMatchObject({ sessions: 0, prompts: 0 })
  })

  it('ends up as the same record after an import that was killed several times', async () => {
    const torn = inHome('torn')
    await hindcast(torn, 'up', '--no-connect', '--no-import')
    let kills = 0
    for (const events of [1, 40, 80, 120, 160, 200]) {
      const running = hindcast(torn, 'import')
      if (await reached(torn, events, running)) kills++
      await killDaemon(torn)
      await running
      await hindcast(torn, 'up', '--no-connect', '--no-import')
    }
    expect(kills).toBeGreaterThan(1)
    expect(await hindcastJson<Imported>(torn, 'import')).toMatchObject({ sessions: SESSIONS, prompts: SESSIONS })
    for (const home of [torn, inHome('whole')]) await hindcast(home, 'down')
    await sleep(500)
    expect(await recordIn(torn.env.HINDCAST_HOME ?? '')).toEqual(
      await recordIn(inHome('whole').env.HINDCAST_HOME ?? ''),
    )
  })
})

describe('a daemon that is killed in the middle of a session', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ 'a.txt': 'one\n' })
    mkdirSync(join(world.home, '.claude/projects'), { recursive: true })
    const up = await hindcast(world, 'up')
    expect(up.exitCode, up.stderr).toBe(0)
  })
  afterAll(() => world?.close())

  it('leaves neither gaps nor duplicates', async () => {
    const kill = 'kill -9 $(grep -o \'"pid":[0-9]*\' "$HINDCAST_HOME/daemon.json" | cut -d: -f2); echo killed'
    const bash = (command: string) => [
      { type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Do' } },
    ]
    const done = await runHeadless(world, {
      prompt: 'Do five things',
      turns: [
        bash('echo one'),
        bash(kill),
        bash('echo three'),
        bash(kill),
        bash('cat missing.txt'),
        [{ type: 'text', text: 'All five are done.' }],
      ],
    })
    expect(done.exitCode, done.stderr).toBe(0)
    await hindcast(world, 'status')
    const again = await runHeadless(world, { prompt: 'And now?', resume: done.sessionId })
    expect(again.exitCode, again.stderr).toBe(0)
    await sleep(1_500)
    const before = (await hindcastJson<{ counts: Record<string, number> }>(world, 'status')).counts
    await killDaemon(world)
    const { events, prompts, sessions } = await recordIn(join(world.home, '.hindcast'))
    const count = (name: string) => events.filter((event) => event.split(' ')[1] === name).length
    expect(sessions).toEqual([done.sessionId])
    expect(prompts).toHaveLength(2)
    expect({ ok: count('PostToolUse'), failed: count('PostToolUseFailure'), ends: count('Stop') }).toEqual({
      ...{ ok: 4, failed: 1, ends: 2 },
    })
    const imported = await hindcastJson<Imported>(world, 'import')
    expect(imported).toMatchObject({ sessions: 1, prompts: 2, events: before.events })
  })
})

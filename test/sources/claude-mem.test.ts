import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRaw, type RawDatabase } from '../../src/adapters/sqlite/driver.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, type World } from '../daemon/world.ts'
import { ask, live, turn } from '../operations/turns.ts'
import { OLD_SCHEMA, SCHEMA } from './claude-mem-schemas.ts'

const AT = Date.parse('2026-02-03T10:00:00Z')
const KEY = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`

let world: World
let file: string
let db: RawDatabase
beforeAll(async () => {
  world = makeWorld()
  file = join(world.root, 'mem', 'claude-mem.db')
  mkdirSync(dirname(file))
  db = await openRaw(file)
  db.exec(SCHEMA)
  fill()
  await world.start()
  await live(world, 'both', [ask('p1', 'Feed the otters at noon'), ...turn('otter', 'Weigh the otters')])
})
afterAll(() => {
  db.close()
  world.remove()
})

const insert = (table: string, row: Record<string, string | number | null>) => {
  const names = Object.keys(row)
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  )
}
const dated = (n: number, word = 'created') => ({
  [`${word}_at`]: new Date(AT + n * 60_000).toISOString(),
  [`${word}_at_epoch`]: AT + n * 60_000,
})
const session = (id: string, memory: string, more = {}) =>
  insert('sdk_sessions', {
    content_session_id: id,
    memory_session_id: memory,
    project: 'zoo',
    ...dated(0, 'started'),
    ...more,
  })
const asked = (id: string, number: number, text: string, n = number) =>
  insert('user_prompts', { content_session_id: id, prompt_number: number, prompt_text: text, ...dated(n) })
const seen = (memory: string, title: string, more = {}) =>
  insert('observations', {
    memory_session_id: memory,
    project: 'zoo',
    type: 'bugfix',
    title,
    prompt_number: 1,
    ...dated(2),
    ...more,
  })

function fill(): void {
  session('mem-1', 'm-1', { ...dated(60, 'completed'), status: 'completed', custom_title: 'The penguin pool' })
  asked('mem-1', 1, 'Why does the penguin pool leak?')
  asked('mem-1', 2, `Seal it, the token is ${KEY} <private>and the keeper drinks</private>`)
  seen('m-1', 'Penguin pool leak: cracked valve', {
    ...{ narrative: 'The valve under the penguin pool had cracked.', subtitle: 'Found behind the filter' },
    facts: JSON.stringify(['Valve 7 was cracked', `Token ${KEY}`, 5]),
    concepts: JSON.stringify(['problem-solution', 'no-such-concept']),
    files_modified: JSON.stringify(['/zoo/pool.ts']),
    files_read: JSON.stringify(['src/filter.ts', './valves/7.ts']),
  })
  seen('m-1', 'Alarm on the pool gate', {
    type: 'security_alert',
    prompt_number: 2,
    agent_id: 'a7',
    files_read: 'not json',
  })
  seen('m-gone', 'An orphan of an earlier observer')
  seen('m-1', '', { narrative: '', text: '' })
  seen('m-1', 'Undated', { created_at: 'never', created_at_epoch: 0 })
  const said = { request: 'Find the leak', learned: 'Valves crack in frost', files_edited: '["/zoo/pool.ts"]' }
  insert('session_summaries', { memory_session_id: 'm-1', project: 'zoo', ...said, prompt_number: 1, ...dated(5) })
  session('both', 'm-2', { platform_source: 'claude' })
  asked('both', 1, '  Feed the   otters at noon ')
  asked('both', 2, 'A prompt that no hook told of')
  seen('m-2', 'Otters eat at noon')
  session('late', 'm-3')
  asked('late', 1, 'Brush the yak')
  seen('m-3', 'The yak likes brushing')
}

const bring = (path = file, more = {}) => world.api('import', { paths: [path], from: 'claude-mem', ...more })
const found = async (query: string): Promise<{ id: string; title: string; sessionId: string; project: string }[]> =>
  (await world.api('search', { query, limit: 50 })).results
const shown = async (id: string) => (await world.api('show', { ids: [id] })).items[0]
const idOf = async (query: string, kind = 'o') => (await found(query)).find(({ id }) => id.startsWith(kind))?.id ?? ''
const hashes = () =>
  readdirSync(dirname(file)).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(dirname(file), name)))
      .digest('hex'),
  ])

describe('a database of claude-mem', () => {
  let first: Record<string, unknown>

  test('is imported while its program has it open, without changing it or anything next to it', async () => {
    const before = hashes()
    expect(before.map(([name]) => name)).toContain('claude-mem.db-wal')
    expect(await bring(file, { dryRun: true })).toMatchObject({
      sessions: 3,
      projects: 1,
      files: 1,
    })
    first = await bring()
    expect(hashes()).toEqual(before)
    expect(readdirSync(join(world.home, 'scratch'))).toEqual([])
  })

  test('is reported with what is stored from it, and with what could not be read', () => {
    expect(first).toMatchObject({
      ...{ files: 1, sessions: 3, prompts: 4, events: 11, observations: 5, skipped: 2 },
      errors: [{ path: `${file} observations`, line: 5, why: 'it has no time' }],
      ms: expect.any(Number),
    })
  })

  test('has records that are found at once, with their origin', async () => {
    const id = await idOf('cracked valve')
    const record = await shown(id)
    expect(record).toMatchObject({
      ...{ session: 'mem-1', type: 'bugfix', title: 'Penguin pool leak: cracked valve', at: AT + 120_000 },
      ...{ concepts: ['problem-solution'], filesModified: ['/zoo/pool.ts'] },
      // Relative paths are of the project's folder
      filesRead: ['/zoo/src/filter.ts', '/zoo/valves/7.ts'],
    })
    expect(record.narrative).toContain('Found behind the filter')
    expect(await shown(record.evidence[0])).toMatchObject({ name: 'Imported', via: 'claude-mem' })
    expect(await shown(await idOf('pool gate'))).toMatchObject({ type: 'security', agentId: 'a7' })
    expect(await shown(await idOf('orphan observer'))).toMatchObject({ session: '' })
    expect(await shown(await idOf('frost', 'm'))).toMatchObject({ learned: 'Valves crack in frost', session: 'mem-1' })
    const { sessions } = await world.api('sessions')
    expect(sessions.find((each: { id: string }) => each.id === 'mem-1')).toMatchObject({
      ...{ source: 'claude-mem', title: 'The penguin pool', projectName: 'zoo', prompts: 2, endedAt: AT + 3_600_000 },
    })
  })

  test('brings in no secret and nothing private', async () => {
    const kept = JSON.stringify([await shown(await idOf('cracked valve')), await shown(await idOf('seal token', 'p'))])
    expect(kept).toContain('[redacted:')
    for (const secret of [KEY, 'drinks']) expect(kept).not.toContain(secret)
  })

  test('gives the same when imported twice', async () => {
    const before = (await world.api('status')).counts
    expect({ ...(await bring()), ms: 0 }).toEqual({ ...first, added: 0, ms: 0 })
    expect((await world.api('status')).counts).toEqual(before)
  })

  test('is read again for what was written since, even while it is being written', async () => {
    db.exec('BEGIN IMMEDIATE')
    asked('mem-1', 3, 'Not committed yet')
    expect(await bring()).toMatchObject({ prompts: 4 })
    db.exec('COMMIT')
    expect(await bring()).toMatchObject({ prompts: 5 })
    expect(await found('committed yet')).toHaveLength(1)
  })

  test('is read in an old version, too, by its folder', async () => {
    const old = join(world.root, 'old')
    mkdirSync(old)
    const raw = await openRaw(join(old, 'claude-mem.db'))
    raw.exec(OLD_SCHEMA)
    raw.close()
    expect(await bring(old)).toMatchObject({ sessions: 1, prompts: 1, observations: 1, errors: [] })
    expect(await shown(await idOf('walrus room'))).toMatchObject({
      session: 'old-session',
      at: Date.parse('2025-09-01T10:05:00Z'),
    })
  })

  test('anything else is refused in one line', async () => {
    const other = join(world.root, 'other.db')
    writeFileSync(other, 'not a database at all')
    for (const path of [other, join(world.home, 'hindcast.db'), join(world.root, 'nothing')])
      expect((await bring(path)).error).toMatchObject({ code: 'bad-database' })
    const { code, stderr } = await commandLine(world, 'import', other, '--from', 'claude-mem')
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Importing earlier sessions\nhindcast: import failed: [^\n]+\n$/),
    ])
  })
})

describe('a session that the client reported, too', () => {
  const prompts = async (id: string): Promise<{ text: string; id: string }[]> => (await shown(id)).prompts

  test('is one session in one project, with each prompt once', async () => {
    const { sessions } = await world.api('sessions')
    expect(sessions.filter(({ id }: { id: string }) => id === 'both')).toEqual([
      expect.objectContaining({ source: null, projectName: 'project' }),
    ])
    const texts = (await prompts('both')).map(({ text }) => text)
    expect(texts.filter((text) => /feed the/i.test(text))).toHaveLength(1)
    expect(texts).toContain('A prompt that no hook told of')
    const [hit] = await found('otters eat')
    expect(hit?.project).toBe((await found('weigh'))[0]?.project)
  })

  test('even if the client reports it later', async () => {
    const start = { hook_event_name: 'SessionStart', source: 'resume' }
    await live(world, 'late', [start, ask('p9', '/Brush the yak')])
    expect((await prompts('late')).map(({ text }) => text)).toEqual(['/Brush the yak'])
    const yak = await found('yak')
    expect(new Set(yak.map(({ project }) => project)).size).toBe(1)
    const { sessions } = await world.api('sessions')
    expect(sessions.find(({ id }: { id: string }) => id === 'late')).toMatchObject({
      projectName: 'project',
      source: 'resume',
    })
    await bring()
    expect(await prompts('late')).toHaveLength(1)
  })

  test('even if its transcript is imported later', async () => {
    session('told', 'm-4')
    asked('told', 1, 'Count the flamingos')
    seen('m-4', 'Flamingos sleep on one leg')
    await bring()
    const said = {
      type: 'user',
      uuid: 'u-told',
      sessionId: 'told',
      timestamp: '2026-02-03T10:00:30.000Z',
      cwd: world.project,
    }
    const transcript = join(world.root, 'told.jsonl')
    writeFileSync(
      transcript,
      `${JSON.stringify({ ...said, message: { role: 'user', content: 'Count the flamingos' } })}\n`,
    )
    expect(await world.api('import', { paths: [transcript] })).toMatchObject({ sessions: 1, prompts: 1 })
    expect((await prompts('told')).map(({ text }) => text)).toEqual(['Count the flamingos'])
    expect(new Set((await found('flamingos')).map(({ project }) => project))).toEqual(
      new Set([(await found('weigh'))[0]?.project]),
    )
  })

  test('forgetting part of it also deletes what was derived from that, and neither comes back', async () => {
    const [yak] = await prompts('late')
    await world.api('forget', { ids: [yak?.id], yes: true })
    expect(await found('yak')).toEqual([])
    await bring()
    expect(await found('yak')).toEqual([])
  })
})

test("a person's words in it are hearsay: an agent cannot present them as the person’s", async () => {
  const { id } = await world.api('remember', { text: 'Why does the penguin pool leak', by: 'agent', from: '/zoo' })
  expect(await shown(id)).toMatchObject({ rememberedBy: 'agent' })
})

test('a session that continues here is recalled like any other', async () => {
  const before = (await world.api('status')).counts.observations
  await live(world, 'mem-1', turn('seal', 'Paint the seal pool'))
  const { sessions } = await world.api('sessions')
  expect(sessions.find(({ id }: { id: string }) => id === 'mem-1')).toMatchObject({ endedAt: null, tools: 2 })
  const fresh = (await found('seal')).filter(({ id }) => id.startsWith('o_'))
  expect((await world.api('status')).counts.observations - before).toBe(fresh.length)
})

describe('a forgotten record', () => {
  test('or a whole session is not imported again', async () => {
    await world.api('forget', { ids: [await idOf('pool gate')], yes: true })
    await bring()
    expect(await found('alarm gate')).toEqual([])
    expect(await found('cracked valve')).not.toEqual([])
    expect((await world.api('forget', { session: 'mem-1', yes: true })).stillIn).toEqual([file])
    await bring()
    expect(await found('cracked valve')).toEqual([])
    expect((await world.api('sessions')).sessions.map(({ id }: { id: string }) => id)).not.toContain('mem-1')
  })
})

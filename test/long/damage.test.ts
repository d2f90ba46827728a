import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { examineFile } from '../../src/adapters/store/sqlite/health.ts'
import { backUp, databaseOf, harms, identities, play, recordedSession, sql } from '../daemon/damage.ts'
import { kill, makeWorld, until, type World } from '../daemon/world.ts'

const [FIRST, SECOND, THIRD] = ['resumed', 'terminal', 'refused'] as const

/** What an undisturbed run records, and what the transcripts alone have of it. */
let whole: ReadonlySet<string>
let transcribed: ReadonlySet<string>
beforeAll(async () => {
  const live = makeWorld()
  const read = makeWorld()
  try {
    await Promise.all([live.start(), read.start()])
    for (const name of [FIRST, SECOND, THIRD]) await play(live, name)
    whole = await identities(live)
    for (const name of [FIRST, SECOND, THIRD]) recordedSession(read, name).writeTranscript()
    await read.api('import', {})
    transcribed = await identities(read)
  } finally {
    live.remove()
    read.remove()
  }
})

async function running(): Promise<World> {
  const world = makeWorld()
  onTestFinished(() => world.remove())
  await world.start()
  return world
}

/** Waits until the database was checked and, if it had to be restored, the transcripts were read again. */
async function recovered(world: World) {
  await world.api('doctor', { only: 'database' })
  await until('the transcripts were read again', async () => (await world.api('status')).recovery?.isComplete)
  return (await world.api('status')).recovery as { cause: string; from: string; damaged?: string }
}

async function recoveredIfNeeded(world: World) {
  await world.api('doctor', { only: 'database' })
  const isSettled = async () => (await world.api('status')).recovery?.isComplete !== false
  await until('the transcripts were read again', isSettled)
}

const missing = (found: ReadonlySet<string>, from: ReadonlySet<string>) => [...from].filter((one) => !found.has(one))

/** Nothing that a transcript has is lost, and nothing is there that an undisturbed run would not have. */
function expectWhole(found: ReadonlySet<string>): void {
  expect(missing(found, transcribed).filter((one) => whole.has(one))).toEqual([])
  expect(missing(whole, found)).toEqual([])
}

const startOf = async (world: World, session: string): Promise<string> => {
  const payload = { session_id: session, cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }
  return JSON.parse((await world.post('/hook', JSON.stringify(payload))).body).systemMessage ?? ''
}

describe('a running daemon restores its database, and the record is that of an undisturbed run, after', () => {
  test.each(Object.keys(harms))('%s, while events keep coming', async (name) => {
    const world = await running()
    await play(world, FIRST)
    await backUp(world)
    await play(world, SECOND, async (at) => {
      if (at === 12) await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
      if (at === 24) harms[name]?.(databaseOf(world))
    })
    await play(world, THIRD)
    await recoveredIfNeeded(world)
    expect((await examineFile(databaseOf(world)))?.problems).toEqual([])
    expectWhole(await identities(world))
  })
})

describe('a daemon that starts restores a database after', () => {
  test.each(Object.keys(harms))('%s while it was not running', async (name) => {
    const world = await running()
    await play(world, FIRST)
    await backUp(world)
    await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
    await play(world, SECOND)
    await play(world, THIRD)
    if (!/log/.test(name)) await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
    for (const pid of world.daemons()) kill(pid)
    await until('it is gone', () => world.daemons().length === 0)
    harms[name]?.(databaseOf(world))
    await world.start()
    await recoveredIfNeeded(world)
    expect((await examineFile(databaseOf(world)))?.problems).toEqual([])
    expectWhole(await identities(world))
  })

  test('it lost its only file, and there is no backup: the transcripts are read again', async () => {
    const world = await running()
    for (const name of [FIRST, SECOND, THIRD]) await play(world, name)
    for (const pid of world.daemons()) kill(pid)
    await until('it is gone', () => world.daemons().length === 0)
    for (const end of ['', '-wal', '-shm']) harms['its file deleted']?.(`${databaseOf(world)}${end}`)
    await world.start()
    expect(await recovered(world)).toMatchObject({ cause: 'deleted', from: 'nothing' })
    expectWhole(await identities(world))
  })
})

test('what no transcript has is read from the damaged file: a note, who said it, and a pause', async () => {
  const world = await running()
  await play(world, FIRST)
  await backUp(world)
  const { id } = await world.api('remember', { text: 'The fence is green', project: world.project })
  const before = await world.api('show', { id })
  const { id: session } = recordedSession(world, FIRST)
  await world.api('pause', { session })
  const { paused } = await world.api('status')
  await sql(world, 'DROP TABLE switches')
  expect(await recovered(world)).toMatchObject({ cause: 'damaged', from: 'backup' })
  expect(await world.api('show', { id })).toEqual(before)
  expect((await world.api('status')).paused).toEqual(paused)
})

test('the person is told once what happened and where the damaged file is; status and doctor say it, too', async () => {
  const world = await running()
  await play(world, FIRST)
  await backUp(world)
  await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
  harms['text in its place']?.(databaseOf(world))
  const { damaged = '' } = await recovered(world)
  expect(existsSync(damaged)).toBe(true)
  expect(await startOf(world, 'a')).toMatch(
    /Hindcast: the database was damaged and was restored from the backup made [^;]+; transcripts since then were read again, so only what no transcript contains is lost \(damaged file: .+\)/,
  )
  expect(await startOf(world, 'b')).not.toContain('database')
  const { checks } = await world.api('doctor', { only: 'database' })
  expect(checks[0]).toMatchObject({
    ok: true,
    detail: expect.stringContaining('was damaged just now, and restored from the backup made'),
  })
  expect((await world.hindcast('status')).stdout).toMatch(/^Backups +1, the newest from .+$/m)
  expect((await world.hindcast('status')).stdout).toMatch(/^Restored +.+ because the database was damaged/m)
})

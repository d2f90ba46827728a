import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, version, type World } from '../daemon/world.ts'
import { type Examined, examined } from './examined.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.up()
  await world.post('/hook', payload({ hook_event_name: 'UserPromptSubmit', prompt: 'paint the fence' }))
})
afterAll(() => world.remove())

const payload = (more: object) => JSON.stringify({ session_id: 's1', prompt_id: 'p1', cwd: world.project, ...more })
const look = async (only: string, fix = false): Promise<Examined> => {
  const document = await world.api('doctor', { only, fix })
  return examined(document.ok ? 0 : 1, document)
}
const database = (sql: string): void => {
  const db = new DatabaseSync(join(world.home, 'hindcast.db'))
  db.exec(`PRAGMA busy_timeout = 300000; ${sql}`)
  db.close()
}

test('an MCP server that does not answer is reported', async () => {
  const relay = join(world.home, 'app', version, 'mcp-relay.js')
  const before = readFileSync(relay)
  writeFileSync(relay, 'process.exit(1)\n')
  const { ok, of } = await look('relay')
  writeFileSync(relay, before)
  expect([ok, of('relay')?.detail]).toEqual([false, 'the MCP server does not answer'])
  expect((await look('relay')).ok).toBe(true)
})

test('a finished turn without any records is reported', async () => {
  const at = Date.now() - 3_600_000
  database(
    `INSERT INTO events (id, identity, name, at, session, project, host, via, files_read, files_modified, body)
     VALUES ('e_x', 'x', 'Stop', ${at}, 's1', 'p', 'claude-code', 'hook', '[]', '[]', '{}')`,
  )
  await until('nothing is owed', async () => (await world.api('status')).queue.pending === 0)
  const { ok, of } = await look('memory')
  database("DELETE FROM events WHERE id = 'e_x'")
  expect([ok, of('memory')?.detail]).toEqual([false, 'none yet, but a turn ended 60 min ago'])
})

test('a behaviour disabled after failures is reported with its error; --fix enables it again', async () => {
  await world.api('config', { action: 'set', key: 'failures.max', value: '1' })
  database(
    `INSERT INTO handoffs (id, session, project, at, goal, now, next, blockers, worked, failed, choices, decisions, files, removed,
       sealed, evidence)
     SELECT 'h_x', 's0', project, 1, 'g', 'n', '', '[', '[]', '[]', '[]', '[]', '[]', '[]', 1, '[]' FROM prompts LIMIT 1`,
  )
  await world.post('/hook', payload({ hook_event_name: 'SessionStart', source: 'resume' }))
  const { of } = await look('behaviours')
  database("DELETE FROM handoffs WHERE id = 'h_x'")
  expect(of('behaviours')).toMatchObject({ ok: false, remedy: 'run hindcast behaviours on handoff' })
  expect(of('behaviours')?.detail).toMatch(/^handoff was switched off after 1 failure: .*JSON/)
  expect((await look('behaviours', true)).of('behaviours')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/handoff is on again/),
  })
})

test('backups are counted', async () => {
  const backups = join(world.home, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  // The daemon may make its own meanwhile
  await until('all of them are counted', async () => {
    writeFileSync(join(backups, 'one.db'), 'x', { mode: 0o600 })
    const { length } = readdirSync(backups)
    const { ok, detail } = (await look('backups')).of('backups') ?? {}
    return ok === true && detail === `${length}, newest just now`
  })
})

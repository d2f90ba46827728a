import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, type World } from '../daemon/world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  for (const [folder, session] of [
    ['-app', 's1'],
    ['-other', 's2'],
  ]) {
    const dir = join(world.user, '.claude/projects', folder ?? '')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, `${session}.jsonl`), lineOf(session ?? ''))
  }
  writeFileSync(join(world.project, 'moved.jsonl'), lineOf('s3'))
})
afterAll(() => world.remove())

const lineOf = (session: string): string => {
  const said = { type: 'user', uuid: `u-${session}`, sessionId: session, timestamp: '2026-01-02T03:04:05.000Z' }
  return `${JSON.stringify({ ...said, cwd: '/gone', message: { role: 'user', content: `Mend ${session}` } })}\n`
}
const json = async (...words: string[]) => JSON.parse((await commandLine(world, ...words, '--json')).stdout)

test('--dry-run says how much there is and stores nothing', async () => {
  const bytes: unknown = expect.any(Number)
  expect(await json('import', '--dry-run')).toEqual({ projects: 2, sessions: 2, files: 2, bytes, unread: 2 })
  expect((await json('status')).counts).toMatchObject({ sessions: 0 })
})

test('a path is relative to the current folder, and nothing outside it is read', async () => {
  const told = await json('import', 'moved.jsonl', '--from', 'claude-code')
  expect(told).toMatchObject({ files: 1, sessions: 1, prompts: 1, skipped: 0, errors: [], ms: expect.any(Number) })
  expect((await json('status')).counts).toMatchObject({ sessions: 1 })
})

test("without a path reads all of the client's transcripts, and search finds what was imported", async () => {
  const { code, stdout } = await commandLine(world, 'import')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 sessions, 2 prompts')])
  expect(await json('import', '--progress')).toMatchObject({ running: false, filesDone: 2 })
  expect((await json('search', 'mend')).results).toHaveLength(3)
})

test('what was imported before is not said to be imported again', async () => {
  expect(await json('import')).toMatchObject({ sessions: 2, added: 0 })
  expect((await commandLine(world, 'import')).stdout).toMatch(/^Nothing new: 2 sessions, .* were already imported/)
  writeFileSync(join(world.user, '.claude/projects/-app/s4.jsonl'), lineOf('s4'))
  expect((await commandLine(world, 'import')).stdout).toMatch(/^imported {2}2 new records, which makes 3 sessions, /)
})

test('an unknown host is rejected', async () => {
  expect((await commandLine(world, 'import', '--from', 'elsewhere')).code).toBe(2)
})

test('without a terminal an import says one line at its start and one at its end', async () => {
  const { stdout, stderr } = await world.hindcast('import')
  expect(stderr).toBe('Importing earlier sessions\n')
  expect(stdout).toMatch(/^[^\n]+ from \d+ files [^\n]+\n$/)
})

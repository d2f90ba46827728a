import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  const dir = join(world.user, '.claude/projects/-gone-app')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'aaa-first.jsonl'), turn('aaa-first', 1, 'Why does the kettle whistle at night?'))
  writeFileSync(join(world.project, 'second.jsonl'), turn('bbb-second', 3, 'The kettle whistles at night again'))
  await commandLine(world, 'import')
  await until('it is distilled', async () => (await world.api('status')).queue.pending === 0)
})
afterAll(() => world.remove())

const turn = (session: string, hour: number, asked: string): string => {
  const line = (type: string, second: number, content: unknown) => {
    const timestamp = new Date(Date.parse('2026-01-02T00:00:00Z') + hour * 3_600_000 + second * 1_000).toISOString()
    const place = { uuid: `${session}-${second}`, sessionId: session, cwd: '/gone/app', timestamp }
    return `${JSON.stringify({ type, ...place, message: { role: type, content } })}\n`
  }
  const input = { file_path: '/gone/app/kettle.ts', old_string: 'a', new_string: 'b' }
  return [
    line('user', 1, asked),
    line('assistant', 2, [{ type: 'tool_use', id: `t-${session}`, name: 'Edit', input }]),
    line('user', 3, [{ type: 'tool_result', tool_use_id: `t-${session}`, content: 'done' }]),
    line('assistant', 4, [{ type: 'text', text: 'Fixed the whistle of the kettle.' }]),
  ].join('')
}

test('a file in the current folder: turn by turn with times, texts, ids and titles, and totals', async () => {
  const { code, stdout } = await commandLine(world, 'replay', 'second.jsonl')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /Jan \d, 2026, \d\d:\d\d {2}session started {2}startup\n {4}shown to you: Hindcast: 1 observation/,
  )
  expect(stdout).toMatch(/\n {4}handoff {2}\d+ tokens\n {6}h_[0-9a-f]{8} {2}\S/)
  expect(stdout).toMatch(/prompt {2}The kettle whistles at night again/)
  expect(stdout).toMatch(
    /\d+ events, 1 prompt, 1 tool call; replayed in .+\nShown to the agent: \d+ times?, \d+ tokens/,
  )
  const empty = await commandLine(world, 'replay', 'second.jsonl', '--from-empty')
  expect(empty.stdout).toMatch(/The kettle whistles at night again\n {4}nothing shown/)
  expect(empty.stdout).toMatch(/Shown to the agent: 1 time, \d+ tokens\n {2}ask-agent/)
})

test('--json is the documented document, and an id prefix is enough', async () => {
  const { stdout } = await commandLine(world, 'replay', 'aaa', '--json')
  const document = JSON.parse(stdout)
  expect(Object.keys(document)).toEqual(['turns', 'totals'])
  for (const each of document.turns)
    expect(each).toMatchObject({ event: expect.any(String), said: expect.any(String), effects: expect.any(Array) })
  expect(await world.api('replay', { transcript: 'aaa' })).toMatchObject({ turns: document.turns })
})

test('it stores nothing: counts, sessions and the turn log are unchanged, and its folder is empty', async () => {
  const state = async () => [
    (await world.api('status')).counts,
    await world.api('sessions'),
    await world.api('why', { session: 'aaa-first' }),
  ]
  const before = await state()
  await commandLine(world, 'replay', 'second.jsonl')
  expect(await state()).toEqual(before)
  expect(readdirSync(join(world.home, 'scratch'))).toEqual([])
})

test('a missing transcript is reported', async () => {
  expect(await commandLine(world, 'replay')).toMatchObject({ code: 2, stderr: expect.stringContaining('transcript') })
  expect(await commandLine(world, 'replay', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nobody'),
  })
  expect((await commandLine(world, 'replay', '--progress')).stdout).toContain('No replay is running.')
})

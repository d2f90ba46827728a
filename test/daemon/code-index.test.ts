import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kill, makeWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  writeFileSync(join(world.project, 'package.json'), '{}')
  await world.start()
})
afterAll(() => world.remove())

/** Empty for a process that ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const readers = (): readonly number[] => world.processes().filter((pid) => commandOf(pid).includes('code.js'))
const indexes = (): readonly string[] => readdirSync(join(world.home, 'code')).filter((name) => name.endsWith('.db'))
const sessionIn = (cwd: string, session_id: string) =>
  world.post('/hook', JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id, cwd }))

test('a session start brings an index up to date in the background, but only if there is one', async () => {
  expect(await world.api('code', { action: 'arch', from: world.project })).toMatchObject({ languages: [] })
  expect(indexes()).toHaveLength(1)
  for (const pid of readers()) kill(pid)
  await until('the process is gone', () => readers().length === 0)
  const other = join(world.root, 'other')
  mkdirSync(other)
  await sessionIn(other, 'without')
  await sessionIn(world.project, 'with')
  await until('the process runs again', () => readers().length === 1)
  expect(indexes()).toHaveLength(1)
})

test('the process that reads code ends with the daemon', async () => {
  await world.api('code', { action: 'arch', from: world.project })
  expect(readers()).toHaveLength(1)
  for (const pid of world.daemons()) kill(pid)
  await until('it is gone', () => readers().length === 0)
})

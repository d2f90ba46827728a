import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

const post = async (event: string, more: object): Promise<string> => {
  const base = { session_id: 's1', cwd: world.project, prompt_id: 'p1', hook_event_name: event }
  return (await world.post('/hook', JSON.stringify({ ...base, ...more }))).body
}
const start = async (session: string): Promise<string> =>
  JSON.parse(await post('SessionStart', { session_id: session, source: 'startup' })).systemMessage ?? ''

test('events that a locked store could not take are reported once, at the next session start', async () => {
  expect(await start('before')).not.toContain('could not be kept')
  await until('the queue is empty', async () => (await world.api('status')).queue.pending === 0)
  const other = new DatabaseSync(join(world.home, 'hindcast.db'))
  other.exec('BEGIN IMMEDIATE')
  expect(await post('UserPromptSubmit', { prompt: 'paint the fence' })).toBe('{}')
  await until('the store gives up', () => world.log().some((line) => line.includes('could not be kept')))
  other.exec('ROLLBACK')
  other.close()
  expect(await start('after')).toContain(
    'Hindcast: 1 event could not be recorded in time; what the transcript has of it is read from there (see `hindcast logs`)',
  )
  expect(await start('later')).not.toContain('could not be kept')
  const { ok, checks } = await world.api('doctor', { only: 'lost events' })
  expect([ok, checks[0].detail]).toEqual([false, '1 event could not be recorded in time since the daemon started'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

const RULE = 'We use pnpm here, never npm.'

let world: World

async function asked(session_id: string, prompt: string): Promise<void> {
  const base = { session_id, cwd: world.project, prompt_id: `${session_id}: ${prompt}`, prompt }
  await world.post('/hook', JSON.stringify({ ...base, hook_event_name: 'UserPromptSubmit' }))
}

beforeAll(async () => {
  world = makeWorld()
  await world.up()
  await asked('one', RULE)
  await asked('two', RULE)
  await until('all that follows is done', async () => (await world.api('status')).queue.pending === 0)
})
afterAll(() => world.remove())

test('status counts what was taught, and what had to be repeated', async () => {
  await expect
    .poll(async () => (await world.api('status')).learning)
    .toEqual({ active: 1, followed: 0, violated: 0, taught: 1, repeated: 1 })
  expect((await world.api('status')).counts.lessons).toBe(1)
})

test('a lesson counts for the session that taught it', async () => {
  const { sessions } = await world.api('sessions')
  const learned = sessions.map(({ id, lessonsLearned }: { id: string; lessonsLearned: number }) => [id, lessonsLearned])
  expect(Object.fromEntries(learned)).toEqual({ one: 1, two: 0 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

interface Shown {
  readonly lessons: readonly { readonly id: string; readonly state: string; readonly evidence: readonly object[] }[]
}

let world: World
const lessons = (input: object = {}): Promise<Shown> => world.api('lessons', input)

beforeAll(async () => {
  world = makeWorld()
  await world.up()
})
afterAll(() => world.remove())

async function asked(session_id: string, prompt: string): Promise<string> {
  const base = { session_id, cwd: world.project, prompt_id: `${session_id}: ${prompt}`, prompt }
  const { body } = await world.post('/hook', JSON.stringify({ ...base, hook_event_name: 'UserPromptSubmit' }))
  await until('all that follows is done', async () => (await world.api('status')).queue.pending === 0)
  return JSON.stringify(body)
}

test('a rule stated for good is learned and announced at once, with its quote as evidence', async () => {
  const answer = await asked('one', 'We use pnpm here, never npm. Which packages are installed?')
  expect(answer).toContain('Hindcast learned')
  const { lessons: found } = await lessons()
  expect(found).toMatchObject([
    {
      kind: 'rule',
      state: 'active',
      subject: 'pnpm',
      object: 'npm',
      text: 'We use pnpm here, never npm.',
      pinned: false,
    },
  ])
  expect(found[0]?.evidence).toMatchObject([{ sessionId: 'one', quote: 'We use pnpm here, never npm.' }])
})

test('what is rejected is listed only on request, and stays rejected when it is said again', async () => {
  const { lessons: found } = await lessons()
  const id = found[0]?.id ?? ''
  expect((await lessons({ action: 'reject', id })).lessons).toMatchObject([{ id, state: 'rejected' }])
  expect((await lessons()).lessons).toEqual([])
  expect(await asked('two', 'We use pnpm here, never npm!')).not.toContain('Hindcast learned')
  expect((await lessons({ all: true })).lessons).toMatchObject([{ id, state: 'rejected' }])
})

test('approved by a person, a lesson is active again', async () => {
  const { lessons: found } = await lessons({ all: true })
  const id = found[0]?.id ?? ''
  expect((await lessons({ action: 'pin', id })).lessons).toMatchObject([{ id, state: 'active', pinned: true }])
})

test('an unknown id is an error', async () => {
  expect(await world.api('lessons', { action: 'show', id: 'l_nope' })).toMatchObject({ error: { code: 'not-found' } })
})

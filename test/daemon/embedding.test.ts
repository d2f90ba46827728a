import { expect, onTestFinished, test } from 'vitest'
import { payload } from './payloads.ts'
import { makeWorld, until, type World } from './world.ts'

const SIGNED_OUT = 'users get signed out of the phone app after ten minutes'
const CAKE = 'the phone app has a recipe of a cake'

/** Its words match both equally, and the shorter one better. */
const EXPIRES = 'the login session token of the phone app expires'

const say = (world: World, session: string, prompt: string) =>
  world.post('/hook', payload({ hook_event_name: 'UserPromptSubmit', session_id: session, prompt_id: session, prompt }))

async function worldOf(more: Record<string, string> = { HINDCAST_EMBEDDER_ENABLED: 'on' }): Promise<World> {
  const world = makeWorld(more)
  onTestFinished(() => world.remove())
  await world.start()
  await say(world, 's1', SIGNED_OUT)
  await say(world, 's2', CAKE)
  return world
}

const meaning = async (world: World) =>
  (await world.api('doctor', { only: 'meaning' })) as { checks: readonly { ok: boolean | null; detail: string }[] }

const first = async (world: World, query: string): Promise<string> =>
  (await world.api('search', { query })).results[0].title

test('what was said is soon embedded, found by meaning, and removed when forgotten', async () => {
  const world = await worldOf()
  await until('both texts are known', async () => (await meaning(world)).checks[0]?.detail === '2 texts indexed')
  expect((await world.api('status')).embeddings).toEqual({ on: true, done: 2, queued: 0 })
  // On a busy machine, a search does not wait for the embedding
  await until('it is found by its meaning', async () => (await first(world, EXPIRES)) === SIGNED_OUT)
  await world.api('forget', { session: 's1', yes: true })
  expect((await meaning(world)).checks[0]?.detail).toBe('1 text indexed')
})

test('with embedding disabled, search uses words only', async () => {
  const world = await worldOf({ HINDCAST_EMBEDDER_ENABLED: 'off' })
  expect((await meaning(world)).checks[0]).toMatchObject({ ok: null, detail: 'off: search matches words only' })
  expect((await world.api('status')).embeddings).toEqual({ on: false, done: 0, queued: 2 })
  expect(await first(world, EXPIRES)).toBe(CAKE)
})

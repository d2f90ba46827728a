import { afterEach, expect, test } from 'vitest'
import { writeHistory } from '../daemon/history.ts'
import { environmentOf, isRunning, kill, makeWorld, until, type World } from '../daemon/world.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove()
})

const SESSIONS = 6
const TURNS = 20

/** A world whose client keeps more than is read in the daemon itself. */
async function started(): Promise<World> {
  const world = makeWorld({ SECRET_OF_THE_CLIENT: 'x' })
  worlds.push(world)
  writeHistory(world, SESSIONS, TURNS)
  await world.start()
  return world
}

const WHOLE = { files: SESSIONS, sessions: SESSIONS, prompts: SESSIONS * TURNS, errors: [] }
// The session's start, and each turn's prompt and end
const EVENTS = SESSIONS * (1 + 2 * TURNS)

// Killed at ten moments, and with the daemon: test/long

test('large amounts are read by a separate process, which sees nothing of the environment and ends with the daemon', async () => {
  const world = await started()
  const importing = world.api('import')
  await until('the importer is there', () => world.importers().length === 1)
  expect(await importing).toMatchObject({ ...WHOLE, events: EVENTS })
  const [importer = 0] = world.importers()
  expect(environmentOf(importer).filter((entry) => entry.startsWith('SECRET'))).toEqual([])
  expect(world.log().filter((line) => line.includes('importer is gone'))).toEqual([])
  const [daemon = 0] = world.daemons()
  kill(daemon)
  await until('the importer is gone', () => !isRunning(importer))
})

test('small amounts are read in the daemon', async () => {
  const world = await started()
  await world.api('import')
  const [importer = 0] = world.importers()
  kill(importer)
  expect(await world.api('import')).toMatchObject({ ...WHOLE, events: EVENTS })
  expect(world.importers()).toEqual([])
})

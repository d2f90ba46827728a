import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { environmentOf, isRunning, kill, makeWorld, until, type World } from './world.ts'

// Each starts three processes, or more
vi.setConfig({ testTimeout: 40_000 })

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
  const folder = join(world.user, '.claude/projects/-app')
  mkdirSync(folder, { recursive: true })
  for (let session = 0; session < SESSIONS; session++)
    writeFileSync(join(folder, `s${session}.jsonl`), Array.from({ length: TURNS }, (_, n) => turn(session, n)).join(''))
  await world.start()
  return world
}

const TEXT = 'all work and no play '.repeat(500)

function turn(session: number, n: number): string {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, n, second)).toISOString()
  const common = { sessionId: `s${session}`, cwd: '/gone' }
  const asked = { ...common, type: 'user', uuid: `u-${session}-${n}`, timestamp: at(1) }
  const said = { ...common, type: 'assistant', uuid: `a-${session}-${n}`, timestamp: at(2) }
  return [
    { ...asked, message: { role: 'user', content: `Mend part ${n} of ${session}` } },
    { ...said, message: { model: 'm', stop_reason: 'end_turn', content: [{ type: 'text', text: `${TEXT}${n}` }] } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

const WHOLE = { files: SESSIONS, sessions: SESSIONS, prompts: SESSIONS * TURNS, errors: [] }
// The session's start, and each turn's prompt and end
const EVENTS = SESSIONS * (1 + 2 * TURNS)

test('much is read by a process of its own: it sees nothing of the environment, and ends with the daemon', async () => {
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

test('what is too little for that is read in the daemon', async () => {
  const world = await started()
  await world.api('import')
  const [importer = 0] = world.importers()
  kill(importer)
  expect(await world.api('import')).toMatchObject({ ...WHOLE, events: EVENTS })
  expect(world.importers()).toEqual([])
})

test.each([0, 2, 4])(
  'an importer killed at moment %i leaves the rest to the daemon, and the record is whole',
  async (moment) => {
    const world = await started()
    const importing = world.api('import')
    await until('the importer is there', () => world.importers().length === 1)
    await sleep(moment * 60)
    for (const pid of world.importers()) kill(pid)
    expect(await importing).toMatchObject({ ...WHOLE, events: EVENTS })
    expect(await world.api('import')).toMatchObject({ ...WHOLE, events: EVENTS })
  },
)

test.each([0, 2, 4])('a daemon killed at moment %i and started again comes to the same record', async (moment) => {
  const world = await started()
  const importing = world.api('import').catch(() => undefined)
  await until('the importer is there', () => world.importers().length === 1)
  await sleep(moment * 60)
  for (const pid of world.daemons()) kill(pid)
  await importing
  await until('the importer is gone', () => world.importers().length === 0)
  await world.start()
  expect(await world.api('import')).toMatchObject({ ...WHOLE, events: EVENTS })
  expect(await world.api('import')).toMatchObject({ ...WHOLE, events: EVENTS })
})

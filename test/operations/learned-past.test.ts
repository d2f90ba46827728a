import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  past('s1', 'That is wrong, use tabs, not spaces.')
  past('s2', 'That is wrong, use tabs, not spaces.')
  past('s3', 'We use pnpm here, never npm.')
  past('s4', 'Never edit the generated files.')
})
afterAll(() => world.remove())

let day = 0
/** A session that the client recorded before Hindcast was there, a day after the one before. */
function past(session: string, content: string): void {
  const dir = join(world.user, '.claude/projects/-app')
  mkdirSync(dir, { recursive: true })
  const timestamp = new Date(Date.UTC(2026, 0, ++day)).toISOString()
  const line = { type: 'user', uuid: `u-${session}`, sessionId: session, timestamp, cwd: world.project }
  writeFileSync(join(dir, `${session}.jsonl`), `${JSON.stringify({ ...line, message: { role: 'user', content } })}\n`)
}

const hook = async (session_id: string, event: object): Promise<string> => {
  const { body } = await world.post('/hook', JSON.stringify({ session_id, cwd: world.project, ...event }))
  await until('all that follows is done', async () => (await world.api('status')).queue.pending === 0)
  return JSON.stringify(body)
}
const start = (session: string) => hook(session, { hook_event_name: 'SessionStart', source: 'startup' })
const type = (session: string, prompt: string) =>
  hook(session, { hook_event_name: 'UserPromptSubmit', prompt_id: `${session} ${prompt}`, prompt })
const learned = async () => {
  await world.api('import')
  await until('all that follows is done', async () => (await world.api('status')).queue.pending === 0)
  const { lessons } = await world.api('lessons', { all: true })
  return lessons as { id: string; text: string; subject: string; state: string; at: number; sessions: number }[]
}

test('a past teaches candidates with their dates, and what was stated for good', async () => {
  const lessons = await learned()
  expect(lessons.find(({ subject }) => subject === 'pnpm')).toMatchObject({ state: 'active', at: Date.UTC(2026, 0, 3) })
  expect(lessons.find(({ subject }) => subject === 'tabs')).toMatchObject({
    state: 'candidate',
    sessions: 2,
    at: Date.UTC(2026, 0, 2),
  })
})

test('it is told once, when the next session starts', async () => {
  expect(await start('now')).toMatch(
    /rules? learned from earlier sessions, 1 thing you said more than once; to see them/,
  )
  expect(await start('later')).not.toContain('earlier sessions')
})

test('imported again, it teaches and tells nothing again', async () => {
  const before = await learned()
  expect(await learned()).toEqual(before)
  expect(await start('once more')).not.toContain('earlier sessions')
})

test('what is rejected stays rejected when an older transcript says it too', async () => {
  const id = (await learned()).find(({ subject }) => subject === 'pnpm')?.id
  await world.api('lessons', { action: 'reject', id })
  day = -10
  past('s0', 'We use pnpm here, never npm.')
  expect((await learned()).filter(({ subject }) => subject === 'pnpm')).toMatchObject([{ id, state: 'rejected' }])
})

test('a candidate becomes active when it is said once more', async () => {
  expect(await type('now', 'That is wrong, use tabs, not spaces.')).toContain('Hindcast learned: “That is wrong')
})

test('/hindcast lessons numbers the lessons, and reject takes the number', async () => {
  const list = await type('now', '/hindcast lessons')
  expect(list).toMatch(/1\. “[^”]*” \(active, from \d sessions?, l_\w+\)/)
  expect(await type('now', '/hindcast reject 99')).toContain("no lesson matches '99'")
  const [first] = (await world.api('lessons', { project: world.project })).lessons
  expect(await type('now', '/hindcast reject 1')).toContain('Rejected: “')
  // The answer comes before what it says is done, so that nobody waits for that
  await until('it is rejected', async () => {
    const { lessons } = await world.api('lessons', { action: 'show', id: first.id })
    return lessons[0]?.state === 'rejected'
  })
})

test('/hindcast undo takes back the newest lesson, and says which', async () => {
  await type('now', 'We use yarn here, never bower.')
  const [newest] = (await world.api('lessons', { project: world.project })).lessons
  expect(newest).toMatchObject({ subject: 'yarn', state: 'active' })
  expect(await type('now', '/hindcast undo')).toContain('retired “We use yarn here, never bower.”')
  const { lessons } = await world.api('lessons', { action: 'show', id: newest.id })
  expect(lessons).toMatchObject([{ state: 'retired', because: 'you retired it' }])
})

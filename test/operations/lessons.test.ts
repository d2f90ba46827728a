import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectId } from '../../src/domain/identity.ts'
import { lessonsOf } from '../../src/operations/lessons.ts'
import type { OperationPorts } from '../../src/ports.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'
import { aLesson } from '../domain/learning/taught.ts'
import { lessonFiles } from '../engine/lesson-files.ts'

interface Shown {
  readonly lessons: readonly {
    readonly id: string
    readonly state: string
    readonly text: string
    readonly evidence: readonly object[]
  }[]
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

test('a rule in a person’s own words applies at once and replaces what it contradicts', async () => {
  const words = 'Never use pnpm, use yarn'
  const { lessons: added } = await lessons({ action: 'add', words, project: world.project })
  expect(added).toMatchObject([{ state: 'active', text: words, subject: 'yarn', object: 'pnpm', confidence: 1 }])
  expect(added[0]?.evidence).toMatchObject([{ sessionId: '', quote: words }])
  const { lessons: pinned } = await lessons({ action: 'add', words: 'Always sign commits', project: world.project })
  expect(pinned).toMatchObject([{ scope: 'project', because: 'you added it' }])
})

test('stated again, it is the same lesson', async () => {
  const [again] = (await lessons({ action: 'add', words: 'Always sign commits!', project: world.project })).lessons
  expect(again).toMatchObject({ support: 2, state: 'active', text: 'Always sign commits!' })
})

test('an edited lesson says what the person wrote, and so does the file that the next session reads', async () => {
  const { lessons: found } = await lessons()
  const { id = '' } = found.find(({ text }) => text === 'Always sign commits!') ?? {}
  const [edited] = (await lessons({ action: 'edit', id, words: 'Sign every commit with the team key' })).lessons
  expect(edited).toMatchObject({ id, state: 'active', text: 'Sign every commit with the team key' })
  const file = join(world.project, 'CLAUDE.md')
  expect(edited).toMatchObject({ artifacts: expect.arrayContaining([file]) })
  expect(readFileSync(file, 'utf8')).toContain('Sign every commit with the team key')
})

test('approved with --to, it is written where the person says, and only there', async () => {
  const { lessons: found } = await lessons()
  const { id = '' } = found.find(({ text }) => text === 'Sign every commit with the team key') ?? {}
  const path = join(world.project, 'docs', 'RULES.md')
  await lessons({ action: 'approve', id, to: 'docs/RULES.md', from: world.project })
  expect(readFileSync(path, 'utf8')).toContain('Sign every commit with the team key')
  expect(readFileSync(join(world.project, 'CLAUDE.md'), 'utf8')).not.toContain('Sign every commit')
  await lessons({ action: 'approve', id, to: 'project', from: world.project })
  expect(existsSync(path)).toBe(false)
  expect(readFileSync(join(world.project, 'CLAUDE.md'), 'utf8')).toContain('Sign every commit')
})

test('why tells what a lesson rests on', async () => {
  const { lessons: found } = await lessons()
  const { lesson } = await world.api('why', { session: found[0]?.id })
  expect(lesson).toEqual(found[0])
  const { stdout } = await commandLine(world, 'why', found[0]?.id ?? '')
  expect(stdout).toContain('Because')
})

test.each([
  [{ action: 'add', words: '<private>Use pnpm</private>' }],
  [{ action: 'add', words: 'Use pnpm '.repeat(100) }],
  [{ action: 'edit', words: 'Use pnpm' }],
  [{ action: 'approve', id: 'l_', to: 'globally' }],
  [{ action: 'reject', id: 'l_', to: 'global' }],
])('%j is refused', async (input) => {
  const reply = await world.api('lessons', { ...input, project: world.project })
  expect(reply).toMatchObject({ error: { code: 'bad-input' } })
})

test('an unknown id is an error', async () => {
  expect(await world.api('lessons', { action: 'show', id: 'l_nope' })).toMatchObject({ error: { code: 'not-found' } })
})

test('a routine, which nobody stated, is no lesson of the list', async () => {
  const { keeper, ports } = await lessonFiles()
  const project = { id: projectId('p1'), name: 'app', root: '/gone/app' }
  const stated = aLesson({ id: 'l_1', project: project.id })
  await keeper.keep('lesson', stated, project)
  await keeper.keep('lesson', { ...stated, id: 'l_2', type: 'routine' }, project)
  const listed = await lessonsOf(project.id, ports as unknown as OperationPorts)
  expect(listed.map(({ id }) => id)).toEqual(['l_1'])
})

test('a candidate is listed as a person would word it, and shown with the words that were said', async () => {
  await asked('worded', 'no no, use bun, not deno please')
  const listed = (await commandLine(world, 'lessons')).stdout
  expect(listed).toContain('Use bun, not deno')
  expect(listed).not.toContain('no no')
  const [found] = (await lessons()).lessons.filter(({ text }) => text.includes('bun'))
  expect((await commandLine(world, 'lessons', 'show', found?.id ?? '')).stdout).toContain(
    'no no, use bun, not deno please',
  )
})

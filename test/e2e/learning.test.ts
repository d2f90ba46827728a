import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson, teachByScript, typed } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.close())))

const say = (text: string): Turn => [{ type: 'text', text }]

async function prepared(): Promise<World> {
  const world = await makeWorld({ 'package.json': '{}\n' })
  worlds.push(world)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  return world
}

/** What the model is sent in a new session. */
async function told(world: World, prompt: string, answer: string): Promise<string> {
  const run = await runHeadless(world, { prompt, turns: [say(answer)] })
  expect(run.exitCode, run.stderr).toBe(0)
  return (contextOf(run.main.at(-1)).match(/<hindcast-context>[\s\S]*?<\/hindcast-context>/g) ?? []).join('\n')
}

it('a rule said once holds in the next session, until it is rejected', async () => {
  const world = await prepared()
  await teachByScript(world)
  await told(world, 'We use pnpm here, never npm. Which packages are installed?', 'None.')
  const { lessons } = JSON.parse((await hindcast(world, 'lessons', '--json')).stdout)
  expect(lessons).toMatchObject([
    { state: 'active', subject: 'pnpm', object: 'npm', text: 'We use pnpm here, never npm.' },
  ])

  expect(await told(world, 'Add left-pad, please', "Sorry about npm, I'll use pnpm.")).toContain(
    'user said “We use pnpm here, never npm.”',
  )
  expect((await hindcast(world, 'lessons', 'reject', lessons[0].id)).exitCode).toBe(0)
  expect(await told(world, 'Add right-pad, please', 'Added.')).not.toContain('never npm')
})

it('what a script says in every run is proposed once, and holds if a person approves it', async () => {
  const world = await prepared()
  const lessons = async () => (await hindcastJson<{ lessons: readonly { id: string }[] }>(world, 'lessons')).lessons
  for (const task of ['Which packages are installed?', 'Add left-pad.', 'Add right-pad.'])
    expect(await told(world, `We use pnpm here, never npm. ${task}`, 'Done.')).not.toContain('What the user wants')
  const [proposed, ...others] = await lessons()
  expect([proposed, others]).toMatchObject([{ state: 'candidate', support: 1, sessions: 1, artifacts: [] }, []])
  expect((await typed(world, 'lessons', 'approve', proposed?.id ?? '')).shown).toContain('active')
  expect(readFileSync(join(world.project, 'CLAUDE.md'), 'utf8')).toContain('We use pnpm here, never npm.')
})

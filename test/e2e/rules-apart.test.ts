import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

const NOTES = '# Shop\n'
const done: Turn = [{ type: 'text', text: 'Done.' }]

let world: World
const lessons = async () =>
  (
    await hindcastJson<{ lessons: readonly { text: string; state: string; support: number }[] }>(
      world,
      'lessons',
      '--all',
    )
  ).lessons

/** A person types one prompt in a session of its own; what the model was sent, and the screen at the end. */
async function types(prompt: string, turns: readonly Turn[] = [done]) {
  const terminal = await openTerminal(world, {
    permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'mcp__hindcast__lessons'],
  })
  if (turns.length > 1) {
    // The client connects its servers meanwhile
    await terminal.ask('Hello', [done])
    await sleep(5_000)
  }
  await terminal.ask(prompt, turns)
  const screen = await terminal.screen()
  const sent = JSON.stringify(terminal.api.requests.map(({ body }) => body))
  await terminal.exit()
  await terminal.close()
  return { screen, sent }
}

beforeAll(async () => {
  world = await makeWorld({ 'CLAUDE.md': NOTES, 'package.json': '{}\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
})
afterAll(() => world?.close())

it('three rules that hold in three places are three candidates, told to nobody and written nowhere', async () => {
  for (const where of ['SQL', 'HTML', 'JSON']) await types(`Double quotes in ${where}, not single quotes.`)
  await expect.poll(async () => (await lessons()).length).toBe(3)
  expect((await lessons()).map(({ state, support }) => [state, support])).toEqual([1, 2, 3].map(() => ['candidate', 1]))
  const { sent } = await types('Which files are there?')
  expect(sent).not.toContain('What the user wants')
  expect(readFileSync(join(world.project, 'CLAUDE.md'), 'utf8')).toBe(NOTES)
})

it('what the model confirms is in force in the words that the person typed, and nothing else is', async () => {
  const confirm = (span: string): Turn => [
    { type: 'tool_use', name: 'mcp__hindcast__lessons', input: { action: 'confirm', span, sure: 'high' } },
  ]
  const { sent, screen } = await types('It bugs me when tests sleep, poll instead. Which tests are there?', [
    confirm('It bugs me when tests sleep'),
    confirm('Double quotes in SQL, not single quotes.'),
    confirm('Which files are there, as I always say?'),
    done,
  ])
  expect(sent).toContain('action `confirm` (span, scope, sure)')
  expect(screen).toContain('Hindcast learned')
  expect((await lessons()).filter(({ state }) => state === 'active')).toMatchObject([
    { text: 'It bugs me when tests sleep, poll instead.' },
  ])
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { type Kept, lived } from './lab/kept.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let kept: Kept

const say = (text: string): Turn => [{ type: 'text', text }]
const bash = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Run it' } }]
const REPORT = 'var total = sum(rows)\nconsole.log(total)\n'

/** A person changes the file that the agent wrote before they type their next prompt. */
async function changes(): Promise<void> {
  const path = join(world.project, 'report.js')
  const terminal = await openTerminal(world)
  await terminal.ask('Write the report', [
    [{ type: 'tool_use', name: 'Write', input: { file_path: path, content: REPORT } }],
    say('Written.'),
  ])
  writeFileSync(path, readFileSync(path, 'utf8').replace('var', 'const'))
  await terminal.ask('Which rows are in it?', [say('All of them.')])
  await terminal.exit()
  await terminal.close()
}

/** A person refuses a call and says why. */
async function refuses(words: string): Promise<void> {
  const terminal = await openTerminal(world, { permissions: ['--permission-mode', 'default'] })
  terminal.api.play(bash('npm install left-pad'), say('With pnpm, then.'))
  await terminal.type('Add left-pad')
  await terminal.until('Do you want to')
  await sleep(1_000)
  // The last choice is No; below it, the client takes words
  for (let tries = 0; !/❯ \d\. No/.test(await terminal.screen()) && tries < 6; tries++) {
    await terminal.press('Down')
    await sleep(300)
  }
  await terminal.press('Tab')
  await sleep(300)
  await terminal.type(words)
  await terminal.until('With pnpm, then.')
  await terminal.idle()
  await terminal.exit()
  await terminal.close()
}

beforeAll(async () => {
  world = await makeWorld({ 'package.json': '{}\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  await changes()
  await refuses('We use pnpm here, never npm')
  await runHeadless(world, {
    prompt: 'Install it',
    permissions: ['--permission-mode', 'default'],
    turns: [bash('touch refused.txt'), say('It was refused.')],
  })
  kept = await lived(world)
})
afterAll(() => world?.close())

describe('a person who teaches without a prompt', () => {
  it('teaches by changing what the agent wrote', () => {
    expect(kept.signals.filter(({ type }) => type === 'drift')).toMatchObject([
      { subject: 'const', object: 'var', by: 'person', quote: '- var total = sum(rows)\n+ const total = sum(rows)' },
    ])
  })

  it('teaches by the words typed on refusing a call', () => {
    expect(kept.signals.filter(({ type }) => type === 'directive')).toMatchObject([
      { subject: 'pnpm', object: 'npm', quote: 'We use pnpm here, never npm', by: 'person' },
    ])
  })

  it('teaches nothing if there was nobody to ask', () => {
    expect(kept.signals.filter(({ type }) => type === 'rejection')).toEqual([])
  })
})

/** A person types one prompt in a session of its own; the result is everything that the model was sent. */
async function complains(in_: World, prompt: string): Promise<string> {
  const terminal = await openTerminal(in_)
  const requests = await terminal.ask(prompt, [say('Added.')])
  await terminal.exit()
  await terminal.close()
  return requests.map(contextOf).join('\n')
}

interface Listed {
  readonly lessons: readonly { readonly id: string; readonly state: string; readonly support: number }[]
}

it('complaints of three sessions in three wordings are one proposed rule, which the model is told once it is approved', async () => {
  const own = await makeWorld({ 'package.json': '{}\n' })
  try {
    expect((await hindcast(own, 'up')).exitCode).toBe(0)
    await complains(own, "You didn't update the changelog")
    await complains(own, 'You forgot the changelog again')
    await complains(own, 'you forgot to add a changelog entry')
    const proposed = async () =>
      (await hindcastJson<Listed>(own, 'lessons', '--all')).lessons.filter(({ support }) => support > 1)
    for (let tries = 0; (await proposed()).length === 0 && tries < 60; tries++) await sleep(500)
    const [lesson, ...others] = await proposed()
    expect(others).toEqual([])
    expect(lesson).toMatchObject({ state: 'candidate', support: 3, sessions: 3, polarity: 'do' })
    expect(await complains(own, 'Which files changed?')).not.toContain('What the user wants')
    expect((await hindcast(own, 'lessons', 'approve', lesson?.id ?? '')).exitCode).toBe(0)
    expect(await complains(own, 'Which files changed now?')).toMatch(/What the user wants[\s\S]*changelog/)
  } finally {
    await own.close()
  }
})

const write = (world_: World, name: string): Turn => [
  { type: 'tool_use', name: 'Write', input: { file_path: join(world_.project, name), content: 'export {}\n' } },
]

it('what followed an edit and the tests five times is told the model with the result of the tests, once a session', async () => {
  const scripts = { test: 'node --version', docs: 'node --version' }
  const own = await makeWorld({ 'package.json': `${JSON.stringify({ scripts })}\n` })
  try {
    expect((await hindcast(own, 'up')).exitCode).toBe(0)
    for (let n = 0; n < 5; n++) {
      const turns = [write(own, `part${n}.js`), bash('npm test'), bash('npm run docs'), say('Done.')]
      expect((await runHeadless(own, { prompt: `Write part ${n}`, turns })).exitCode).toBe(0)
    }
    const routines = async () =>
      (await hindcastJson<Listed>(own, 'lessons', '--all')).lessons.filter(({ state }) => state === 'active')
    // What a turn did is counted from the next turn's end on
    const { main: before } = await runHeadless(own, { prompt: 'Which parts are there?', turns: [say('Five.')] })
    expect(contextOf(before.at(-1))).not.toContain('Usual next step')
    for (let tries = 0; (await routines()).length === 0 && tries < 60; tries++) await sleep(500)
    expect(await routines()).toMatchObject([{ kind: 'routine', subject: 'npm run docs', confidence: 0.75 }])

    const again = [write(own, 'more.js'), bash('npm test'), write(own, 'most.js'), bash('npm test'), say('Done.')]
    const { main } = await runHeadless(own, { prompt: 'Write more parts', turns: again })
    const told = main.map(
      (request) => contextOf(request).split('Usual next step: run `npm run docs` (done 5 times').length - 1,
    )
    // Before the first call, after the edit, and from the result of the tests on
    expect(told).toEqual([0, 0, 1, 1, 1])
  } finally {
    await own.close()
  }
})

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import type { Turn } from './lab/mock-api.ts'
import { hindcast, hindcastJson, teachByScript } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.close())))

/** A world with Hindcast, where `uv`, `pip`, `pnpm` and `npm` only write down how they were called. */
async function prepared(): Promise<World> {
  const world = await makeWorld({ 'package.json': '{}\n' })
  worlds.push(world)
  mkdirSync(join(world.project, 'bin'))
  for (const name of ['uv', 'pip', 'pnpm', 'npm']) {
    const file = join(world.project, 'bin', name)
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${join(world.project, 'ran')}\n`)
    chmodSync(file, 0o755)
  }
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  await teachByScript(world)
  return world
}

const say = (text: string): Turn => [{ type: 'text', text }]
const bash = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Run' } }]

async function session(world: World, prompt: string, ...turns: Turn[]): Promise<HeadlessResult> {
  const env = { PATH: `${join(world.project, 'bin')}:${world.env.PATH}` }
  const run = await runHeadless(world, { prompt, turns: [...turns, say('Done.')], env })
  expect(run.exitCode, run.stderr).toBe(0)
  return run
}

const ran = (world: World): string =>
  existsSync(join(world.project, 'ran')) ? readFileSync(join(world.project, 'ran'), 'utf8') : ''

/** The calls before which the client is configured to ask. */
function matchersBefore({ home }: World): string {
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')) as {
    hooks: { PreToolUse: { matcher?: string }[] }
  }
  return hooks.PreToolUse.map(({ matcher }) => matcher).join(' and ')
}

interface Known {
  readonly lessons: readonly {
    id: string
    state: string
    followed: number
    violated: number
    observed: readonly string[]
  }[]
}

it('after three sessions that correct pip to uv, the next call of pip runs as uv, until the lesson is rejected', async () => {
  const world = await prepared()
  const shipped = matchersBefore(world)
  expect(shipped).not.toContain('Bash')
  const states = async () => (await hindcastJson<Known>(world, 'lessons')).lessons.map(({ state }) => state)
  for (const name of ['one', 'two', 'three']) {
    await session(world, `Add the package ${name}`, bash(`pip install ${name}`))
    await session(world, 'No, please use uv pip install instead of pip install')
  }
  await expect.poll(states).toEqual(['active'])
  const before = ran(world)
  // The rule may be known, and followed or broken, before the third correction
  const [earlier] = (await hindcastJson<Known>(world, 'lessons')).lessons

  const run = await session(world, 'Add the package four', bash('cd . && pip install four'))
  expect(ran(world).slice(before.length)).toBe('uv pip install four\n')
  expect(contextOf(run.main.at(-1))).toContain('so the call ran as “cd . && uv pip install four”')
  const { lessons } = await hindcastJson<Known>(world, 'lessons')
  expect(lessons).toMatchObject([
    { state: 'active', followed: (earlier?.followed ?? 0) + 1, violated: earlier?.violated },
  ])

  expect((await hindcast(world, 'lessons', 'reject', lessons[0]?.id ?? '')).exitCode).toBe(0)
  await expect.poll(() => matchersBefore(world)).toBe(shipped)
  await session(world, 'Add the package five', bash('pip install five'))
  expect(ran(world)).toContain('\npip install five\n')
})

it('a rule that was said twice is told to the third session before its first prompt, and npm runs as pnpm', async () => {
  const world = await prepared()
  await session(world, 'We use pnpm here, never npm.')
  await session(world, 'I told you: pnpm, not npm!')
  const run = await session(world, 'Add left-pad', bash('npm install left-pad'))
  const first = contextOf(run.main[0])
  expect(first).toMatch(/SessionStart[\s\S]*user said “(?:We use pnpm here, never npm\.|I told you: pnpm, not npm!)”/)
  expect(ran(world)).toBe('pnpm add left-pad\n')
})

it('where nobody can be asked, the call runs and the model is told the rule', async () => {
  const world = await prepared()
  await session(world, 'We use pnpm here, never npm.')
  await expect.poll(() => matchersBefore(world)).toContain('Bash')
  const run = await session(world, 'Log in to the registry', bash('npm login'))
  expect(ran(world)).toBe('npm login\n')
  expect(contextOf(run.main.at(-1))).toContain('“npm login” breaks a rule of the user')
  const { lessons } = await hindcastJson<Known>(world, 'lessons')
  expect(lessons).toMatchObject([{ followed: 0, violated: 1 }])
})

it('at the terminal, a person sees what was changed, and is asked where the right command is unknown', async () => {
  const world = await prepared()
  const env = { PATH: `${join(world.project, 'bin')}:${world.env.PATH}` }
  const terminal = await openTerminal(world, { env })
  await terminal.ask('We use pnpm here, never npm.', [say('Noted.')])
  await terminal.until('Hindcast learned')
  await expect.poll(() => matchersBefore(world)).toContain('Bash')
  // The client takes a moment to reload its settings
  for (let tries = 0; tries < 5 && !ran(world).includes('pnpm'); tries++) {
    await sleep(2_000)
    await terminal.ask('Add left-pad', [bash('npm install left-pad'), say('Added.')])
  }
  expect(ran(world)).toMatch(/pnpm add left-pad\n$/)
  await terminal.until(/Hindcast changed “npm install left-pad” to “pnpm add left-pad”/)
  expect(await terminal.exit()).toBe(true)

  // A session that has not broken the rule, as the first may have done before its settings were reloaded
  const next = await openTerminal(world, { env })
  next.api.play(bash('npm login'), say('Not logged in.'))
  await next.type('Log in to the registry')
  await next.until(/“npm login” breaks a rule of the user/)
  await next.press('Escape')
  await next.idle()
  expect(ran(world)).not.toContain('login')
  expect(await next.exit()).toBe(true)
})

it('a command that was refused for a rule runs next time as the one that then worked', async () => {
  const world = await prepared()
  await session(world, 'Always use pnpm instead of npm in this project.')
  await expect.poll(() => matchersBefore(world)).toContain('Bash')
  // What becomes of `audit` with its option is in no table
  await session(world, 'Audit the packages', bash('npm audit --prod'))
  expect(ran(world)).toBe('npm audit --prod\n')
  await session(world, 'Audit them again', bash('npm audit --prod; exit 1'), bash('pnpm audit --prod'))
  await expect.poll(() => observed(world)).toEqual(['npm audit --prod\npnpm audit --prod'])
  const before = ran(world)
  const run = await session(world, 'And once more', bash('cd . && npm audit --prod'))
  expect(ran(world).slice(before.length)).toBe('pnpm audit --prod\n')
  expect(contextOf(run.main.at(-1))).toContain('so the call ran as “cd . && pnpm audit --prod”')
  await session(world, 'Audit all of them', bash('npm audit'))
  expect(ran(world)).toMatch(/\nnpm audit\n$/)
})

async function observed(world: World): Promise<readonly string[]> {
  const { lessons } = await hindcastJson<Known>(world, 'lessons')
  return lessons.flatMap((lesson) => lesson.observed)
}

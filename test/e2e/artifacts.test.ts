import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson, teachByScript, typed } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.close())))

const NOTES = '# Notes\r\n\r\nNo final line end'
const RULE = 'We use pnpm here, never npm.'

/** What the model is sent in a new session, and its list of skills. */
async function told(world: World, prompt: string): Promise<string> {
  const run = await runHeadless(world, { prompt, turns: [[{ type: 'text', text: 'Done.' }]] })
  expect(run.exitCode, run.stderr).toBe(0)
  return contextOf(run.main.at(-1))
}

/** A rule is typed in a session of its own. */
async function types(world: World, prompt: string): Promise<void> {
  const terminal = await openTerminal(world)
  await terminal.ask(prompt, [[{ type: 'text', text: 'Done.' }]])
  await terminal.exit()
  await terminal.close()
}

/** A project in which a rule was stated in three sessions: typed by a person, or by a script that may teach as much. */
async function taught(says: (world: World, prompt: string) => Promise<unknown>): Promise<World> {
  const world = await makeWorld({ 'CLAUDE.md': NOTES, 'package.json': '{}\n' })
  worlds.push(world)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  if (says === told) await teachByScript(world)
  for (const task of ['Which packages are there?', 'Add left-pad, please.', 'Add right-pad, please.'])
    await says(world, `${RULE} ${task}`)
  await expect.poll(() => existsSync(join(world.project, SKILL))).toBe(true)
  return world
}

const SKILL = '.claude/skills/learned-pnpm-instead-of-npm/SKILL.md'
const textOf = (world: World, name: string) => readFileSync(join(world.project, name), 'utf8')

it('a rule typed in three sessions stands in CLAUDE.md and in a skill that the client loads, until undo', async () => {
  const world = await taught(types)
  const written = textOf(world, 'CLAUDE.md')
  expect(written.startsWith(NOTES)).toBe(true)
  expect(written).toMatch(
    /### Tool Preferences\r\n\r\n#### pnpm instead of npm\r\n- \*\*Preference\*\*: We use pnpm here, never npm\./,
  )
  expect(written).toMatch(/the user said so 3 times in 3 sessions/)
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(textOf(world, SKILL)) ?? []
  expect(parseDocument(front).toJS()).toMatchObject({
    name: 'learned-pnpm-instead-of-npm',
    category: 'Tool Preferences',
  })
  const { lessons } = await hindcastJson<{ lessons: readonly { artifacts: readonly string[] }[] }>(world, 'lessons')
  expect(lessons.map(({ artifacts }) => artifacts.length)).toEqual([2])

  const context = await told(world, 'Say hello')
  expect(context).toContain('learned-pnpm-instead-of-npm')
  expect(context).toContain('#### pnpm instead of npm')

  const { shown } = await typed(world, 'undo')
  expect(shown).toContain(RULE)
  expect(textOf(world, 'CLAUDE.md')).toBe(NOTES)
  expect(existsSync(join(world.project, '.claude'))).toBe(false)
  expect(await told(world, 'Say hello')).not.toMatch(/learned-pnpm|#### pnpm/)
})

it('where one session is enough, a rule said three times in two wordings is one lesson, in CLAUDE.md and in a skill', async () => {
  const world = await makeWorld({ 'CLAUDE.md': NOTES, 'pyproject.toml': '[project]\nname = "shop"\n' })
  worlds.push(world)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  expect((await hindcast(world, 'config', 'set', 'learn.sessions', '1')).exitCode).toBe(0)
  const terminal = await openTerminal(world)
  for (const prompt of ['Use uv instead of pip', 'Use uv instead of pip', 'Always use uv, not pip'])
    await terminal.ask(prompt)
  await terminal.exit()
  await terminal.close()

  const skill = '.claude/skills/learned-uv-instead-of-pip/SKILL.md'
  await expect.poll(() => existsSync(join(world.project, skill))).toBe(true)
  const { lessons } = await hindcastJson<{ lessons: readonly object[] }>(world, 'lessons', '--all')
  expect(lessons).toMatchObject([
    { state: 'active', subject: 'uv', object: 'pip', text: 'Always use uv, not pip', support: 3, sessions: 1 },
  ])
  const written = textOf(world, 'CLAUDE.md')
  expect(written.startsWith(NOTES)).toBe(true)
  expect(written.match(/#### .*/g)?.map((heading) => heading.trim())).toEqual(['#### uv instead of pip'])
  expect(await told(world, 'Say hello')).toContain('learned-uv-instead-of-pip')
})

it('what a person changes in the block stays and counts, and uninstalling with --purge leaves no trace', async () => {
  const world = await taught(told)
  const changed = textOf(world, 'CLAUDE.md').replace(RULE, 'Use pnpm, never npm; ask before you add a package.')
  writeFileSync(join(world.project, 'CLAUDE.md'), changed)
  await told(world, 'Say hello')
  await expect
    .poll(async () => (await hindcastJson<{ lessons: readonly { text: string }[] }>(world, 'lessons')).lessons[0]?.text)
    .toBe('Use pnpm, never npm; ask before you add a package.')
  expect(textOf(world, 'CLAUDE.md')).toBe(changed)

  expect((await hindcast(world, 'down')).exitCode).toBe(0)
  expect((await hindcast(world, 'uninstall', '--purge', '--yes')).exitCode).toBe(0)
  expect(textOf(world, 'CLAUDE.md')).toBe(NOTES)
  expect(existsSync(join(world.project, '.claude'))).toBe(false)
})

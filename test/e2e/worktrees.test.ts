import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let reader: Awaited<ReturnType<typeof runHeadless>>
const at = (project: string) => ({ ...world, project })

/** A session in which a check fails, a file is changed, and the check passes. */
function fixes(project: string, asked: string, file: string, old: string, now: string) {
  const path = join(project, file)
  const check = {
    type: 'tool_use',
    name: 'Bash',
    input: { command: `node check-${file}`, description: 'Check' },
  } as const
  return runHeadless(at(project), {
    prompt: asked,
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: path } }],
      [check],
      [{ type: 'tool_use', name: 'Edit', input: { file_path: path, old_string: old, new_string: now } }],
      [check],
      [
        {
          type: 'text',
          text: `The station in ${file} counted from one, though the others count from two. The check passes.`,
        },
      ],
    ],
  })
}

beforeAll(async () => {
  const checked = (name: string) =>
    `import { value } from './${name}'\nif (value !== 2) { console.error('AssertionError: value is not 2'); process.exit(1) }\n`
  world = await makeWorld({
    'north.mjs': 'export const value = 1\n',
    'south.mjs': 'export const value = 1\n',
    'check-north.mjs': checked('north.mjs'),
    'check-south.mjs': checked('south.mjs'),
  })
  const second = join(world.root, 'second')
  expect((await world.sh(`git worktree add -q ${second} -b second`)).exitCode).toBe(0)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  expect((await hindcast(world, 'config', 'set', 'context.depth', 'full')).exitCode).toBe(0)
  await fixes(world.project, 'Fix the value of the north station', 'north.mjs', '1', '2')
  await fixes(second, 'Fix the value of the south station', 'south.mjs', '1', '2')
  reader = await runHeadless(at(second), {
    prompt: 'Please look around',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: join(second, 'north.mjs') } }],
      [{ type: 'tool_use', name: 'Read', input: { file_path: join(second, 'north.mjs'), offset: 1, limit: 1 } }],
      [{ type: 'text', text: 'Seen.' }],
    ],
  })
})
afterAll(() => world?.close())

describe('two worktrees of one repository', () => {
  it('are one project with one timeline, newest first', async () => {
    const context = contextOf(reader.main[0])
    const [south, north] = [context.indexOf('south station'), context.indexOf('north station')]
    expect(south).toBeGreaterThan(-1)
    expect(north).toBeGreaterThan(south)
    const { sessions } = await hindcastJson<{ sessions: { projectName: string }[] }>(world, 'sessions')
    expect(new Set(sessions.map(({ projectName }) => projectName)).size).toBe(1)
  })

  it('share notes on a file', () => {
    const context = contextOf(reader.main.at(-1))
    expect(context).toContain('Notes on north.mjs')
    expect(context.split('Notes on north.mjs').length).toBe(2)
  })
})

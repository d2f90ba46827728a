import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asked, makeWorld, text, user } from './world.ts'

let world: ReturnType<typeof makeWorld>
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

test('connect adds the command to the client, without offering it to the model', async () => {
  await world.connections().connect(asked)
  expect(text(world.skill)).toMatch(/^---\nname: hindcast\n[\s\S]+disable-model-invocation: true\n---\n/)
})

test('connect and disconnect leave a foreign file in its place unchanged, byte for byte', async () => {
  mkdirSync(dirname(world.skill), { recursive: true })
  writeFileSync(world.skill, '---\nname: hindcast\n---\nmine\n')
  const before = text(world.skill)
  const { changed, refused } = await world.connections().connect(asked)
  expect([changed.includes(world.skill), refused]).toEqual([false, []])
  await world.connections().disconnect(user)
  expect(text(world.skill)).toBe(before)
})

test('an unedited skill is updated; an edited one belongs to the user', async () => {
  await world.connections().connect(asked)
  const ours = text(world.skill)
  const edited = ours.replace('The user', 'Whoever')
  writeFileSync(world.skill, edited)
  await world.connections().connect(asked)
  await world.connections().disconnect(user)
  expect(text(world.skill)).toBe(edited)
})

test.each(['user', 'project'] as const)(
  "a project's skill is in the user's own folder, where git does not see it, until the last connection is removed; %s is removed first",
  async (first) => {
    rmSync(dirname(world.settings), { recursive: true })
    const before = world.everything()
    const project = { scope: 'project', projectDir: world.project } as const
    const [one, other] = first === 'user' ? ([user, project] as const) : ([project, user] as const)
    await world.connections().connect({ ...asked, ...one })
    await world.connections().connect({ ...asked, ...other })
    expect(readdirSync(world.project, { recursive: true })).toEqual(['.claude', '.claude/settings.local.json'])
    await world.connections().disconnect(one)
    expect(existsSync(world.skill)).toBe(true)
    await world.connections().disconnect(other)
    expect(world.everything()).toEqual(before)
  },
)

test('an unwritable folder does not prevent the rest of the connection', async () => {
  if (process.getuid?.() === 0) return
  mkdirSync(dirname(world.skill), { recursive: true })
  chmodSync(dirname(world.skill), 0o500)
  const { changed, refused } = await world.connections().connect(asked)
  expect([changed, refused]).toEqual([[world.settings, world.state], []])
})

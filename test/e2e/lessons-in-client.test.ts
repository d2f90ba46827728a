import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let terminal: Terminal
const states = async () =>
  (await hindcastJson<{ lessons: { text: string; state: string }[] }>(world, 'lessons', '--all')).lessons.map(
    ({ text, state }) => `${state}: ${text}`,
  )
const answer = async (words: string, expected: RegExp): Promise<string> => {
  await terminal.type(`/hindcast ${words}`)
  return terminal.until(expected)
}

beforeAll(async () => {
  world = await makeWorld({ 'package.json': '{}\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  terminal = await openTerminal(world)
  await terminal.ask('We use pnpm here, never npm. Which packages are installed?')
})
afterAll(() => world?.close())

it('a rule that was just stated is in the list of /hindcast lessons, without a request to a model', async () => {
  const before = terminal.api.requests.length
  await answer('lessons', /1\. “We use pnpm here, never npm\.” \(active, from 1 session, l_\w+\)/)
  expect(terminal.api.requests.slice(before).filter(({ kind }) => kind === 'main')).toEqual([])
})

it('a script cannot reject a lesson', async () => {
  const { stdout, debugLog, requests } = await runHeadless(world, { prompt: '/hindcast reject 1' })
  expect([requests.length, `${stdout}\n${debugLog}`]).toEqual([0, expect.stringContaining('Only a person can reject')])
  expect(await states()).toEqual(['active: We use pnpm here, never npm.'])
})

it('the person at the terminal can, by its number', async () => {
  await answer('reject 1', /Rejected: “We use pnpm here, never npm\.”/)
  await expect.poll(states).toEqual(['rejected: We use pnpm here, never npm.'])
  await answer('lessons', /No lessons yet/)
})

it('a rule that the person takes back in their own words is retired, and they are told how to restore it', async () => {
  await terminal.ask('In this repo we never commit to main. Show me the log.')
  expect(await states()).toHaveLength(2)
  await terminal.ask('Forget that rule.')
  await terminal.until(/Hindcast no longer applies/)
  expect((await states()).filter((each) => each.startsWith('active'))).toEqual([])
})

it('/hindcast undo takes back the newest lesson', async () => {
  await terminal.ask('We use tabs here, never spaces. Show me the log.')
  await answer('undo', /retired “We use tabs here, never spaces\.”/)
  await expect.poll(states).toContain('retired: We use tabs here, never spaces.')
  await terminal.exit()
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../cli/command-line.ts'
import { isRunning, makeWorld, until, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = makeWorld()
  await world.up('--no-import')
})
afterAll(() => world.remove())

const settings = () => join(world.user, '.claude/settings.json')
/** The events with an entry; an empty list of Hindcast's is removed by `disconnect`. */
const asked = (): string[] => {
  const { hooks } = JSON.parse(readFileSync(settings(), 'utf8')) as { hooks: Record<string, readonly object[]> }
  return Object.keys(hooks).filter((event) => hooks[event]?.length)
}
const switched = (...words: string[]) => commandLine(world, ...words).then(({ code }) => expect(code).toBe(0))
const LITTLE = ['SessionStart', 'PreToolUse']

describe('what clients are asked for', () => {
  test('follows the switches immediately, and returns to what it was', async () => {
    const before = readFileSync(settings(), 'utf8')
    expect(asked()).toContain('Notification')
    await switched('behaviours', 'off', 'lifecycle')
    await until('it is asked for no longer', () => !asked().includes('Notification'))
    expect(asked()).toContain('Stop')
    await switched('config', 'set', 'enabled', 'false')
    await until('next to nothing is asked', () => asked().length === LITTLE.length)
    expect(asked().sort()).toEqual(LITTLE.toSorted())
    await switched('config', 'set', 'enabled', 'true')
    await switched('behaviours', 'on', 'lifecycle')
    await until('all is asked again', () => asked().includes('Notification') && asked().includes('Stop'))
    expect(JSON.parse(readFileSync(settings(), 'utf8'))).toEqual(JSON.parse(before))
  })

  test('is updated by a daemon that starts with different switches', async () => {
    const { pid } = world.endpoint()
    process.kill(pid, 'SIGTERM')
    await until('it has left', () => !isRunning(pid))
    writeFileSync(join(world.home, 'config.yaml'), 'behaviours:\n  lifecycle: false\n')
    await world.start()
    await until('it is asked for no longer', () => !asked().includes('Notification'))
    expect(asked()).toContain('Stop')
  })

  test('is left alone if a switch does not affect it', async () => {
    const state = () => readFileSync(join(world.home, 'daemon.json'), 'utf8')
    await until('the daemon has noted what it asked for', () => !state().includes('Notification'))
    const before = [readFileSync(settings(), 'utf8'), state()]
    await switched('behaviours', 'off', 'session-index')
    await switched('config', 'set', 'prompt.limit', '5')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect([readFileSync(settings(), 'utf8'), state()]).toEqual(before)
  })

  test('leaves nothing behind if it was narrowed before being removed', async () => {
    expect(asked()).not.toContain('Notification')
    await switched('disconnect', 'claude-code')
    expect(existsSync(settings())).toBe(false)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hindcast, hindcastJson } from './lab/product.ts'
import { hookErrors, openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let terminal: Terminal
const echo = (word: string) => [
  [{ type: 'tool_use' as const, name: 'Bash', input: { command: `echo ${word}`, description: 'Say it' } }],
  [{ type: 'text' as const, text: `Said ${word}.` }],
]
const daemonPid = (): number =>
  JSON.parse(readFileSync(join(world.home, '.hindcast', 'daemon.json'), 'utf8')).pid as number

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'a\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  // The first session shows the welcome, so that the second does not.
  terminal = await openTerminal(world)
  await terminal.ask('Say one', echo('one'))
  await terminal.exit()
  await terminal.close()
})
afterAll(() => world?.close())

describe('the person at the terminal', () => {
  it('sees one line from Hindcast at the start and no hook error', async () => {
    terminal = await openTerminal(world)
    await terminal.ask('Say two', echo('two'))
    const screen = await terminal.scrollback()
    expect(screen.match(/Hindcast:/g)).toHaveLength(1)
    expect(hookErrors(screen)).toEqual([])
  })

  it('sees no hook error once a killed daemon has had a second to come back', async () => {
    const before = daemonPid()
    process.kill(before, 'SIGKILL')
    await sleep(1_000)
    await terminal.ask('Say three', echo('three'))
    expect(hookErrors(await terminal.scrollback())).toEqual([])
    expect(daemonPid()).not.toBe(before)
  })

  it('sees no hook error after the watcher has killed a hung daemon', async () => {
    const before = daemonPid()
    process.kill(before, 'SIGSTOP')
    await sleep(4_000)
    await terminal.ask('Say four', echo('four'))
    expect(hookErrors(await terminal.scrollback())).toEqual([])
    expect(daemonPid()).not.toBe(before)
  })

  it('loses nothing that was said before or after', async () => {
    for (const word of ['one', 'two', 'three', 'four']) {
      const { results } = await hindcastJson<{ results: { title: string }[] }>(
        world,
        'search',
        `Say ${word}`,
        '--kind',
        'prompt',
      )
      expect(results[0]?.title ?? '').toContain(`Say ${word}`)
    }
  })

  it('sees nothing from Hindcast after down, and no hook error', async () => {
    expect((await hindcast(world, 'down')).exitCode).toBe(0)
    await sleep(1_500)
    await terminal.ask('Say five', echo('five'))
    expect(hookErrors(await terminal.scrollback())).toEqual([])
    expect(await hindcastJson(world, 'status')).toMatchObject({ running: false, connections: [] })
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHeadless } from '../e2e/lab/headless.ts'
import { hindcast, hindcastJson } from '../e2e/lab/product.ts'
import { hookErrors, openTerminal } from '../e2e/lab/terminal.ts'
import { makeWorld } from '../e2e/lab/world.ts'
import './measured.ts'

const call = (command: string) => [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Run' } }]
const WAIT_SECONDS = 4

interface Sessions {
  readonly sessions: readonly { readonly id: string; readonly prompts: number; readonly tools: number }[]
}

for (const [what, signal] of [
  ['killed', 'KILL'],
  ['hung', 'STOP'],
])
  test(`a daemon that is ${what} in the middle of a real client's turn costs no row and no later error line`, async ({
    task,
  }) => {
    const world = await makeWorld({ 'note.txt': 'note\n' })
    onTestFinished(() => world.close())
    expect((await hindcast(world, 'up')).exitCode).toBe(0)
    const terminal = await openTerminal(world)
    const { pid } = JSON.parse(readFileSync(join(world.home, '.hindcast/daemon.json'), 'utf8')) as { pid: number }
    const end = [{ type: 'text' as const, text: 'Done.' }]
    await terminal.ask('Count the sheep', [call(`kill -${signal} ${pid}`), call(`sleep ${WAIT_SECONDS}`), end])
    const early = hookErrors(await terminal.scrollback()).length
    await terminal.ask('Count the goats', [call('echo goats'), end])
    const errors = hookErrors(await terminal.scrollback()).length - early
    await terminal.exit()
    await runHeadless(world, { prompt: 'Count the geese', turns: [call('echo geese'), end] })
    const counts = async () => {
      const { sessions } = await hindcastJson<Sessions>(world, 'sessions')
      return sessions.map(({ prompts, tools }) => [prompts, tools])
    }
    await expect.poll(counts).toEqual([
      [1, 1],
      [2, 3],
    ])
    const note = `${early} error lines within ${WAIT_SECONDS} s of the fault`
    task.meta.measured = { fault: `real client, daemon ${what}`, lost: 0, doubled: 0, errors, note }
    expect(errors).toBe(0)
  })

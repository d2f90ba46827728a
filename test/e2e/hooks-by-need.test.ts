import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import { type Kept, lived } from './lab/kept.ts'
import { hindcast } from './lab/product.ts'
import { installTrial } from './lab/trial/install.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let run: HeadlessResult
let kept: Kept
let shipped: string | undefined
const matchers: (string | undefined)[] = []

const settingsText = (): string => readFileSync(join(world.home, '.claude/settings.json'), 'utf8')

/** The calls before which the client is configured to ask. */
function matcherBefore(): string | undefined {
  const { hooks } = JSON.parse(settingsText()) as { hooks: { PreToolUse: { matcher?: string }[] } }
  return hooks.PreToolUse.map(({ matcher }) => matcher).join(' and ')
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 600; tries++) await sleep(50)
}

/** Switches the behaviour on while the agent waits for it. */
async function switchOn(): Promise<void> {
  await until(() => existsSync(join(world.project, 'pushed')))
  matchers.push(matcherBefore())
  expect((await hindcast(world, 'behaviours', 'on', 'no-pushes')).exitCode).toBe(0)
  await until(() => matcherBefore()?.includes('WebFetch') === true)
  matchers.push(matcherBefore())
  // The client takes a moment to reload its settings
  await sleep(2_000)
  writeFileSync(join(world.project, 'go'), '')
}

const bash = (command: string) => [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Run' } }]

beforeAll(async () => {
  world = await makeWorld({ 'notes.md': 'Keep this.\n', 'other.md': 'Change this.\n' })
  expect((await hindcast(world, 'config', 'set', 'behaviours.no-pushes', 'false')).exitCode).toBe(0)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  shipped = matcherBefore()
  await installTrial(world)
  await until(() => settingsText().includes('part=slow'))
  const write = (name: string) => ({ file_path: join(world.project, name), content: 'Changed.\n' })
  ;[run] = await Promise.all([
    runHeadless(world, {
      prompt: 'Tidy up the notes and push',
      turns: [
        [{ type: 'tool_use', name: 'Read', input: { file_path: join(world.project, 'notes.md') } }],
        [{ type: 'tool_use', name: 'Write', input: write('notes.md') }],
        [{ type: 'tool_use', name: 'Write', input: write('third.md') }],
        bash('echo built'),
        bash('echo git push > pushed'),
        bash('for n in $(seq 300); do [ -e go ] && break; sleep 0.1; done; echo waited'),
        bash('echo git push > pushed-again'),
        [{ type: 'text', text: 'Done.' }],
      ],
    }),
    switchOn(),
  ])
  kept = await lived(world)
})
afterAll(() => world?.close())

/** What the model received with its nth request. */
const sent = (n: number): string => contextOf(run.main[n])

describe('a behaviour that refuses calls', () => {
  it('is asked before the calls that it subscribes to, and the model sees why', () => {
    expect(run.exitCode, run.stderr).toBe(0)
    expect(sent(2)).toContain('notes.md stays as it is.')
    expect(readFileSync(join(world.project, 'notes.md'), 'utf8')).toBe('Keep this.\n')
    expect(readFileSync(join(world.project, 'third.md'), 'utf8')).toBe('Changed.\n')
  })

  it('while switched on, is the only reason why clients ask before more calls', () => {
    expect(shipped).not.toMatch(/Bash|WebFetch/)
    expect(matchers[0]).not.toMatch(/Bash|WebFetch/)
    expect(matchers[1]).toMatch(/Bash.*WebFetch/)
  })

  it('refuses the next call when switched on in the middle of a session', () => {
    expect(existsSync(join(world.project, 'pushed'))).toBe(true)
    expect(existsSync(join(world.project, 'pushed-again'))).toBe(false)
    expect(sent(7)).toContain('Nothing is pushed.')
  })
})

describe('a slow answer', () => {
  it('reaches the model together with the tool result it is about', () => {
    expect(sent(4)).toContain('The slow check found one error in 4096 MB.')
    expect(sent(3)).not.toContain('slow check')
  })

  it('belongs to the single stored event, and is computed once', () => {
    const calls = kept.events.filter(({ name, target }) => name === 'PostToolUse' && target === 'echo built')
    expect(calls).toHaveLength(1)
    const warned = kept.events.filter(({ name, body }) => name === 'Warned' && String(body.of) === 'slow check')
    expect(warned.map(({ cause }) => cause)).toEqual([calls[0]?.id])
    expect(kept.events.filter(({ name, cause }) => name === 'Told' && cause === calls[0]?.id)).toHaveLength(1)
  })
})

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import { asked, importedAnew, inBoth, type Kept, lived, only, sorted } from './lab/kept.ts'
import type { Block } from './lab/mock-api.ts'
import { hindcast } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

const say = (text: string): Block => ({ type: 'text', text })
const tool = (name: string, input: Record<string, unknown>): Block => ({ type: 'tool_use', name, input })
const bash = (command: string): Block => tool('Bash', { command, description: 'Runs a command' })

const many = (n: number, name: string): string[] => Array.from({ length: n }, () => name)

const killDaemon = 'kill -9 $(grep -o \'"pid":[0-9]*\' "$HINDCAST_HOME/daemon.json" | cut -d: -f2); echo killed'

async function headlessWork(world: World): Promise<void> {
  const at = (path: string) => join(world.project, path)
  const agent = { description: 'Count', prompt: 'Count the files', subagent_type: 'general-purpose' }
  const { sessionId } = await runHeadless(world, {
    prompt: 'Make the app work',
    turns: [
      [tool('Read', { file_path: at('a.txt') }), tool('Read', { file_path: at('missing.txt') })],
      [tool('Write', { file_path: at('app.mjs'), content: 'export const main = () => 1\n' })],
      [bash('node -e "process.exit(3)"')],
      [tool('Edit', { file_path: at('app.mjs'), old_string: '1', new_string: '2' })],
      [tool('Edit', { file_path: at('app.mjs'), old_string: '() => 2', new_string: "() => '$&'" })],
      [tool('Agent', { ...agent, run_in_background: false })],
      [say('It works now.')],
    ],
    agentTurns: [[bash('ls | wc -l')], [say('Two files.')]],
  })
  await runHeadless(world, { prompt: 'Go on', resume: sessionId, turns: [[bash('echo on')], [say('Went on.')]] })
  await runHeadless(world, {
    prompt: 'Try it another way',
    resume: sessionId,
    args: ['--fork-session'],
    turns: [[bash('echo forked')], [say('Forked.')]],
  })
  await runHeadless(world, {
    prompt: 'Install it',
    permissions: ['--permission-mode', 'default'],
    turns: [[bash('touch refused.txt')], [say('It was refused.')]],
  })
  await runHeadless(world, {
    prompt: 'Install it without asking',
    permissions: ['--permission-mode', 'auto'],
    turns: [[bash('curl -s http://localhost:9/install | sh')], [say('It was refused again.')]],
  })
  await runHeadless(world, {
    prompt: 'Install it against the rule',
    args: ['--settings', JSON.stringify({ permissions: { deny: ['Bash(touch:*)'] } })],
    turns: [[bash('touch forbidden.txt')], [say('There is a rule.')]],
  })
}

/** A call that needs the person's permission, which they refuse. */
async function refusingWork(world: World): Promise<void> {
  const terminal = await openTerminal(world, { permissions: ['--permission-mode', 'default'] })
  terminal.api.play([bash('touch asked.txt')])
  await terminal.type('Touch it')
  await terminal.until('Do you want to')
  await sleep(1_000)
  await terminal.press('Escape')
  await terminal.until((screen) => !screen.includes('Do you want to'))
  await terminal.idle()
  await terminal.exit()
  await terminal.close()
}

async function terminalWork(world: World): Promise<void> {
  const terminal = await openTerminal(world)
  await queued(terminal)
  terminal.api.play([bash('tail -f a.txt')])
  await terminal.type('Wait long')
  await terminal.until('tail -f a.txt')
  await terminal.until('esc to interrupt')
  await sleep(500)
  await terminal.press('Escape')
  await terminal.until(/Interrupted/i)
  await terminal.idle()
  await terminal.type('/compact keep the names')
  await terminal.until(() => terminal.api.requests.some(({ kind }) => kind === 'compaction'))
  await terminal.until(/Compacted/i)
  await terminal.idle()
  await terminal.ask('After the compaction', [[bash('echo compacted')], [say('Compacted it is.')]])
  await terminal.type('/clear')
  await sleep(1_500)
  await terminal.idle()
  await terminal.ask('After the clear', [[bash('echo cleared')], [say('Cleared it is.')]])
  await terminal.exit()
  await terminal.close()
}

/** A prompt typed while the agent is working. */
async function queued(terminal: Terminal): Promise<void> {
  terminal.api.play([bash('sleep 3; echo slept')], [say('Both seen.')])
  await terminal.type('Wait a little')
  await terminal.until('sleep 3')
  await terminal.until('esc to interrupt')
  await terminal.type('And another thing')
  await terminal.until('Both seen.')
  await terminal.idle()
}

describe('sessions recorded live, compared with their import into an empty store', () => {
  let world: World
  let live: Kept
  let anew: Kept
  beforeAll(async () => {
    world = await makeWorld({ 'a.txt': 'one\n' })
    const up = await hindcast(world, 'up')
    expect(up.exitCode, up.stderr).toBe(0)
    await headlessWork(world)
    await terminalWork(world)
    await refusingWork(world)
    live = await lived(world)
    anew = await importedAnew(world)
  })
  afterAll(() => world?.close())

  it('are the same sessions', () => {
    const ids = ({ sessions }: Kept) => sessions.map(({ id }) => id).sort()
    expect(ids(anew)).toEqual(ids(live))
    // Headless, its fork, three with refusals, the terminal's before and after /clear, and the one with a refusal there
    expect(live.sessions).toHaveLength(8)
  })

  it('have the same prompts with the same ids and numbers, including queued and machine-made ones', () => {
    expect(sorted(asked(anew))).toEqual(sorted(asked(live)))
    const texts = live.prompts.map(({ text }) => text)
    for (const text of ['Go on', 'Try it another way', 'And another thing', 'After the compaction', 'After the clear'])
      expect(texts.filter((each) => each === text)).toEqual([text])
  })

  it('have the same events, except what only hooks report: ends, the summarizing agent, and what was injected', () => {
    expect(only(live, anew)).toContain('Told')
    // The client may exit before it has written /exit
    const lone = only(live, anew).filter((name) => name !== 'Told' && name !== 'SessionEnd prompt_input_exit')
    const ends = ['SessionEnd clear', ...many(6, 'SessionEnd other')]
    expect(lone).toEqual([...ends, 'SubagentStop'])
    expect(live.events.filter(({ body }) => body.reason === 'prompt_input_exit')).toHaveLength(2)
    expect(only(anew, live)).toEqual([])
  })

  it('have what only the transcript reports: refusals without a hook, and the call that Escape interrupted', () => {
    const read = live.events.filter(({ via }) => via === 'transcript')
    expect(read.map(({ name, outcome }) => `${name} ${outcome}`).sort()).toEqual([
      ...many(3, 'PermissionDenied denied'),
      'PostToolUseFailure interrupted',
    ])
  })

  it('have each refused call once, as denied, and none of those calls ran', () => {
    const denied = live.events.filter(({ name }) => name === 'PermissionDenied')
    expect(denied.map(({ target, outcome }) => `${target} ${outcome}`).sort()).toEqual([
      'curl -s http://localhost:9/install | sh denied',
      'touch asked.txt denied',
      'touch forbidden.txt denied',
      'touch refused.txt denied',
    ])
    for (const name of ['asked', 'forbidden', 'refused'])
      expect(existsSync(join(world.project, `${name}.txt`))).toBe(false)
    expect(live.events.filter(({ name }) => name === 'PostToolBatch')).toEqual([])
  })

  it('differ in durations, which only hooks report; both know the prompts of scripts', () => {
    const calls = ({ events }: Kept) => events.filter(({ name }) => name === 'PostToolUse')
    expect(calls(live).every(({ durationMs }) => durationMs !== undefined)).toBe(true)
    expect(calls(anew).every(({ durationMs }) => durationMs === undefined)).toBe(true)
    const origin = ({ prompts }: Kept) => prompts.find(({ text }) => text === 'Go on')?.origin
    expect([origin(live), origin(anew)]).toEqual(['script', 'script'])
  })

  it('have the contents of each file that was written, as on disk', () => {
    const left = ({ versions }: Kept) => versions.map(({ event, path, hash }) => [event, path, hash].join(' ')).sort()
    expect(left(anew)).toEqual(left(live))
    expect(live.versions.map(({ path }) => path)).toEqual(Array(3).fill(join(world.project, 'app.mjs')))
    const onDisk = createHash('sha256').update(readFileSync(join(world.project, 'app.mjs')))
    expect(live.versions[0]?.hash).toBe(onDisk.digest('hex'))
  })

  it('agree on every event that both have', () => {
    expect(inBoth(anew, live)).toEqual(inBoth(live, anew))
  })
})

describe('a daemon that is killed in the middle of a session', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ 'a.txt': 'one\n' })
    const up = await hindcast(world, 'up')
    expect(up.exitCode, up.stderr).toBe(0)
  })
  afterAll(() => world?.close())

  it('ends with the same record as an import of the session into an empty store', async () => {
    const pidOf = () => JSON.parse(readFileSync(join(world.home, '.hindcast', 'daemon.json'), 'utf8')).pid as number
    const before = pidOf()
    const done = await runHeadless(world, {
      prompt: 'Do five things',
      turns: [
        [bash('echo one')],
        [bash(killDaemon)],
        [bash('cat missing.txt'), bash('echo three')],
        [bash(killDaemon)],
        [bash('echo five')],
        [say('All five are done.')],
      ],
    })
    expect(done.exitCode, done.stderr).toBe(0)
    await hindcast(world, 'status')
    await runHeadless(world, { prompt: 'And now?', resume: done.sessionId })
    expect(pidOf()).not.toBe(before)
    const live = await lived(world)
    const anew = await importedAnew(world)
    expect(new Set(live.events.map(({ id }) => id)).size).toBe(live.events.length)
    expect(sorted(asked(anew))).toEqual(sorted(asked(live)))
    // Only hooks report an end; the first may fall into the second in which the daemon restarts
    const byHooksAlone = only(live, anew).filter((name) => name !== 'Told')
    expect(many(2, 'SessionEnd other')).toEqual(expect.arrayContaining(byHooksAlone))
    expect(byHooksAlone.length).toBeGreaterThan(0)
    expect(only(anew, live)).toEqual([])
    expect(inBoth(anew, live)).toEqual(inBoth(live, anew))
  })
})

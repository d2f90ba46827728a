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

/** A call about which the person is asked, and which they refuse. */
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

/** A prompt that is typed while the agent works. */
async function queued(terminal: Terminal): Promise<void> {
  terminal.api.play([bash('sleep 3; echo slept')], [say('Both seen.')])
  await terminal.type('Wait a little')
  await terminal.until('sleep 3')
  await terminal.until('esc to interrupt')
  await terminal.type('And another thing')
  await terminal.until('Both seen.')
  await terminal.idle()
}

describe('sessions that were lived through, and imported into an empty store', () => {
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
    // Headless, its fork, three refused ones, the terminal's before and after /clear, and that of the refusal there
    expect(live.sessions).toHaveLength(8)
  })

  it('hold the same prompts under the same ids and numbers, queued and machine-made ones among them', () => {
    expect(sorted(asked(anew))).toEqual(sorted(asked(live)))
    const texts = live.prompts.map(({ text }) => text)
    for (const text of ['Go on', 'Try it another way', 'And another thing', 'After the compaction', 'After the clear'])
      expect(texts.filter((each) => each === text)).toEqual([text])
  })

  it('hold the same events, save what only hooks tell: ends, the summarising agent, and what was said', () => {
    expect(only(live, anew)).toContain('Told')
    // The client may be gone before it has written /exit
    const lone = only(live, anew).filter((name) => name !== 'Told' && name !== 'SessionEnd prompt_input_exit')
    const ends = ['SessionEnd clear', ...many(6, 'SessionEnd other')]
    expect(lone).toEqual([...ends, 'SubagentStop'])
    expect(live.events.filter(({ body }) => body.reason === 'prompt_input_exit')).toHaveLength(2)
    expect(only(anew, live)).toEqual([])
  })

  it('hold what only the transcript tells: refusals that no hook reports, and the call that Escape ended', () => {
    const read = live.events.filter(({ via }) => via === 'transcript')
    expect(read.map(({ name, outcome }) => `${name} ${outcome}`).sort()).toEqual([
      ...many(3, 'PermissionDenied denied'),
      'PostToolUseFailure interrupted',
    ])
  })

  it('hold each refused call once, as denied, and no call that was asked about was let through', () => {
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

  it('differ in durations, which hooks alone tell, and in scripts, which the transcript alone tells', () => {
    const calls = ({ events }: Kept) => events.filter(({ name }) => name === 'PostToolUse')
    expect(calls(live).every(({ durationMs }) => durationMs !== undefined)).toBe(true)
    expect(calls(anew).every(({ durationMs }) => durationMs === undefined)).toBe(true)
    const origin = ({ prompts }: Kept) => prompts.find(({ text }) => text === 'Go on')?.origin
    expect([origin(live), origin(anew)]).toEqual(['person', 'script'])
  })

  it('know what each write left in its file, as it stands on the disk', () => {
    const left = ({ versions }: Kept) => versions.map(({ event, path, hash }) => [event, path, hash].join(' ')).sort()
    expect(left(anew)).toEqual(left(live))
    expect(live.versions.map(({ path }) => path)).toEqual(Array(3).fill(join(world.project, 'app.mjs')))
    const onDisk = createHash('sha256').update(readFileSync(join(world.project, 'app.mjs')))
    expect(live.versions[0]?.hash).toBe(onDisk.digest('hex'))
  })

  it('say the same of every event that both know', () => {
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

  it('has the same record in the end as an import of the session into an empty store', async () => {
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
    // Hooks alone know of an end; the first may fall into the second in which the daemon comes back
    const byHooksAlone = only(live, anew).filter((name) => name !== 'Told')
    expect(many(2, 'SessionEnd other')).toEqual(expect.arrayContaining(byHooksAlone))
    expect(byHooksAlone.length).toBeGreaterThan(0)
    expect(only(anew, live)).toEqual([])
    // The daemon was away while these happened
    expect(live.events.filter(({ via }) => via === 'transcript').length).toBeGreaterThan(0)
    expect(inBoth(anew, live)).toEqual(inBoth(live, anew))
  })
})

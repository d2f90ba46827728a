import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import type { Block } from './lab/mock-api.ts'
import { type Recorder, startRecorder } from './lab/recorder.ts'
import { openTerminal } from './lab/terminal.ts'
import { tourFiles } from './lab/tour.ts'
import { makeWorld, type World } from './lab/world.ts'

const OUT = '/tmp/rec'
const say = (text: string): Block => ({ type: 'text', text })
const tool = (name: string, input: Record<string, unknown>): Block => ({ type: 'tool_use', name, input })
const bash = (command: string, more: Record<string, unknown> = {}): Block => tool('Bash', { command, description: 'Runs a command', ...more })

function save(name: string, world: World, recorder: Recorder) {
  const out = join(OUT, name)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  cpSync(join(world.home, '.claude/projects'), join(out, 'projects'), { recursive: true })
  const slug = (path: string): string => path.replace(/[^a-zA-Z0-9]/g, '-')
  writeFileSync(join(out, 'places.json'), JSON.stringify([[world.project, '/home/dev/app'], [world.home, '/home/dev'], [world.root, '/home'], [slug(world.project), slug('/home/dev/app')]]))
  writeFileSync(join(out, 'hooks.jsonl'), recorder.arrivals.map((a) => JSON.stringify({ ...a.payload, __at: a.at, __variables: a.variables })).join('\n') + '\n')
}

test('headless', async () => {
  const world = await makeWorld(tourFiles)
  try {
    let blocked = false
    const recorder = await startRecorder(world, (payload) => {
      if (payload.hook_event_name === 'SessionStart') return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: '<hindcast-context>One thing is known.</hindcast-context>' } }
      if (payload.hook_event_name === 'PreToolUse' && JSON.stringify(payload.tool_input).includes('forbidden')) return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'Not that.' } }
      if (payload.hook_event_name === 'Stop' && !blocked) { blocked = true; return { decision: 'block', reason: 'Run the tests first.' } }
      return undefined
    })
    world.settings({ hooks: recorder.hooks })
    const at = (p: string) => join(world.project, p)
    const first = await runHeadless(world, {
      prompt: 'Make the app work <private>secret</private>',
      turns: [
        [say('I look around first.'), tool('Read', { file_path: at('sub/data.txt'), offset: 5, limit: 3 }), tool('Read', { file_path: at('missing.txt') })],
        [tool('Write', { file_path: at('app.mjs'), content: 'export const main = () => 1\n' })],
        [bash('echo testing; exit 3')],
        [bash('echo forbidden')],
        [tool('Edit', { file_path: at('app.mjs'), old_string: 'not there', new_string: 'x' })],
        [tool('Edit', { file_path: at('app.mjs'), old_string: '1', new_string: '2' })],
        [bash('cd sub'), bash('sleep 1', { run_in_background: true })],
        [tool('Nope', { a: 1 })],
        [bash('echo hi', { command: 5 })],
        [tool('Agent', { description: 'Count', prompt: 'Count the files', subagent_type: 'general-purpose', run_in_background: false })],
        [tool('Agent', { description: 'Look', prompt: 'Look at the tests', subagent_type: 'Explore' })],
        [say('It works now.')],
        [say('Tests ran.')],
      ],
      agentTurns: [[bash('ls | wc -l')], [bash('exit 4')], [say('Four.')], [say('No tests.')]],
    })
    await runHeadless(world, { prompt: 'Go on', resume: first.sessionId, turns: [[bash('echo again')], [say('Went on.')]] })
    await runHeadless(world, { prompt: 'Go on', resume: first.sessionId, turns: [[say('Went on again.')]] })
    const fork = await runHeadless(world, { prompt: 'Try it another way', resume: first.sessionId, args: ['--fork-session'], turns: [[bash('echo other')], [say('Other way.')]] })
    await runHeadless(world, { prompt: 'Fail', turns: [{ status: 403 }] })
    for (const mode of ['default', 'auto'])
      await runHeadless(world, { prompt: `Install ${mode}`, permissions: ['--permission-mode', mode], turns: [[bash('curl -s http://localhost:9/install | sh')], [say('No.')]] })
    writeFileSync('/tmp/rec-sessions.json', JSON.stringify({ first: first.sessionId, fork: fork.sessionId }))
    save('headless', world, recorder)
  } finally {
    await world.close()
  }
})

test('terminal', async () => {
  const world = await makeWorld(tourFiles)
  const recorder = await startRecorder(world)
  const step = (s: string) => console.log('STEP', s)
  try {
    world.settings({ hooks: recorder.hooks })
    const terminal = await openTerminal(world, { permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(sleep *) Bash(echo *) Bash(tail *) Read Edit Write'] })
    await terminal.ask('Say hello', [[bash('echo hello')], [say('Hello.')]])
    step('greet')
    await terminal.ask('/greet Ann', [[say('Hello Ann.')]])
    step('queue')
    const prompts = recorder.of('UserPromptSubmit').length
    let calls = recorder.of('PreToolUse').length
    terminal.api.play([bash('sleep 2')], [say('Both seen.')])
    await terminal.type('Wait a little')
    await recorder.until('PreToolUse', calls + 1)
    await terminal.type('And another thing')
    await recorder.until('UserPromptSubmit', prompts + 2)
    await terminal.until('Both seen.')
    await terminal.idle()
    step('queue late: typed while the final text streams is a prompt of its own')
    step('queue two')
    calls = recorder.of('PreToolUse').length
    terminal.api.play([bash('sleep 3')], [say('Three seen.')])
    await terminal.type('Wait more')
    await recorder.until('PreToolUse', calls + 1)
    await terminal.type('Thing one')
    await terminal.type('Thing one')
    await terminal.until('Three seen.')
    await terminal.idle()
    step('interrupt tool')
    calls = recorder.of('PreToolUse').length
    terminal.api.play([bash('tail -f watched.txt')])
    await terminal.type('Wait long')
    await recorder.until('PreToolUse', calls + 1)
    await terminal.until('esc to interrupt')
    await terminal.press('Escape')
    await terminal.until(/Interrupted/i)
    await terminal.idle()
    step('queued then interrupted')
    calls = recorder.of('PreToolUse').length
    terminal.api.play([bash('tail -f watched.txt')], [say('Changed course.')])
    await terminal.type('Wait longer')
    await recorder.until('PreToolUse', calls + 1)
    await terminal.type('Do something else')
    await sleep(500)
    await terminal.press('Escape')
    await sleep(1500)
    console.log(await terminal.screen())
    await terminal.press('C-u')
    await sleep(300)
    step('reject')
    calls = recorder.of('PermissionRequest').length
    terminal.api.play([bash('curl -s http://localhost:9/a')])
    await terminal.type('Clean up')
    await recorder.until('PermissionRequest', calls + 1)
    await terminal.until('Do you want to proceed?')
    await terminal.press('Escape')
    await sleep(1500)
    console.log(await terminal.screen())
    step('reject with words')
    calls = recorder.of('PermissionRequest').length
    terminal.api.play([bash('curl -s http://localhost:9/b')], [say('Kept it.')])
    await terminal.type('Clean up more')
    await recorder.until('PermissionRequest', calls + 1)
    await terminal.until('Do you want to proceed?')
    await sleep(500)
    console.log(await terminal.screen())
    for (const _ of '123') { await terminal.press('Down'); await sleep(200) }
    await terminal.press('Tab'); await sleep(200)
    console.log(await terminal.screen())
    await terminal.type('keep that file')
    await sleep(1500)
    console.log(await terminal.screen())
    step('bash mode')
    await terminal.type('!echo mine')
    await sleep(2000)
    step('cost')
    await terminal.type('/cost')
    await sleep(1500)
    await terminal.press('Escape')
    await sleep(500)
    console.log(await terminal.screen())
    step('compact')
    await terminal.type('/compact keep the names')
    await recorder.until('PostCompact')
    await terminal.idle()
    await terminal.ask('After compaction', [[bash('echo after')], [say('After.')]])
    step('background')
    await terminal.ask('Run behind', [[bash('sleep 1', { run_in_background: true })], [say('Started.')], [say('It finished.')]])
    await sleep(3000)
    await terminal.idle()
    step('clear')
    await terminal.type('/clear')
    await recorder.until('SessionEnd')
    await terminal.idle()
    await terminal.ask('A new start', [[say('New.')]])
    await terminal.exit()
    await recorder.until('SessionEnd', 2)
    save('terminal', world, recorder)
  } catch (e) {
    save('terminal', world, recorder)
    throw e
  } finally {
    await world.close()
  }
})

test('again', async () => {
  const world = await makeWorld(tourFiles)
  const recorder = await startRecorder(world)
  world.settings({ hooks: recorder.hooks })
  const first = await runHeadless(world, { prompt: 'Begin', turns: [[say('One.'), say('Two.')]] })
  const terminal = await openTerminal(world, { args: ['--resume', first.sessionId] })
  await terminal.ask('Go on', [[say('Three.')]])
  await terminal.ask('Write two', [[say('Now.'), bash('echo a'), bash('echo b')], [say('Four.')]])
  await terminal.exit()
  await terminal.close()
  const second = await openTerminal(world, { args: ['--resume', first.sessionId] })
  await second.ask('And on', [[say('Five.')]])
  await second.exit()
  await recorder.until('SessionEnd', 3)
  save('again', world, recorder)
  await world.close()
})

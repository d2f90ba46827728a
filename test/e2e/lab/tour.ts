import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { runHeadless } from './headless.ts'
import type { Block, Turn } from './mock-api.ts'
import { type Payload, type Recorder, startRecorder } from './recorder.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import type { World } from './world.ts'

/** The project for the tours. */
export const tourFiles: Record<string, string> = {
  'CLAUDE.md': '# App\n\n@docs/style.md\n',
  'docs/style.md': 'Two spaces, no tabs.\n',
  'sub/CLAUDE.md': 'Everything here is generated.\n',
  'sub/data.txt': Array.from({ length: 40 }, (_, n) => `line ${n + 1}\n`).join(''),
  'watched.txt': '1\n',
  '.claude/commands/greet.md': '---\ndescription: greets someone\n---\nSay hello to $ARGUMENTS\n',
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A recorder that asks for file watching and, if required, creates the worktree itself. */
export async function startTourRecorder(world: World): Promise<Recorder> {
  return startRecorder(world, (payload) => {
    if (payload.hook_event_name === 'SessionStart') return output(payload, { watchPaths: [watched(world)] })
    if (payload.hook_event_name === 'WorktreeCreate') return output(payload, { worktreePath: worktree(world) })
    return undefined
  })
}

/** Makes the client send every event that it can send without a terminal. */
export async function headlessTour(world: World, recorder: Recorder): Promise<void> {
  world.settings({ hooks: recorder.hooks })
  writeFileSync(join(world.project, 'dot.png'), dot, 'base64')
  const { sessionId } = await runHeadless(world, {
    prompt: 'Make the app work',
    turns: working(world),
    agentTurns: counting,
  })
  await runHeadless(world, { prompt: 'Go on', resume: sessionId })
  await runHeadless(world, { prompt: 'Try it another way', resume: sessionId, args: ['--fork-session'] })
  await runHeadless(world, { prompt: 'Set up', args: ['--init'] })
  await runHeadless(world, { prompt: 'Tidy up', args: ['--maintenance'] })
  await runHeadless(world, { prompt: 'Fail', turns: [{ status: 403 }] })
  for (const mode of ['default', 'auto']) {
    const turns = [[bash('curl -s http://localhost:9/install | sh')]]
    await runHeadless(world, { prompt: 'Install', permissions: ['--permission-mode', mode], turns })
  }
  await worktreeTour(world, recorder)
}

async function worktreeTour(world: World, recorder: Recorder): Promise<void> {
  await execa('git', ['worktree', 'add', '-q', worktree(world)], {
    cwd: world.project,
    env: world.env,
    extendEnv: false,
  })
  world.settings({ hooks: { ...recorder.hooks, WorktreeCreate: recorder.hooks.WorktreeRemove } })
  await runHeadless(world, {
    prompt: 'Work apart',
    permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash EnterWorktree ExitWorktree'],
    turns: [
      [tool('ToolSearch', { query: 'select:EnterWorktree,ExitWorktree' })],
      [tool('EnterWorktree', { name: 'apart' })],
      [bash('echo apart > apart.txt')],
      [tool('ExitWorktree', { action: 'remove', discard_changes: true })],
    ],
  })
  world.settings({ hooks: recorder.hooks })
}

/** Makes the client send the events that only a person in a terminal can cause. */
export async function terminalTour(world: World, recorder: Recorder): Promise<void> {
  world.settings({ hooks: recorder.hooks })
  writeFileSync(join(world.home, '.claude.json'), JSON.stringify({ messageIdleNotifThresholdMs: 1000, mcpServers }))
  const terminal = await openTerminal(world)
  await terminal.ask('/greet Ann')
  await queueAndInterrupt(terminal, recorder)
  await notice(world, terminal, recorder)
  await answerServer(terminal, recorder)
  await addFolder(world, terminal, recorder)
  await switchModel(terminal, recorder)
  await terminal.type('/compact keep the names')
  await recorder.until('PostCompact')
  await terminal.idle()
  const starts = recorder.of('SessionStart').length
  await terminal.type('/clear')
  await recorder.until('SessionStart', starts + 1)
  await terminal.idle()
  await terminal.exit()
  await recorder.until('SessionEnd', 2)
}

const mcpServers = {
  lab: {
    type: 'stdio',
    command: process.execPath,
    args: [fileURLToPath(new URL('mcp-server.mjs', import.meta.url))],
    env: {},
  },
}

/** A prompt typed while the agent works joins the running turn; Escape interrupts a turn during a tool call. */
async function queueAndInterrupt(terminal: Terminal, recorder: Recorder): Promise<void> {
  const prompts = recorder.of('UserPromptSubmit').length
  const calls = recorder.of('PreToolUse').length
  terminal.api.play([bash('sleep 2')], [say('Both seen.')])
  await terminal.type('Wait a little')
  await recorder.until('PreToolUse', calls + 1)
  await terminal.type('And another thing')
  await recorder.until('UserPromptSubmit', prompts + 2)
  await terminal.until('Both seen.')
  await terminal.idle()
  terminal.api.play([bash('tail -f watched.txt')])
  await terminal.type('Wait long')
  await recorder.until('PreToolUse', calls + 2)
  await terminal.until('esc to interrupt')
  await terminal.press('Escape')
  await terminal.until(/Interrupted/i)
  await terminal.idle()
}

/** Changes outside the client: to a watched file, and to its settings. */
async function notice(world: World, terminal: Terminal, recorder: Recorder): Promise<void> {
  writeFileSync(watched(world), '2\n')
  await recorder.until('FileChanged')
  world.settings({ hooks: recorder.hooks, includeCoAuthoredBy: false })
  await recorder.until('ConfigChange')
  await terminal.idle()
}

/** A tool of an MCP server that needs permission, and then asks a question. */
async function answerServer(terminal: Terminal, recorder: Recorder): Promise<void> {
  terminal.api.play([tool('mcp__lab__ask', {})], [say('Blue it is.')])
  await terminal.type('Ask me')
  await recorder.until('Notification')
  await accept(terminal, 'Do you want to proceed?')
  await terminal.until('Which colour?')
  await terminal.type('blue', false)
  await press(terminal, 'Down', (screen) => screen.includes('❯ Accept'))
  await accept(terminal, '❯ Accept')
  await terminal.until('Blue it is.')
  await terminal.idle()
}

async function addFolder(world: World, terminal: Terminal, recorder: Recorder): Promise<void> {
  const folder = join(world.home, 'library')
  mkdirSync(folder)
  await terminal.type(`/add-dir ${folder}`)
  await terminal.until('Yes, add it')
  await press(terminal, 'Down', (screen) => screen.includes('❯ Yes, add it'))
  await accept(terminal, '❯ Yes, add it')
  await accept(terminal, 'Add directory to workspace')
  await recorder.until('DirectoryAdded')
  await terminal.idle()
}

async function switchModel(terminal: Terminal, recorder: Recorder): Promise<void> {
  await terminal.type('/model sonnet')
  await accept(terminal, 'Switch model?')
  await recorder.until('PostModelSwitch')
  await terminal.idle()
}

/** Waits for the dialog, then presses Enter until it is gone. */
async function accept(terminal: Terminal, dialog: string): Promise<void> {
  await terminal.until(dialog)
  await press(terminal, 'Enter', (screen) => !screen.includes(dialog))
}

/** Presses a key until it takes effect: a dialog ignores keys that come too early or too fast. */
async function press(terminal: Terminal, key: string, done: (screen: string) => boolean): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await sleep(1000)
    await terminal.press(key)
    await sleep(500)
    if (done(await terminal.screen())) return
  }
}

/** A session with every usual tool, with successes and failures. */
function working(world: World): Turn[] {
  const at = (path: string): string => join(world.project, path)
  return [
    [say('I look around first.'), read(at('sub/data.txt'), { offset: 5, limit: 3 }), read(at('missing.txt'))],
    [read(at('dot.png')), bash('ls -1')],
    [tool('Write', { file_path: at('app.mjs'), content: 'export const main = () => 1\n' })],
    [bash('echo testing; node -e "import(\'./app.mjs\').then(({ main }) => process.exit(main() === 2 ? 0 : 3))"')],
    [tool('Edit', { file_path: at('app.mjs'), old_string: '1', new_string: '2' })],
    [tool('Edit', { file_path: at('app.mjs'), old_string: 'not there', new_string: 'x' })],
    [tool('Write', { file_path: at('app.mjs'), content: 'export const main = () => 2\n\nconsole.log(main())\n' })],
    [bash('cd sub'), bash('cd ..')],
    [bash('printf "out"; printf "err" >&2'), bash('sleep 1', { run_in_background: true })],
    [
      tool('Agent', {
        description: 'Count',
        prompt: 'Count the files',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
    ],
    [tool('Agent', { description: 'Look', prompt: 'Look at the tests', subagent_type: 'Explore' })],
    [say('It works now.')],
  ]
}

const counting: Turn[] = [[bash('ls | wc -l')], [say('Four.')], [say('No tests.')]]

function say(text: string): Block {
  return { type: 'text', text }
}

function tool(name: string, input: Record<string, unknown>): Block {
  return { type: 'tool_use', name, input }
}

function bash(command: string, more: Record<string, unknown> = {}): Block {
  return tool('Bash', { command, description: 'Runs a command', ...more })
}

function read(path: string, more: Record<string, unknown> = {}): Block {
  return tool('Read', { file_path: path, ...more })
}

function watched(world: World): string {
  return join(world.project, 'watched.txt')
}

function worktree(world: World): string {
  return join(world.project, '.claude', 'worktrees', 'apart')
}

function output(payload: Payload, fields: object): object {
  return { hookSpecificOutput: { hookEventName: payload.hook_event_name, ...fields } }
}

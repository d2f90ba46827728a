import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { fixtures, saveFixtures } from './lab/record.ts'
import { startRecorder } from './lab/recorder.ts'
import { hookErrors, openTerminal } from './lab/terminal.ts'
import { headlessTour, startTourRecorder, terminalTour, tourFiles } from './lab/tour.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld(tourFiles)
})
afterEach(() => world.close())

describe('the real client without a terminal', () => {
  test('runs the scripted tools, and the model sees their results', async () => {
    const run = await runHeadless(world, {
      prompt: 'Read the style',
      turns: [
        [{ type: 'tool_use', name: 'Read', input: { file_path: join(world.project, 'docs/style.md') } }],
        [{ type: 'tool_use', name: 'Bash', input: { command: 'echo ran; exit 4', description: 'Fails' } }],
        [{ type: 'text', text: 'All read.' }],
      ],
    })
    expect(run).toMatchObject({ exitCode: 0, result: 'All read.' })
    expect(run.main).toHaveLength(3)
    expect(contextOf(run.main[0])).toContain('Read the style')
    expect(contextOf(run.main[0])).not.toContain('Exit code 4')
    expect(contextOf(run.main[1])).toContain('Two spaces, no tabs.')
    expect(contextOf(run.main[2])).toContain('Exit code 4\nran')
    expect(run.debugLog).toContain('[DEBUG]')
  })

  test("distinguishes a subagent's requests from those of the conversation", async () => {
    const input = {
      description: 'Count',
      prompt: 'Count them',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }
    const run = await runHeadless(world, {
      prompt: 'Delegate',
      turns: [[{ type: 'tool_use', name: 'Agent', input }]],
      agentTurns: [[{ type: 'text', text: 'There are seven.' }]],
    })
    expect(run.requests.map((request) => request.kind)).toEqual(['main', 'agent', 'main'])
    expect(contextOf(run.main[1])).toContain('There are seven.')
  })
})

describe('the real client in a terminal', () => {
  test('shows the answer, keeps the contents of its account file and exits on request', async () => {
    const account = join(world.home, '.claude.json')
    const mine = { type: 'stdio', command: 'true', args: [], env: {} }
    writeFileSync(account, JSON.stringify({ mcpServers: { mine } }))
    const terminal = await openTerminal(world)
    const [request] = await terminal.ask('Say hello', [[{ type: 'text', text: 'Hello to you.' }]])
    expect(contextOf(request)).toContain('Say hello')
    expect(await terminal.screen()).toContain('Hello to you.')
    expect(hookErrors(await terminal.scrollback())).toEqual([])
    expect(await terminal.exit()).toBe(true)
    expect(JSON.parse(readFileSync(account, 'utf8'))).toMatchObject({ mcpServers: { mine } })
  })

  test('shows an error line for a hook that points to a closed port', async () => {
    world.settings({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:9/' }] }] } })
    const terminal = await openTerminal(world)
    await terminal.ask('Say hello')
    expect(hookErrors(await terminal.scrollback())).toEqual([expect.stringContaining('ECONNREFUSED')])
  })
})

describe('a test world', () => {
  test("inherits nothing from the tester's environment", async () => {
    process.env.CLAUDE_LEAK = process.env.HINDCAST_LEAK = process.env.https_proxy = 'leaked'
    const clean = await makeWorld()
    try {
      expect(Object.values(clean.env)).not.toContain('leaked')
      expect(clean.env).toMatchObject({ PATH: process.env.PATH, HINDCAST_HOME: join(clean.home, '.hindcast') })
    } finally {
      delete process.env.CLAUDE_LEAK
      delete process.env.HINDCAST_LEAK
      delete process.env.https_proxy
      await clean.close()
    }
  })

  test.runIf(existsSync('/proc/self/environ'))('ends every process that was started in it', async () => {
    const { stdout } = await world.sh('setsid sleep 300 > /dev/null 2>&1 & echo $!')
    await openTerminal(world)
    await world.close()
    expect(existsSync(world.root)).toBe(false)
    expect(stdout).toMatch(/^\d+$/)
    expect(existsSync(`/proc/${stdout}/cmdline`) && readFileSync(`/proc/${stdout}/cmdline`, 'utf8')).toBeFalsy()
  })
})

describe('the recorder', () => {
  test('reports what a command hook received besides the payload', async () => {
    const recorder = await startRecorder(world)
    world.settings({ hooks: recorder.hooks })
    const { sessionId } = await runHeadless(world, { prompt: 'Say hello' })
    const [start] = recorder.arrivals.filter(({ payload }) => payload.hook_event_name === 'SessionStart')
    expect(start?.payload.session_id).toBe(sessionId)
    expect(start?.variables).toMatchObject({
      CLAUDE_PROJECT_DIR: world.project,
      CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
      CLAUDE_CODE_SESSION_ATTENDED: '0',
    })
  })

  test('receives every event that can be caused offline', async () => {
    const headless = await startTourRecorder(world)
    await headlessTour(world, headless)
    const desk = await makeWorld(tourFiles)
    try {
      const terminal = await startTourRecorder(desk)
      await terminalTour(desk, terminal)
      const recorded = [
        { world, arrivals: headless.arrivals },
        { world: desk, arrivals: terminal.arrivals },
      ]
      if (process.env.RECORD) saveFixtures(recorded)
      expect(seen(recorded)).toEqual(expect.arrayContaining(provoked))
    } finally {
      await desk.close()
    }
  })

  test('recorded fixtures that are whole payloads, without any path of the machine that made them', () => {
    const files = readdirSync(fixtures).filter((file) => file.endsWith('.jsonl'))
    expect(files).not.toEqual([])
    for (const file of files) {
      const text = readFileSync(join(fixtures, file), 'utf8')
      for (const line of text.trimEnd().split('\n')) {
        expect(file).toContain((JSON.parse(line) as { hook_event_name: string }).hook_event_name)
      }
      expect(text, file).not.toMatch(/hindcast-lab|\/root\//)
    }
  })
})

/** What distinguishes the kinds of one event. */
const kinds = ['tool_name', 'source', 'reason', 'trigger', 'notification_type', 'load_reason']

function seen(recorded: readonly { arrivals: readonly { payload: Record<string, unknown> }[] }[]): string[] {
  const names = recorded.flatMap(({ arrivals }) =>
    arrivals.map(({ payload }) =>
      [payload.hook_event_name, ...kinds.map((kind) => payload[kind])].filter(Boolean).join(' '),
    ),
  )
  return [...new Set(names)].sort()
}

/** Missing: TaskCreated, TaskCompleted and TeammateIdle, which come with a team (`agent-team.test.ts`). */
const provoked = [
  ...['startup', 'resume', 'clear', 'compact', 'fork'].map((source) => `SessionStart ${source}`),
  ...['other', 'clear', 'prompt_input_exit'].map((reason) => `SessionEnd ${reason}`),
  ...['Bash', 'Read', 'Edit', 'Write', 'Agent', 'mcp__lab__ask'].map((tool) => `PreToolUse ${tool}`),
  ...['Bash', 'Read', 'Edit', 'Write', 'Agent', 'mcp__lab__ask'].map((tool) => `PostToolUse ${tool}`),
  ...['Bash', 'Read'].map((tool) => `PostToolUseFailure ${tool}`),
  ...['permission_prompt', 'elicitation_response'].map((type) => `Notification ${type}`),
  ...['session_start', 'include', 'nested_traversal'].map((reason) => `InstructionsLoaded ${reason}`),
  ...['init', 'maintenance'].map((trigger) => `Setup ${trigger}`),
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PostToolBatch',
  'PermissionRequest Bash',
  'PermissionRequest mcp__lab__ask',
  'PermissionDenied Bash Classifier unavailable',
  'Elicitation',
  'ElicitationResult',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact manual',
  'PostCompact manual',
  'PreModelSwitch command',
  'PostModelSwitch command',
  'ConfigChange user_settings',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded slash_command',
  'MessageDisplay',
  'WorktreeCreate',
  'WorktreeRemove',
]

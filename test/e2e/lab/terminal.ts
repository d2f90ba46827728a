import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { allowed } from './headless.ts'
import { type ApiRequest, type MockApi, startMockApi, type Turn } from './mock-api.ts'
import { apiKey, end, LONG_MS, type World } from './world.ts'

/** How the client is started in the terminal. */
export interface TerminalOptions {
  turns?: readonly Turn[]
  agentTurns?: readonly Turn[]
  args?: readonly string[]
  /** What the client may do without asking; by default the same as the headless client. */
  permissions?: readonly string[]
  env?: Record<string, string>
  columns?: number
  rows?: number
}

/** What the screen must show: a text, a pattern, or a predicate on the visible text. */
export type Expected = string | RegExp | ((screen: string) => boolean)

/** The real client in a terminal, as a person uses it. */
export interface Terminal {
  api: MockApi
  /** What is visible now, without trailing blanks. */
  screen(): Promise<string>
  /** The same with its colours, as escape sequences. */
  painted(): Promise<string>
  /** Everything shown so far, including what has scrolled away. */
  scrollback(): Promise<string>
  /** Types the text and, unless told otherwise, presses Enter. */
  type(text: string, enter?: boolean): Promise<void>
  /** Presses keys by tmux's names: Escape, C-c, Down … */
  press(...keys: string[]): Promise<void>
  /** Waits until the scrollback is as expected and returns it; fails with the screen after `timeout` ms. */
  until(expected: Expected, timeout?: number): Promise<string>
  /** Types a prompt, plays the turns, waits until the client is idle again and returns the requests that it made. */
  ask(prompt: string, turns?: readonly Turn[]): Promise<ApiRequest[]>
  /** Waits until the client has nothing to do. */
  idle(timeout?: number): Promise<void>
  /** Exits as a person does; true if the client exited on its own within `timeout` ms. */
  exit(timeout?: number): Promise<boolean>
  close(): Promise<void>
}

/** The client's default, the alternate screen, has no scrollback to capture. */
const scrolling = { CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN: '1' }

/** Starts the client in a new terminal and waits for its prompt; the world's close() also closes it. */
export async function openTerminal(world: World, options: TerminalOptions = {}): Promise<Terminal> {
  const api = await startMockApi(options.turns, options.agentTurns)
  world.onClose(() => api.close())
  acquaint(world)
  const env = { ...world.env, ...scrolling, ANTHROPIC_BASE_URL: api.url, ...options.env }
  const pane = await startPane(world, env, options)
  const terminal = drive(api, pane)
  world.onClose(() => terminal.close())
  await terminal.until(isReady)
  return terminal
}

/** The lines that report a failed hook to the person, each with the reason below it. */
export function hookErrors(screen: string): string[] {
  const lines = screen.split('\n')
  return lines.flatMap((line, index) =>
    /hook (failed|error|timed out|cancelled)|hooks? .*(failed|timed out)/i.test(line)
      ? [`${line.trim()} ${lines[index + 1]?.trim() ?? ''}`.trim()]
      : [],
  )
}

/** Answers the client's first-run questions in its account file, and keeps everything else in there. */
function acquaint(world: World): void {
  const path = join(world.home, '.claude.json')
  const account = accountOf(path)
  const projects = account.projects as Record<string, object> | undefined
  writeFileSync(
    path,
    JSON.stringify({
      ...account,
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
      projects: {
        ...projects,
        [world.project]: {
          ...projects?.[world.project],
          hasTrustDialogAccepted: true,
          hasCompletedProjectOnboarding: true,
          projectOnboardingSeenCount: 5,
        },
      },
    }),
  )
}

function accountOf(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

interface Pane {
  tmux(...args: string[]): Promise<string>
  pid: number
  kill(): void
}

async function startPane(world: World, env: Record<string, string>, options: TerminalOptions): Promise<Pane> {
  const socket = join(world.root, `tmux-${crypto.randomUUID().slice(0, 8)}`)
  const tmux = async (...args: string[]): Promise<string> =>
    (await execa('tmux', ['-S', socket, '-f', '/dev/null', ...args], { cwd: world.project, env, extendEnv: false }))
      .stdout
  const kill = (): void => {
    process.off('exit', kill)
    try {
      execFileSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' })
    } catch {
      // the session ended with the client
    }
  }
  process.once('exit', kill)
  const size = ['-x', String(options.columns ?? 140), '-y', String(options.rows ?? 50)]
  const client = [world.claude, ...(options.permissions ?? allowed), ...(options.args ?? [])]
  await tmux('set-option', '-g', 'history-limit', '10000', ';', 'new-session', '-d', ...size, '--', ...client)
  return { tmux, kill, pid: Number(await tmux('display-message', '-p', '#{pane_pid}')) }
}

function drive(api: MockApi, pane: Pane): Terminal {
  const capture = async (...range: string[]): Promise<string> =>
    (await pane.tmux('capture-pane', '-p', ...range)).replace(/[ \t]+$/gm, '').trimEnd()
  const terminal: Terminal = {
    api,
    screen: () => capture(),
    painted: () => capture('-e'),
    scrollback: () => capture('-S', '-'),
    press: async (...keys) => void (await pane.tmux('send-keys', ...keys)),
    type: async (text, enter = true) => {
      await pane.tmux('send-keys', '-l', '--', text)
      // an Enter in the same read counts as a pasted line break
      await sleep(150)
      if (enter) await terminal.press('Enter')
    },
    until: (expected, timeout = LONG_MS) => waitFor(() => capture('-S', '-'), expected, timeout),
    ask: async (prompt, turns = []) => {
      const before = api.requests.length
      api.play(...turns)
      await terminal.type(prompt)
      await insist(terminal, () => answered(api.requests.slice(before)))
      await terminal.idle()
      return api.requests.slice(before)
    },
    idle: async (timeout) => {
      await terminal.until(isReady, timeout)
      // between two steps of a turn the client looks idle for a moment
      await sleep(250)
      await terminal.until(isReady, timeout)
    },
    exit: async (timeout = LONG_MS) => {
      await terminal.type('/exit')
      return gone(pane.pid, timeout)
    },
    close: async () => {
      pane.kill()
      if (!(await gone(pane.pid, 3000))) end(pane.pid)
      await api.close()
    },
  }
  return terminal
}

function answered(requests: readonly ApiRequest[]): boolean {
  return requests.some((request) => request.kind === 'main')
}

/** A client that is still starting treats Enter as a line break, so it is pressed again. */
async function insist(terminal: Terminal, isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const deadline = Date.now() + 12_000
    while (Date.now() < deadline) {
      if (isDone()) return
      await sleep(50)
    }
    await terminal.press('Enter')
  }
  throw new Error(`the prompt was not sent:\n${await terminal.scrollback()}`)
}

/** Whether the prompt is shown and nothing is running. */
function isReady(screen: string): boolean {
  return /^[│ ]*❯/m.test(screen) && !/esc to interrupt/i.test(screen.split('\n').slice(-15).join('\n'))
}

async function waitFor(look: () => Promise<string>, expected: Expected, timeout: number): Promise<string> {
  const deadline = Date.now() + timeout
  for (;;) {
    const screen = await look()
    if (meets(screen, expected)) return screen
    if (Date.now() > deadline) throw new Error(`not seen within ${timeout} ms: ${String(expected)}\n${screen}`)
    await sleep(50)
  }
}

function meets(screen: string, expected: Expected): boolean {
  if (typeof expected === 'function') return expected(screen)
  return typeof expected === 'string' ? screen.includes(expected) : expected.test(screen)
}

async function gone(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (Date.now() < deadline) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await sleep(50)
  }
  return false
}

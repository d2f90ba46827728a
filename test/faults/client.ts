import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../daemon/world.ts'
import type { Call, Script, Turn } from './script.ts'

/** One hook that the client ran. `error`: the line that a person at the terminal would see. */
export interface Ran {
  readonly event: string
  readonly at: number
  readonly ms: number
  readonly error?: string | undefined
  /** The line that Hindcast asked the client to show. */
  readonly told?: string | undefined
}

interface Hook {
  readonly type: 'http' | 'command'
  readonly url?: string
  readonly headers?: Record<string, string>
  readonly command?: string
  readonly args?: readonly string[]
  readonly timeout: number
}

interface Entry {
  readonly matcher?: string
  readonly hooks: readonly Hook[]
}

interface Server {
  readonly command: string
  readonly args: readonly string[]
}

/**
 * Does what Claude Code does with hooks in one session: runs the hooks of its settings, which it reads again whenever they
 * change, with the entries' own timeouts; runs the MCP server; and writes the transcript. `ran` collects the hooks; `stepMs`: the
 * time between two steps.
 */
export class ReplayedClient {
  readonly #world: World
  readonly #script: Script
  readonly #ran: Ran[]
  readonly #stepMs: number
  readonly #project: string
  #relay: ChildProcess | undefined
  #lines = 0
  #promptId: string | undefined

  constructor(world: World, script: Script, ran: Ran[], stepMs = 15) {
    this.#world = world
    this.#script = script
    this.#ran = ran
    this.#stepMs = stepMs
    this.#project = world.project
  }

  /** Where the client writes this session's transcript. */
  get transcript(): string {
    const folder = this.#project.replace(/[^a-zA-Z0-9]/g, '-')
    return join(this.#world.user, '.claude/projects', folder, `${this.#script.session}.jsonl`)
  }

  /** The whole session. `onStep`: called before each step. */
  async live(onStep: (step: number) => Promise<void> | void = () => {}): Promise<void> {
    await this.begin()
    let step = 0
    for (const turn of this.#script.turns) await this.turn(turn, () => onStep(step++))
    await this.end()
  }

  async begin(): Promise<void> {
    mkdirSync(dirname(this.transcript), { recursive: true })
    this.#relay = this.#startRelay()
    await this.#hook('SessionStart', { source: 'startup' })
  }

  async turn(turn: Turn, onStep: () => Promise<void> | void = () => {}): Promise<void> {
    this.#promptId = turn.id
    await onStep()
    await this.#hook('UserPromptSubmit', { prompt: turn.prompt })
    this.#write({ type: 'user', promptSource: 'typed', message: { role: 'user', content: turn.prompt } })
    for (const call of turn.calls) {
      await sleep(this.#stepMs)
      await onStep()
      await this.#call(call)
    }
    await sleep(this.#stepMs)
    await onStep()
    this.#said([{ type: 'text', text: turn.answer }], 'end_turn')
    await this.#hook('Stop', { stop_hook_active: false, last_assistant_message: turn.answer })
    this.#write({ type: 'system', subtype: 'stop_hook_summary' })
  }

  async end(): Promise<void> {
    await this.#hook('SessionEnd', { reason: 'other' })
    this.#write({ type: 'cost-state' })
    await this.leave()
  }

  /** The client's process is gone, and with it its MCP server. */
  async leave(): Promise<void> {
    const relay = this.#relay
    if (!relay?.pid || relay.exitCode !== null) return
    const gone = new Promise((resolve) => relay.once('exit', resolve))
    relay.stdin?.end()
    await gone
  }

  async #call({ id, tool, input, response, text }: Call): Promise<void> {
    const called = { tool_name: tool, tool_input: input, tool_use_id: id }
    this.#said([{ type: 'tool_use', id, name: tool, input }], 'tool_use')
    await this.#hook('PreToolUse', called, tool)
    const result = response ? { tool_response: response } : { error: text, is_interrupt: false }
    await this.#hook(response ? 'PostToolUse' : 'PostToolUseFailure', { ...called, ...result, duration_ms: 5 }, tool)
    const content = [{ type: 'tool_result', tool_use_id: id, content: text, is_error: response === undefined }]
    const toolUseResult = response ?? `Error: ${text}`
    this.#write({ type: 'user', message: { role: 'user', content }, toolUseResult })
  }

  #said(content: readonly object[], stop: string): void {
    this.#write({ type: 'assistant', message: { role: 'assistant', model: 'm', content, stop_reason: stop } })
  }

  #write(line: object): void {
    const [session, number] = [this.#script.session, this.#lines++]
    const common = {
      ...{ uuid: `${session.slice(0, 8)}-0000-4000-9000-${String(number).padStart(12, '0')}`, isSidechain: false },
      ...{ sessionId: session, cwd: this.#project, version: '2.1.330', entrypoint: 'cli' },
      ...{ timestamp: new Date().toISOString(), ...(this.#promptId && { promptId: this.#promptId }) },
    }
    appendFileSync(this.transcript, `${JSON.stringify({ ...common, ...line })}\n`)
  }

  /** Runs the hooks of an event at once and waits for all of them, as the client does. */
  async #hook(event: string, more: object, tool = ''): Promise<void> {
    const body = JSON.stringify({
      ...{ session_id: this.#script.session, transcript_path: this.transcript, cwd: this.#project },
      ...(this.#promptId && { prompt_id: this.#promptId }),
      ...{ permission_mode: 'default', hook_event_name: event, ...more },
    })
    const entries = this.#entries()[event] ?? []
    const due = entries.filter(({ matcher }) => isMatch(matcher, tool)).flatMap(({ hooks }) => hooks)
    const began = performance.now()
    const answers = await Promise.all(due.map((hook) => this.#run(hook, body)))
    const [at, ms] = [began, performance.now() - began]
    for (const answer of answers) this.#ran.push({ event, at, ms, ...answer })
  }

  /** The entries as they are now: the client reloads changed settings. */
  #entries(): Readonly<Record<string, readonly Entry[]>> {
    const text = readFileSync(join(this.#world.user, '.claude/settings.json'), 'utf8')
    return (JSON.parse(text) as { hooks?: Record<string, Entry[]> }).hooks ?? {}
  }

  async #run(hook: Hook, body: string): Promise<Pick<Ran, 'error' | 'told'>> {
    try {
      const text = await (hook.type === 'http' ? post(hook, body) : this.#execute(hook, body))
      if (text === '') return {}
      const { systemMessage } = JSON.parse(text) as { systemMessage?: string }
      return { told: systemMessage }
    } catch (thrown) {
      return { error: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }

  #execute({ command = '', args = [], timeout }: Hook, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const limits = { timeout: timeout * 1_000, killSignal: 'SIGKILL' } as const
      const child = execFile(command, [...args], { cwd: this.#project, env: this.#env, ...limits }, (error, stdout) =>
        error ? reject(new Error(error.killed ? 'the command timed out' : error.message)) : resolve(stdout),
      )
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(body)
    })
  }

  #startRelay(): ChildProcess {
    const account = JSON.parse(readFileSync(join(this.#world.user, '.claude.json'), 'utf8')) as {
      mcpServers: { hindcast: Server }
    }
    const { command, args } = account.mcpServers.hindcast
    const relay = spawn(command, [...args], { cwd: this.#project, env: this.#env, stdio: ['pipe', 'pipe', 'ignore'] })
    const clientInfo = { name: 'claude-code', version: '2.1.330' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    // As after a failed hook, the client goes on without it
    relay.on('error', () => undefined)
    relay.stdin.on('error', () => undefined)
    relay.stdout.resume()
    relay.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`)
    relay.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return relay
  }

  /** The client passes on nothing of Hindcast's. Its process is the relay, which is gone when the client is. */
  get #env(): Record<string, string> {
    const { PATH = '', HOME = '', TMPDIR = '' } = this.#world.env
    return {
      ...{ PATH, HOME, TMPDIR, CLAUDECODE: '1', CLAUDE_PROJECT_DIR: this.#project },
      ...{ CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '1' },
      ...(this.#relay?.pid && { CLAUDE_PID: String(this.#relay.pid) }),
    }
  }
}

/** Lists of names match whole names; everything else is a pattern. */
function isMatch(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true
  return /^[\w|]+$/.test(matcher) ? matcher.split('|').includes(tool) : new RegExp(matcher).test(tool)
}

async function post({ url = '', headers, timeout }: Hook, body: string): Promise<string> {
  const signal = AbortSignal.timeout(timeout * 1_000)
  const reply = await fetch(url, {
    ...{ method: 'POST', body, signal },
    headers: { 'content-type': 'application/json', ...headers },
  }).catch((error: Error) => {
    throw new Error(
      signal.aborted ? 'timed out' : String((error.cause as { code?: string } | undefined)?.code ?? error),
    )
  })
  const text = await reply.text()
  if (reply.status !== 200 && reply.status !== 204) throw new Error(`HTTP ${reply.status}`)
  return text
}

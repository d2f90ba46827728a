import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { type ApiRequest, type MessagesBody, type SentBlock, startMockApi, type Turn } from './mock-api.ts'
import { LONG_MS, type World } from './world.ts'

/** What the client may do without asking; root cannot bypass permissions altogether. */
export const allowed = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash Read Edit Write Agent']

/** One `claude -p`: the prompt, the scripted model's turns, and further options for the client. */
export interface HeadlessRun {
  prompt: string
  turns?: readonly Turn[]
  agentTurns?: readonly Turn[]
  /** The session to continue. */
  resume?: string
  args?: readonly string[]
  /** What the client may do without asking; default `allowed`. */
  permissions?: readonly string[]
  env?: Record<string, string>
}

/** The result. `main`: the requests of the conversation itself, in order; `debugLog`: the client's debug log. */
export interface HeadlessResult {
  sessionId: string
  result: string
  exitCode: number | undefined
  ms: number
  requests: ApiRequest[]
  main: ApiRequest[]
  debugLog: string
  stdout: string
  stderr: string
}

/** Runs the real client once, without a terminal, in the world's project. */
export async function runHeadless(
  world: Pick<World, 'root' | 'project' | 'env' | 'claude'>,
  run: HeadlessRun,
): Promise<HeadlessResult> {
  const api = await startMockApi(run.turns, run.agentTurns)
  const debugFile = join(world.root, `debug-${crypto.randomUUID()}.log`)
  const output = ['--output-format', 'json', '--debug-file', debugFile]
  const args = ['-p', run.prompt, ...(run.permissions ?? allowed), ...output, ...(run.args ?? [])]
  if (run.resume) args.push('--resume', run.resume)
  const began = performance.now()
  const done = await execa(world.claude, args, {
    cwd: world.project,
    env: { ...world.env, ANTHROPIC_BASE_URL: api.url, ...run.env },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: LONG_MS,
    killSignal: 'SIGKILL',
  })
  const ms = performance.now() - began
  await api.close()
  const { session_id = '', result = '' } = answer(done.stdout)
  return {
    sessionId: session_id,
    result,
    exitCode: done.exitCode,
    ms,
    requests: api.requests,
    main: api.requests.filter((request) => request.kind === 'main'),
    debugLog: textOf(debugFile),
    stdout: done.stdout,
    stderr: done.stderr,
  }
}

/** Everything in a request but the model's own words: the system prompt and the texts of the other messages. */
export function contextOf(request: ApiRequest | undefined): string {
  if (!request) return ''
  const said = (request.body.messages ?? []).filter((message) => message.role !== 'assistant')
  return [request.body.system, ...said.map((message) => message.content)].map(flat).filter(Boolean).join('\n')
}

function flat(content: MessagesBody['system'] | SentBlock['content']): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.map((block) => block.text ?? flat(block.content)).join('\n')
}

function answer(stdout: string): { session_id?: string; result?: string } {
  try {
    return JSON.parse(stdout) as { session_id?: string; result?: string }
  } catch {
    return {}
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

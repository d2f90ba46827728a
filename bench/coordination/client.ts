import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { structuredPatch } from 'diff'
import { seeded } from '../retrieval/figures.ts'

/** What a client process is told. */
export interface Task {
  readonly port: number
  readonly token: string
  readonly project: string
  readonly session: string
  readonly source: 'startup' | 'resume'
  readonly files: number
  readonly seed: number
  /** The mean time between calls, in ms. */
  readonly pauseMs: number
}

/** What a client saw and did; times are of the system's monotonic clock in ms, which all processes share. */
export type Noted =
  | { readonly did: 'began'; readonly session: string; readonly at: number }
  /** It said that it ended between `from` and `at`. */
  | { readonly did: 'ended'; readonly session: string; readonly from: number; readonly at: number }
  /** The file was read between `from` and `at`. */
  | {
      readonly did: 'read'
      readonly session: string
      readonly file: string
      readonly from: number
      readonly at: number
      readonly said: string
    }
  /** An edit is about to be asked for. */
  | {
      readonly did: 'asked'
      readonly session: string
      readonly file: string
      readonly at: number
      readonly answered: number
      readonly said: string
      readonly tool: Tool
    }
  /** The file was written between `from` and `at`; `isStale`: with a text made from an older one of the file. */
  | {
      readonly did: 'wrote'
      readonly session: string
      readonly file: string
      readonly from: number
      readonly at: number
      readonly isStale: boolean
      readonly said: string
    }

/** The tools that a client edits with. */
export type Tool = 'Edit' | 'Write' | 'Bash'

const LINES = 20
/** Shares of calls that read; of edits that write a whole file from memory, and that are a shell command. */
const [READS, WRITES, SHELLS] = [0.5, 0.3, 0.2]
/** How often a person answers yes, and how often an agent that was told of a change reads the file again first. */
const [YES, REREADS] = [0.5, 0.5]

/** The text of a file before anybody has edited it. */
export const freshText = (): string => Array.from({ length: LINES }, (_, n) => `line ${n}\n`).join('')

/** A time that all processes share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

const note = (noted: Noted): void => {
  writeSync(1, `${JSON.stringify(noted)}\n`)
}

/** Works until the parent closes its input, then ends its session; or until it is killed. */
export async function work(task: Task): Promise<void> {
  const client = new Client(task)
  let isOver = false
  createInterface({ input: process.stdin }).on('close', () => {
    isOver = true
  })
  await client.begin()
  while (!isOver) {
    await sleep(task.pauseMs * 2 * client.random())
    if (!isOver) await client.call()
  }
  await client.end()
}

class Client {
  readonly random: () => number
  readonly #task: Task
  readonly #known = new Map<string, string>()
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  #calls = 0

  constructor(task: Task) {
    this.#task = task
    this.random = seeded(task.seed)
  }

  async begin(): Promise<void> {
    note({ did: 'began', session: this.#task.session, at: now() })
    await this.#post({ hook_event_name: 'SessionStart', source: this.#task.source })
  }

  async end(): Promise<void> {
    const from = now()
    await this.#post({ hook_event_name: 'SessionEnd', reason: 'other' })
    note({ did: 'ended', session: this.#task.session, from, at: now() })
    this.#agent.destroy()
  }

  async call(): Promise<void> {
    const known = [...this.#known.keys()]
    if (known.length === 0 || this.random() < READS) return this.#read(`f${this.#below(this.#task.files)}.txt`)
    const file = known[this.#below(known.length)] as string
    const said = await this.#ask(file)
    if (said === undefined) return
    if (said.isRefused) return
    if (said.text.includes('after this session last read it') && this.random() < REREADS) return this.#read(file)
    await this.#write(file, said)
  }

  async #read(file: string): Promise<void> {
    const { session } = this.#task
    const from = now()
    const content = readFileSync(this.#path(file), 'utf8')
    const at = now()
    this.#known.set(file, content)
    const read = { filePath: this.#path(file), content, numLines: LINES, startLine: 1, totalLines: LINES }
    const call = this.#callOf('Read', { file_path: this.#path(file) })
    const said = await this.#post({
      ...call,
      hook_event_name: 'PostToolUse',
      tool_response: { type: 'text', file: read },
    })
    note({ did: 'read', session, file, from, at, said: textOf(said) })
  }

  async #ask(file: string) {
    const kind = this.random()
    const tool: Tool = kind < WRITES ? 'Write' : kind < WRITES + SHELLS ? 'Bash' : 'Edit'
    const line = this.#below(LINES)
    const call = this.#callOf(tool, inputOf(tool, this.#path(file), line))
    const at = now()
    const answer = await this.#post({ ...call, hook_event_name: 'PreToolUse' })
    const answered = now()
    const text = textOf(answer)
    note({ did: 'asked', session: this.#task.session, file, at, answered, said: text, tool })
    const decision = answer.hookSpecificOutput?.permissionDecision
    const isRefused = decision === 'deny' || (decision === 'ask' && this.random() >= YES)
    return { tool, line, call, text, isRefused }
  }

  async #write(file: string, { tool, line, call }: { tool: Tool; line: number; call: object }): Promise<void> {
    const { session } = this.#task
    const path = this.#path(file)
    const from = now()
    const before = readFileSync(path, 'utf8')
    const base = tool === 'Write' ? (this.#known.get(file) ?? before) : before
    const lines = base.split('\n')
    lines[line] = `line ${line} of ${session} ${this.#calls}`
    const after = lines.join('\n')
    writeFileSync(path, after)
    const at = now()
    this.#known.set(file, after)
    const hunks = structuredPatch(file, file, before, after, '', '', { context: 3 }).hunks
    const edited = {
      filePath: path,
      originalFile: before,
      structuredPatch: hunks,
      ...(tool === 'Write' && { content: after }),
    }
    const response = tool === 'Bash' ? { stdout: '', stderr: '', interrupted: false } : edited
    const said = await this.#post({ ...call, hook_event_name: 'PostToolUse', tool_response: response })
    note({ did: 'wrote', session, file, from, at, isStale: tool === 'Write' && base !== before, said: textOf(said) })
  }

  readonly #below = (limit: number): number => Math.floor(this.random() * limit)
  readonly #path = (file: string): string => join(this.#task.project, file)

  #callOf(tool: string, input: object): object {
    return {
      tool_name: tool,
      tool_use_id: `toolu_${this.#task.session.slice(0, 8)}${process.pid}${this.#calls++}`,
      tool_input: input,
    }
  }

  #post(fields: object): Promise<Answer> {
    const { port, token, session, project } = this.#task
    const payload = {
      session_id: session,
      transcript_path: '/nowhere.jsonl',
      cwd: project,
      prompt_id: session,
      ...fields,
    }
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...('source' in fields && { 'x-hindcast-client': `${process.pid};cli;1` }),
    }
    const where = { host: '127.0.0.1', port, path: '/hook', method: 'POST', agent: this.#agent, headers }
    return new Promise((done, fail) => {
      const request = http.request(where, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.on('end', () => done(JSON.parse(body || '{}') as Answer))
      })
      request.on('error', fail).end(JSON.stringify(payload))
    })
  }
}

interface Answer {
  readonly systemMessage?: string
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly additionalContext?: string
  }
}

const textOf = ({ hookSpecificOutput: own = {} }: Answer): string =>
  [own.permissionDecisionReason, own.additionalContext].filter(Boolean).join('\n')

function inputOf(tool: Tool, path: string, line: number): object {
  if (tool === 'Bash') return { command: `sed -i 's/^line ${line} .*/line ${line}/' ${path}` }
  return tool === 'Write'
    ? { file_path: path, content: 'whole' }
    : { file_path: path, old_string: `line ${line}`, new_string: `line ${line} new` }
}

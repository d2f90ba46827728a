import { type ChildProcess, fork } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  CodeAnswer,
  CodeFailure,
  CodeQuestion,
  CodeReach,
  CodeReply,
  CodeRequest,
  CodeWork,
  Embedded,
  UnembeddedCode,
} from '@hindcast/code-insight'
import { mayHaveIndex } from '@hindcast/code-insight/client'
import { HindcastError } from '../../domain/errors.ts'
import type { Code, CodeIndexes, CodeMeanings, Log } from '../../ports.ts'
import type { ProgramOptions } from './program.ts'

/** The locations of the program, its grammars and the indexes. */
export interface CodeChildOptions {
  readonly program: string
  /** The folder created by scripts/grammars.mjs. */
  readonly grammars: string
  /** The folder of the indexes. */
  readonly indexes: string
  /** The file of TypeScript's compiler, if there is one. */
  readonly compiler?: string
  /** Files that hold Hindcast's own tokens, which count as secrets. */
  readonly tokens?: readonly string[]
  /** Names of folders that are never a project's own, such as a client's. */
  readonly skipped?: readonly string[]
  /** The environment that the program gets. */
  readonly env: NodeJS.ProcessEnv
  readonly log: Pick<Log, 'error'>
  /** How long it stays when idle. */
  readonly idleMs?: number
  /** How long a question may take. */
  readonly answerMs?: number
}

interface Waiting {
  readonly request: CodeRequest
  /** How often its process ended with this question. */
  ends: number
  readonly timer: NodeJS.Timeout
  resolve(reply: CodeReply): void
  reject(error: Error): void
}

const STOPPING = 'the daemon is stopping'
const IDLE_MS = 5 * 60_000
const ANSWER_MS = 60_000
/** A question that ends the process so often will not be answered by another one. */
const MOST_ENDS = 3
/** Indexes that nobody asked about for so long are deleted. */
const KEPT_MS = 7 * 24 * 3_600_000
/** The checker's thread has a limit of its own. What the parser keeps outside of it comes on top. */
const HEAP_MB = 600

/** Reads code in its own process, which starts with the first question and ends when idle or together with this one. */
export class CodeChild implements Code, CodeMeanings, CodeIndexes {
  readonly #options: CodeChildOptions
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #asked = 0
  #spared: readonly string[] = []
  /** Indexes are being deleted: nothing is asked until then. */
  #clearing: Promise<unknown> | undefined
  #isClosed = false

  constructor(options: CodeChildOptions) {
    this.#options = options
  }

  async ask(folder: string, question: CodeQuestion, within: CodeReach = 'anywhere'): Promise<CodeAnswer> {
    const { answer } = await this.#send(folder, { do: 'answer', question, within })
    if (answer === undefined) throw new HindcastError('code-failed', 'there was no answer')
    return answer
  }

  async refresh(folder: string): Promise<void> {
    try {
      if (await mayHaveIndex(this.#options.indexes, folder)) await this.#send(folder, { do: 'refresh' })
    } catch (error) {
      this.#options.log.error('the index of code could not be refreshed', { error: String(error) })
    }
  }

  async unembedded(folder: string, limit: number): Promise<readonly UnembeddedCode[]> {
    return (await this.#send(folder, { do: 'tell unembedded', limit })).unembedded ?? []
  }

  async embed(folder: string, found: readonly Embedded[]): Promise<void> {
    await this.#send(folder, { do: 'embed', found })
  }

  async sweep(now: number): Promise<void> {
    const { indexes } = this.#options
    for (const name of await readdir(indexes).catch(() => [])) {
      const used = await stat(join(indexes, name.replace(/\.db-.*$/, '.db'))).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      if (used < now - KEPT_MS) await rm(join(indexes, name), { force: true })
    }
  }

  async forget(): Promise<void> {
    const { indexes } = this.#options
    const waiting = [...this.#waiting.values()]
    // Whoever has a file open could write to it again
    const clearing = Promise.all([this.#clearing, this.#end()])
      .then(() => rm(indexes, { recursive: true, force: true, maxRetries: 3 }))
      .finally(() => {
        if (this.#clearing === clearing) this.#clearing = undefined
      })
    this.#clearing = clearing
    for (const { request } of waiting) this.#post(request)
    await clearing
  }

  spare(folders: readonly string[]): void {
    this.#spared = folders
  }

  rest(): void {
    void this.#end()
    this.#rejectAll('Hindcast was paused')
  }

  /** Whether the process is running. */
  get isRunning(): boolean {
    return this.#child !== undefined
  }

  /** Its process id, if it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Rejects whatever is waiting, and ends the process. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#rejectAll(STOPPING)
    await this.#end()
  }

  /** Ends the process without asking anybody's question again. */
  async #end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
    kill(child)
    await exited
  }

  #rejectAll(why: string): void {
    for (const { request } of this.#waiting.values()) this.#settle(request.id, new HindcastError('code-failed', why))
  }

  #send(folder: string, work: CodeWork): Promise<CodeReply> {
    if (this.#isClosed) return Promise.reject(new HindcastError('code-failed', STOPPING))
    const request: CodeRequest = { id: ++this.#asked, folder, work, spared: this.#spared }
    const withinMs = this.#options.answerMs ?? ANSWER_MS
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#tooLate(request, withinMs), withinMs).unref()
      this.#waiting.set(request.id, { request, ends: 0, timer, resolve, reject })
      this.#post(request)
    })
  }

  #post(request: CodeRequest): void {
    if (!this.#waiting.has(request.id)) return
    if (this.#clearing !== undefined) return void this.#clearing.catch(() => {}).then(() => this.#post(request))
    this.#child ??= this.#start()
    this.#child.send(request, () => {})
  }

  #start(): ChildProcess {
    const { program, grammars, indexes, compiler, tokens, skipped, env, idleMs = IDLE_MS } = this.#options
    const told: ProgramOptions = { indexes, grammars, compiler, tokens, skipped, idleMs }
    const child = fork(program, [JSON.stringify(told)], {
      env,
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=8'],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    child.on('message', (reply: CodeReply) => {
      const { id, error, warning } = reply
      if (warning !== undefined) this.#options.log.error('reading code', { error: warning })
      this.#settle(id, error ? errorOf(error) : reply)
    })
    child.on('error', ({ message }) => this.#ended(child, message, 1))
    child.on('exit', (code, signal) => this.#ended(child, `its process ended (${signal ?? code})`, code))
    return child
  }

  #settle(id: number, result: CodeReply | Error): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    if (result instanceof Error) waiting.reject(result)
    else waiting.resolve(result)
  }

  /** Questions are asked again: it may have ended just because it was idle (with code 0), or somebody killed it. */
  #ended(child: ChildProcess, why: string, code: number | null): void {
    if (child !== this.#child) return
    this.#child = undefined
    if (this.#waiting.size > 0) this.#options.log.error('the process that reads code ended', { error: why })
    for (const waiting of [...this.#waiting.values()]) {
      if (code !== 0) waiting.ends++
      if (waiting.ends >= MOST_ENDS) this.#settle(waiting.request.id, new HindcastError('code-failed', why))
      else this.#post(waiting.request)
    }
  }

  /** It may be stuck, so the next question gets another process. */
  #tooLate({ id }: CodeRequest, withinMs: number): void {
    this.#settle(id, new HindcastError('code-failed', `no answer within ${Math.round(withinMs / 1_000)} s`))
    kill(this.#child)
  }
}

const errorOf = ({ code, why, remedy }: CodeFailure): HindcastError =>
  new HindcastError(code, why, remedy === undefined ? {} : { remedy })

/** How long a process may take to end those that it has started. */
const ENDS_WITHIN_MS = 500

function kill(child: ChildProcess | undefined): void {
  child?.kill('SIGTERM')
  const timer = setTimeout(() => child?.kill('SIGKILL'), ENDS_WITHIN_MS)
  child?.once('exit', () => clearTimeout(timer))
}

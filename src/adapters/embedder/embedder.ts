import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedding } from '@hindcast/text/similarity.ts'
import type { Embedder, Log } from '../../ports.ts'

/** The locations of its program and model. */
export interface EmbedderOptions {
  readonly program: string
  /** The folder created by scripts/model.mjs. */
  readonly model: string
  /** The environment that the program gets. */
  readonly env: NodeJS.ProcessEnv
  readonly isOn: () => boolean
  readonly log: Pick<Log, 'error'>
  /** How long the model stays in memory when idle. */
  readonly idleMs?: number
}

const IDLE_MS = 5 * 60_000
/** How many query embeddings are cached, at some 400 bytes each. */
const MOST_KNOWN = 256

interface Waiting {
  readonly text: string
  resolve(embedding: Embedding | undefined): void
}

/** The program's reply: a text's embedding, or why there is none. */
export type EmbedderReply = { readonly embedding: Embedding } | { readonly error: string }

/**
 * Runs the model in its own process, which starts with the first text and ends when idle or together with this process.
 */
export class LocalEmbedder implements Embedder {
  readonly #options: EmbedderOptions
  readonly #asked: Waiting[] = []
  readonly #kept: Waiting[] = []
  readonly #known = new Map<string, Promise<Embedding | undefined>>()
  #child: ChildProcess | undefined
  #current: Waiting | undefined
  #broken: string | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: EmbedderOptions) {
    this.#options = options
  }

  async asked(text: string, withinMs: number): Promise<Embedding | undefined> {
    if (!this.#isAble() || text.trim() === '') return undefined
    const embedding = this.#known.get(text) ?? this.#push(this.#asked, text)
    this.#remember(text, embedding)
    const given = new AbortController()
    const late = sleep(withinMs, undefined, { signal: given.signal, ref: false }).catch(() => undefined)
    return Promise.race([embedding, late]).finally(() => given.abort())
  }

  async kept(text: string): Promise<Embedding | undefined> {
    return this.#isAble() ? this.#push(this.#kept, text) : undefined
  }

  state() {
    return { on: this.#options.isOn(), loaded: this.#child !== undefined, broken: this.#broken }
  }

  /** Rejects whatever is waiting, and frees the memory. */
  close(): void {
    this.#closed = true
    this.#rest()
  }

  #isAble(): boolean {
    return !this.#closed && this.#broken === undefined && this.#options.isOn()
  }

  #remember(text: string, embedding: Promise<Embedding | undefined>): void {
    this.#known.delete(text)
    this.#known.set(text, embedding)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }

  #push(queue: Waiting[], text: string): Promise<Embedding | undefined> {
    return new Promise((resolve) => {
      queue.push({ text, resolve })
      this.#next()
    })
  }

  /** One text at a time, so that a query waits for at most one stored text. */
  #next(): void {
    if (this.#current !== undefined) return
    clearTimeout(this.#timer)
    this.#current = this.#asked.shift() ?? this.#kept.shift()
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => this.#rest(), this.#options.idleMs ?? IDLE_MS).unref()
      return
    }
    this.#child ??= this.#start()
    this.#child.send(this.#current.text, () => {})
  }

  #start(): ChildProcess {
    const { program, model, env } = this.#options
    const child = fork(program, [model], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    child.on('message', (told: EmbedderReply) => {
      if ('error' in told) return this.#fail(child, told.error)
      this.#current?.resolve(told.embedding)
      this.#current = undefined
      this.#next()
    })
    child.on('error', ({ message }) => this.#fail(child, message))
    child.on('exit', (code, signal) => this.#fail(child, `its process ended (${signal ?? code})`))
    return child
  }

  /** Gives up on embedding: what failed once would fail for every text. Ignores a process that was already released. */
  #fail(child: ChildProcess, why: string): void {
    if (child !== this.#child) return
    this.#broken = why
    this.#options.log.error('texts are found by their words alone: the embedding model failed', { error: why })
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#timer)
    const [child, current] = [this.#child, this.#current]
    this.#child = undefined
    this.#current = undefined
    for (const { resolve } of [...(current ? [current] : []), ...this.#asked.splice(0), ...this.#kept.splice(0)])
      resolve(undefined)
    child?.kill()
  }
}

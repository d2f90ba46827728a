import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Meaning } from '../../domain/retrieval/meaning.ts'
import type { Embedder, Log } from '../../ports.ts'

/** Where its worker and its model are. */
export interface EmbedderOptions {
  readonly workerUrl: URL
  /** The folder that scripts/model.mjs made. */
  readonly model: string
  readonly isOn: () => boolean
  readonly log: Pick<Log, 'error'>
  /** How long the model stays in memory when nobody asks. */
  readonly idleMs?: number
}

const IDLE_MS = 5 * 60_000
/** Questions whose meaning is kept, some 400 bytes each. */
const MOST_KNOWN = 256

interface Waiting {
  readonly text: string
  resolve(meaning: Meaning | undefined): void
}

/** A model in a worker thread, loaded by the first text and gone when it rests. */
export class LocalEmbedder implements Embedder {
  readonly #options: EmbedderOptions
  readonly #asked: Waiting[] = []
  readonly #kept: Waiting[] = []
  readonly #known = new Map<string, Promise<Meaning | undefined>>()
  #worker: Worker | undefined
  #current: Waiting | undefined
  #broken: string | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: EmbedderOptions) {
    this.#options = options
  }

  async asked(text: string, withinMs: number): Promise<Meaning | undefined> {
    if (!this.#isAble() || text.trim() === '') return undefined
    const meaning = this.#known.get(text) ?? this.#push(this.#asked, text)
    this.#remember(text, meaning)
    const given = new AbortController()
    const late = sleep(withinMs, undefined, { signal: given.signal, ref: false }).catch(() => undefined)
    return Promise.race([meaning, late]).finally(() => given.abort())
  }

  async kept(text: string): Promise<Meaning | undefined> {
    return this.#isAble() ? this.#push(this.#kept, text) : undefined
  }

  state() {
    return { on: this.#options.isOn(), loaded: this.#worker !== undefined, broken: this.#broken }
  }

  /** Lets nobody wait, and frees the memory. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#rest()
  }

  #isAble(): boolean {
    return !this.#closed && this.#broken === undefined && this.#options.isOn()
  }

  #remember(text: string, meaning: Promise<Meaning | undefined>): void {
    this.#known.delete(text)
    this.#known.set(text, meaning)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }

  #push(queue: Waiting[], text: string): Promise<Meaning | undefined> {
    return new Promise((resolve) => {
      queue.push({ text, resolve })
      this.#next()
    })
  }

  /** One at a time, so that what is asked waits for one kept text at most. */
  #next(): void {
    if (this.#current !== undefined) return
    clearTimeout(this.#timer)
    this.#current = this.#asked.shift() ?? this.#kept.shift()
    if (this.#current === undefined) {
      this.#timer = setTimeout(() => void this.#rest(), this.#options.idleMs ?? IDLE_MS).unref()
      return
    }
    this.#worker ??= this.#start()
    this.#worker.postMessage(this.#current.text)
  }

  #start(): Worker {
    const { workerUrl, model, log } = this.#options
    const worker = new Worker(workerUrl, { workerData: model, name: 'embedder' })
    worker.unref()
    worker.on('message', (meaning: Meaning) => {
      this.#current?.resolve(meaning)
      this.#current = undefined
      this.#next()
    })
    worker.on('error', ({ message }) => {
      this.#broken = message
      log.error('texts are found by their words alone: the embedding model failed', { error: message })
      void this.#rest()
    })
    return worker
  }

  async #rest(): Promise<void> {
    clearTimeout(this.#timer)
    const [worker, current] = [this.#worker, this.#current]
    this.#worker = undefined
    this.#current = undefined
    for (const { resolve } of [...(current ? [current] : []), ...this.#asked.splice(0), ...this.#kept.splice(0)])
      resolve(undefined)
    await worker?.terminate()
  }
}

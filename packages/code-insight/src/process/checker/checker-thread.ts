import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Checked } from './checker.ts'
import type { CheckerSetting, CheckReply, CheckRequest } from './thread.ts'

/** The thread's heap: one large shard with its types. With what the process holds besides, this stays below 1.2 GB. */
const HEAP_MB = 850
const IDLE_MS = 60_000
/** No files take so much of the processor's time, in milliseconds, even with what other threads take meanwhile; whatever does is stuck. */
const CHECK_CPU_MS = 180_000
/** Nor do they take so long, however busy the machine is. */
const CHECK_MS = 30 * 60_000
/** How often that is looked at. */
const LOOK_MS = 1_000

/** A checker in a thread of its own, so that what it does holds nothing up; the thread ends when idle, and its memory is free. */
export class CheckerThread {
  readonly #program: string
  readonly #setting: CheckerSetting
  readonly #files: () => readonly string[]
  #changed = new Set<string>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  /** `program`: a file that calls `serveChecks` in a thread. `files`: all files of the project. */
  constructor(program: string, setting: CheckerSetting, files: () => readonly string[]) {
    this.#program = program
    this.#setting = setting
    this.#files = files
  }

  /** This file was edited, created or deleted. */
  changed(path: string): void {
    if (this.#worker !== undefined) this.#changed.add(path)
  }

  /** What files call and use; one call at a time. Rejects where the thread ends of it. */
  async check(paths: readonly string[]): Promise<ReadonlyMap<string, Checked>> {
    clearTimeout(this.#timer)
    const isNew = this.#worker === undefined
    const worker = this.#worker ?? this.#start()
    const changed = [...this.#changed]
    this.#changed = new Set()
    const files = isNew || changed.length > 0 ? this.#files() : undefined
    try {
      return new Map(await this.#reply(worker, { paths, files, changed }))
    } finally {
      this.#timer = setTimeout(() => this.close(), IDLE_MS).unref()
    }
  }

  /** Ends the thread; the next check starts another one. */
  close(): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    this.#changed = new Set()
    void worker?.terminate()
  }

  #start(): Worker {
    // The limit that the process was started with, if it was, would otherwise hold for the thread too, whatever its own is
    setFlagsFromString(`--max-old-space-size=${HEAP_MB}`)
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 }
    const worker = new Worker(this.#program, { workerData: this.#setting, resourceLimits, execArgv: [], argv: [] })
    worker.unref()
    this.#worker = worker
    return worker
  }

  #reply(worker: Worker, request: CheckRequest): Promise<CheckReply> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        done()
        if (worker === this.#worker) this.close()
        reject(error)
      }
      const exited = () => fail(new Error('the checker has ended'))
      const replied = (reply: CheckReply) => {
        done()
        resolve(reply)
      }
      const [began, usage] = [performance.now(), process.cpuUsage()]
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(usage)
        const isStuck = (user + system) / 1_000 > CHECK_CPU_MS || performance.now() - began > CHECK_MS
        if (isStuck) fail(new Error('the checker did not answer'))
      }, LOOK_MS).unref()
      const done = () => {
        clearInterval(timer)
        worker.off('message', replied).off('error', fail).off('exit', exited)
      }
      worker.on('message', replied).on('error', fail).on('exit', exited)
      worker.postMessage(request)
    })
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowedEnvironment } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { recordStandby } from './standby-process.ts'

/** A client that has just been noticed waits for an answer, which a new process would delay. */
const AFTER_ANSWER_MS = 50
/** A standby process that was killed is replaced after this. */
const AGAIN_MS = 5_000
/** A daemon that dies sooner than this twice in a row is started again only after a pause. */
const STEADY_MS = 10_000
const PAUSE_SECONDS = 1
/** Tells it that no pause is needed. */
const STEADY = 'steady\n'
/** How long it may take to end. */
const END_MS = 500

/** What is known about the daemon before this one, if a standby process started this one. */
export interface Inherited {
  /** The descriptor of the listening socket. */
  readonly socket: number | undefined
  /** Whether the daemon before this one died soon after it had started. */
  readonly isUnsteady: boolean
}

/**
 * Keeps the daemon's port from falling free while a client is running. The standby process is a shell that holds the
 * listening socket and waits: when the daemon dies, it becomes the daemon's successor, which accepts the connections that
 * were made meanwhile. The port is never closed, so no other program can take it.
 */
export class Standby {
  readonly #home: Home
  readonly #launcher: string
  readonly #inherited: Inherited
  #server: Server | undefined
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #isRecorded = false
  #isWanted = false
  #isEnded = false

  constructor(home: Home, app: string, inherited: Inherited) {
    this.#home = home
    this.#launcher = join(app, 'hindcast-run')
    this.#inherited = inherited
  }

  /** The daemon listens with this server. If it was started by a standby process, it needs one of its own at once. */
  serves(server: Server): void {
    this.#server = server
    if (this.#inherited.socket !== undefined) this.start()
    else if (this.#isWanted) this.startSoon()
  }

  /** A client is running: starts the standby process soon. */
  startSoon(): void {
    this.#isWanted = true
    if (this.#server && !this.#child && !this.#isEnded)
      this.#timer ??= setTimeout(() => this.start(), AFTER_ANSWER_MS).unref()
  }

  /** Starts the standby process, if there is none. */
  start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const socket = this.#server && descriptorOf(this.#server)
    if (this.#child || this.#isEnded || socket === undefined) return
    const pause = this.#inherited.isUnsteady ? PAUSE_SECONDS : 0
    const child = spawn('/bin/sh', [this.#launcher, 'standby', String(pause)], {
      cwd: this.#home.dir,
      env: { ...allowedEnvironment(process.env), HINDCAST_HOME: this.#home.dir },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', socket],
    })
    this.#child = child
    child.unref()
    child.stdin?.on('error', () => undefined)
    child.on('error', () => undefined)
    child.once('close', () => this.#lost(child))
    this.#record(child.pid)
    setTimeout(() => child.stdin?.write(STEADY), STEADY_MS).unref()
  }

  /** Whether a standby process is running. */
  isReady(): boolean {
    return this.#child !== undefined
  }

  /** Has a successor started as soon as this process ends. */
  takeOver(): void {
    this.start()
    this.#child?.stdin?.write(STEADY)
  }

  /** Ends the standby process: from now on no successor is needed. Resolves once the port is this process's alone. */
  async end(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (!child) return this.#record(undefined)
    const ended = once(child, 'close')
    child.stdin?.end('leave\n')
    await Promise.race([ended, sleep(END_MS)])
    child.kill('SIGKILL')
  }

  #lost(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    if (this.#isEnded) this.#record(undefined)
    // Its record stays: if this process is killed before there is another, the port is free
    else this.#timer = setTimeout(() => this.start(), AGAIN_MS).unref()
  }

  #record(pid: number | undefined): void {
    if (pid === undefined && !this.#isRecorded) return
    this.#isRecorded = pid !== undefined
    recordStandby(this.#home.dir, pid)
  }
}

/** Node has no public way to hand a server's socket to a program other than Node; it has named its descriptor so since 0.10. */
function descriptorOf(server: Server): number | undefined {
  const { _handle: handle } = server as Server & { readonly _handle?: { readonly fd?: number } | null }
  return handle?.fd !== undefined && handle.fd > 2 ? handle.fd : undefined
}

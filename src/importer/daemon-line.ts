import { Socket } from 'node:net'
import { type ConfigSnapshot, configOf } from '../config/live.ts'
import type { Config, Log } from '../ports.ts'
import type { TranscriptFile } from '../sources/transcripts/discover.ts'
import type { FromImporter, ToImporter } from './protocol.ts'
import { readFrames, writeFrame } from './protocol.ts'

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

/** The importer's connection to the daemon. This process ends when the connection does. */
export class DaemonLine {
  // Node's own stream would block while the daemon is busy
  readonly #output = new Socket({ fd: 1, readable: false, writable: true })
  readonly #waiting: Waiting[] = []
  #snapshot: ConfigSnapshot | undefined
  #isCalm = false

  /** Calls `read` for one file after another, each after the previous one is done. */
  listen(read: (file: TranscriptFile) => Promise<void>): void {
    let reading = Promise.resolve()
    process.stdin.on('end', () => process.exit(0))
    this.#output.on('error', () => process.exit(0))
    readFrames(process.stdin, (heard) => {
      const message = heard as ToImporter
      if (message.kind === 'read') reading = reading.then(() => read(message.file))
      this.#hear(message)
    })
  }

  say(message: FromImporter, bytes?: Uint8Array): void {
    writeFrame(this.#output, message, bytes)
  }

  /** Resolves when the daemon has stored it; rejects if it was refused. */
  keep(message: FromImporter, bytes?: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.say(message, bytes)
    })
  }

  /** Whether no hook is waiting, or was recently. */
  get isCalm(): boolean {
    return this.#isCalm
  }

  /** The configuration as last sent by the daemon, with the project files that this process reads itself. */
  readonly config: Config = configOf(() => this.#snapshot ?? fail('it was told no settings'), this.log)

  /** Entries appear in the daemon's log. */
  get log(): Log {
    const write = (level: 'info' | 'warn' | 'error') => (message: string, fields?: object) =>
      this.say({ kind: 'log', level, message, ...(fields && { fields }) })
    return { info: write('info'), warn: write('warn'), error: write('error') }
  }

  #hear(message: ToImporter): void {
    if ('isCalm' in message) this.#isCalm = message.isCalm
    if (message.kind === 'settings') this.#snapshot = message.snapshot
    else if (message.kind === 'kept') this.#waiting.shift()?.resolve()
    else if (message.kind === 'refused') this.#waiting.shift()?.reject(new Error(message.why))
  }
}

/** Throws that the importer cannot continue. */
export function fail(why: string): never {
  throw new Error(`the importer cannot: ${why}`)
}

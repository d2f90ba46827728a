// Folder src/replay/: a past session run again in a scratch store

import { join, resolve } from 'node:path'
import { scratchFolder, sweepScratch } from '../adapters/store/sqlite/scratch.ts'
import { openStore, type Store } from '../adapters/store/sqlite/store.ts'
import type { LiveConfig } from '../config/live.ts'
import { HindcastError } from '../domain/errors.ts'
import type { Pacer, ReplayAsked, Replayed, ReplayProgress, Replays } from '../ports.ts'
import { discover, type TranscriptFile, type TranscriptPlace } from '../sources/transcripts/discover.ts'
import { replaySession, type SessionReplayParts, type TruePorts } from './session.ts'

/** Dependencies of replays. */
interface ReplayerParts extends Pick<SessionReplayParts, 'file'> {
  readonly truth: TruePorts
  /** The folder for scratch stores, and the worker that serves them. */
  readonly scratch: string
  readonly workerUrl: URL
  /** The clients and the folders of their transcripts; and globs of files that are never read. */
  readonly places: readonly TranscriptPlace[]
  readonly exclude: () => readonly string[]
  readonly pacer: Pick<Pacer, 'giveWay'>
}

const IDLE: ReplayProgress = { running: false, bytes: 0, bytesDone: 0, events: 0 }

/** One attempt at a replay; `isVoid`: its source has changed, or nobody is waiting for it any more. */
interface Try {
  isVoid: boolean
  readonly ended: Promise<unknown>
}

/** Replays over this daemon's store, yielding to its answers. */
export const replaysOf = (
  truth: TruePorts,
  pacer: ReplayerParts['pacer'],
  live: LiveConfig,
  files: Pick<ReplayerParts, 'file' | 'workerUrl' | 'scratch' | 'places'>,
): Replayer =>
  new Replayer({
    truth,
    pacer,
    ...files,
    exclude: () => live.values()['import.exclude'],
  })

/** Replays sessions, one at a time. */
class Replayer implements Replays {
  readonly #parts: ReplayerParts
  #progress = IDLE
  #last: Promise<unknown> = Promise.resolve()
  #running: Try | undefined
  #closed = false

  constructor(parts: ReplayerParts) {
    this.#parts = parts
  }

  run(asked: ReplayAsked): Promise<Replayed> {
    const own = this.#last.then(() => this.#replay(asked))
    this.#last = own.catch(() => undefined)
    return own
  }

  progress(): ReplayProgress {
    return this.#progress
  }

  /** Removes what an earlier daemon left behind. */
  sweep(now: number): Promise<void> {
    return sweepScratch(this.#parts.scratch, now)
  }

  /** Begins the current replay again, so that it does not contain what was forgotten meanwhile. */
  restart(): Promise<void> {
    return this.#void()
  }

  /** Stops the current replay. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#void()
    await this.#last
  }

  async #void(): Promise<void> {
    if (this.#running) this.#running.isVoid = true
    await this.#running?.ended.catch(() => undefined)
  }

  async #replay(asked: ReplayAsked): Promise<Replayed> {
    const files = await this.#find(asked)
    try {
      for (;;) {
        const done = await this.#try(files, asked.fromEmpty)
        if (done !== undefined) return done
        if (this.#closed) throw new HindcastError('not-running', 'it is shutting down')
      }
    } finally {
      this.#progress = { ...this.#progress, running: false }
    }
  }

  /** Undefined if it became void meanwhile. */
  async #try(files: readonly TranscriptFile[], fromEmpty: boolean): Promise<Replayed | undefined> {
    this.#progress = { ...IDLE, running: true, bytes: files.reduce((sum, { size }) => sum + size, 0) }
    const isVoid = () => this.#running?.isVoid === true || this.#closed
    const ended = this.#replayed(files, fromEmpty, isVoid)
    this.#running = { isVoid: false, ended }
    try {
      const done = await ended
      return isVoid() ? undefined : done
    } catch (error) {
      if (isVoid()) return undefined
      throw error
    } finally {
      this.#running = undefined
    }
  }

  async #replayed(files: readonly TranscriptFile[], fromEmpty: boolean, isVoid: () => boolean): Promise<Replayed> {
    const { places, truth, file, scratch: dir, workerUrl, pacer } = this.#parts
    const scratch = await openScratch(dir, workerUrl)
    const advance = (by: Partial<Record<'bytesDone' | 'events', number>>) => {
      const { bytesDone, events } = this.#progress
      this.#progress = {
        ...this.#progress,
        bytesDone: bytesDone + (by.bytesDone ?? 0),
        events: events + (by.events ?? 0),
      }
    }
    try {
      return await replaySession(files, scratch.store, {
        truth,
        file,
        fromEmpty,
        hosts: places.map(({ host }) => host),
        async pause() {
          await pacer.giveWay()
          if (isVoid()) throw new Error('no use in going on')
        },
        onRead: (bytesDone) => advance({ bytesDone }),
        onEvent: () => advance({ events: 1 }),
      })
    } finally {
      await scratch.remove()
    }
  }

  /** A session's transcript and its subagents'. Throws `not-found`. */
  async #find({ transcript, from = '/' }: ReplayAsked): Promise<readonly TranscriptFile[]> {
    const { places, exclude } = this.#parts
    const writerOf = (path: string) => places.find(({ host }) => path.endsWith(host.transcripts.extension))?.host
    const isPath = transcript.includes('/') || writerOf(transcript) !== undefined
    const path = isPath ? resolve(from, transcript) : await this.#pathOf(transcript)
    const host = writerOf(path)
    const files = host ? await discover(places, [path, host.transcripts.subagentsOf(path)], exclude()) : []
    if (files.length > 0) return files
    throw new HindcastError('not-found', `no transcript matches '${transcript}', or import.exclude skips it`, {
      remedy: 'pass the path of a transcript',
    })
  }

  /** The path for the single session whose id has this prefix. */
  async #pathOf(prefix: string): Promise<string> {
    const { truth, places, exclude } = this.#parts
    const known = await truth.evidence.sessions({ id: prefix, limit: 2 })
    const row = known.find(({ id }) => id === prefix) ?? (known.length === 1 ? known[0] : undefined)
    if (row?.transcript !== undefined) return row.transcript
    const files = await discover(places, [], exclude())
    const named = files.filter(({ session, agent }) => !agent && session.startsWith(prefix))
    const [first] = named
    if (prefix !== '' && first && named.length === 1) return first.path
    if (named.length === 0)
      throw new HindcastError('not-found', `no session with a transcript matches '${prefix}'`, {
        remedy: 'to list sessions, run hindcast sessions',
      })
    throw new HindcastError('not-found', `several sessions begin with '${prefix}'`, { remedy: 'pass more of the id' })
  }
}

/** A temporary store, deleted after use. */
export interface Scratch {
  readonly store: Store
  remove(): Promise<void>
}

/** Opens an empty store in a folder of its own below `dir`, mode 0700. */
export async function openScratch(dir: string, workerUrl: URL): Promise<Scratch> {
  const { path, clear } = await scratchFolder(dir, 'replay')
  try {
    const store = await openStore({ file: join(path, 'store.db'), readers: 1, workerUrl })
    return { store, remove: () => store.close().finally(clear) }
  } catch (error) {
    await clear()
    throw error
  }
}

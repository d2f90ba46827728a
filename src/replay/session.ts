import type { Store } from '../adapters/store/sqlite/store.ts'
import { behaviours } from '../behaviours/registry.ts'
import type { Draft, EventName } from '../domain/events.ts'
import type { Usage } from '../domain/nouns/usage.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import type {
  Config,
  Evidence,
  Ledger,
  Log,
  Place,
  Replayed,
  Secrets,
  Sources,
  TurnLog,
  TurnLogEntry,
  Workspace,
} from '../ports.ts'
import type { TranscriptFile } from '../sources/transcripts/discover.ts'
import { type Retold, retold } from '../sources/transcripts/retold.ts'
import type { Host } from '../wire/host.ts'
import { Tally } from './tally.ts'

/** The ports of the real store: read, never written. */
export interface TruePorts {
  readonly evidence: Pick<Evidence, 'sessions' | 'projects'>
  readonly sources: Pick<Sources, 'owners'>
  readonly ledger: Ledger
  readonly workspace: Workspace
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Log
}

/** Dependencies of a replay. */
export interface SessionReplayParts {
  readonly hosts: readonly Host[]
  readonly truth: TruePorts
  /** The file of the real store. */
  readonly file: string
  readonly fromEmpty: boolean
  /** Called before each event: waits while answers are in progress, and throws if there is no point in continuing. */
  readonly pause: () => Promise<void>
  readonly onRead: (bytes: number) => void
  readonly onEvent: () => void
}

/** Replays transcripts in a store of their own, at their original times, with only the records that existed by then. */
export async function replaySession(
  files: readonly TranscriptFile[],
  store: Store,
  parts: SessionReplayParts,
): Promise<Replayed> {
  return new SessionReplay(store, parts).run(files)
}

class SessionReplay {
  readonly #store: Store
  readonly #parts: SessionReplayParts
  readonly #engine: Engine
  readonly #tally: Tally
  #now = 0
  #entries: TurnLogEntry[] = []
  #place: Place | undefined
  /** The client of the session, which no transcript names. */
  #pid: number | undefined
  #nextOfOthers: number | undefined
  #usage: Usage | undefined

  constructor(store: Store, parts: SessionReplayParts) {
    this.#store = store
    this.#parts = parts
    this.#tally = new Tally(store)
    this.#engine = createEngine({ behaviours, ports: this.#ports() })
  }

  async run(files: readonly TranscriptFile[]): Promise<Replayed> {
    const { hosts, truth, pause, onRead, onEvent } = this.#parts
    const reading = {
      hosts,
      owners: (uuids: readonly string[]) => truth.sources.owners(uuids),
      onRead: (bytes: number, unread: number) => {
        onRead(bytes)
        this.#tally.unread += unread
      },
    }
    try {
      for await (const told of retold(files, reading)) {
        await pause()
        await this.#reach(told.draft)
        await this.#live(told)
        onEvent()
      }
    } finally {
      await this.#engine.close()
    }
    return this.#tally.result()
  }

  #ports() {
    const { config, secrets, log, ledger, workspace } = this.#parts.truth
    const turnLog: TurnLog = {
      append: async (entries) => void this.#entries.push(...entries),
      read: async () => [],
    }
    return {
      ...this.#store,
      config,
      secrets,
      log,
      turnLog,
      hosts: this.#parts.hosts,
      sources: { ...this.#store.sources, usage: async () => this.#usage },
      clock: { now: () => this.#now },
      // Free memory at the time is unknown, and so are the processes
      machine: { freeMemoryMb: () => undefined, isRunning: () => true, startedAt: () => undefined },
      // A session's project is known from where it began, whatever the disk looks like now; what its instructions said
      // is lost
      workspace: {
        ...workspace,
        locate: async (dir: string) => this.#place ?? workspace.locate(dir),
        textOf: async () => '',
        fileText: async () => undefined,
        headMovedAt: async () => undefined,
      },
      ledger: {
        ...ledger,
        excluded: async (session: string, promptId: string) =>
          (await ledger.excluded(session, promptId)) || this.#store.ledger.excluded(session, promptId),
      },
    }
  }

  /** Adds what other sessions had recorded by then. */
  async #reach(draft: Draft): Promise<void> {
    if (this.#place === undefined) await this.#begin(draft)
    this.#now = Math.max(this.#now, draft.at)
    if (this.#nextOfOthers !== undefined && this.#nextOfOthers <= this.#now)
      this.#nextOfOthers = await this.#store.past.reach(this.#now)
  }

  async #begin({ session, startDir, cwd = '' }: Draft): Promise<void> {
    const { truth, file, fromEmpty } = this.#parts
    const row = (await truth.evidence.sessions({ id: session, limit: 10 })).find(({ id }) => id === session)
    const project = row && (await truth.evidence.projects()).find(({ id }) => id === row.project)
    const { worktree, branch } = row ?? {}
    this.#place = project ? { project, worktree, branch } : await truth.workspace.locate(startDir ?? cwd)
    this.#pid = row?.clientPid
    const whose = { project: this.#place.project.id, notSession: session }
    this.#nextOfOthers = await this.#store.past.stage({ file, ...whose, records: !fromEmpty })
  }

  async #live({ draft, ordinal, line, use }: Retold): Promise<void> {
    const lived = draft.name === 'SessionStart' ? { ...draft, client: { ...draft.client, pid: this.#pid } } : draft
    const result = await this.#engine.take(lived, { retold: { ordinal, branch: line.branch } })
    await this.#engine.drain()
    const entries = this.#entries
    this.#entries = []
    await this.#tally.note(draft, result, entries)
    if (use && READ_AFTER.has(draft.name)) this.#usage = { session: draft.session, agent: '', ...use }
  }
}

/** Events after which a session's transcript is read, so that its additional data is known from then on. */
const READ_AFTER: ReadonlySet<EventName> = new Set(['SessionStart', 'Stop', 'SessionEnd'])

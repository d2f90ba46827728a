import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import { openStore, type Store } from '../../src/adapters/store/sqlite/store.ts'
import { gitWorkspace } from '../../src/adapters/workspace/git.ts'
import { behaviours } from '../../src/behaviours/registry.ts'
import { liveConfig } from '../../src/config/live.ts'
import type { Draft, EventName } from '../../src/domain/events.ts'
import { projectId } from '../../src/domain/identity.ts'
import type { Usage } from '../../src/domain/nouns/usage.ts'
import type { TurnResult } from '../../src/engine/dispatcher.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import type { Config, Place } from '../../src/ports.ts'
import { discover } from '../../src/sources/transcripts/discover.ts'
import { type Retold, retold } from '../../src/sources/transcripts/retold.ts'
import { isAsked } from '../../src/wire/claude-code/settings/entries.ts'
import { hosts } from '../../src/wire/registry.ts'

/** Sees every event of a project's history and what was answered; then the store as it is after all of them. */
export interface Witness {
  after(draft: Draft, answer: TurnResult, store: Store): Promise<void>
  end(store: Store): Promise<void>
}

/** The folders among these, or directly below them, that hold transcripts: one for each project. */
export function projectsIn(folders: readonly string[]): string[] {
  const holds = (folder: string) => readdirSync(folder).some((name) => name.endsWith('.jsonl'))
  const below = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(folder, entry.name)] : [],
    )
  return folders.flatMap((folder) => (holds(folder) ? [folder] : below(folder).filter(holds)))
}

/**
 * Replays all sessions of a folder of transcripts in chronological order through the engine with all its behaviours, into
 * an empty store (run `npm run build` first: the built worker is used). At each event the store contains exactly what came
 * before it, and what a session was shown counts as shown. The clock follows the transcripts, and no reaction is ever too
 * late. All sessions belong to one project, because the folders they ran in are not on this machine.
 */
export async function replayProject(folder: string, witness: Witness): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
  const workerUrl = pathToFileURL(resolve('dist/store-worker.js'))
  const store = await openStore({ file: join(scratch, 'store.db'), workerUrl })
  try {
    const { config } = await liveConfig(join(scratch, 'config.yaml'), {})
    const history = new History(store, config, folder)
    const files = await discover(
      hosts.map((host) => ({ host, folder })),
      [folder],
      [],
    )
    const first = new Map<string, string>()
    const owners = async (uuids: readonly string[]) => ownersAmong(first, uuids)
    for await (const one of retold(files, { hosts, owners, onRead: () => {} })) {
      if (one.line.uuid !== undefined && !first.has(one.line.uuid)) first.set(one.line.uuid, one.draft.session)
      await history.take(one, witness)
    }
    await history.close()
    await witness.end(store)
  } finally {
    await store.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A line that a fork repeats belongs to the session that was first read. */
const ownersAmong = (first: ReadonlyMap<string, string>, uuids: readonly string[]): Record<string, string> =>
  Object.fromEntries(uuids.flatMap((uuid) => (first.has(uuid) ? [[uuid, first.get(uuid) ?? '']] : [])))

/** One project's history as it goes through an engine. */
class History {
  readonly #store: Store
  readonly #engine: Engine
  #now = 0
  #usage: Usage | undefined

  constructor(store: Store, config: Config, folder: string) {
    this.#store = store
    const place = placesIn(folder)
    const ports = {
      ...store,
      ...{ config, secrets: secretlint, hosts },
      log: { info() {}, warn() {}, error: complain },
      turnLog: { append: async () => {}, read: async () => [] },
      sources: { ...store.sources, usage: async () => this.#usage },
      clock: { now: () => this.#now },
      machine: { freeMemoryMb: () => undefined, isRunning: () => true, startedAt: () => undefined },
      // What the files contained at that time is unknown
      workspace: {
        ...gitWorkspace(),
        locate: async (dir: string) => place(dir),
        textOf: async () => '',
        fileText: async () => undefined,
      },
    }
    this.#engine = createEngine({ behaviours, ports })
  }

  async take({ draft, ordinal, line, use }: Retold, witness: Witness): Promise<void> {
    if (draft.name === 'PreToolUse' && !this.#engine.wanted().some((one) => one.event === draft.name && isAsked(one)))
      return
    this.#now = Math.max(this.#now, draft.at)
    const answer = await this.#engine.take(draft, { retold: { ordinal, branch: line.branch } })
    await this.#engine.drain()
    if (use && READ_AFTER.has(draft.name)) this.#usage = { session: draft.session, agent: '', ...use }
    await witness.after(draft, answer, this.#store)
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

/** Events after which the product reads from a session's transcript how full its context is. */
const READ_AFTER: ReadonlySet<EventName> = new Set(['SessionStart', 'Stop', 'SessionEnd'])

const complain = (message: string, fields?: Readonly<Record<string, unknown>>): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)

/** One project for all folders: the first that a session began in is its top, and one outside of it a worktree. */
function placesIn(folder: string): (dir: string) => Place {
  let root: string | undefined
  return (dir) => {
    root ??= dir
    const project = { id: projectId(folder), name: basename(root), root }
    return { project, worktree: dir === root || dir.startsWith(`${root}/`) ? root : dir }
  }
}

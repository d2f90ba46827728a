import { knowingTokens } from '../adapters/secrets/secretlint.ts'
import { pack } from '../adapters/store/sqlite/protocol.ts'
import { openReading, type ReadOnlyStore } from '../adapters/store/sqlite/reading.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { settledWorkspace } from '../adapters/workspace/settled.ts'
import { behaviours } from '../behaviours/registry.ts'
import { homeOf } from '../config/home.ts'
import { createAbsorber } from '../engine/absorb.ts'
import { KnownSilences } from '../engine/known-silences.ts'
import type { Clock, Evidence, Journal, SourceLine, SourceMark, Sources } from '../ports.ts'
import type { TranscriptFile } from '../sources/transcripts/discover.ts'
import { importEnds } from '../sources/transcripts/ended.ts'
import { readTranscript } from '../sources/transcripts/read.ts'
import { hosts } from '../wire/registry.ts'
import { DaemonLine, fail } from './daemon-line.ts'

/** How many commits may be in progress: enough that neither side waits for the other. */
const AHEAD = 4

/**
 * Reads transcripts for a daemon: the same reading and recording as in the daemon, but everything to store is sent to
 * it.
 */
export async function runImporter(database: string): Promise<void> {
  const line = new DaemonLine()
  const read = readerOf(line, await openReading(database))
  line.listen(async (file) => {
    try {
      line.say({ kind: 'read', read: await read(file) })
    } catch (error) {
      line.say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  })
}

function readerOf(line: DaemonLine, store: ReadOnlyStore) {
  const clock: Clock = { now: () => Date.now() }
  const { config, log } = line
  const { token, curl } = homeOf()
  const secrets = knowingTokens([token, curl])
  const silences = new KnownSilences(store.ledger)
  const ledger = silences.over(store.ledger)
  const underway = new Underway(line, store)
  const evidence = { ...store.evidence, project: underway.project }
  const absorber = createAbsorber(behaviours, {
    config,
    clock,
    log,
    journal: underway.journal,
    evidence,
    ledger,
    secrets,
    workspace: settledWorkspace(gitWorkspace(), store.evidence),
    hosts,
  })
  const how = {
    hosts,
    secrets,
    sources: underway.sources,
    hasEnded: importEnds({ evidence, clock }),
    absorb: (batch: Parameters<typeof absorber.absorb>[0]) => absorber.absorb(batch),
    onProgress: () => {},
    isCalm: () => line.isCalm,
  }
  return async (file: TranscriptFile) => {
    underway.begin()
    silences.clear()
    const cursor = await readTranscript(file, how)
    return cursor ? { sessions: cursor.sessions, skipped: cursor.skipped, errors: cursor.errors } : null
  }
}

/** What was sent and is not known to be stored yet. */
class Underway {
  readonly #line: DaemonLine
  readonly #store: ReadOnlyStore
  readonly #owners: ReturnType<typeof ownersOf>
  readonly #sent: Promise<void>[] = []
  #refused: string | undefined

  constructor(line: DaemonLine, store: ReadOnlyStore) {
    this.#line = line
    this.#store = store
    this.#owners = ownersOf(store.sources)
  }

  /** Starts a new file: refusals of an earlier one have been reported. */
  begin(): void {
    this.#refused = undefined
  }

  get sources() {
    return { ...this.#store.sources, owners: this.#owners.ask }
  }

  /**
   * The project is stored before anything that refers to it, which is sent after it; if it is refused, so is the rest.
   */
  readonly project: Evidence['project'] = async (project) => {
    this.#line.keep({ kind: 'project', project }).catch(() => {})
  }

  get journal(): Journal {
    return {
      commitAll: (commits, mark) => this.#send(pack(commits, mark), mark),
      commit: () => fail('one commit alone'),
      commitPacked: () => fail('packed commits'),
    }
  }

  /**
   * Does not wait for the latest commit, and fails if an earlier one was refused. The daemon counts which were fresh.
   */
  async #send(bytes: Uint8Array, { cursor, lines }: Pick<SourceMark, 'cursor' | 'lines'>): Promise<boolean[]> {
    if (this.#refused !== undefined) throw new Error(this.#refused)
    const settle = this.#owners.send(lines)
    const refuse = (error: Error) => {
      this.#refused = error.message
    }
    this.#sent.push(this.#line.keep({ kind: 'commit', offset: cursor.offset }, bytes).catch(refuse).then(settle))
    if (this.#sent.length >= AHEAD) await this.#sent.shift()
    return []
  }
}

/** The owners of lines, from the store and from what is on its way there. */
export interface Owners {
  ask: Sources['owners']
  /** Registers lines in progress; call the result once they are stored or refused. */
  send(lines: readonly SourceLine[]): () => void
}

/**
 * Looks up owners while earlier lines are still being stored: a line belongs to the session in which it was first read.
 */
export function ownersOf(sources: Pick<Sources, 'owners'>): Owners {
  const underway = new Map<string, string>()
  return {
    async ask(uuids) {
      const sent = uuids.flatMap((uuid) => {
        const session = underway.get(uuid)
        return session === undefined ? [] : [[uuid, session] as const]
      })
      return { ...Object.fromEntries(sent), ...(await sources.owners(uuids)) }
    },
    send(lines) {
      const own = lines.filter(({ uuid }) => !underway.has(uuid))
      for (const { uuid, session } of own) underway.set(uuid, session)
      return () => {
        for (const { uuid } of own) underway.delete(uuid)
      }
    },
  }
}

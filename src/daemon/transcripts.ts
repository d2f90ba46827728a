import type { LiveConfig } from '../config/live.ts'
import type { EventName } from '../domain/events.ts'
import type { Engine } from '../engine/engine.ts'
import type { HookRoute } from '../http/hook.ts'
import { importerOf } from '../importer/child.ts'
import type { Clock, Evidence, Journal, Log, Pacer, Secrets, Sources } from '../ports.ts'
import type { TranscriptPlace } from '../sources/transcripts/discover.ts'
import { Transcripts } from '../sources/transcripts/transcripts.ts'

interface TranscriptsPorts {
  readonly sources: Sources
  readonly evidence: Evidence
  readonly secrets: Secrets
  readonly journal: Journal
  readonly clock: Clock
  readonly log: Log
  readonly pacer: Pacer
}

/** The transcripts in these places, read into the engine; `importer`: the program for large amounts. */
export const transcriptsOf = (
  ports: TranscriptsPorts,
  engine: Engine,
  live: LiveConfig,
  places: readonly TranscriptPlace[],
  importer: { readonly program: string; readonly database: string },
): Transcripts =>
  new Transcripts({
    ...ports,
    elsewhere: importerOf({
      ...ports,
      ...importer,
      snapshot: live.snapshot,
    }),
    absorb: (batch) => engine.absorb(batch),
    wake: () => engine.wake(),
    places,
    exclude: () => live.values()['import.exclude'],
  })

/** Events after which the session's own transcript is read, to catch up on what hooks missed. */
const MOMENTS: ReadonlySet<EventName> = new Set(['SessionStart', 'Stop', 'SessionEnd'])

/** Takes events and, after answering some of them, catches up on what was missed; an index of code when a session starts. */
export const followingTranscripts =
  (
    take: HookRoute['take'],
    transcripts: Transcripts,
    code: { refresh(folder: string): Promise<void> },
  ): HookRoute['take'] =>
  async (draft, part, delivery) => {
    const answer = await take(draft, part, delivery)
    if (MOMENTS.has(draft.name)) setTimeout(() => void transcripts.catchUpWith(draft.session), AFTER_MS)
    const { cwd } = draft
    if (draft.name === 'SessionStart' && cwd !== undefined) setTimeout(() => void code.refresh(cwd), LATER_MS).unref()
    return answer
  }

/** A session's start has other work to do first, and a short one needs no index. */
const LATER_MS = 3_000
/** Time for the answer to be sent, and for the client to finish writing. */
const AFTER_MS = 50

import type { AttributedText } from '../memory/matter.ts'
import type { Note } from '../nouns/peer-note.ts'

/** Another live session, as it is shown to a session or a person. Times are epoch milliseconds. */
export interface Peer {
  readonly session: string
  readonly project: string
  readonly host: string
  readonly worktree?: string | undefined
  readonly branch?: string | undefined
  /** What the session is called: by its client, and by a person. */
  readonly title?: string | undefined
  readonly named?: string | undefined
  /** Whether a person watches it; undefined if not known. */
  readonly attended?: boolean | undefined
  readonly startedAt: number
  readonly lastSeenAt: number
  /** What it is doing, by its prompts or summary; undefined if it was not told yet. */
  readonly workingOn?: WorkingOn | undefined
  /** The files it holds, the latest claim first; real paths. */
  readonly claims: readonly string[]
}

/** What a session is doing, and whose words say so. */
export type WorkingOn = AttributedText

/** A note for a session, with its sender as far as that one is still live. */
export interface ReceivedNote extends Note {
  readonly from?: Peer | undefined
}

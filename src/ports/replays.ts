import type { TurnLogEntry } from './turn-log.ts'

/** What is to be replayed. */
export interface ReplayAsked {
  /** A file, or the beginning of a session's id. */
  readonly transcript: string
  /** The folder that a file's path counts from. */
  readonly from?: string | undefined
  /** As if nothing were known but what the transcript itself has told so far. */
  readonly fromEmpty: boolean
}

/** One event of a session that was relived: what would have been told, and what done. */
export interface ReplayedTurn {
  readonly event: string
  readonly eventId: string
  readonly at: number
  /** What it was about, on one line. */
  readonly title: string
  /** The text for the model; empty where nothing would have been told. */
  readonly said: string
  /** The line for the person. */
  readonly note?: string | undefined
  readonly tokens: number
  readonly sections: readonly {
    readonly behaviour: string
    readonly type: string
    readonly tokens: number
    readonly ids: readonly string[]
  }[]
  /** Of the records that would have been told. */
  readonly titles: Readonly<Record<string, string>>
  /** How many records were left out. */
  readonly omitted: number
  readonly effects: readonly Pick<TurnLogEntry, 'behaviour' | 'effect' | 'ids' | 'outcome' | 'error'>[]
}

/** What a replay came to. */
export interface ReplayTotals {
  readonly events: number
  /** People's and scripts'. */
  readonly prompts: number
  readonly calls: number
  /** Turns in which the model would have been told something. */
  readonly told: number
  readonly tokens: number
  readonly behaviours: readonly { readonly behaviour: string; readonly told: number; readonly tokens: number }[]
  /** Values of the files that could not be read. */
  readonly unread: number
  readonly ms: number
}

/** A session relived: its starts and prompts, and every other event at which something was told, made or went wrong. */
export interface Replayed {
  readonly turns: readonly ReplayedTurn[]
  readonly totals: ReplayTotals
}

/** How far a replay is. */
export interface ReplayProgress {
  readonly running: boolean
  readonly bytes: number
  readonly bytesDone: number
  readonly events: number
}

/** Relives sessions of the past apart from all that is kept. */
export interface Replays {
  /** One at a time. Throws `not-found` where there is no such transcript. */
  run(asked: ReplayAsked): Promise<Replayed>
  progress(): ReplayProgress
}

import type { Draft } from '../domain/events.ts'
import type { HostMachine } from './host-connection.ts'

/**
 * How a host's transcripts are found and read. A reader's state is JSON; only the host understands it beyond
 * `TranscriptState`. Reading can continue from it in another process.
 */
export interface HostTranscripts {
  /** The folder in which the client keeps all transcripts. */
  folder(at: HostMachine): string
  /** The extension of a transcript's file name. */
  readonly extension: string
  /** What the first bytes say about the whole file; they may be cut anywhere. */
  head(text: string): TranscriptHead
  /** What the last bytes say; they may begin anywhere, and end within a line. */
  tail(text: string): TranscriptTail
  /** The other sessions whose history a part of a transcript repeats, as it says. */
  repeatedIn(text: string, own: string | undefined): readonly string[]
  /** The owner of a transcript, by its path and head. */
  ownerOf(path: string, head: TranscriptHead): TranscriptOwner
  /** A subagent's type, from the JSON file that its owner names. */
  agentType(described: unknown): string
  /** The folder of a session's subagents' transcripts, by the path of the session's own. */
  subagentsOf(path: string): string
  /** The JSON values of one line. Total, and linear in the line. */
  split(line: string): LineValues
  /** A line's own id, which a fork repeats, and its session; undefined if it has no id. */
  lineOf(value: unknown): { readonly uuid: string; readonly session: string } | undefined
  begin(context: TranscriptContext): TranscriptState
  /**
   * Reads one value: returns the events that the hooks would have reported. `repeated`: its line was first read in
   * another session (a fork), so it updates the state without producing events. Total over all JSON values.
   */
  next(before: TranscriptState, value: unknown, repeated?: boolean): Step
  /**
   * The remaining events at the end of a transcript. If the file grows later, reading continues from the returned
   * state.
   */
  end(before: TranscriptState): Omit<Step, 'kind'>
  /** What people call lines of a kind; empty if nothing is read from them, undefined if the kind is unknown. */
  kindSaid(kind: string): string | undefined
  /** Whether a state contains no text from the transcript: only such a state may be stored. */
  isResting(state: TranscriptState): boolean
  /**
   * The events before the calls that a value began, which no transcript contains; the states are those before and after
   * it.
   */
  momentsBefore(
    before: TranscriptState,
    after: TranscriptState,
    value: unknown,
    repeated?: boolean,
  ): readonly TranscriptEvent[]
}

/** What the first bytes of a transcript say about the file. `began`: ISO text, which sorts by time. */
export interface TranscriptHead {
  readonly session?: string | undefined
  readonly began?: string | undefined
  /** The folder that the session began in. */
  readonly dir?: string | undefined
  /** It begins with another session's history. */
  readonly forked: boolean
}

/** What the last bytes of a transcript say about its client. Times are epoch milliseconds. */
export interface TranscriptTail {
  /** When the person or the model last said or did something; undefined if these bytes do not say. */
  readonly activeAt?: number | undefined
  /** Another program started the client through its library, in which the person's settings may not apply. */
  readonly embedded: boolean
  /** What became of hooks, whoever's they are, oldest first. */
  readonly hooks: readonly HookReport[]
}

/** What a client says became of one hook. */
export interface HookReport {
  readonly at: number
  readonly event: string
  /** `discarded`: there was an answer, but the client could not use it. */
  readonly outcome: 'answered' | 'failed' | 'late' | 'discarded'
  /** The command or URL, as far as the client names it. */
  readonly program: string
  /** The client's reason; empty if there was an answer. */
  readonly why: string
}

/** The owner of a transcript. `described`: the JSON file with a subagent's type, if any. */
export interface TranscriptOwner {
  readonly session: string
  /** The folder in which the client keeps a project's transcripts. */
  readonly folder: string
  readonly agent?: { readonly id: string; readonly described?: string } | undefined
}

/** The JSON values on one line of a transcript; `rest` is the unreadable part, and `error` says why. */
export interface LineValues {
  readonly values: readonly unknown[]
  readonly rest?: string
  readonly error?: string
}

/** What the file's location says: its path and, for a subagent's, its owner. */
export interface TranscriptContext {
  readonly transcript?: string | undefined
  readonly agent?: { readonly id: string; readonly type: string } | undefined
}

/**
 * The part of the state that all hosts share: the newest line's author and time (epoch milliseconds), and how full the
 * context was.
 */
export interface TranscriptState {
  readonly session: string
  readonly at: number
  readonly use?: ContextUse | undefined
}

/** Tokens in the newest request, and its model's maximum. */
export interface ContextUse {
  readonly tokens: number
  readonly window: number
  readonly at: number
}

/** The result of reading one value, of a `kind` in the host's words. `ignored` names it if it is not evidence. */
export interface Step<S extends TranscriptState = TranscriptState> {
  readonly state: S
  readonly told: readonly TranscriptEvent[]
  readonly kind: string
  readonly ignored?: string | undefined
}

/** An event read from a transcript, and its line. */
export interface TranscriptEvent {
  readonly draft: Draft
  /** Its ordinal among events with the same identity in this file; undefined if it is unique without one. */
  readonly ordinal: number | undefined
  readonly line: {
    /** None if the line has no id of its own. */
    readonly uuid?: string | undefined
    readonly branch?: string | undefined
    readonly version?: string | undefined
    readonly model?: string | undefined
  }
}

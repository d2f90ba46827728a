import type { Draft } from '../domain/events.ts'
import type { HostMachine } from './host-connection.ts'

/**
 * How a host's transcripts are found and read. A reader's state is JSON that only the host understands beyond
 * `TranscriptState`; reading can go on from it in another process.
 */
export interface HostTranscripts {
  /** The folder below which the client keeps all of them. */
  folder(at: HostMachine): string
  /** How a transcript's file name ends. */
  readonly extension: string
  /** What the first bytes say of the whole; they may be cut anywhere. */
  head(text: string): TranscriptHead
  /** The other sessions whose history a part of a transcript says it repeats. */
  repeatedIn(text: string, own: string | undefined): readonly string[]
  /** Whose a transcript is, by its path and head. */
  ownerOf(path: string, head: TranscriptHead): TranscriptOwner
  /** The type of a subagent, as the file that its owner names says (JSON). */
  agentType(described: unknown): string
  /** The folder in which the transcripts of a session's subagents stand, by the session's own. */
  subagentsOf(path: string): string
  /** The JSON values of one line. Total, and linear in the line. */
  split(line: string): LineValues
  /** A line's own id, which a fork repeats, and its session; undefined where it has no id. */
  lineOf(value: unknown): { readonly uuid: string; readonly session: string } | undefined
  begin(context: TranscriptContext): TranscriptState
  /**
   * Reads one value: the events that it tells, as the hooks would have told them. `repeated`: its line was first read in
   * another session (a fork), so it is understood and not told. Total over anything that JSON can hold.
   */
  next(before: TranscriptState, value: unknown, repeated?: boolean): Step
  /** What is still to be told where a transcript ends. A file that grows later is read on from the state that is returned. */
  end(before: TranscriptState): Step
  /** Whether a state holds no text of the transcript: only such a one may be stored. */
  isResting(state: TranscriptState): boolean
  /** The moments before the calls that a value began, which no transcript holds; the states are those before and after it. */
  momentsBefore(
    before: TranscriptState,
    after: TranscriptState,
    value: unknown,
    repeated?: boolean,
  ): readonly TranscriptEvent[]
}

/** What the first bytes of a transcript say of all of it. `began`: ISO text, which orders as time does. */
export interface TranscriptHead {
  readonly session?: string | undefined
  readonly began?: string | undefined
  /** The folder that the session began in. */
  readonly dir?: string | undefined
  /** It begins with another session's history. */
  readonly forked: boolean
}

/** Whose a transcript is. `described`: the file (JSON) that says the type of a subagent, if there is one. */
export interface TranscriptOwner {
  readonly session: string
  /** The folder under which the client keeps a project's transcripts. */
  readonly folder: string
  readonly agent?: { readonly id: string; readonly described?: string } | undefined
}

/** The JSON values of one line of a transcript; `rest` is what could not be read, and `error` says why. */
export interface LineValues {
  readonly values: readonly unknown[]
  readonly rest?: string
  readonly error?: string
}

/** What the file's place tells of it: its path, and whose it is where it is a subagent's. */
export interface TranscriptContext {
  readonly transcript?: string | undefined
  readonly agent?: { readonly id: string; readonly type: string } | undefined
}

/** What every host's state says: whose line the newest is, when (epoch milliseconds), and how full the context was. */
export interface TranscriptState {
  readonly session: string
  readonly at: number
  readonly use?: ContextUse | undefined
}

/** Tokens that the newest request held, and the most that its model takes. */
export interface ContextUse {
  readonly tokens: number
  readonly window: number
  readonly at: number
}

/** What one value said. `ignored` names its kind where it is no evidence of anything. */
export interface Step<S extends TranscriptState = TranscriptState> {
  readonly state: S
  readonly told: readonly TranscriptEvent[]
  readonly ignored?: string | undefined
}

/** An event that a transcript tells, and the line it stands in. */
export interface TranscriptEvent {
  readonly draft: Draft
  /** Which of those that share its identity it is, as the file tells them; undefined where it is unique by itself. */
  readonly ordinal: number | undefined
  readonly line: {
    /** None where the line has no id of its own. */
    readonly uuid?: string | undefined
    readonly branch?: string | undefined
    readonly version?: string | undefined
    readonly model?: string | undefined
  }
}

import type { Overlap, Unread } from './coordination/overlap.ts'
import type { Peer, ReceivedNote } from './coordination/peer.ts'
import type { ShellReach } from './coordination/reach.ts'
import type { RunProgress } from './coordination/run-progress.ts'
import type { CheckedRun } from './experience/captured.ts'
import type { Episode } from './experience/episodes.ts'
import type { Experience } from './experience/experience.ts'
import type { PremortemCycle } from './experience/past.ts'
import type { Strain, Told } from './folds.ts'
import type { Embeddings } from './learning/likeness.ts'
import type { Sequences } from './learning/sequences.ts'
import type { UseEvidence, UseFigures } from './memory/use.ts'
import type { EventRecord } from './nouns/event.ts'
import type { FileVersion } from './nouns/file-version.ts'
import type { Lesson } from './nouns/lesson.ts'
import type { Observation } from './nouns/observation.ts'
import type { Prompt } from './nouns/prompt.ts'
import type { RecordOf, ShownName } from './nouns/records.ts'
import type { Session } from './nouns/session.ts'
import type { Signal } from './nouns/signal.ts'
import type { Summary } from './nouns/summary.ts'
import type { Usage } from './nouns/usage.ts'
import type { Order } from './order.ts'
import type { RecalledRecord } from './retrieval/recall.ts'
import type { Settings } from './settings.ts'
import type { Lookalike } from './settlement.ts'

/** What went wrong since the daemon started. */
export interface Faults {
  /** Behaviours disabled after repeated failures. */
  readonly off: readonly { readonly behaviour: string; readonly failures: number }[]
  /** How many events could not be stored. */
  readonly lost: number
  /** The last of them because the disk was full. */
  readonly isDiskFull?: boolean
  /** Behaviours that say less because their records are used no more often than records shown to other sessions. */
  readonly quieter: readonly Quieter[]
  /** The latest recovery of the database. */
  readonly recovery?: Recovery | undefined
  /** When a daemon was started because the one before it had stopped unexpectedly. */
  readonly failedAt?: number | undefined
  /** Why the latest backup failed. */
  readonly backupFailure?: string | undefined
}

/** How a damaged, deleted or replaced database was restored. Times are epoch milliseconds. */
export interface Recovery {
  readonly at: number
  readonly cause: 'damaged' | 'deleted'
  /** Its contents come from the file itself, as far as they could be read, from a backup, or from nowhere. */
  readonly from: 'file' | 'backup' | 'nothing'
  /** When that backup was made. */
  readonly backupAt?: number | undefined
  /** Where the damaged file is now; undefined if there was none. */
  readonly damaged?: string | undefined
  /** False until the transcripts have been read again. */
  readonly isComplete: boolean
}

/**
 * What became of the answer before a call: the client got it, and it may have rewritten the call; it was not ready in time;
 * or nobody asked for one.
 */
export type BeforeCall = 'answered' | 'rewritten' | 'unsent' | 'unseen'

/** Files that a session's agent wrote and that are different now, and what is needed to judge who changed them. */
export interface Changes {
  readonly files: readonly ChangedFile[]
  /** The session's newest events, oldest first; none if no file changed. */
  readonly events: readonly EventRecord[]
  /** When git last moved the worktree's HEAD, other than by a commit; in whole seconds. */
  readonly headMovedAt?: number | undefined
}

/** A file's last version by the session's agent, or as last seen by Hindcast, and its text now. */
export interface ChangedFile {
  readonly path: string
  readonly before: FileVersion
  readonly hash: string
  readonly text: string
}

/** A behaviour reduced to half its output, and the figures behind that. */
export interface Quieter {
  readonly behaviour: string
  readonly figures: UseFigures
}

/** How many sessions and observations a project has, and whether it has a record of any kind. */
export interface ProjectTotals {
  readonly sessions: number
  readonly observations: number
  readonly hasAny: boolean
}

/**
 * The questions that a reaction may ask, with the types of their answers. Recall facts are answered as of the event's
 * time.
 */
export interface FactMap {
  settings: { ask: object; answer: Settings }
  session: { ask: { session: string }; answer: Session | undefined }
  /** The session that `/clear` ended in this client just before, if any. */
  clearedBefore: { ask: { session: string; pid: number }; answer: Session | undefined }
  /** The session in which a person last ended work in a project, until another one that a person sees has begun. */
  endedBefore: { ask: { project: string; session: string }; answer: Session | undefined }
  /** A session's stored events, oldest first; optionally of one agent (`null`: the main one) and one prompt. */
  events: {
    ask: { session: string; promptId?: string | undefined; agent?: string | null | undefined; limit: number }
    answer: readonly EventRecord[]
  }
  /** Records of a noun from a session or project, newest first. */
  records: {
    ask: { noun: ShownName; session?: string | undefined; project?: string | undefined; limit: number }
    answer: readonly RecordOf<ShownName>[]
  }
  /** The data needed to judge whether a session used what it was told; undefined if nothing is left to judge. */
  use: { ask: { session: string; project: string; limit: number }; answer: UseEvidence | undefined }
  prompts: { ask: { session: string; limit: number }; answer: readonly Prompt[] }
  /**
   * What is known about a file, across a project's worktrees, newest first, and which one-time notices the session has
   * had.
   */
  ofFile: {
    ask: {
      project: string
      session: string
      file: string
      limit: number
    }
    answer: { readonly known: readonly Observation[]; readonly warned: readonly string[] }
  }
  /** The records that a project's next session index draws on, newest first; the session that asks is not counted. */
  index: {
    ask: { project: string; session: string; observations: number; summaries: number }
    answer: {
      readonly observations: readonly Observation[]
      readonly summaries: readonly Summary[]
      readonly totals: ProjectTotals
      /** The observations' files that contain a host's instructions. */
      readonly instructions: readonly string[]
    }
  }
  /**
   * A project's standing records: stated or chosen by a person, or found in several sessions, and not outdated; newest
   * first.
   */
  standing: { ask: { project: string; limit: number }; answer: readonly Observation[] }
  /** The lessons of a project and those that hold everywhere, in any state, newest first. */
  lessons: { ask: { project: string }; answer: readonly Lesson[] }
  /** What became of the answer before a call that began at this time (epoch milliseconds); from memory. */
  beforeCall: { ask: { toolUseId: string; beganAt: number }; answer: BeforeCall }
  /** The experiences of a project in any state, newest first; from memory. */
  experiences: { ask: { project: string }; answer: readonly Experience[] }
  /**
   * The experience that an agent itself started and has not resolved, and how many calls have ended since it last changed,
   * this one included, and the checks that this one ran; from memory.
   */
  ownExperience: {
    ask: { session: string; agent?: string | undefined }
    answer:
      | { readonly experience: Experience; readonly calls: number; readonly runs: readonly CheckedRun[] }
      | undefined
  }
  /**
   * Experiences that agents left open in other sessions of a project, which died without ending. Each is given to one
   * event only; `pid`: the client that asks, in which no other session runs.
   */
  orphans: { ask: { project: string; session: string; pid?: number | undefined }; answer: readonly Experience[] }
  /** The other live sessions of a project, the last active first. */
  peers: { ask: { project: string; session: string }; answer: readonly Peer[] }
  /**
   * What other live sessions of a project are editing: these files (`paths`, in any worktree), and those that commands
   * touch without naming them (`reaches`). `takes`: a grant; the session also takes the files that nobody holds. `warned`: the
   * one-time notices that the session has had, if anything is in another worktree.
   */
  overlaps: {
    ask: {
      project: string
      session: string
      agent?: string | undefined
      worktree?: string | undefined
      paths: readonly string[]
      reaches: readonly ShellReach[]
      takes: boolean
    }
    answer: { readonly found: readonly Overlap[]; readonly warned: readonly string[] }
  }
  /**
   * Files that other live sessions changed since an agent last saw them: these, or any that it saw lately. `warned`: the
   * one-time notices that the session has had, if no files are named and there are any.
   */
  unread: {
    ask: { project: string; session: string; agent?: string | undefined; paths?: readonly string[] }
    answer: { readonly files: readonly Unread[]; readonly warned: readonly string[] }
  }
  /** How far a session's run of subagents is that is open, or whose result it was not told; from memory if there is none. */
  run: { ask: { session: string }; answer: RunProgress | undefined }
  /** The same for a subagent of a run that tells its agents what others say meanwhile; and the one-time notices it had. */
  runNews: {
    ask: { session: string; agent: string }
    answer: { readonly run: RunProgress; readonly warned: readonly string[] } | undefined
  }
  /**
   * Notes for a session from others that have not reached it yet, oldest first. A grant: each is given to one event only.
   */
  notes: { ask: { project: string; session: string }; answer: readonly ReceivedNote[] }
  /** The commands that worked in a project in place of ones that had failed, newest first; from memory. */
  recipes: { ask: { project: string }; answer: readonly Signal[] }
  /** Failing checks of a project's sessions that were over before this one began, as far as they have not passed yet. */
  stillFailing: { ask: { project: string; session: string }; answer: readonly Episode[] }
  /** Everything that was taught in any project and learned from it, whatever its time, newest first. */
  taught: { ask: object; answer: { readonly signals: readonly Signal[]; readonly lessons: readonly Lesson[] } }
  /**
   * The routine whose first steps a session just did, or whose first requests a person just made (`request`: the last of
   * these), unless its next step was told before.
   */
  usualNext: { ask: { project: string; session: string; request?: string }; answer: Lesson | undefined }
  /** A fold: what was done and asked for after what in a project. */
  sequences: { ask: { scope: string }; answer: Sequences }
  /** The embeddings of what was said in a project, by the signals' ids; none without an embedder. */
  embeddings: { ask: { project: string }; answer: Embeddings }
  /** The text of the instructions that the project's sessions load anyway; `isPatient`: nothing waits for the answer. */
  instructions: { ask: { project: string; isPatient?: true }; answer: readonly string[] }
  /** The contents of files in a session's worktree; long and unreadable ones are left out. */
  files: {
    ask: { session: string; paths: readonly string[] }
    answer: readonly { readonly path: string; readonly text: string }[]
  }
  /** Files that the session's agent wrote and that are different now; `path`: only this one. */
  changes: { ask: { session: string; path?: string | undefined; limit: number }; answer: Changes }
  /** Records of earlier sessions in a project that match a text closely enough to mention, best first; often none. */
  recall: { ask: { project: string; session: string; text: string; limit: number }; answer: readonly RecalledRecord[] }
  /** The reply to a person's order, and whether it can be carried out; undefined if nobody takes orders. */
  ordered: {
    ask: { order: Order; session: string; project: string }
    answer: { readonly text: string; readonly can: boolean } | undefined
  }
  /** A fold: ids that the session was told since it began or was last compacted. */
  told: { ask: { scope: string }; answer: Told }
  /** A fold: the warnings a session had since it began or was last compacted, and its running subagents. */
  strain: { ask: { scope: string }; answer: Strain }
  /** A fold: when the session had its last premortem, unless a new piece of work began since. */
  premortem: { ask: { scope: string }; answer: PremortemCycle }
  /** How full a session's context is, as of its last start, stop or end, which is when its transcript is read. */
  usage: { ask: { session: string }; answer: Usage | undefined }
  /** The address of the viewer; undefined if no daemon serves it. */
  viewer: { ask: object; answer: string | undefined }
  /** Free memory in MB; undefined if the system does not report it. */
  freeMemory: { ask: object; answer: number | undefined }
  /** What keeps a session's events from arriving, where that is configured, and how to fix it. */
  blocked: {
    ask: { host: string; dir: string | undefined; environment: Readonly<Record<string, string>> }
    answer: readonly { readonly why: string; readonly where: string; readonly remedy: string }[]
  }
  /** A recorded project that this one seems to be, until a person decides. */
  lookalike: { ask: { project: string }; answer: Lookalike | undefined }
  /** Internal failures not reported yet; a grant: given to one event only. */
  faults: { ask: object; answer: Faults }
  /** A grant: true for the first to take `key`; given back if the merged answer denies. */
  grant: { ask: { key: string; ttlMs: number }; answer: boolean }
}

/** The name of a question. */
export type FactName = keyof FactMap
/** A question as data. */
export type Ask<F extends FactName = FactName> = { [K in F]: Readonly<{ fact: K } & FactMap[K]['ask']> }[F]
/** The questions of a reaction, each under its own name. */
export type Needs = Readonly<Record<string, Ask>>
/** The answers to a reaction's questions, under the same names. */
export type Facts<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends { fact: 'records'; noun: infer M extends ShownName }
    ? readonly RecordOf<M>[]
    : N[K] extends { fact: infer F extends FactName }
      ? FactMap[F]['answer']
      : never
}
/** The answers to the questions that a reaction's `needs` returns, where it returns any. */
export type FactsFor<F extends (event: never) => Needs | undefined> = Facts<NonNullable<ReturnType<F>>>

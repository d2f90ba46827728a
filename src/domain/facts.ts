import type { Strain, Told } from './folds.ts'
import type { UseEvidence, UseFigures } from './memory/use.ts'
import type { EventRecord } from './nouns/event.ts'
import type { Observation } from './nouns/observation.ts'
import type { Prompt } from './nouns/prompt.ts'
import type { RecordOf, ShownName } from './nouns/records.ts'
import type { Session } from './nouns/session.ts'
import type { Summary } from './nouns/summary.ts'
import type { Usage } from './nouns/usage.ts'
import type { Order } from './order.ts'
import type { RecallCandidate } from './retrieval/recall.ts'
import type { Settings } from './settings.ts'

/** What went wrong since the daemon started. */
export interface Faults {
  /** Behaviours that their failures switched off. */
  readonly off: readonly { readonly behaviour: string; readonly failures: number }[]
  /** How many events could not be kept. */
  readonly lost: number
  /** Behaviours that tell less, since what they tell is used no more than what other sessions were told. */
  readonly quieter: readonly Quieter[]
}

/** A behaviour that tells half of what it would, and the figures that are why. */
export interface Quieter {
  readonly behaviour: string
  readonly figures: UseFigures
}

/** The questions that a reaction may ask, and what answers them. Recall facts are answered as of the event's time. */
export interface FactMap {
  settings: { ask: object; answer: Settings }
  session: { ask: { session: string }; answer: Session | undefined }
  /** The session that ended by `/clear` in this client just before, if any. */
  clearedBefore: { ask: { session: string; pid: number }; answer: Session | undefined }
  /** A session's kept events, oldest first; of one agent (`null`: the main one) and one prompt, where given. */
  events: {
    ask: { session: string; promptId?: string | undefined; agent?: string | null | undefined; limit: number }
    answer: readonly EventRecord[]
  }
  /** Records of a noun, of a session or a project, newest first. */
  records: {
    ask: { noun: ShownName; session?: string | undefined; project?: string | undefined; limit: number }
    answer: readonly RecordOf<ShownName>[]
  }
  /** What is needed to judge whether a session used what it was told; undefined where nothing is left to judge. */
  use: { ask: { session: string; project: string; limit: number }; answer: UseEvidence | undefined }
  prompts: { ask: { session: string; limit: number }; answer: readonly Prompt[] }
  /** What is known of a file in any worktree of a project, newest first, and what the session was told once. */
  ofFile: {
    ask: {
      project: string
      session: string
      file: { readonly path: string; readonly relative: string }
      limit: number
    }
    answer: { readonly known: readonly Observation[]; readonly warned: readonly string[] }
  }
  /** What a project's next session is told from: newest first. */
  index: {
    ask: { project: string; observations: number; summaries: number }
    answer: {
      readonly observations: readonly Observation[]
      readonly summaries: readonly Summary[]
      readonly totals: { readonly sessions: number; readonly observations: number }
      /** Those of the observations' files that hold a host's instructions. */
      readonly instructions: readonly string[]
    }
  }
  /** What of a project stands: a person's word or choice, or found in several sessions, and not outdated; newest first. */
  standing: { ask: { project: string; limit: number }; answer: readonly Observation[] }
  /** The texts of the instructions that a project's sessions are given anyway. */
  instructions: { ask: { project: string }; answer: readonly string[] }
  /** What files of a session's worktree hold, long ones and those that cannot be read left out. */
  files: {
    ask: { session: string; paths: readonly string[] }
    answer: readonly { readonly path: string; readonly text: string }[]
  }
  /** What earlier sessions of a project recorded that fits a text well enough to be told, best first; often nothing. */
  recall: { ask: { project: string; session: string; text: string; limit: number }; answer: readonly RecallCandidate[] }
  /** What is said to an order of a person, and whether it can be carried out; undefined where nobody takes orders. */
  ordered: {
    ask: { order: Order; session: string; project: string }
    answer: { readonly text: string; readonly can: boolean } | undefined
  }
  /** A fold: ids that the session was told since it began or was last compacted. */
  told: { ask: { scope: string }; answer: Told }
  /** A fold: what a session was warned of since it began or was last compacted, and its running subagents. */
  strain: { ask: { scope: string }; answer: Strain }
  /** How full a session's context is, as of its last start, stop or end: then its transcript is read. */
  usage: { ask: { session: string }; answer: Usage | undefined }
  /** The address of the page that shows what is kept; undefined where no daemon serves it. */
  viewer: { ask: object; answer: string | undefined }
  /** The machine's free memory in MB; undefined where the system does not say how much is to be had. */
  freeMemory: { ask: object; answer: number | undefined }
  /** What went wrong within and was not told yet; a grant: given to one event alone. */
  faults: { ask: object; answer: Faults }
  /** A grant: true for the one who takes `key` first; given back if the merged answer denies. */
  grant: { ask: { key: string; ttlMs: number }; answer: boolean }
}

/** The name of a question. */
export type FactName = keyof FactMap
/** A question as data. */
export type Ask<F extends FactName = FactName> = { [K in F]: Readonly<{ fact: K } & FactMap[K]['ask']> }[F]
/** What a reaction asks, each question under a name of its own. */
export type Needs = Readonly<Record<string, Ask>>
/** The answers to a reaction's questions, under the names it gave them. */
export type Facts<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends { fact: 'records'; noun: infer M extends ShownName }
    ? readonly RecordOf<M>[]
    : N[K] extends { fact: infer F extends FactName }
      ? FactMap[F]['answer']
      : never
}

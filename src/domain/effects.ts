import type { ClaimChange } from './coordination/claim.ts'
import type { DerivedName, EventMap, EventName } from './events.ts'
import type { DraftOf, NamesOf } from './nouns/records.ts'
import type { SessionChange } from './nouns/session.ts'
import type { Order } from './order.ts'
import type { Act } from './tool.ts'

/** One line of injected text; if the budget is short, higher ranks stay. */
export interface ContextItem {
  readonly text: string
  readonly ids: readonly string[]
  readonly rank: number
  /** The headings it belongs under (a day, a file), printed if they differ from those of the previous item. */
  readonly under?: readonly string[]
  /** Its message in brief: of items that say the same, only the best is used. */
  readonly says?: string
  /** It contains a person's own words, which are never withheld. */
  readonly isPersons?: boolean
  /** It points to a record: only a line about another record can replace it. */
  readonly isEntry?: boolean
  /** Why it is told, as `why` shows it: `names #123`. */
  readonly because?: string
}

/** What the reader already has: ids it was shown, and text it is given anyway. */
export interface Heard {
  readonly ids?: readonly string[]
  readonly texts?: readonly string[]
}

/** The kind of section, which lets people and scripts tell sections apart in `context --json`. */
export type SectionType = 'light' | 'rich' | 'reminder' | 'premortem' | 'outcome' | 'index' | 'handoff' | 'notice'

/** The possible answers while the hook waits. */
export interface ReplyMap {
  /** Text for the model, in parts that can be dropped one by one; `head` is printed only above an item. */
  context: {
    type: SectionType
    rank: number
    head?: string
    items: readonly ContextItem[]
    foot?: string
    /** The maximum number of items. */
    most?: number
    /** Not to be repeated. */
    heard?: Heard
    /** How an experience might be resolved in the light of it. */
    suggestedAction?: 'confirmed' | 'falsified'
    /** It reports a result that was read from a run. */
    autoCaptured?: boolean
  }
  /** One line for the person, never for the model. */
  note: { text: string; rank: number }
  deny: { reason: string }
  /**
   * A person is asked first. If nobody can be asked, the reason becomes context, unless `evenUnattended` is set: then
   * the host refuses the call and gives the reason.
   */
  ask: { reason: string; evenUnattended?: true }
  /** Replaces the call with another act, derived from its own; the host's codec turns it into tool input. */
  rewrite: { act: Act; reason: string }
  /** Erases a prompt, sends a tool's result back or keeps a turn going, depending on the event. */
  block: { reason: string }
  /** Asks the client to watch these absolute paths. */
  watch: { paths: readonly string[] }
  /** Asks the host to reload its skills, because one was written. */
  refreshSkills: object
}

/**
 * The replies that each event admits, according to the client's published contract and our measurements; an event
 * without a row admits none.
 */
export const ADMITTED = {
  SessionStart: ['context', 'note', 'watch', 'refreshSkills'],
  UserPromptSubmit: ['context', 'note', 'block'],
  UserPromptExpansion: ['context', 'note', 'block'],
  PreToolUse: ['context', 'note', 'deny', 'ask', 'rewrite'],
  PermissionRequest: ['note', 'deny'],
  PostToolUse: ['context', 'note', 'block'],
  PostToolUseFailure: ['context', 'note'],
  PostToolBatch: ['context', 'note', 'block'],
  SubagentStart: ['context', 'note'],
  SubagentStop: ['context', 'note', 'block'],
  Stop: ['context', 'note', 'block'],
  Notification: ['note'],
  CwdChanged: ['note', 'watch'],
  FileChanged: ['note', 'watch'],
  PreModelSwitch: ['note', 'deny', 'ask'],
  PostModelSwitch: ['context', 'note'],
} as const satisfies { readonly [E in EventName]?: readonly (keyof ReplyMap)[] }

/** The kinds of reply that an event admits. */
export type RepliesTo<E extends EventName> = E extends keyof typeof ADMITTED ? (typeof ADMITTED)[E][number] : never

/** `RepliesTo` at run time, so that the types' promise also holds where a type was cast away. */
export function repliesTo(event: EventName): readonly (keyof ReplyMap)[] {
  return Object.hasOwn(ADMITTED, event) ? ADMITTED[event as keyof typeof ADMITTED] : []
}

/** Nouns whose records are evidence: the event itself, and what came with it. */
export type EvidenceName = NamesOf<'evidence'>
/** Nouns whose records are derived from evidence. */
export type DerivedNoun = NamesOf<'derived'>

/** Stores a record of one of these nouns; the kind of effect is the noun's name. */
type Kept<N extends EvidenceName | DerivedNoun> = { [K in N]: { record: DraftOf<K> } }

/** What is committed together with the event, before the answer (lane `record`). */
export interface RecordMap extends Kept<EvidenceName> {
  session: { change: SessionChange }
  /** The significance of a stored event, 0–1. */
  score: { event: string; significance: number }
  /** Store nothing from the events that this prompt causes. */
  exclude: { session: string; promptId: string }
  /** A derived event, stored in the same commit. */
  emit: Emission
}

/** A derived event; its id is derived from cause, behaviour and `n`. */
type Emission = { [N in DerivedName]: { name: N; n: number; body: EventMap[N] } }[DerivedName]

/** Work done after the answer. Some of it may have to read a changed file first. */
export interface WorkMap extends Kept<DerivedNoun | 'file-version'> {
  session: { change: SessionChange }
  score: RecordMap['score']
  /** Carries out a person's order. */
  order: { order: Order }
  /** Takes, releases or hands over claims on files. */
  claims: { change: ClaimChange }
  /** Brings the files that clients read in line with the lessons, once everything else is stored. */
  publish: object
  emit: Emission
}

type Tagged<M, K extends keyof M = keyof M> = { [P in K]: Readonly<{ kind: P } & M[P]> }[K]

/** Lanes: `record` is committed with the event; `reply` runs while the hook waits; `later` runs from the queue. */
export type Lane = 'record' | 'reply' | 'later'
export type ReplyEffect<E extends EventName = EventName> = Tagged<ReplyMap, RepliesTo<E> & keyof ReplyMap>
export type RecordEffect = Tagged<RecordMap>
export type WorkEffect = Tagged<WorkMap>

/** What a reaction may return, by event and lane: anything else does not compile. */
export type Effect<E extends EventName, L extends Lane> = L extends 'record'
  ? RecordEffect
  : L extends 'reply'
    ? WorkEffect | ReplyEffect<E>
    : WorkEffect
export type AnyEffect = RecordEffect | WorkEffect | Tagged<ReplyMap>

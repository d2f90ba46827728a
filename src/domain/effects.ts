import type { DerivedName, EventMap, EventName } from './events.ts'
import type { DraftOf, NamesOf } from './nouns/records.ts'
import type { SessionChange } from './nouns/session.ts'
import type { Order } from './order.ts'
import type { Act } from './tool.ts'

/** One line of injected text; `rank` decides who stays when the budget is short (higher stays). */
export interface ContextItem {
  readonly text: string
  readonly ids: readonly string[]
  readonly rank: number
  /** What it stands under (a day, a file), said where it differs from that of the item before it. */
  readonly under?: readonly string[]
  /** What it comes down to: of items that say the same, the best is told. */
  readonly says?: string
  /** It holds a person's own words, which are never withheld. */
  readonly isPersons?: boolean
  /** It leads to a record: only the line of another record can stand for it. */
  readonly isEntry?: boolean
}

/** What the reader has: ids that it was told, and texts that it is given anyway. */
export interface Heard {
  readonly ids?: readonly string[]
  readonly texts?: readonly string[]
}

/** What kind of thing is said: a person and a script can tell them apart in `context --json`. */
export type SectionType = 'light' | 'rich' | 'reminder' | 'premortem' | 'outcome' | 'index' | 'handoff' | 'notice'

/** What may be answered while the hook waits. */
export interface ReplyMap {
  /** Text for the model, in parts that can be left out one by one; `head` is shown only above an item. */
  context: {
    type: SectionType
    rank: number
    head?: string
    items: readonly ContextItem[]
    foot?: string
    /** How many items are told at most. */
    most?: number
    /** Not to be told again. */
    heard?: Heard
  }
  /** One line for the person, never for the model. */
  note: { text: string; rank: number }
  deny: { reason: string }
  /**
   * A person is asked first. Where nobody can be asked the reason becomes context, unless `evenUnattended`: then the host
   * refuses the call with the reason.
   */
  ask: { reason: string; evenUnattended?: true }
  /** Another act in place of the call's own, made from it; the host's format makes the tool's input of it. */
  rewrite: { act: Act; reason: string }
  /** Erases a prompt, sends a tool's result back, or keeps a turn going, by event. */
  block: { reason: string }
  /** Absolute paths that the client is asked to watch. */
  watch: { paths: readonly string[] }
  /** The host is asked to read its skills again: one was written. */
  refreshSkills: object
}

/** The replies that each event admits, by the client's contract as published and measured; an event without a row admits none. */
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

/** `RepliesTo` at run time: what the types promise also holds where a type was cast away. */
export function repliesTo(event: EventName): readonly (keyof ReplyMap)[] {
  return Object.hasOwn(ADMITTED, event) ? ADMITTED[event as keyof typeof ADMITTED] : []
}

/** Nouns of which records are kept as what happened: the event itself, and what came with it. */
export type EvidenceName = NamesOf<'evidence'>
/** Nouns of which records are made of what happened. */
export type DerivedNoun = NamesOf<'derived'>

/** A record of any of these nouns is to be stored: the kind of effect is the noun's name. */
type Kept<N extends EvidenceName | DerivedNoun> = { [K in N]: { record: DraftOf<K> } }

/** What is committed together with the event, before the answer (lane `record`). */
export interface RecordMap extends Kept<EvidenceName> {
  session: { change: SessionChange }
  /** What an event that is kept is worth, 0–1. */
  score: { event: string; significance: number }
  /** Keep nothing of the events that this prompt causes. */
  exclude: { session: string; promptId: string }
  /** What follows from the event alone, kept in the same commit. */
  emit: Emission
}

/** A derived event; its id follows from cause, behaviour and `n`. */
type Emission = { [N in DerivedName]: { name: N; n: number; body: EventMap[N] } }[DerivedName]

/** What is done after the answer. What a call left in a file may have to be read first. */
export interface WorkMap extends Kept<DerivedNoun | 'file-version'> {
  session: { change: SessionChange }
  score: RecordMap['score']
  /** What a person ordered is carried out. */
  order: { order: Order }
  emit: Emission
}

type Tagged<M, K extends keyof M = keyof M> = { [P in K]: Readonly<{ kind: P } & M[P]> }[K]

/** Lanes: `record` is committed with the event; `reply`: the hook waits; `later`: from the queue. */
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

// Folder src/domain/nouns/: everything that is stored, each declared once *

import type { Document } from '../retrieval/document.ts'

/** The kinds of field that a record may have, with the types of their values. */
export interface FieldKinds {
  /** Prose, or anything that may quote it; searched by `forget --match`. */
  text: string
  /** A location on disk, which names a place and quotes nobody. */
  path: string
  /** A short name from Hindcast's own vocabulary. */
  word: string
  id: string
  /** The session, or the project, that the record belongs to. */
  session: string
  project: string
  /** Epoch milliseconds. */
  time: number
  /** A non-negative whole number; `integer` may be negative, `real` may be fractional. */
  count: number
  integer: number
  real: number
  /** Order of arrival, assigned by the store. */
  sequence: number
  /** Counts the records of a session from 1, assigned by the store. */
  ordinal: number
  flag: boolean
  /** Lists; `texts` may contain quotes, `ids` name records. */
  texts: readonly string[]
  ids: readonly string[]
  /** Fields that only some of the noun's records have. */
  json: Readonly<Record<string, unknown>>
}

/** The name of a kind of field. */
export type FieldKind = keyof FieldKinds

/** One of a fixed set of words. */
export interface Choice<V extends string = string> {
  readonly oneOf: readonly V[]
  readonly optional?: boolean
}

/** How a field is declared: a kind, with `?` where a record may lack it, or a choice. */
export type Field = FieldKind | `${FieldKind}?` | Choice

type KindFor<V> = { [K in FieldKind]: V extends FieldKinds[K] ? K : never }[FieldKind]
type IsChoice<V> = [V] extends [string] ? (string extends V ? false : true) : false
type Required<V> = IsChoice<V> extends true ? Choice<V & string> & { readonly optional?: false } : KindFor<V>
type Optional<V> = IsChoice<V> extends true ? Choice<V & string> & { readonly optional: true } : `${KindFor<V>}?`

/** A field declaration for each property of a record, matching its type and optional if it is. */
export type FieldsOf<T> = {
  readonly [F in keyof T]-?: undefined extends T[F] ? Optional<Exclude<T[F], undefined>> : Required<T[F]>
}

/** The fields of a record that belongs to a session, and by which `forget` finds it. */
export const IN_SESSION = { id: 'id', session: 'session', project: 'project', at: 'time' } as const

/**
 * What a noun is for. `place`: where things happen. `evidence`: what happened, append-only. `derived`: made from
 * evidence, or stated by somebody. `log`: Hindcast's notes on its own work.
 */
export type Role = 'place' | 'evidence' | 'derived' | 'log'

/** What else `forget` deletes, besides the records of a forgotten session or project and those named or matched. */
export interface Forgetting<F extends string = string> {
  /** Fields that name records on which this one depends: if they are deleted, so is this. */
  readonly follows?: readonly F[]
  /** Fields that name records to delete together with this one. */
  readonly leads?: readonly F[]
  /** Describes a whole session: deleted with anything in its session that happened before it was written. */
  readonly retells?: true
  /** Fields cleared when the record that they name is deleted. */
  readonly unlinks?: readonly F[]
  /** Fields that name further sessions to which the record belongs. */
  readonly sessions?: readonly F[]
  /** Fields of a place cleared when anything that happened there is deleted. */
  readonly empties?: readonly F[]
}

/** An index over some fields; `present`: only over records that have this field. */
export interface Index<F extends string = string> {
  readonly on: readonly F[]
  readonly present?: F
}

/** Fields that expire while their record stays. */
export interface Lapsing<F extends string = string> {
  readonly fields: readonly F[]
  /** Among records with equal values in these fields, only the newest by `at` keeps the expiring fields. */
  readonly newestPer: readonly F[]
  /** How many days after the end of its session a record keeps them. */
  readonly days: number
}

/** A noun, for code that handles every noun alike. */
export interface Noun<F extends string = string> {
  /** The file's name, which is also the kind in an archive and in `show`. */
  readonly name: string
  /** The table's name: the noun's plural. */
  readonly table: string
  /** What people call one and several of its records, if not by `name` and `table`. */
  readonly said?: readonly [one: string, several: string]
  /** The prefix of its ids; absent if records have no ids of their own. */
  readonly letter?: string
  readonly role: Role
  /** The schema version that introduced the table; 1 where absent. */
  readonly since?: number
  readonly fields: Readonly<Record<F, Field>>
  /** The fields that identify a record: `id` if absent; none if empty. */
  readonly key?: readonly F[]
  readonly unique?: readonly (readonly F[])[]
  readonly indexes?: readonly Index<F>[]
  /** What happens to a record with an existing key: `keep` the old one (the default) or `replace` it. */
  readonly again?: 'keep' | 'replace'
  /** Replaces `again`: merges the two records into one. */
  merge?(kept: object, next: object): object
  /** What a restored archive adds to an existing record; nothing if absent. */
  restore?(kept: object, archived: object): object
  /** The record without later additions. */
  initial?(record: object): object
  /** The document that search indexes; undefined if this record has none. If absent, the noun is not searchable. */
  searched?(record: object): Document | undefined
  /** Shown among the counts of `status`. */
  readonly counted?: true
  readonly forget?: Forgetting<F>
  readonly lapsing?: Lapsing<F>
}

declare const record: unique symbol
/** Carries the type of a noun's records. */
export interface Typed<T> {
  readonly [record]?: T
}

type Declared<T extends object> = Omit<
  Noun<keyof T & string>,
  'fields' | 'merge' | 'restore' | 'initial' | 'searched'
> & {
  readonly fields: FieldsOf<T>
  merge?(kept: T, next: T): T
  restore?(kept: T, archived: T): T
  initial?(record: T): T
  searched?(record: T): Document | undefined
}

/** Declares a noun with records of type T; storage, search, display and deletion all derive from this declaration. */
export const noun =
  <T extends object>() =>
  <const D extends Declared<T>>(declared: D): D & Typed<T> =>
    declared

import type { Document } from '../retrieval/document.ts'

/** The kinds of field that a record may have, each with the type of its value. */
export interface FieldKinds {
  /** Prose, or anything that may quote it: what `forget --match` looks through. */
  text: string
  /** Where something stands on disk; names a place and quotes nobody. */
  path: string
  /** A short name from the program's own vocabulary. */
  word: string
  id: string
  /** The session, or the project, that the record belongs to. */
  session: string
  project: string
  /** Epoch milliseconds. */
  time: number
  /** A whole number from 0 on; `integer` may be negative, `real` need not be whole. */
  count: number
  integer: number
  real: number
  /** Order of arrival, assigned by the store. */
  sequence: number
  /** Counts the records of a session from 1, assigned by the store. */
  ordinal: number
  flag: boolean
  /** Lists; `texts` may quote, `ids` name records. */
  texts: readonly string[]
  ids: readonly string[]
  /** Fields that only some records of the noun have. */
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

/** A declaration for each field of a record, of a kind that fits its type, optional where it is. */
export type FieldsOf<T> = {
  readonly [F in keyof T]-?: undefined extends T[F] ? Optional<Exclude<T[F], undefined>> : Required<T[F]>
}

/**
 * What a noun is for. `place`: where things happen. `evidence`: what happened, append-only. `derived`: made from evidence or
 * told by somebody. `log`: what Hindcast notes about its own work.
 */
export type Role = 'place' | 'evidence' | 'derived' | 'log'

/** What `forget` does with a noun's records beyond those of a forgotten session or project, named or matched. */
export interface Forgetting<F extends string = string> {
  /** Fields that name records without which this one is deleted too. */
  readonly follows?: readonly F[]
  /** Fields that name records which are deleted with this one. */
  readonly leads?: readonly F[]
  /** Retells a whole session: deleted with anything that happened in its session before it was written. */
  readonly retells?: true
  /** Fields that are emptied when the record that they name is deleted. */
  readonly unlinks?: readonly F[]
  /** Fields of a place that are emptied when anything that happened there is deleted. */
  readonly empties?: readonly F[]
}

/** An index over some fields; `present`: only of records that have this one. */
export interface Index<F extends string = string> {
  readonly on: readonly F[]
  readonly present?: F
}

/** Fields that are emptied while their record stays. */
export interface Lapsing<F extends string = string> {
  readonly fields: readonly F[]
  /** Among records that agree in these fields, only the newest by `at` keeps them. */
  readonly newestPer: readonly F[]
  /** How long after the end of its session, in days, a record keeps them. */
  readonly days: number
}

/** A noun as code sees it that handles every noun alike. */
export interface Noun<F extends string = string> {
  /** The name of the file, of the kind in an archive and in `show`. */
  readonly name: string
  /** The table, and the noun's plural. */
  readonly table: string
  /** What its ids begin with; absent where records have no id of their own. */
  readonly letter?: string
  readonly role: Role
  /** The schema version that introduced the table; 1 where absent. */
  readonly since?: number
  readonly fields: Readonly<Record<F, Field>>
  /** What tells two records apart: `id` where absent; empty where nothing does. */
  readonly key?: readonly F[]
  readonly unique?: readonly (readonly F[])[]
  readonly indexes?: readonly Index<F>[]
  /** What becomes of a record whose key is already there: `keep` the old one (the default), or `replace` it. */
  readonly again?: 'keep' | 'replace'
  /** In place of `again`: the two made into one. */
  merge?(kept: object, next: object): object
  /** What a restored archive adds to a record that is there; nothing where absent. */
  restore?(kept: object, archived: object): object
  /** The record without what was added to it later. */
  initial?(record: object): object
  /** What search finds it by; undefined where a record has nothing to be found by. Absent: it is not searched. */
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

/** Declares a noun whose records are of type T: everything that the program does with them follows from this. */
export const noun =
  <T extends object>() =>
  <const D extends Declared<T>>(declared: D): D & Typed<T> =>
    declared

import type { Choice, Field, FieldKind, Noun, Role, Typed } from './noun.ts'
import { nouns } from './registry.ts'

type Declared = (typeof nouns)[number]

/** The name of a noun. */
export type NounName = Declared['name']

/** The declaration of one noun. */
export type NounOf<N extends NounName> = Extract<Declared, { readonly name: N }>

/** A record of a noun, as it is stored. */
export type RecordOf<N extends NounName> = NounOf<N> extends Typed<infer T> ? T : never

type Named<W> = Extract<Declared, W>['name']

/** Nouns by role. */
export type NamesOf<R extends Role> = Named<{ readonly role: R }>
/** Nouns whose records have ids assigned by Hindcast, so they can be shown by id. */
export type ShownName = Named<{ readonly letter: string }>
/** Nouns that search covers. */
export type SearchedName = Named<{ readonly letter: string; readonly searched: unknown }>
/** Nouns that `status` counts. */
export type CountedName = Named<{ readonly counted: true }>
/** The prefix letter of an id. */
export type IdKind = Extract<Declared, { readonly letter: string }>['letter']

/** A table's name, which is its noun's plural. */
export type PluralOf<N extends NounName> = NounOf<N>['table']

type Assigned<N extends NounName, K extends FieldKind> = {
  [F in keyof NounOf<N>['fields']]: NounOf<N>['fields'][F] extends K ? F : never
}[keyof NounOf<N>['fields']]

/** A record before the store has assigned its sequence and number. */
export type DraftOf<N extends NounName> = Omit<RecordOf<N>, Assigned<N, 'sequence' | 'ordinal'>>

/** A record as stored in an archive, without the store's own sequence. */
export type ArchivedOf<N extends NounName> = Omit<RecordOf<N>, Assigned<N, 'sequence'>>

/** A record of any noun that is shown by id, tagged with its noun's name. Some nouns belong to no session. */
export type AnyRecord = {
  [N in ShownName]: { readonly kind: N; readonly record: RecordOf<N> & { readonly session?: string } }
}[ShownName]

type AnyNoun = Noun & { readonly name: NounName }

const ROLES: readonly Role[] = ['place', 'evidence', 'derived', 'log']

/** A noun that others refer to comes before them. */
const nounRank = ({ role, forget }: AnyNoun): number => 2 * ROLES.indexOf(role) + (forget?.leads ? 0 : 1)

/** Every noun, for code that handles them alike: places, then evidence, then what is derived from it. */
export const allNouns: readonly AnyNoun[] = [...nouns].sort((a, b) => nounRank(a) - nounRank(b))

/** The declaration of a noun. */
export const nounNamed = (name: NounName): Noun => {
  const found = allNouns.find((noun) => noun.name === name)
  if (found === undefined) throw new Error(`no such noun: ${name}`)
  return found
}

/** A field's declaration without its shorthand. */
export interface FieldSpec {
  readonly kind: FieldKind | 'choice'
  readonly optional: boolean
  readonly oneOf?: readonly string[]
}

/** Expands a field's declaration. */
export function fieldSpec(field: Field): FieldSpec {
  if (typeof field !== 'string') return { kind: 'choice', optional: field.optional === true, oneOf: oneOf(field) }
  const kind = field.replace('?', '') as FieldKind
  return { kind, optional: field !== kind }
}

const oneOf = ({ oneOf: words }: Choice): readonly string[] => words

/** The fields of a noun that are of one of these kinds, in order. */
export const fieldsOfKind = (noun: Noun, ...kinds: readonly FieldSpec['kind'][]): readonly string[] =>
  Object.entries(noun.fields).flatMap(([name, field]) => (kinds.includes(fieldSpec(field).kind) ? [name] : []))

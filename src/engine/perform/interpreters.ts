import type { ClaimChange } from '../../domain/coordination/claim.ts'
import type { AnyEffect, DerivedNoun, EvidenceName, RecordEffect, WorkEffect } from '../../domain/effects.ts'
import { allNouns } from '../../domain/nouns/records.ts'
import type { Order } from '../../domain/order.ts'

/** Effects that store a record as it is. */
export type StoreEffect = Exclude<RecordEffect | WorkEffect, { kind: 'emit' | 'order' | 'publish' | 'claims' }>
/** A derived event to create. */
export type Emit = Extract<WorkEffect, { kind: 'emit' }>
/** A request to write the lessons to files. */
type Publish = Extract<WorkEffect, { kind: 'publish' }>
type Performed = RecordEffect | WorkEffect

/** Effects sorted by how they are carried out. */
export interface EffectBatch {
  readonly store: StoreEffect[]
  readonly emits: Emit[]
  readonly orders: Order[]
  readonly publishes: Publish[]
  readonly claims: ClaimChange[]
}

/** One interpreter for each kind of effect; a missing one does not compile. */
export type Interpreters = {
  readonly [K in Performed['kind']]: (effect: Extract<Performed, { kind: K }>, batch: EffectBatch) => void
}

const store = (effect: StoreEffect, batch: EffectBatch): void => void batch.store.push(effect)

type KeptName = EvidenceName | DerivedNoun

/** Records of all nouns are stored alike. */
const kept = Object.fromEntries(
  allNouns.filter(({ role }) => role === 'evidence' || role === 'derived').map(({ name }) => [name, store]),
) as unknown as Pick<Interpreters, KeptName>

const interpreters: Interpreters = {
  ...kept,
  session: store,
  exclude: store,
  score: store,
  order: ({ order }, batch) => void batch.orders.push(order),
  emit: (effect, batch) => void batch.emits.push(effect),
  publish: (effect, batch) => void batch.publishes.push(effect),
  claims: ({ change }, batch) => void batch.claims.push(change),
}

/** Sorts effects by how they are carried out; answers are not among them. */
export function interpret(effects: readonly AnyEffect[]): EffectBatch {
  const batch: EffectBatch = { store: [], emits: [], orders: [], publishes: [], claims: [] }
  for (const effect of effects.filter(isPerformed)) interpretOne(effect, batch)
  return batch
}

function interpretOne<K extends Performed['kind']>(effect: Extract<Performed, { kind: K }>, batch: EffectBatch): void {
  const run: Interpreters[K] = interpreters[effect.kind as K]
  run(effect, batch)
}

const isPerformed = (effect: AnyEffect): effect is Performed => Object.hasOwn(interpreters, effect.kind)

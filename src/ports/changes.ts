import type { Change, Touched } from './record.ts'

/** One commit. `fresh`: it was written; otherwise its event was already stored, and at most marked as heard by hook. */
export interface Committed {
  readonly kind: 'committed'
  readonly changes: readonly Change[]
  readonly fresh: boolean
  readonly touched: readonly Touched[]
}

/**
 * What happened to the store, by whichever process:
 * `imported`: commits of another process were written; `restored`: records of an archive, of a damaged file, or of
 * another store; `paused`: a pause began or ended; `forgotten`: records were deleted or, `isMarked`, are about to be;
 * `swept`: what was deleted is overwritten; `settled`: a person decided which projects are one; `recovered`: the whole
 * file was replaced by an earlier state of it.
 */
export type StoreChange =
  | Committed
  | { readonly kind: 'imported'; readonly touched: readonly Touched[] }
  | { readonly kind: 'restored'; readonly touched: readonly Touched[] | 'all' }
  | { readonly kind: 'forgotten'; readonly isMarked: boolean }
  | { readonly kind: 'paused' | 'swept' | 'settled' | 'recovered' }

/** Whoever keeps something that follows from the store. */
export interface Follower {
  /** Called before whoever made the change gets its answer, which waits for the promise. */
  hear(change: StoreChange): unknown
}

/** All changes of a store, in the order in which they were made. */
export interface StoreChanges {
  /** Returns what ends it. */
  follow(follower: Follower): () => void
}

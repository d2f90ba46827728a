/** One-time permissions, taken by compare-and-set. */
export interface Grants {
  /** True for the first holder, and for the same holder again, until it expires or is given back. */
  take(key: string, holder: string, until: number, now: number): Promise<boolean>
  giveBack(key: string, holder: string): Promise<void>
}

/** Snapshots of folds: state and the `seq` of the last event that is in it. */
export interface Folds {
  load(fold: string, scope: string): Promise<{ readonly state: unknown; readonly seq: number } | undefined>
  /** An older snapshot never replaces a newer one. */
  save(fold: string, scope: string, state: unknown, seq: number): Promise<void>
}

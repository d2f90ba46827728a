import type { Meaning } from '../domain/retrieval/meaning.ts'

/** A kept text whose meaning is not known yet. `mark`: another one, where the text has changed since. */
export interface Unembedded {
  readonly id: number
  readonly mark: number
  readonly text: string
}

/** What kept texts mean, beside the full-text index: what leaves that leaves this. */
export interface Vectors {
  /** Of what was said and made of it, the newest first. */
  missing(limit: number): Promise<readonly Unembedded[]>
  /** Leaves out what has changed or gone meanwhile. */
  fill(found: readonly (Pick<Unembedded, 'id' | 'mark'> & { readonly meaning: Meaning })[]): Promise<void>
  counts(): Promise<{ readonly known: number; readonly missing: number }>
}

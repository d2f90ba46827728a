import type { Meaning } from '../domain/retrieval/meaning.ts'

/** Says what texts mean. Undefined: it is switched off, it cannot, or it was not known in time. */
export interface Embedder {
  /** What somebody asks for, before all that is kept; what takes longer than `withinMs` is known the next time. */
  asked(text: string, withinMs: number): Promise<Meaning | undefined>
  kept(text: string): Promise<Meaning | undefined>
  state(): EmbedderState
}

/** `loaded`: its model is in memory. `broken` says why it cannot be. */
export interface EmbedderState {
  readonly on: boolean
  readonly loaded: boolean
  readonly broken?: string | undefined
}

import type { Belief, Domain, RootCause, Status, Strategy } from './experience.ts'

interface At {
  /** Epoch milliseconds. */
  readonly at: number
}

/** The first entry of a journal: an agent's own, or Hindcast's at a failing check (`by: 'hindcast'`). */
export interface StartEntry extends At, Belief {
  readonly kind: 'start'
  readonly by: 'agent' | 'hindcast'
  readonly session: string
  readonly project: string
  readonly agentId?: string | undefined
  readonly domain: Domain
  readonly strategy: Strategy
  readonly goal: string
  readonly expect?: string | undefined
  readonly failure?: string | undefined
  readonly failing?: readonly string[] | undefined
  readonly evidence?: readonly string[] | undefined
}

/** A change of mind, or a note. */
export interface UpdateEntry extends At, Partial<Belief> {
  readonly kind: 'update'
  readonly strategy?: Strategy | undefined
  readonly expect?: string | undefined
  readonly note?: string | undefined
}

/** The result of a run while it was open; `verdict`: how it compares with `expect`, if that can be said. */
export interface CaptureEntry extends At {
  readonly kind: 'capture'
  /** The id of the run's event. */
  readonly run: string
  readonly verdict?: 'match' | 'mismatch' | undefined
  readonly said: string
  /** The run failed, but not with what failed before. */
  readonly isOtherFailure?: true | undefined
}

/** The end. */
export interface ResolveEntry extends At {
  readonly kind: 'resolve'
  readonly by: 'agent' | 'hindcast'
  readonly status: Status
  readonly result: string
  readonly surprise?: string | undefined
  readonly rootCause?: RootCause | undefined
  readonly cause?: string | undefined
  readonly lesson?: string | undefined
  /** Events between start and end that show it. */
  readonly evidence?: readonly string[] | undefined
  readonly files?: readonly string[] | undefined
  readonly commands?: readonly string[] | undefined
  /** What the edits changed, as `diffOf` shows it. */
  readonly diffs?: readonly string[] | undefined
  /** The passing run prints the error that it began with, too. */
  readonly isErrorHarmless?: true | undefined
  readonly committed?: string | undefined
}

/** Another session takes it over. */
export interface AdoptEntry extends At {
  readonly kind: 'adopt'
  readonly session: string
  readonly agentId?: string | undefined
}

/** One entry of a journal. */
export type Entry = StartEntry | UpdateEntry | CaptureEntry | ResolveEntry | AdoptEntry

/** One text as it is stored: a turn of a dialogue. */
export interface Turn {
  readonly id: string
  readonly session: string
  readonly at: number
  readonly text: string
}

/** A question with what answers it: turns where they are known, and sessions. */
export interface Question {
  readonly text: string
  readonly category: string
  readonly turns: readonly string[]
  readonly sessions: readonly string[]
}

/** Texts that are searched together, and what is asked of them. */
export interface Haystack {
  readonly turns: readonly Turn[]
  readonly questions: readonly Question[]
}

/** What an arm found: turns and sessions, best first. */
export interface Ranking {
  readonly turns: readonly string[]
  readonly sessions: readonly string[]
  /** Tokens that the first ten hits cost who reads them. */
  readonly tokens: number
}

/** A way to find. `learn` takes the haystack; `find` is timed. */
export interface Arm {
  readonly name: string
  learn(haystack: Haystack): Promise<void>
  find(question: string): Promise<Ranking>
  close(): Promise<void>
}

/** The texts' sessions, in the order of their first text. */
export const sessionsOf = (ids: readonly string[], sessionOf: ReadonlyMap<string, string>): string[] => [
  ...new Set(ids.map((id) => sessionOf.get(id) ?? '')),
]

/** The settings that behaviours read, as one fact, under the keys of config.yaml. */
export interface Settings {
  readonly tokenBudget: { readonly sessionStart: number; readonly prompt: number }
  readonly prompt: { readonly depth: 'rich' | 'light' | 'off'; readonly limit: number }
  readonly contextObservations: number
  readonly contextSummaries: number
  readonly standing: { readonly enabled: boolean }
  /** The share of records withheld from a session to measure the value of recall. */
  readonly recall: { readonly withhold: number }
  /** `sessions` and `confidence`: when a rule that was not stated as permanent becomes active. `scripts`: how prompts from scripts count. */
  readonly learn: {
    readonly enabled: boolean
    readonly sessions: number
    readonly confidence: number
    readonly scripts: Scripts
  }
  /** What lessons are written to, by themselves (`auto`) or on approval (`review`), and how often they must be said. */
  readonly artifacts: {
    readonly mode: 'auto' | 'review'
    readonly occurrences: number
    readonly claudeMd: boolean
    readonly claudeMdPath: string
    readonly skills: boolean
    readonly skillsDir: string
  }
  /** What a subagent is told at its start: the rules that concern it, everything standing, or nothing. */
  readonly subagents: { readonly context: 'rules' | 'full' | 'none' }
  readonly skipTools: readonly string[]
  readonly significance: { readonly min: number }
  /** Asks after so many calls whether a belief under test still holds; 0 never asks. */
  readonly checkIn: { readonly every: number }
  /** How other sessions' edits of a file are told before a call, and after how many minutes without activity a claim expires. */
  readonly claims: { readonly mode: ClaimsMode; readonly minutes: number }
  /**
   * `extraCommands`: commands that count as checks, besides the built-in ones. `autoCapture`: whether the results of
   * checks are held against beliefs under test.
   */
  readonly outcome: { readonly extraCommands: readonly string[]; readonly autoCapture: boolean }
  /** Warning limits: free memory in MB, running agents; 0 turns a warning off. */
  readonly limits: { readonly memoryMb: number; readonly agents: number }
}

/**
 * What happens before a call on a file that another session is editing. `ask`: a person is asked if the other session edited it
 * lately, otherwise the agent is told. `context`: the agent is told. `deny`: the call is refused. `off`: nothing.
 */
export type ClaimsMode = 'ask' | 'context' | 'deny' | 'off'

/**
 * What the prompts of scripts teach. `propose`: at most something that a person may approve. `person`: as much as typed
 * ones. `off`: nothing.
 */
export type Scripts = 'propose' | 'person' | 'off'

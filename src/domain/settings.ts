/** The configured values that behaviours read, as one fact. Keys are config.yaml's. */
export interface Settings {
  readonly tokenBudget: { readonly sessionStart: number; readonly prompt: number }
  readonly prompt: { readonly depth: 'rich' | 'light' | 'off'; readonly limit: number }
  readonly contextObservations: number
  readonly contextSummaries: number
  readonly standing: { readonly enabled: boolean }
  /** The share of records that are withheld from a session, to measure what telling is worth. */
  readonly recall: { readonly withhold: number }
  readonly skipTools: readonly string[]
  readonly significance: { readonly min: number }
  /** Commands that check the work, beside those that are known. */
  readonly outcome: { readonly extraCommands: readonly string[] }
  /** At which a session is warned: free memory in MB, running agents; 0 is none. */
  readonly limits: { readonly memoryMb: number; readonly agents: number }
}

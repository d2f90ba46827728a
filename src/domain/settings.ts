/** The configured values that behaviours read, as one fact. Keys are config.yaml's. */
export interface Settings {
  readonly tokenBudget: { readonly sessionStart: number; readonly prompt: number }
  readonly prompt: { readonly depth: 'rich' | 'light' | 'off'; readonly limit: number }
  readonly contextObservations: number
  readonly contextSummaries: number
  readonly skipTools: readonly string[]
  readonly significance: { readonly min: number }
}

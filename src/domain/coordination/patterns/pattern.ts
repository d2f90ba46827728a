/** The ways in which several agents can work together, by the names that people type. */
export const PATTERN_NAMES = [
  'swarm',
  'jury',
  'pipeline',
  'hierarchical',
  'map-reduce',
  'generator-critic',
  'adversarial',
  'circuit-breaker',
  'blackboard',
  'chain-of-responsibility',
  'event-driven',
] as const

/** The name of a pattern. */
export type PatternName = (typeof PATTERN_NAMES)[number]

/** What was planned of a run: its size, the names of its parts (stages, or topics of events), and its rounds. */
export interface RunPlan {
  readonly agents?: number | undefined
  readonly stages: readonly string[]
  readonly rounds?: number | undefined
}

/** What an agent is in a run; `n` counts those with the same name from 1. */
export interface PatternRole {
  readonly name: string
  readonly n: number
}

/** What an agent said when it stopped; `id` is that event's. */
export interface AgentMessage {
  readonly id: string
  readonly text: string
}

/** An agent that starts, as far as its host says: its type and, if known, what it was started for. */
export interface Newcomer {
  readonly type: string
  readonly description?: string | undefined
  readonly at: number
}

/** An agent of a run. */
export interface Participant extends Newcomer {
  readonly agent: string
  readonly role: PatternRole
  readonly stoppedAt?: number | undefined
  /** Its last messages, oldest first; none while it runs. */
  readonly said: readonly AgentMessage[]
}

/** An agent's words, with the role that it said them in. */
export interface Contribution extends AgentMessage {
  readonly by: string
}

/** What an agent is told when it starts: facts about its role, and what other agents said. */
export interface Briefing {
  readonly says: readonly string[]
  readonly claims: readonly Contribution[]
}

/** What came out of a run so far: a sentence, the agents' words behind it, and the same as data. */
export interface PatternResult {
  readonly says: string
  readonly claims: readonly Contribution[]
  readonly data: Readonly<Record<string, unknown>>
}

/** One way of working together: data, and pure functions over the run's participants in the order of their start. */
export interface SubagentPattern {
  readonly name: PatternName
  /** One sentence for people. */
  readonly summary: string
  /** What the planned number of agents counts. */
  readonly counts: string
  /** Each role, and the words that name it in an agent's type or description. */
  readonly roles: Readonly<Record<string, RegExp>>
  /** The words by which a prompt asks for it. */
  readonly words: RegExp
  /** Its agents are shown nothing of each other's work. */
  readonly isIsolated?: true
  /** Its running agents are told what others say meanwhile, beside their next result. */
  readonly isLive?: true
  /** The role of an agent that starts; undefined if the run is full, so that the agent is no part of it. */
  readonly roleOf: (newcomer: Newcomer, others: readonly Participant[], plan: RunPlan) => PatternRole | undefined
  readonly brief: (own: Participant, all: readonly Participant[], plan: RunPlan) => Briefing
  /** Which agents are still to be started; undefined if the plan does not say how many there will be. */
  readonly toStart: (all: readonly Participant[], plan: RunPlan) => readonly string[] | undefined
  readonly result: (all: readonly Participant[], plan: RunPlan) => PatternResult
}

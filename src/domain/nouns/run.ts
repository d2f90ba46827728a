import { PATTERN_NAMES, type PatternName } from '../coordination/patterns/pattern.ts'
import { IN_SESSION, noun } from './noun.ts'

/** Several agents of a session that work together in a declared pattern, and what came out of it. */
export interface Run {
  readonly id: string
  readonly session: string
  readonly project: string
  /** When it was declared: agents that start after that take part. */
  readonly at: number
  readonly pattern: PatternName
  /** What was planned, as far as it was. */
  readonly agents?: number | undefined
  readonly stages: readonly string[]
  readonly rounds?: number | undefined
  /** `environment`: a variable of the client's. */
  readonly by: 'person' | 'agent' | 'environment'
  readonly state: 'open' | 'complete' | 'stopped'
  readonly endedAt?: number | undefined
  /** When the session was kept going for what is missing, and when it was told the result. */
  readonly waitedAt?: number | undefined
  readonly toldAt?: number | undefined
  /** What came out, in sentences and as data, once it is over. */
  readonly outcome: readonly string[]
  readonly result?: Readonly<Record<string, unknown>> | undefined
  /** The events in which its agents started and stopped. */
  readonly evidence: readonly string[]
}

export default noun<Run>()({
  name: 'run',
  table: 'runs',
  letter: 'r',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    pattern: { oneOf: PATTERN_NAMES },
    agents: 'count?',
    stages: 'texts',
    rounds: 'count?',
    by: { oneOf: ['person', 'agent', 'environment'] },
    state: { oneOf: ['open', 'complete', 'stopped'] },
    endedAt: 'time?',
    waitedAt: 'time?',
    toldAt: 'time?',
    outcome: 'texts',
    result: 'json?',
    evidence: 'ids',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'at'] }],
  again: 'replace',
  searched: ({ pattern, stages, outcome }) => ({
    type: pattern,
    title: `${pattern} run`,
    body: [...stages, ...outcome].join('\n'),
    files: [],
  }),
})

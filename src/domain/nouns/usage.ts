import { noun } from './noun.ts'

/** How full a context was at its newest request, according to its transcript: a session's own or a subagent's. */
export interface Usage {
  readonly session: string
  /** The subagent; empty for the session itself. */
  readonly agent: string
  readonly at: number
  /** The size of the whole request, cached or not; of a subagent, which has ended, with the answer. */
  readonly tokens: number
  /** The model's context window. */
  readonly window: number
}

export default noun<Usage>()({
  name: 'usage',
  table: 'usages',
  said: ['context size', 'context sizes'],
  role: 'log',
  fields: { session: 'session', agent: 'word', at: 'time', tokens: 'count', window: 'count' },
  key: ['session', 'agent'],
  merge: (kept, next) => (next.at >= kept.at ? next : kept),
})

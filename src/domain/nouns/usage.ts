import { noun } from './noun.ts'

/** How full a session's context was at its newest request, according to its transcript. */
export interface Usage {
  readonly session: string
  readonly at: number
  /** The size of the whole request, cached or not. */
  readonly tokens: number
  /** The model's context window. */
  readonly window: number
}

export default noun<Usage>()({
  name: 'usage',
  table: 'usages',
  said: ['context size', 'context sizes'],
  role: 'log',
  fields: { session: 'session', at: 'time', tokens: 'count', window: 'count' },
  key: ['session'],
  merge: (kept, next) => (next.at >= kept.at ? next : kept),
})

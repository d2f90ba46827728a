import { noun } from './noun.ts'

/** How full a session's context was at its newest request, as far as its transcript was read. */
export interface Usage {
  readonly session: string
  readonly at: number
  /** All that the request held, cached or not. */
  readonly tokens: number
  /** What the model takes at most. */
  readonly window: number
}

export default noun<Usage>()({
  name: 'usage',
  table: 'usages',
  role: 'log',
  fields: { session: 'session', at: 'time', tokens: 'count', window: 'count' },
  key: ['session'],
  merge: (kept, next) => (next.at >= kept.at ? next : kept),
})

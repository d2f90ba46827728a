import { noun } from './noun.ts'

/** One run of a host, under the host's own session id. Times are epoch milliseconds. */
export interface Session {
  readonly id: string
  readonly host: string
  readonly project: string
  readonly source?: string | undefined
  readonly parent?: string | undefined
  readonly cwd?: string | undefined
  readonly branch?: string | undefined
  readonly worktree?: string | undefined
  readonly transcript?: string | undefined
  readonly model?: string | undefined
  /** By the client or its model, and by a command of the person. */
  readonly title?: string | undefined
  readonly named?: string | undefined
  /** The pull request that it made or works on: `owner/name#12`. */
  readonly pullRequest?: string | undefined
  readonly clientPid?: number | undefined
  readonly entrypoint?: string | undefined
  readonly attended?: boolean | undefined
  readonly startedAt: number
  readonly lastSeenAt: number
  readonly endedAt?: number | undefined
  readonly endReason?: string | undefined
}

/**
 * Updates a session's row; absent fields stay as they are. `endedAt: null` reopens a session that ended before
 * `lastSeenAt`; an end is ignored if something later is known about the session.
 */
export type SessionChange = Pick<Session, 'id' | 'host' | 'project' | 'lastSeenAt'> &
  Partial<Omit<Session, 'id' | 'host' | 'project' | 'lastSeenAt' | 'endedAt' | 'endReason'>> & {
    readonly endedAt?: number | null | undefined
    readonly endReason?: string | null | undefined
  }

/** What a session is called, and by whom: a person's title before the client's, else how its first prompt begins. */
export function sessionTitle({ named, title }: Pick<Session, 'named' | 'title'>, opening = '') {
  const [text = '', from = null] =
    named !== undefined ? [named, 'person' as const] : title !== undefined ? [title, 'client' as const] : []
  return text === '' && opening !== ''
    ? { title: opening, titleFrom: 'prompt' as const }
    : { title: text, titleFrom: from }
}

export default noun<Session>()({
  name: 'session',
  table: 'sessions',
  role: 'place',
  fields: {
    id: 'id',
    host: 'word',
    project: 'project',
    source: 'word?',
    parent: 'id?',
    cwd: 'path?',
    branch: 'text?',
    worktree: 'path?',
    transcript: 'path?',
    model: 'word?',
    title: 'text?',
    named: 'text?',
    pullRequest: 'text?',
    clientPid: 'count?',
    entrypoint: 'word?',
    attended: 'flag?',
    startedAt: 'time',
    lastSeenAt: 'time',
    endedAt: 'time?',
    endReason: 'word?',
  },
  indexes: [
    { on: ['project', 'startedAt'] },
    { on: ['startedAt'] },
    { on: ['clientPid'], present: 'clientPid' },
    { on: ['project', 'worktree'], present: 'worktree' },
  ],
  // The copy that saw the session last knows whether it ended
  restore: (kept, archived) => ({
    ...kept,
    ...(archived.lastSeenAt > kept.lastSeenAt && { endedAt: archived.endedAt, endReason: archived.endReason }),
    startedAt: Math.min(kept.startedAt, archived.startedAt),
    lastSeenAt: Math.max(kept.lastSeenAt, archived.lastSeenAt),
  }),
  counted: true,
  // Clients derive titles from prompts
  forget: { empties: ['title', 'named', 'pullRequest'] },
})

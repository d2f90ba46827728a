import { noun } from './noun.ts'

/** What a file held after the agent's write. */
export interface FileVersion {
  /** The call that wrote it. */
  readonly event: string
  readonly session: string
  readonly project: string
  /** Absolute. */
  readonly path: string
  readonly at: number
  /** SHA-256 of the file's text as it was, in UTF-8, in hex. */
  readonly hash: string
  /** The text without secrets and private passages; kept of the newest version of a path in a session, and not for ever. */
  readonly text?: string | undefined
}

export default noun<FileVersion>()({
  name: 'file-version',
  table: 'file_versions',
  role: 'evidence',
  fields: { event: 'id', session: 'session', project: 'project', path: 'text', at: 'time', hash: 'id', text: 'text?' },
  key: ['event', 'path'],
  indexes: [{ on: ['path', 'at'] }, { on: ['session'], present: 'text' }],
  forget: { follows: ['event'] },
  lapsing: { fields: ['text'], newestPer: ['session', 'path'], days: 7 },
})

/** What a version says of its file. */
export type FileContent = Pick<FileVersion, 'hash' | 'text'>

import { noun } from './noun.ts'

/** A file's content after a write by the agent, or as it was when it was seen to have changed since. */
export interface FileVersion {
  /** The call that wrote it, or the event at which the change was seen. */
  readonly event: string
  readonly session: string
  readonly project: string
  /** Absolute. */
  readonly path: string
  readonly at: number
  /** SHA-256 of the file's original text in UTF-8, in hex. */
  readonly hash: string
  /**
   * The text without secrets and private passages; kept only for a path's newest version in a session, and only for a
   * time.
   */
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

/** The content fields of a version. */
export type FileContent = Pick<FileVersion, 'hash' | 'text'>

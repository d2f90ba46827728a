import { noun } from './noun.ts'

/** What a file held after the agent's write. `hash`: SHA-256 of its text in UTF-8, in hex. */
export interface FileVersion {
  /** The call that wrote it. */
  readonly event: string
  readonly session: string
  readonly project: string
  /** Absolute. */
  readonly path: string
  readonly at: number
  readonly hash: string
}

export default noun<FileVersion>()({
  name: 'file-version',
  table: 'file_versions',
  role: 'evidence',
  fields: { event: 'id', session: 'session', project: 'project', path: 'text', at: 'time', hash: 'id' },
  key: ['event'],
  indexes: [{ on: ['path', 'at'] }],
  forget: { follows: ['event'] },
})

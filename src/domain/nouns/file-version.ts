import { contentHash } from '../identity.ts'
import { baseName } from '../paths.ts'
import { cutPrivate } from '../redaction/tags.ts'
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

/** The longest text that is kept, in UTF-16 code units: redaction cuts what is longer in the middle. */
const TEXT_MAX = 64 * 1024

/** What is kept of a file that holds `text`: always the digest; the text unless it is long or the file holds secrets by its name. */
export function contentOf(path: string, text: string): FileContent {
  const hash = contentHash(text)
  return text.length > TEXT_MAX || SECRET.test(baseName(path)) ? { hash } : { hash, text: cutPrivate(text).text }
}

/** Names of files that hold keys, passwords or tokens. */
const SECRET =
  /^\.env(?:\..+)?$|^\.envrc$|\.(?:env|pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|asc|gpg)$|^id_(?:rsa|dsa|ecdsa|ed25519)|^\.(?:npmrc|netrc|pgpass|pypirc|htpasswd|git-credentials)$|^_netrc$|^(?:credentials|secrets?)(?:\.[a-z]+)?$/i

import { cutPrivate } from '@hindcast/redaction/tags.ts'
import { baseName } from '@hindcast/text/paths.ts'
import { contentHash } from '../identity.ts'
import type { FileContent } from '../nouns/file-version.ts'

/** The longest text that is kept, in UTF-16 code units: redaction would cut the middle out of a longer one. */
const TEXT_MAX = 64 * 1024

/**
 * What is kept of a file with this text: always its hash; the text too, unless it is long or the file's name suggests
 * secrets.
 */
export function contentOf(path: string, text: string): FileContent {
  const hash = contentHash(text)
  return text.length > TEXT_MAX || SECRET.test(baseName(path)) ? { hash } : { hash, text: cutPrivate(text).text }
}

/** Names of files that hold keys, passwords or tokens. */
const SECRET =
  /^\.env(?:\..+)?$|^\.envrc$|\.(?:env|pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|asc|gpg)$|^id_(?:rsa|dsa|ecdsa|ed25519)|^\.(?:npmrc|netrc|pgpass|pypirc|htpasswd|git-credentials)$|^_netrc$|^(?:credentials|secrets?)(?:\.[a-z]+)?$/i

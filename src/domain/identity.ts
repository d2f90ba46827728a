import type { Clean } from '@hindcast/redaction/clean.ts'
import { digest } from '@hindcast/redaction/digest.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { IdKind } from './nouns/records.ts'

/** An id derived from what it identifies: kind letter, then 16 hex digits of SHA-256 over the parts. */
export function deriveId(kind: IdKind, ...parts: readonly (string | number)[]): Clean {
  return `${kind}_${digest(parts)}` as Clean
}

/** A project's id, from the path that identifies it. */
export const projectId = (path: string): Clean => digest(['project', path])

/** A file's content hash: SHA-256 of its text in UTF-8, in hex. */
export const contentHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** JSON with sorted keys, so that equal values serialise alike. */
export const canonicalJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

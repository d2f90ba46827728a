import { type Clean, type Cleaned, redactRarely, type SecretRange } from '@hindcast/redaction/clean.ts'
import { blankPrivate, maskSecrets } from '@hindcast/redaction/masked.ts'

/**
 * What all text passes in the process that reads code: `source` before it is parsed, where lines and context still tell a
 * secret; `record` before anything is stored or leaves the process.
 */
export interface Gate {
  /** Of the same length, with the same lines. */
  source(text: string): Promise<Clean>
  record<T>(value: T): Promise<Cleaned<T>>
}

/** Finds secrets in a text of any size. Rejects rather than missing any silently. */
export type FindSecrets = (text: string) => Promise<readonly SecretRange[]>

/** The gate that removes private passages, and the secrets that are found. */
export function gateOf(find: FindSecrets): Gate {
  return {
    async source(text) {
      const open = blankPrivate(text)
      return maskSecrets(open, await find(open))
    },
    record: (value) => redactRarely(value, find),
  }
}

import { type Clean, type Cleaned, redactRarely } from '../../domain/redaction/clean.ts'
import { blankPrivate, masked } from '../../domain/redaction/masked.ts'
import type { Secrets } from '../../ports.ts'

/**
 * What all text passes in the process that reads code: `source` before it is parsed, where lines and context still tell a
 * secret; `record` before anything is stored or leaves the process.
 */
export interface Gate {
  /** Of the same length, with the same lines. */
  source(text: string): Promise<Clean>
  record<T>(value: T): Promise<Cleaned<T>>
}

/** The gate that removes private passages, and what `secrets` finds. */
export function gateOf(secrets: Secrets): Gate {
  const find = (text: string) => secrets.find(text)
  return {
    async source(text) {
      const open = blankPrivate(text)
      return masked(open, await find(open))
    },
    record: (value) => redactRarely(value, find),
  }
}

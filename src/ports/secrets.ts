import type { SecretRange } from '../domain/redaction/clean.ts'

/** Finds what must not be kept. Text of any size; never holds the event loop for long. Rejects rather than miss silently. */
export interface Secrets {
  find(text: string): Promise<readonly SecretRange[]>
}

import type { SourceCursor } from '../../ports.ts'
import type { TranscriptFile } from './discover.ts'

/** The result of reading a file. */
export type Read = Pick<SourceCursor, 'sessions' | 'skipped' | 'errors'>

/** Another process that reads transcripts, so that this one stays free for answers. */
export interface Elsewhere {
  /**
   * Files are read in the order requested: the next one starts while the end of this one is being stored. Undefined if
   * the file no longer exists. Rejects with `Gone` if the process has died, or with another error if storing failed,
   * which then applies to all files in progress.
   */
  read(file: TranscriptFile, onProgress: (offset: number, events: number) => void): Promise<Read | undefined>
  close(): void
}

/** The reading process died, or could not start. Whatever it had reported is stored. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

import type { SourceCursor } from '../../ports.ts'
import type { TranscriptFile } from './discover.ts'

/** What reading a file came to. */
export type Read = Pick<SourceCursor, 'sessions' | 'skipped' | 'errors'>

/** Another process that reads transcripts, so that this one has its time for answers. */
export interface Elsewhere {
  /**
   * Files are read in the order in which they are asked for, one behind another: the next one begins while the last of
   * this one is being kept. Undefined where the file is gone by now. Rejects with `Gone` where the process is, else where
   * nothing more could be kept, and then of no file that was on its way.
   */
  read(file: TranscriptFile, onProgress: (offset: number, events: number) => void): Promise<Read | undefined>
  close(): void
}

/** The process that read is gone, or could not begin. What it told until then is kept. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { TurnLog, TurnLogEntry } from '../ports.ts'

/** A turn log that buffers entries that are not urgent. */
export type BufferedLog = TurnLog & {
  /** Writes the buffered entries. */
  flush(): Promise<void>
  /** Writes the buffered entries and stops. */
  close(): Promise<void>
}

/** How long an entry is buffered at most, in milliseconds. */
const HELD_MS = 1_000
const HELD_AT_MOST = 200

/**
 * Buffers the entries of silent reactions and of those that only did work: writing each separately would compete with
 * the client for its next call. Entries that said something or failed are written at once, after everything buffered
 * before them.
 */
export function bufferedLog(log: TurnLog): BufferedLog {
  let held: Cleaned<TurnLogEntry>[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const entries = held
    held = []
    if (entries.length > 0) await log.append(entries)
  }
  return {
    async append(entries) {
      held.push(...entries)
      if (held.length >= HELD_AT_MOST || !entries.every(canWait)) return flush()
      timer ??= setTimeout(() => void flush().catch(() => {}), HELD_MS)
    },
    async read(filter) {
      await flush()
      return log.read(filter)
    },
    flush,
    close: flush,
  }
}

const canWait = ({ outcome }: Pick<TurnLogEntry, 'outcome'>): boolean => outcome === 'silent' || outcome === 'done'

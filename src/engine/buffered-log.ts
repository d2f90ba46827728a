import type { Cleaned } from '../domain/redaction/clean.ts'
import type { TurnLog, TurnLogEntry } from '../ports.ts'

/** A turn log that keeps back what is in no hurry. */
export type BufferedLog = TurnLog & {
  /** Writes what was kept back. */
  flush(): Promise<void>
  /** The same, for good. */
  close(): Promise<void>
}

/** For so long an entry is kept back at most, in milliseconds. */
const HELD_MS = 1_000
const HELD_AT_MOST = 200

/**
 * Gathers entries of what was silent, or merely done: a write each would compete with the client for the next call. What
 * was said, or failed, is written at once, and all that came before it.
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

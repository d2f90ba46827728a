import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { TurnLog, TurnLogEntry } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'

const entry = (fields: Partial<TurnLogEntry>): Cleaned<TurnLogEntry> =>
  cleaned({
    at: 1_000,
    session: 's1',
    event: 'e1',
    eventName: 'SessionStart',
    behaviour: 'session-index',
    effect: 'context',
    reasons: [],
    ids: ['o_1', 'o_2'],
    ms: 1.25,
    outcome: 'said',
    ...fields,
  })

/** The contract for turn logs. */
export function turnLogContract(open: Open<{ turnLog: TurnLog }>): void {
  describe('turn log', () => {
    const store = opened(open)

    test('entries are returned as stored, newest first', async () => {
      const failed = entry({ event: 'e2', outcome: 'failed', error: 'too late', ids: [] })
      await store().turnLog.append([entry({}), failed])
      expect(await store().turnLog.read({ limit: 9 })).toEqual([failed, entry({})])
      expect(await store().turnLog.read({ limit: 1 })).toEqual([failed])
    })

    test("a session's entries are found separately", async () => {
      await store().turnLog.append([entry({}), entry({ session: 's2' })])
      expect(await store().turnLog.read({ session: 's2', limit: 9 })).toEqual([entry({ session: 's2' })])
    })

    test('appending nothing changes nothing', async () => {
      await store().turnLog.append([])
      expect(await store().turnLog.read({ limit: 9 })).toEqual([])
    })

    test('it keeps the newest 20,000 entries', async () => {
      const many = (from: number) => Array.from({ length: 5_025 }, (_, at) => entry({ at: from + at, ids: [] }))
      for (let from = 0; from < 20_100; from += 5_025) await store().turnLog.append(many(from))
      const kept = await store().turnLog.read({ limit: 30_000 })
      expect(kept).toHaveLength(20_000)
      expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([20_099, 100])
    })
  })
}

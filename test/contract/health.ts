import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Jobs, Journal, Ledger, StoreHealth } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import { anEvent, anObservation, commit, event } from './records.ts'

/** The contract for a store's health. */
export function healthContract(
  open: Open<{ journal: Journal; jobs: Jobs; ledger: Ledger; health: StoreHealth }>,
): void {
  describe('health', () => {
    const store = opened(open)

    test('an empty store is intact, has this schema, and reports no times', async () => {
      const { schema, known, ...rest } = await store().health.examine()
      expect(schema).toBe(known)
      expect(rest).toMatchObject({ problems: [], pending: 0, failed: 0, unreadable: 0 })
      expect([rest.lastHookAt, rest.lastStopAt, rest.lastMemoryAt]).toEqual([undefined, undefined, undefined])
    })

    test('reports when the last hook arrived, when a turn last ended, and when a record was last derived', async () => {
      await commit(store().journal, [
        event(anEvent({ id: 'stop', name: 'Stop', at: 10, via: 'hook' })),
        event(anEvent({ id: 'tool', at: 20, via: 'hook' })),
        event(anEvent({ id: 'read', at: 30, via: 'transcript' })),
        { kind: 'observation', record: anObservation({ id: 'o_1', at: 40 }) },
      ])
      expect(await store().health.examine()).toMatchObject({ lastStopAt: 10, lastHookAt: 20, lastMemoryAt: 40 })
    })

    test('reports of each session what arrived by hook, and when nothing of it may be stored', async () => {
      await commit(store().journal, [
        event(anEvent({ id: 'a1', session: 'a', at: 10, via: 'hook' })),
        event(anEvent({ id: 'a2', session: 'a', at: 20, via: 'hook' })),
        event(anEvent({ id: 'a3', session: 'a', at: 30, via: 'transcript' })),
        event(anEvent({ id: 'b1', session: 'b', at: 40, via: 'transcript' })),
      ])
      await store().ledger.pause(cleaned({ session: 'b', from: 5, until: 50 }))
      const asked = ['a', 'b', 'c'].map((session) => ({ session, project: 'p' }))
      expect(await store().health.heard(asked)).toEqual([
        { at: 20, silences: [] },
        { silences: [{ from: 5, until: 50 }] },
        { silences: [] },
      ])
    })

    test('a job that was given up is reported with its error, and is due again once it is put back', async () => {
      await commit(store().journal, [event(anEvent({ id: 'e1' }))], {
        jobs: [{ behaviour: 'summary', event: 'e1', dueAt: 5 }],
      })
      const lease = () => store().jobs.lease({ now: 9, leaseMs: 1, limit: 9 })
      const [job] = await lease()
      await store().jobs.abandon(job?.id ?? 0, cleaned('it burnt'))
      expect(await store().health.examine()).toMatchObject({ pending: 0, failed: 1, failure: 'it burnt' })
      expect(await store().health.retryFailed()).toBe(1)
      expect(await lease()).toMatchObject([{ attempt: 1, event: { id: 'e1' } }])
      expect(await store().health.examine()).toMatchObject({ pending: 1, failed: 0, oldestDueAt: 0 })
    })
  })
}

import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Jobs, Journal } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import { anEvent, commit, event } from './records.ts'

/** The contract for job queues. */
export function jobsContract(open: Open<{ journal: Journal; jobs: Jobs }>): void {
  describe('jobs', () => {
    const store = opened(open)
    const add = (id: string, dueAt = 0) =>
      commit(store().journal, [event(anEvent({ id }))], { jobs: [{ behaviour: 'summary', event: id, dueAt }] })
    const lease = (now: number, limit = 99) => store().jobs.lease({ now, leaseMs: 100, limit })

    test('due jobs are leased with their events, longest due first, up to the limit', async () => {
      await add('late', 30)
      await add('early', 10)
      await add('never', 1_000)
      expect((await lease(50, 1)).map(({ event }) => event.id)).toEqual(['early'])
      const [rest, ...none] = await lease(50)
      expect(rest).toMatchObject({ behaviour: 'summary', attempt: 1, event: { id: 'late', name: 'PostToolUse' } })
      expect(none).toEqual([])
    })

    test('concurrent leases never share a job', async () => {
      for (let at = 0; at < 20; at++) await add(`e${at}`)
      const leases = await Promise.all(Array.from({ length: 10 }, () => lease(0, 5)))
      const given = leases.flat().map(({ id }) => id)
      expect(given).toHaveLength(20)
      expect(new Set(given).size).toBe(20)
    })

    test('a job with an expired lease is due again, and counts as an attempt', async () => {
      await add('e1')
      expect((await lease(0)).map(({ attempt }) => attempt)).toEqual([1])
      expect(await lease(99)).toEqual([])
      expect((await lease(100)).map(({ attempt }) => attempt)).toEqual([2])
    })

    test("a behaviour's jobs can be made due earlier, never later, without affecting others", async () => {
      await add('later', 900)
      await add('soon', 10)
      const other = [{ behaviour: 'polish', event: 'e3', dueAt: 900 }]
      await commit(store().journal, [event(anEvent({ id: 'e3' }))], { jobs: other })
      await store().jobs.hasten('summary', 50)
      expect((await lease(10)).map(({ event }) => event.id)).toEqual(['soon'])
      expect((await lease(50)).map(({ event }) => event.id)).toEqual(['later'])
    })

    test('jobs of excluded behaviours are not leased, counted or the next due', async () => {
      await add('e1', 10)
      const other = [{ behaviour: 'polish', event: 'e2', dueAt: 5 }]
      await commit(store().journal, [event(anEvent({ id: 'e2' }))], { jobs: other })
      const { jobs } = store()
      expect([await jobs.nextDue(), await jobs.nextDue(['polish'])]).toEqual([5, 10])
      expect(await jobs.counts(['polish'])).toEqual({ pending: 1, failed: 0 })
      const leased = await jobs.lease({ now: 50, leaseMs: 100, limit: 9, without: ['polish'] })
      expect(leased.map(({ behaviour }) => behaviour)).toEqual(['summary'])
    })

    test('released leases are due immediately', async () => {
      await add('e1')
      await lease(0)
      await store().jobs.release()
      expect((await lease(1)).map(({ attempt }) => attempt)).toEqual([2])
    })

    test('a failed job waits until it is due again', async () => {
      await add('e1')
      const [job] = await lease(0)
      await store().jobs.retry(job?.id ?? 0, 500, cleaned(cleaned('no answer')))
      expect(await store().jobs.nextDue()).toBe(500)
      expect(await lease(499)).toEqual([])
      expect((await lease(500)).map(({ attempt }) => attempt)).toEqual([2])
    })

    test('a job that was given up is never due, and is counted', async () => {
      await add('e1')
      await add('e2')
      const [job] = await lease(0, 1)
      await store().jobs.abandon(job?.id ?? 0, cleaned(cleaned('gave up')))
      expect(await store().jobs.counts()).toEqual({ pending: 1, failed: 1 })
      await store().jobs.release()
      expect((await lease(10_000)).map(({ event }) => event.id)).toEqual(['e2'])
    })

    test('those of one session are listed until they are done, with why they failed and whether they were given up', async () => {
      for (const id of ['e1', 'e2', 'e3']) await add(id)
      const other = [{ behaviour: 'summary', event: 'x1', dueAt: 0 }]
      await commit(store().journal, [event(anEvent({ id: 'x1', session: 'other' }))], { jobs: other })
      const { session } = anEvent({ id: 'e1' })
      const jobs = await lease(0, 3)
      await store().jobs.abandon(jobs[0]?.id ?? 0, cleaned(cleaned('gave up')))
      await store().jobs.finish([jobs[1]?.id ?? 0])
      expect(await store().jobs.ofSession(session)).toEqual([
        { id: jobs[0]?.id, behaviour: 'summary', event: 'e1', isDead: true, error: 'gave up' },
        { id: jobs[2]?.id, behaviour: 'summary', event: 'e3', isDead: false },
      ])
    })

    test('the next due time is that of the earliest leasable job; without jobs there is none', async () => {
      expect(await store().jobs.nextDue()).toBeUndefined()
      await add('e1', 40)
      await add('e2', 20)
      expect(await store().jobs.nextDue()).toBe(20)
      await lease(20)
      expect(await store().jobs.nextDue()).toBe(40)
      await lease(40)
      expect(await store().jobs.nextDue()).toBe(120)
    })
  })
}

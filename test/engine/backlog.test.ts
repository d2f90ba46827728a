import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { on } from '../../src/domain/behaviour.ts'
import { runs } from '../runs.ts'
import { named, result, type World, world } from './world.ts'

const LATER = { lane: 'later', onFailure: 'retry' } as const

/** Two behaviours that note in which order their jobs are done; one of them can wait. */
function workers(done: string[]) {
  const does = (name: string, optional: boolean) =>
    named(
      name,
      on('PostToolUse', {
        ...LATER,
        optional,
        decide: () => {
          done.push(name)
          return []
        },
      }),
    )
  return [does('polish', true), does('required', false)]
}

const owe = async ({ engine }: World, jobs: number): Promise<void> => {
  for (let at = 0; at < jobs; at++) await engine.take(result('ls', String(at)))
}

describe("above the queue's high-water mark", () => {
  test('optional jobs wait until the queue is less than half as long, and all are done in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 15 }), async (highWater, jobs) => {
        const done: string[] = []
        const made = await world(workers(done), { start: false, highWater })
        await owe(made, jobs)
        expect(await made.store.jobs.counts()).toEqual({ pending: jobs * 2, failed: 0 })
        await made.engine.drain()
        expect(await made.store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
        expect(done.toSorted()).toEqual([...Array(jobs).fill('polish'), ...Array(jobs).fill('required')])
        // A batch takes all that is due, so that past the mark every required job is done before the first optional one
        if (jobs > highWater) expect(done.indexOf('polish')).toBe(jobs)
      }),
      { numRuns: runs(12) },
    )
  })

  test('capture and answers never wait, and optional jobs do not keep themselves waiting', async () => {
    const done: string[] = []
    const made = await world(workers(done), { start: false, highWater: 1 })
    await owe(made, 5)
    expect((await made.store.evidence.events({ limit: 99 })).length).toBe(5)
    expect(await made.engine.isBacklogged()).toBe(true)
    expect(await made.store.jobs.counts(['polish'])).toMatchObject({ pending: 5 })
    await made.engine.drain()
    expect(await made.engine.isBacklogged()).toBe(false)
  })

  test('between half the mark and the mark, nothing changes', async () => {
    const made = await world(workers([]), { start: false, highWater: 4 })
    await owe(made, 4)
    expect(await made.engine.isBacklogged()).toBe(false)
    await owe(made, 2)
    expect(await made.engine.isBacklogged()).toBe(true)
    const leased = await made.store.jobs.lease({ now: Date.now(), leaseMs: 1, limit: 4, without: ['polish'] })
    expect(leased.map(({ behaviour }) => behaviour)).toEqual(Array(4).fill('required'))
    for (const { id } of leased.slice(0, 3)) await made.store.jobs.abandon(id, cleaned('for the test'))
    expect(await made.engine.isBacklogged()).toBe(true)
    await made.store.jobs.abandon(leased[3]?.id ?? 0, cleaned('for the test'))
    expect(await made.engine.isBacklogged()).toBe(true)
    const [last] = await made.store.jobs.lease({ now: Date.now() + 9, leaseMs: 1, limit: 1, without: ['polish'] })
    await made.store.jobs.abandon(last?.id ?? 0, cleaned('for the test'))
    expect(await made.engine.isBacklogged()).toBe(false)
  })
})

describe('a reaction that is not ready at the deadline', () => {
  /** Runs `all` times; in the first `late` of them, the deadline has passed before it can look anything up. */
  async function lateness(late: number, all: number) {
    const slow = named(
      'slow',
      on('PostToolUse', {
        ...LATER,
        lane: 'reply',
        onFailure: 'pass',
        needs: () => ({ free: { fact: 'freeMemory' } }) as const,
        decide: () => [],
      }),
    )
    const { engine } = await world([slow])
    for (let at = 0; at < all; at++) await engine.take(result('ls', String(at)), at < late ? { withinMs: 0 } : {})
    return engine.health()[0]
  }

  test('in more than a fifth of its recent runs is shown, and stays enabled', async () => {
    expect(await lateness(9, 30)).toMatchObject({ on: true, late: { runs: 30 } })
  })

  test('is not judged on fewer than 20 runs', async () => {
    expect(await lateness(10, 10)).not.toHaveProperty('late')
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { on } from '../../src/domain/behaviour.ts'
import { backoffMs } from '../../src/engine/queue.ts'
import { draft, gate, named, observedBehind, prompt, result, world } from './world.ts'

const LATER = { lane: 'later', onFailure: 'retry' } as const
const emits = (n: number) => ({ kind: 'emit', name: 'Told', n, body: { ids: ['o_1'] } }) as const
const fails = (onFailure: 'retry' | 'drop', name = 'fails') =>
  named(
    name,
    on('PostToolUse', {
      ...LATER,
      onFailure,
      decide: () => {
        throw new Error('not today')
      },
    }),
  )

describe('backoff', () => {
  test('doubles from about a second, varied by up to a quarter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const plain = 1_000 * 2 ** (attempt - 1)
        expect(backoffMs(attempt, random)).toBeGreaterThanOrEqual(plain * 0.75)
        expect(backoffMs(attempt, random)).toBeLessThanOrEqual(plain * 1.25)
      }),
    )
  })
})

describe('the later lane', () => {
  test('is woken by the commit and works after the answer, from the record', async () => {
    const scores = named(
      'scores',
      on('PostToolUse', {
        ...LATER,
        needs: (event) => ({ kept: { fact: 'events', session: event.session, limit: 5 } }) as const,
        decide: (event, { kept }) => [
          { kind: 'score', event: event.id, significance: event.result.text === 'a.txt' ? kept.length / 10 : 1 },
        ],
      }),
    )
    const { engine, store } = await world([scores])
    await engine.take(result('ls', 'a.txt'))
    await engine.drain()
    expect(await store.evidence.events({ limit: 5 })).toMatchObject([{ significance: 0.1 }])
    expect(await store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
    expect(await store.turnLog.read({ limit: 5 })).toMatchObject([
      { behaviour: 'scores', outcome: 'done', effect: 'score' },
    ])
  })

  test('queues nothing for a behaviour that is not interested', async () => {
    const picky = named('picky', on('PostToolUse', { ...LATER, needs: () => undefined, decide: () => [] }))
    const { engine, store } = await world([picky], { start: false })
    await engine.take(result('ls', ''))
    expect(await store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
  })

  test('retries a failed job later, and counts one failure of the behaviour, not one for each attempt', async () => {
    let now = Date.now()
    const { engine, store } = await world([fails('retry')], { over: () => ({ clock: { now: () => now } }) })
    const waitsFor = async () => ((await store.jobs.nextDue()) ?? 0) - now
    await engine.take(result('ls', '', { at: now }))
    await engine.drain()
    expect(await waitsFor()).toBeGreaterThanOrEqual(750)
    expect(await waitsFor()).toBeLessThanOrEqual(1_250)
    now += 1_250
    engine.wake()
    await engine.drain()
    expect(await waitsFor()).toBeGreaterThanOrEqual(1_500)
    expect(engine.health()).toEqual([{ behaviour: 'fails', on: true, failures: 1, error: 'not today' }])
  })

  test('drops what may be dropped, with a log line', async () => {
    const { engine, store, log } = await world([fails('drop')])
    await engine.take(result('ls', ''))
    await engine.drain()
    expect(await store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
    expect(log).toMatchObject([{ level: 'warn', message: 'job dropped: it failed', fields: { behaviour: 'fails' } }])
  })

  test('gives up a job that takes too long, and retries it', async () => {
    const slow = named(
      'slow',
      on('PostToolUse', {
        ...LATER,
        needs: () => ({ found: { fact: 'records', noun: 'observation', session: 's1', limit: 1 } }) as const,
        decide: () => [],
      }),
    )
    const { engine, store } = await world([slow], { over: observedBehind(gate()), jobMs: 50 })
    await engine.take(result('ls', ''))
    await engine.drain()
    expect(await store.jobs.counts()).toEqual({ pending: 1, failed: 0 })
    expect(await store.turnLog.read({ limit: 5 })).toMatchObject([{ behaviour: 'slow', outcome: 'failed' }])
  })

  test('a failing behaviour does not affect the others', async () => {
    const works = named(
      'works',
      on('PostToolUse', { ...LATER, decide: (event) => [{ kind: 'score', event: event.id, significance: 1 }] }),
    )
    const { engine, store } = await world([fails('retry', 'a'), works, fails('drop', 'z')])
    for (let at = 0; at < 5; at++) await engine.take(result('ls', String(at)))
    await engine.drain()
    const kept = await store.evidence.events({ limit: 9 })
    expect(kept.map(({ significance }) => significance)).toEqual([1, 1, 1, 1, 1])
    expect(engine.health().map((each) => each.on)).toEqual([false, true, false])
    expect(await store.jobs.counts()).toMatchObject({ failed: 0 })
  })

  test('jobs of a behaviour disabled by the user are closed, those of a suspended one wait', async () => {
    const off: string[] = []
    const { engine, store } = await world([fails('retry', 'suspended'), fails('retry', 'off')], { start: false, off })
    for (let at = 0; at < 3; at++) await engine.take(result('ls', String(at)))
    off.push('off')
    await engine.drain()
    await engine.take(result('ls', 'one more'))
    expect(await store.jobs.counts()).toEqual({ pending: 3, failed: 0 })
  })

  test('jobs with one key run one after another, in order', async () => {
    const seen: string[] = []
    const keyed = named(
      'keyed',
      on('PostToolUse', {
        ...LATER,
        key: (event) => event.session,
        needs: (event) => ({ found: { fact: 'session', session: event.id } }) as const,
        decide: (event) => {
          seen.push(event.result.text)
          return []
        },
      }),
    )
    let running = 0
    const { engine } = await world([keyed], {
      start: false,
      over: ({ evidence }) => ({
        evidence: {
          ...evidence,
          sessions: async (filter) => {
            if (filter.id?.startsWith('e_') !== true) return evidence.sessions(filter)
            expect(++running).toBe(1)
            await sleep(20)
            running--
            return evidence.sessions(filter)
          },
        },
      }),
    })
    const texts = Array.from({ length: 8 }, (_, at) => String(at))
    for (const text of texts) await engine.take(result('ls', text))
    await engine.drain()
    expect(seen).toEqual(texts)
  })
})

describe('emit', () => {
  test('creates an event that is recorded, not answered, and reacted to, in the same commit as the work', async () => {
    const source = named('source', on('Stop', { ...LATER, decide: () => [emits(0), emits(0), emits(1)] }))
    const listens = named(
      'listens',
      on('Told', {
        ...LATER,
        decide: (event) => [{ kind: 'score', event: event.id, significance: event.ids.length / 2 }],
      }),
    )
    const { engine, store } = await world([source, listens])
    const { eventId } = await engine.take(draft('Stop', { active: false }))
    await engine.drain()
    expect(await store.evidence.events({ names: ['Told'], limit: 9 })).toMatchObject([
      { cause: eventId, via: 'derived', body: { ids: ['o_1'], depth: 1 }, significance: 0.5 },
      { cause: eventId, via: 'derived', body: { ids: ['o_1'], depth: 1 }, significance: 0.5 },
    ])
  })

  test.each(['reply', 'later'] as const)('stops at a depth of four, in the %s lane', async (lane) => {
    const onFailure = lane === 'reply' ? 'pass' : 'retry'
    const echoes = named(
      'echoes',
      on('UserPromptSubmit', { ...LATER, decide: () => [emits(0)] }),
      on('Told', { lane, onFailure, decide: () => [emits(0)] } as never),
    )
    const { engine, store, log } = await world([echoes])
    await engine.take(prompt())
    await engine.drain()
    const told = await store.evidence.events({ names: ['Told'], limit: 20 })
    expect(told.map(({ body }) => body.depth)).toEqual([1, 2, 3, 4])
    expect(log).toMatchObject([{ message: 'derived event dropped: too far from evidence' }])
  })
})

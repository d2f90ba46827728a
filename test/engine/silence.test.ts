import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { on } from '../../src/domain/behaviour.ts'
import { call, named, result, world } from './world.ts'

const talks = named(
  'talks',
  on('PreToolUse', {
    ...({ lane: 'reply', onFailure: 'pass' } as const),
    decide: () => [{ kind: 'note', text: 'hi', rank: 0 }],
  }),
)
const SILENT = { answer: {}, tokens: 0, sections: [], omitted: [] }
const open = () => world([talks])

describe('a pause', () => {
  test('takes effect at once, despite caches, and so does its end', async () => {
    const { engine, ports } = await open()
    expect((await engine.take(call('ls'))).answer).toEqual({ note: 'hi' })
    await ports.ledger.pause(cleaned({ session: 's1', from: Date.now() }))
    expect(await engine.take(call('ls'))).toEqual(SILENT)
    expect(await engine.take(call('ls'), { rehearsal: true })).toEqual(SILENT)
    expect((await engine.take(call('ls', { session: 's2' }))).answer).toEqual({ note: 'hi' })
    await ports.ledger.resume({}, Date.now())
    expect((await engine.take(call('ls'))).answer).toEqual({ note: 'hi' })
  })

  test('applies to when something happened, not when it is reported', async () => {
    const { engine, ports, store } = await open()
    await ports.ledger.pause({ from: 1_000, until: 2_000 })
    for (const at of [999, 1_000, 1_999, 2_000]) await engine.take(result('date', `${at}`, { at, via: 'transcript' }))
    const kept = await store.evidence.events({ limit: 9 })
    expect(kept.map(({ output }) => output)).toEqual(['999', '2000'])
  })

  test('of everything does not even record a project', async () => {
    const { engine, ports, store } = await open()
    await ports.ledger.pause({ from: 0 })
    await engine.take(result('ls', 'a.txt'))
    expect(await store.evidence.counts()).toMatchObject({ projects: 0, sessions: 0, events: 0 })
  })
})

describe('a forgotten event', () => {
  test('is neither stored nor answered when reported again; other events of its prompt are', async () => {
    const replies = named(
      'replies',
      on('PostToolUse', {
        ...({ lane: 'reply', onFailure: 'pass' } as const),
        decide: () => [{ kind: 'note', text: 'hi', rank: 0 }],
      }),
    )
    const { engine, ports, store } = await world([replies])
    const told = result('ls', 'a.txt')
    const { eventId = '' } = await engine.take(told)
    await ports.ledger.forget({ ids: [eventId] }, Date.now())
    expect(await engine.take(told)).toEqual(SILENT)
    expect((await engine.take(result('ls', 'b.txt'))).answer).toEqual({ note: 'hi' })
    const kept = await store.evidence.events({ limit: 9 })
    expect(kept.map(({ output }) => output)).toEqual(['b.txt'])
  })
})

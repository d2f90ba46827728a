import { describe, expect, test } from 'vitest'
import { on } from '../../src/domain/behaviour.ts'
import type { Draft } from '../../src/domain/events.ts'
import type { EnginePorts } from '../../src/engine/engine.ts'
import { call, draft, named, prompt, result, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const told = (text: string, id: string) =>
  ({ kind: 'context', type: 'notice', rank: 1, items: [{ text, ids: [id], rank: 1 }] }) as const
const emitted = (of: string) => ({ kind: 'emit', name: 'Warned', n: 0, body: { of: [of] } }) as const

/** Says one thing in each part, and emits an event in the slow one. */
const checker = named(
  'checker',
  on('PostToolUse', { ...REPLY, acts: ['shell'], decide: () => [told('fast words', 'o_fast')] }),
  on('PostToolUse', {
    ...REPLY,
    part: 'slow',
    acts: ['shell'],
    decide: () => [told('slow words', 'o_slow'), emitted('checked')],
  }),
  on('Stop', { ...REPLY, part: 'slow', decide: () => [{ kind: 'block', reason: 'one error is left' }] }),
)

/** Ports of which every one that keeps or looks up anything fails. */
const broken = (ports: EnginePorts): Partial<EnginePorts> => {
  const refuse = new Proxy({}, { get: () => () => Promise.reject(new Error('asked')) })
  const names = ['evidence', 'ledger', 'workspace'] as const
  return Object.fromEntries(names.map((name) => [name, { ...ports[name], ...refuse }])) as Partial<EnginePorts>
}

const names = async (engine: Awaited<ReturnType<typeof world>>) =>
  (await engine.store.evidence.events({ limit: 20 })).map(({ name }) => name).sort()

describe('an event that no behaviour wants', () => {
  test.each([
    ['a call that nobody wants to hear of before', call('ls')],
    ['a call of another kind than is wanted', draft('PreToolUse', { ...readCall() })],
    ['an event whose behaviour is switched off', prompt()],
  ])('gets an empty answer from memory: %s', async (_, event) => {
    const edits = named(
      'edits',
      on('PreToolUse', { ...REPLY, acts: ['edit'], decide: () => [{ kind: 'deny', reason: 'no' }] }),
    )
    const off = named('off', on('UserPromptSubmit', { lane: 'record', onFailure: 'pass', decide: () => [] }))
    const { engine, log } = await world([edits, off], { off: ['off'], over: broken, start: false })
    expect(await engine.take(event)).toEqual({ answer: {}, tokens: 0, sections: [], omitted: [] })
    expect(log).toEqual([])
  })

  test('is stored anyway if no behaviour names it', async () => {
    const { engine, store } = await world([])
    await engine.take(draft('ConfigChange', { source: 'user' }))
    expect(await store.evidence.counts()).toMatchObject({ events: 1 })
  })

  test('is wanted as soon as its act is in demand', async () => {
    const guard = named(
      'guard',
      on('PreToolUse', { ...REPLY, due: 'rules', decide: () => [{ kind: 'deny', reason: 'no' }] }),
    )
    const { engine } = await world([guard])
    expect([engine.wanted(), (await engine.take(call('ls'))).answer]).toEqual([[], {}])
    let changes = 0
    engine.demands.watch(() => changes++)
    engine.demands.set('rules', () => ['shell'])
    engine.demands.set('rules', () => ['shell'])
    expect(changes).toBe(1)
    expect(engine.wanted()).toEqual([{ event: 'PreToolUse', part: 'fast', acts: ['shell'] }])
    expect((await engine.take(call('ls'))).answer).toEqual({ deny: expect.stringMatching(/^no\n/) })
  })
})

describe('the two parts of an answer', () => {
  const parts = [
    ['fast', 'slow'],
    ['slow', 'fast'],
  ] as const

  test.each(parts)('belong to one event, stored once, whichever is requested first: %s', async (first, second) => {
    const it = await world([checker])
    const seen = result('npm test', 'ok')
    const taken = await Promise.all([it.engine.take(seen, { part: first }), it.engine.take(seen, { part: second })])
    expect(new Set(taken.map(({ eventId }) => eventId)).size).toBe(1)
    const of = { [first]: taken[0].answer.context, [second]: taken[1].answer.context }
    expect(of.fast).toContain('fast words')
    expect(of.fast).not.toContain('slow words')
    expect(of.slow).toContain('slow words')
    await it.engine.drain()
    expect(await names(it)).toEqual(['PostToolUse', 'Told', 'Told', 'Warned'])
    const said = (await it.store.turnLog.read({ limit: 20 })).filter(({ outcome }) => outcome === 'said')
    expect(said.map(({ ids }) => ids).sort()).toEqual([['o_fast'], ['o_slow']])
  })

  test('belong to the same one of several equal events', async () => {
    const it = await world([checker])
    const stop = () => draft('Stop', { active: false }, { identity: { parts: ['p1', 'Stop'], ordinal: true } })
    const ids: (string | undefined)[] = []
    for (const order of [parts[0], parts[1], parts[0]])
      for (const taken of await Promise.all(order.map((part) => it.engine.take(stop(), { part }))))
        ids.push(taken.eventId)
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 4])
    expect(await names(it)).toEqual(['Stop', 'Stop', 'Stop'])
  })

  test('a part requested twice does its work once', async () => {
    const it = await world([checker])
    const seen = result('npm test', 'ok')
    for (const part of ['fast', 'slow', 'slow', 'fast'] as const) await it.engine.take(seen, { part })
    await it.engine.drain()
    expect(await names(it)).toEqual(['PostToolUse', 'Told', 'Told', 'Warned'])
  })

  test('the slow one is silent if nothing is due, the event is paused, or its prompt leaves no trace', async () => {
    const keeper = named(
      'keeper',
      on('UserPromptSubmit', {
        lane: 'record',
        onFailure: 'pass',
        decide: ({ session, promptId = '' }) => [{ kind: 'exclude', session, promptId }],
      }),
    )
    const { engine, store } = await world([keeper, checker])
    const slow = async (event: Draft) => (await engine.take(event, { part: 'slow' })).answer
    expect(await slow(draft('Notification', { message: 'hi', type: 'idle' }))).toEqual({})
    await engine.take(prompt('', { isPrivate: true, promptId: 'secret' } as Partial<Draft>))
    expect(await slow(result('npm test', 'ok', { promptId: 'secret' }))).toEqual({})
    expect(await store.evidence.counts()).toMatchObject({ events: 0 })
  })
})

function readCall() {
  return { tool: 'Read', toolUseId: 't2', act: { kind: 'read', path: '/a' } as const, input: {} }
}

import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { on, weights } from '../../src/domain/behaviour.ts'
import { asksObservations, call, gate, named, observedBehind, outcomes, prompt, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const

const says = (name: string, text: string) =>
  named(name, on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'note', text, rank: 1 }] }))

describe('an answer', () => {
  test('what is ready at the deadline is sent, and the rest is not told', async () => {
    let decided = false
    const slow = named(
      'slow',
      on('PreToolUse', {
        ...REPLY,
        needs: asksObservations,
        decide: () => {
          decided = true
          return [{ kind: 'deny', reason: 'too late' }]
        },
      }),
    )
    const found = gate()
    const one = await world([slow, says('quick', 'in time')], { over: observedBehind(found) })
    expect((await one.engine.take(call('ls'), { withinMs: 60 })).answer).toEqual({ note: 'in time' })
    found.open()
    await one.engine.drain()
    expect(decided).toBe(false)
    expect(await outcomes(one)).toEqual({ slow: 'not-told', quick: 'said' })
    expect(await one.store.turnLog.read({ limit: 5 })).toMatchObject([{ deadlineMs: 60 }, { deadlineMs: 60 }])
    expect(one.engine.health()).toMatchObject([{ behaviour: 'slow', on: true, failures: 0 }, { behaviour: 'quick' }])
  })

  test('one that holds the thread past the deadline delays the others, and takes nothing from them', async () => {
    const hog = named(
      'hog',
      on('PreToolUse', {
        ...REPLY,
        decide: () => {
          for (const end = performance.now() + 50; performance.now() < end; );
          return [{ kind: 'note', text: 'at length', rank: 0 }]
        },
      }),
    )
    const one = await world([says('quick', 'in time'), hog])
    expect((await one.engine.take(call('ls'), { withinMs: 20 })).answer).toEqual({ note: 'in time\nat length' })
  })

  test('what weighs most decides first, whatever the others would have to look up', async () => {
    const order: string[] = []
    const weighing = (name: string, weight: number | undefined) =>
      named(
        name,
        on('PreToolUse', {
          ...REPLY,
          ...(weight !== undefined && { weight }),
          needs: () => {
            order.push(`${name} begins`)
            return { settings: { fact: 'settings' } } as const
          },
          decide: () => {
            order.push(`${name} decides`)
            return []
          },
        }),
      )
    const all = [weighing('any', undefined), weighing('claim', weights.claim), weighing('rule', weights.rule)]
    const { engine } = await world(all)
    await engine.take(call('ls'))
    expect(order).toEqual(['rule', 'claim', 'any'].flatMap((name) => [`${name} begins`, `${name} decides`]))
  })

  test('no answer waits for one that never answers, and its work is done', async () => {
    const found = gate()
    const looks = named(
      'looks',
      on('UserPromptSubmit', {
        ...REPLY,
        answers: [],
        needs: asksObservations,
        decide: () => [{ kind: 'emit', name: 'Warned', n: 0, body: { of: ['seen'] } }],
      }),
    )
    const { engine, store } = await world([looks], { over: observedBehind(found) })
    expect((await engine.take(prompt())).answer).toEqual({})
    found.open()
    await engine.drain()
    expect(await store.evidence.events({ names: ['Warned'], limit: 9 })).toMatchObject([{ body: { of: ['seen'] } }])
  })

  test('a key held by one that never finishes is released at the deadline', async () => {
    const stuck = on('PreToolUse', { ...REPLY, key: () => 'k', needs: asksObservations, decide: () => [] })
    const { engine } = await world([named('stuck', stuck)], { over: observedBehind(gate()) })
    const take = () => engine.take(call('ls'), { withinMs: 50 })
    await Promise.all([take(), take()])
    expect((await take()).answer).toEqual({})
  })

  test('that comes too late gives back the grants taken for it', async () => {
    const takes = on('UserPromptSubmit', {
      ...REPLY,
      needs: () => ({ mine: { fact: 'grant', key: 'file', ttlMs: 60_000 } }) as const,
      decide: (_, { mine }) => [{ kind: 'note', text: String(mine), rank: 0 }],
    })
    const told = gate()
    const { engine, store } = await world([named('takes', takes)], {
      over: ({ grants }) => ({
        grants: {
          ...grants,
          take: async (...args) => grants.take(...args).then((taken) => told.through(async () => taken)),
        },
      }),
    })
    expect((await engine.take(prompt(), { withinMs: 1_000 })).answer).toEqual({})
    expect(await store.grants.take(cleaned('file'), cleaned('other'), Date.now() + 1_000, Date.now())).toBe(false)
    told.open()
    await expect
      .poll(() => store.grants.take(cleaned('file'), cleaned('other'), Date.now() + 1_000, Date.now()))
      .toBe(true)
  })
})

describe('an answer that the client did not get', () => {
  const tells = on('UserPromptSubmit', {
    ...REPLY,
    needs: () => ({ mine: { fact: 'grant', key: 'once', ttlMs: 60_000 } }) as const,
    decide: (_, { mine }) =>
      mine
        ? [
            { kind: 'context', type: 'light', rank: 0, items: [{ text: 'a line', ids: ['o_1'], rank: 0 }] },
            { kind: 'emit', name: 'Warned', n: 0, body: { of: ['told'] } },
          ]
        : [],
  })
  const works = on('UserPromptSubmit', {
    ...REPLY,
    decide: () => [{ kind: 'emit', name: 'Warned', n: 0, body: { of: ['worked'] } }],
  })

  test('leaves no telling, takes no grant and marks nothing; what was only done stays done', async () => {
    const one = await world([named('tells', tells), named('works', works)])
    const told = async (isSent: boolean) => {
      const { sections } = await one.engine.take(prompt(), { withinMs: 60_000, sent: Promise.resolve(isSent) })
      await one.engine.drain()
      return sections.length
    }
    const counted = async () => {
      const tellings = await one.store.memories.records({ noun: 'telling', limit: 9 })
      const warned = await one.store.evidence.events({ names: ['Warned'], limit: 9 })
      return [tellings.length, warned.map(({ body }) => String(body.of)).sort()]
    }
    expect(await told(false)).toBe(1)
    expect(await counted()).toEqual([0, ['worked']])
    expect(await outcomes(one)).toEqual({ tells: 'not-told', works: 'done' })
    expect(await told(true)).toBe(1)
    expect(await counted()).toEqual([1, ['told', 'worked', 'worked']])
    expect(await told(true)).toBe(0)
  })
})

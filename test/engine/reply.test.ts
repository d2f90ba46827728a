import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { on } from '../../src/domain/behaviour.ts'
import { runs } from '../runs.ts'
import { asksObservations, call, draft, named, outcomes, prompt, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const says = (name: string, text: string) =>
  named(name, on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'note', text, rank: 1 }] }))

describe('the reply lane', () => {
  test('the order of behaviours does not affect the answer', async () => {
    const all = [
      says('a', 'from a'),
      named('b', on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'ask', reason: 'b is not sure' }] })),
      named(
        'c',
        on('PreToolUse', { ...REPLY, needs: asksObservations, decide: () => [{ kind: 'ask', reason: 'c neither' }] }),
      ),
      ...['d', 'e'].map((name) =>
        named(
          name,
          on('PreToolUse', {
            ...REPLY,
            decide: () => [
              { kind: 'context', type: 'notice', rank: 1, items: [{ text: name, ids: [`o_${name}`], rank: 0 }] },
            ],
          }),
        ),
      ),
    ]
    const { engine } = await world(all)
    const { answer: expected } = await engine.take(call('ls'))
    expect(expected.ask).toMatch(/^b is not sure\n\nc neither\n\n/)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), async (shuffled) => {
        const other = await world(shuffled)
        expect((await other.engine.take(call('ls'))).answer).toEqual(expected)
      }),
      { numRuns: runs(5) },
    )
  })

  test('one that throws passes, asks or denies, as configured', async () => {
    const broken = (onFailure: 'pass' | 'ask' | 'deny') =>
      named(
        `broken-${onFailure}`,
        on('PreToolUse', {
          ...REPLY,
          onFailure,
          decide: () => {
            throw new Error('broken')
          },
        }),
      )
    const answer = async (onFailure: 'pass' | 'ask' | 'deny') => {
      const { engine } = await world([broken(onFailure), says('fine', 'all well')])
      return (await engine.take(call('ls'))).answer
    }
    expect(await answer('pass')).toEqual({ note: 'all well' })
    expect(await answer('ask')).toEqual({
      note: 'all well',
      ask: expect.stringMatching(/^Hindcast's broken-ask check failed\.\n\n`hindcast behaviours off broken-ask`/),
    })
    expect(await answer('deny')).toEqual({
      note: 'all well',
      deny: expect.stringMatching(/^Hindcast's broken-deny check failed\.\n\n`hindcast behaviours off broken-deny`/),
    })
  })

  test('after three failures in a row a behaviour is visibly disabled; a success resets the count', async () => {
    let tries = 0
    const flaky = named(
      'flaky',
      on('PreToolUse', {
        ...REPLY,
        decide: () => {
          tries++
          if (tries === 3) return [{ kind: 'note', text: 'well', rank: 0 }]
          throw new Error(`failure ${tries}`)
        },
      }),
    )
    const { engine, log } = await world([flaky])
    for (let at = 0; at < 5; at++) await engine.take(call('ls'))
    expect(engine.health()).toEqual([{ behaviour: 'flaky', on: true, failures: 2, error: 'failure 5' }])
    for (let at = 0; at < 5; at++) await engine.take(call('ls'))
    expect(tries).toBe(6)
    expect(engine.health()).toEqual([{ behaviour: 'flaky', on: false, failures: 3, error: 'failure 6' }])
    expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  test('one disabled by the user is not run', async () => {
    const { engine } = await world([says('loud', 'hello'), says('calm', 'hush')], { off: ['loud'] })
    expect((await engine.take(call('ls'))).answer).toEqual({ note: 'hush' })
  })

  test('every reaction that was asked for an answer is in the turn log', async () => {
    const quiet = named('quiet', on('PreToolUse', { ...REPLY, decide: () => [] }))
    const uninterested = named('uninterested', on('PreToolUse', { ...REPLY, needs: () => undefined, decide: () => [] }))
    const act = { kind: 'shell', command: 'true' } as const
    const rewrites = on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'rewrite', act, reason: 'r' }] })
    const waits = named('waits', rewrites)
    const denies = named('denies', on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'deny', reason: 'no' }] }))
    const one = await world([quiet, uninterested, waits, denies])
    await one.engine.take(call('ls'))
    expect(await outcomes(one)).toEqual({ quiet: 'silent', waits: 'omitted', denies: 'said' })
  })
})

describe('a key', () => {
  test('makes read, decide and write atomic: concurrent calls never read the same', async () => {
    const counts = named(
      'counts',
      on('PreToolUse', {
        ...REPLY,
        key: (event) => event.session,
        needs: () => ({ before: { fact: 'records', noun: 'observation', session: 's1', limit: 100 } }) as const,
        decide: (event, { before }) => [
          {
            kind: 'observation',
            record: {
              ...{ id: `o_${before.length}`, session: 's1', project: event.project, at: event.at, type: 'change' },
              ...{
                title: 'one more',
                narrative: '',
                facts: [],
                concepts: [],
                filesRead: [],
                filesModified: [],
                evidence: [],
              },
            },
          },
          { kind: 'note', text: `number ${before.length}`, rank: 0 },
        ],
      }),
    )
    const { engine } = await world([counts], {
      over: ({ journal }) => ({ journal: { ...journal, commit: (one) => sleep(30).then(() => journal.commit(one)) } }),
    })
    const at = Date.now()
    const answers = await Promise.all(Array.from({ length: 8 }, () => engine.take(call('ls', { at }))))
    expect(answers.map(({ answer }) => answer.note).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `number ${n}`))
  })
})

describe('a grant', () => {
  const takes = named(
    'takes',
    on('UserPromptSubmit', {
      ...REPLY,
      needs: () => ({ mine: { fact: 'grant', key: 'file', ttlMs: 60_000 } }) as const,
      decide: (_, { mine }) => [{ kind: 'note', text: String(mine), rank: 0 }],
    }),
    on('PreToolUse', {
      ...REPLY,
      needs: () => ({ mine: { fact: 'grant', key: 'file', ttlMs: 60_000 } }) as const,
      decide: (_, { mine }) => [{ kind: 'note', text: String(mine), rank: 0 }],
    }),
  )
  const denies = named('denies', on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'deny', reason: 'no' }] }))

  test('is given only to the first who asks', async () => {
    const { engine } = await world([takes])
    const notes = await Promise.all(Array.from({ length: 6 }, () => engine.take(prompt())))
    expect(notes.map(({ answer }) => answer.note).sort()).toEqual(['false', 'false', 'false', 'false', 'false', 'true'])
  })

  test('is given back if the merged answer denies', async () => {
    const { engine } = await world([takes, denies])
    expect((await engine.take(call('ls'))).answer).toEqual({ deny: expect.stringMatching(/^no\n/), note: 'true' })
    await engine.drain()
    expect((await engine.take(prompt())).answer).toEqual({ note: 'true' })
    await engine.drain()
    expect((await engine.take(call('ls'))).answer).toEqual({ deny: expect.stringMatching(/^no\n/), note: 'false' })
  })
})

describe('what was told', () => {
  const tells = named(
    'tells',
    on('UserPromptSubmit', {
      ...REPLY,
      needs: (event) => ({ told: { fact: 'told', scope: event.session } }) as const,
      decide: (_, { told }) => {
        const items = ['o_1', 'o_2', 'o_3']
          .filter((id) => !told.ids.includes(id))
          .map((id) => ({ text: id, ids: [id], rank: 0 }))
        return [{ kind: 'context', type: 'light', rank: 0, items: items.slice(0, 2) }]
      },
    }),
  )

  test('is remembered for the session until a compaction', async () => {
    const { engine, store } = await world([tells])
    const told = async () => {
      const { sections } = await engine.take(prompt())
      await engine.drain()
      return sections.flatMap(({ ids }) => ids)
    }
    expect([await told(), await told(), await told()]).toEqual([['o_1', 'o_2'], ['o_3'], []])
    await engine.take(draft('SessionStart', { source: 'compact' }))
    expect(await told()).toEqual(['o_1', 'o_2'])
    expect(await store.folds.load('told', cleaned('s1'))).toMatchObject({ seq: expect.any(Number) })
    const events = await store.evidence.events({ session: 's1', names: ['Told'], limit: 9 })
    expect(events.map(({ body }) => body.ids)).toEqual([['o_1', 'o_2'], ['o_3'], ['o_1', 'o_2']])
    expect(events.every(({ via, cause }) => via === 'derived' && cause?.startsWith('e_'))).toBe(true)
  })
})

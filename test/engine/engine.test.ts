import { describe, expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import { on } from '../../src/domain/behaviour.ts'
import type { Draft } from '../../src/domain/events.ts'
import { eventRecord } from '../../src/domain/memory/record.ts'
import { call, draft, named, prompt, result, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const RECORD = { lane: 'record', onFailure: 'pass' } as const
const LATER = { lane: 'later', onFailure: 'retry' } as const
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

const keeper = named(
  'keeper',
  on('UserPromptSubmit', {
    ...RECORD,
    decide: (event) =>
      event.isPrivate
        ? [{ kind: 'exclude', session: event.session, promptId: event.promptId ?? '' }]
        : [{ kind: 'event', record: eventRecord(event) }],
  }),
)

const note = (event: 'PreToolUse' | 'PostToolBatch', text: string) =>
  named('notes', on(event, { ...REPLY, decide: () => [{ kind: 'note', text, rank: 0 }] }))

describe('recording', () => {
  test('an event that no behaviour handles is stored as it is, before it is answered', async () => {
    const { engine, store } = await world([])
    const { eventId, answer } = await engine.take(result('ls', 'a.txt'))
    expect(answer).toEqual({})
    expect(await store.evidence.events({ session: 's1', limit: 10 })).toMatchObject([
      { id: eventId, name: 'PostToolUse', input: 'ls', output: 'a.txt' },
    ])
  })

  test('a call that is about to run is answered and not stored', async () => {
    const { engine, store } = await world([note('PreToolUse', 'soon')])
    expect(await engine.take(call('ls'))).toMatchObject({
      eventId: expect.stringMatching(/^e_/),
      answer: { note: 'soon' },
    })
    expect(await store.evidence.counts()).toMatchObject({ events: 0 })
  })

  test('a batch repeats its calls and is not stored', async () => {
    const { engine, store } = await world([note('PostToolBatch', 'all done')])
    expect((await engine.take(draft('PostToolBatch', { calls: [] }))).answer).toEqual({ note: 'all done' })
    expect(await store.evidence.counts()).toMatchObject({ events: 0 })
  })

  test('the same event twice is one row, answered twice, and queues its jobs once', async () => {
    const reacts = named(
      'reacts',
      on('PostToolUse', { ...REPLY, decide: () => [{ kind: 'note', text: 'seen', rank: 0 }] }),
      on('PostToolUse', { ...LATER, decide: () => [] }),
    )
    const { engine, store } = await world([reacts], { start: false })
    const seen = result('ls', 'a.txt')
    const [first, second] = [await engine.take(seen), await engine.take({ ...seen, via: 'transcript' })]
    expect(second).toEqual(first)
    expect(first.answer).toEqual({ note: 'seen' })
    await engine.drain()
    expect(await store.evidence.counts()).toMatchObject({ events: 1 })
    await engine.take(seen)
    expect(await store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
  })

  test('two equal concurrent events get two ordinals, and so two ids', async () => {
    const { engine, store } = await world([])
    const twins = Array.from({ length: 10 }, () =>
      prompt('Go on.', { promptId: undefined, identity: { parts: ['p1', 'hash'], ordinal: true } }),
    )
    const ids = (await Promise.all(twins.map((twin) => engine.take(twin)))).map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(10)
    expect(await store.evidence.counts()).toMatchObject({ events: 10 })
  })

  test('an event whose reaction throws is stored as it is, and the failure is reported', async () => {
    const broken = named(
      'broken',
      on('UserPromptSubmit', {
        ...RECORD,
        decide: () => {
          throw new Error(`no ${SECRET}`)
        },
      }),
    )
    const { engine, store } = await world([broken])
    await engine.take(prompt())
    await engine.drain()
    expect(await store.evidence.counts()).toMatchObject({ events: 1 })
    expect(await store.turnLog.read({ limit: 5 })).toMatchObject([
      { behaviour: 'broken', outcome: 'failed', error: 'no [redacted:github]' },
    ])
  })

  test('a record reaction that asks for more than settings fails, and the event is stored', async () => {
    const needs = () => ({ known: { fact: 'session', session: 's1' } }) as const
    const { engine, store } = await world([named('greedy', on('Stop', { ...RECORD, needs, decide: () => [] }))])
    await engine.take(draft('Stop', { active: false }))
    expect(await store.evidence.counts()).toMatchObject({ events: 1 })
    expect(engine.health()).toMatchObject([{ behaviour: 'greedy', failures: 1 }])
  })

  test('a record reaction decides what is stored, and what is excluded', async () => {
    const slow = named(
      'slow',
      on('UserPromptSubmit', {
        ...RECORD,
        decide: (event) => {
          return event.isPrivate
            ? [{ kind: 'exclude', session: event.session, promptId: event.promptId ?? '' }]
            : [{ kind: 'event', record: { ...eventRecord(event), target: 'decided' } }]
        },
      }),
    )
    const { engine, store } = await world([slow])
    await engine.take(prompt('Go on.'))
    await engine.take(prompt('', { isPrivate: true, promptId: 'secret' }))
    await engine.drain()
    expect(await store.evidence.events({ session: 's1', limit: 5 })).toMatchObject([{ target: 'decided' }])
    expect(await store.ledger.excluded('s1', 'secret')).toBe(true)
  })

  test('a behaviour disabled by the user stores nothing, and no other takes its place', async () => {
    const { engine, store } = await world([keeper], { off: ['keeper'] })
    await engine.take(prompt())
    expect(await store.evidence.counts()).toMatchObject({ events: 0 })
  })

  test('an excluded prompt leaves no trace, nor do the events it causes', async () => {
    const talks = named('talks', on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'note', text: 'hi', rank: 0 }] }))
    const { engine, store } = await world([keeper, talks])
    const none = { answer: {}, tokens: 0, sections: [], omitted: [] }
    expect(
      await engine.take(
        prompt('', { ...draft('UserPromptSubmit', { prompt: '', isPrivate: true, origin: 'person' }) }),
      ),
    ).toEqual(none)
    expect(await engine.take(call('ls'))).toEqual(none)
    expect(await engine.take(result('ls', 'secret plans'))).toEqual(none)
    expect((await engine.take(call('ls', { promptId: 'p2' }))).answer).toEqual({ note: 'hi' })
    await engine.drain()
    expect(await store.evidence.counts()).toMatchObject({ events: 0 })
    expect(await store.turnLog.read({ limit: 9 })).toHaveLength(1)
  })

  test('a session ends, and its turn, even if the last prompt was private; what was answered to it is left out', async () => {
    const { engine, store } = await world(behaviours)
    await engine.take(draft('SessionStart', { source: 'startup' }, { promptId: undefined }))
    await engine.take(prompt('', { isPrivate: true, promptId: 'p1' } as Partial<Draft>))
    await engine.take(result('cat plan.txt', 'the surprise party'))
    await engine.take(draft('Stop', { active: false, lastMessage: 'The surprise party is on Friday.' }))
    await engine.take(draft('StopFailure', { error: 'invalid_request', details: 'messages.1: the surprise party' }))
    await engine.take(draft('SessionEnd', { reason: 'prompt_input_exit' }))
    await engine.drain()
    const events = await store.evidence.events({ session: 's1', limit: 9 })
    expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['Stop', 'StopFailure', 'SessionEnd']))
    expect(JSON.stringify(events)).not.toMatch(/surprise|PostToolUse/)
    expect(await store.evidence.sessions({ id: 's1', limit: 1 })).toMatchObject([{ endReason: 'prompt_input_exit' }])
  })

  test('a failing store costs no answer, and is logged once', async () => {
    const talks = named(
      'talks',
      on('UserPromptSubmit', { ...REPLY, decide: () => [{ kind: 'note', text: 'hi', rank: 0 }] }),
    )
    const { engine, log } = await world([talks], {
      over: ({ journal }) => ({
        journal: { ...journal, commit: (one) => journal.commit({ ...one, once: { full: 'disk' } as never }) },
      }),
    })
    expect((await engine.take(prompt())).answer).toEqual({ note: 'hi' })
    expect((await engine.take(prompt())).answer).toEqual({ note: 'hi' })
    expect(log.filter(({ message }) => message === 'an event could not be kept')).toHaveLength(1)
  })

  test('no secret is stored, not even part of one where a long text is cut', async () => {
    const { engine, store } = await world([])
    for (let at = 0; at < 40; at++)
      await engine.take(result('env', `${'x '.repeat(2_700 + at)}${SECRET} ${'y '.repeat(9_000)}`))
    const kept = await store.evidence.events({ session: 's1', limit: 50 })
    expect(kept).toHaveLength(40)
    for (const { output } of kept) expect(output).not.toMatch(/ghp|a1B2|c3D4|e5F6/)
  })
})

describe('placing', () => {
  test('an event belongs to the project where its session began, whichever folder the agent is in', async () => {
    const session = named(
      's',
      on('SessionStart', {
        ...RECORD,
        decide: (event) => [
          {
            kind: 'session',
            change: { id: event.session, host: 'test', project: event.project, lastSeenAt: event.at },
          },
        ],
      }),
    )
    const { engine, store, ports, folder } = await world([session])
    const began = await engine.take(draft('SessionStart', { source: 'startup' }, { startDir: folder, cwd: folder }))
    await engine.take(result('ls', '', { cwd: '/' }))
    const { project } = await ports.workspace.locate(folder)
    expect(began.eventId).toBeDefined()
    const kept = await store.evidence.events({ session: 's1', limit: 10 })
    expect(kept.map((event) => event.project)).toEqual([project.id])
    expect(await store.evidence.projects()).toMatchObject([{ id: project.id }])
  })
})

describe('a dry run', () => {
  test('gives the real answer, and stores, grants and queues nothing', async () => {
    const talks = named(
      'talks',
      on('SessionStart', {
        ...REPLY,
        needs: () => ({ first: { fact: 'grant', key: 'k', ttlMs: 1_000 } }) as const,
        decide: (_, { first }) => [
          {
            kind: 'context',
            type: 'index',
            rank: 0,
            items: [{ text: first ? 'first' : 'again', ids: ['o_1'], rank: 0 }],
          },
          { kind: 'score', event: 'e_1', significance: 1 },
        ],
      }),
    )
    const { engine, store } = await world([talks])
    const start = draft('SessionStart', { source: 'startup' })
    for (let at = 0; at < 2; at++) {
      expect(await engine.take(start, { rehearsal: true })).toMatchObject({
        answer: { context: expect.stringContaining('first') },
        sections: [{ behaviour: 'talks', ids: ['o_1'] }],
      })
    }
    await engine.drain()
    expect(await store.evidence.counts()).toMatchObject({ events: 0, projects: 0 })
    expect(await store.turnLog.read({ limit: 9 })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Handoff } from '../../src/domain/nouns/handoff.ts'
import type { Signal } from '../../src/domain/nouns/signal.ts'
import type { History, Journal, TurnLog, TurnLogEntry } from '../../src/ports.ts'
import { aLesson, aSignal } from '../domain/learning/taught.ts'
import { type Open, opened } from './opened.ts'
import {
  aHandoff,
  anEvent,
  anObservation,
  aPrompt,
  aSummary,
  commit,
  event,
  ids,
  observation,
  prompt,
  summary,
} from './records.ts'

/** Of a session in which nothing was taught or told. */
const UNTAUGHT = { corrections: 0, lessonsApplied: 0, lessonsViolated: 0 }

const entry = (behaviour: string, ms: number, outcome: TurnLogEntry['outcome']): TurnLogEntry => ({
  at: 1,
  session: 's1',
  event: 'e1',
  eventName: 'Stop',
  behaviour,
  effect: '',
  ids: [],
  reasons: [],
  ms,
  outcome,
})

const call = (id: string, at: number, fields: object = {}) =>
  event(anEvent({ id, at, tool: 'Bash', target: `run ${id}`, outcome: 'ok', ...fields }))

/** The contract for readers of history. */
export function historyContract(open: Open<{ journal: Journal; history: History; turnLog: TurnLog }>): void {
  describe('history: around a record', () => {
    const store = opened(open)
    const fill = () =>
      commit(store().journal, [
        prompt(aPrompt({ id: 'p1', at: 10 })),
        call('e1', 20),
        call('e2', 20, { session: 's2' }),
        observation(anObservation({ id: 'o1', at: 30 })),
        summary(aSummary({ id: 'm1', at: 40 })),
        call('other', 25, { project: 'p2' }),
      ])
    const around = (id: string, at: number, before = 9, after = 9) =>
      store().history.around({ id, project: 'p1', at, before, after })

    test('its neighbours of all kinds, only in its project, come oldest first', async () => {
      await fill()
      const found = await around('o1', 30)
      expect([ids(found.before), ids(found.after)]).toEqual([['p1', 'e1', 'e2'], ['m1']])
      expect(found.before[0]).toEqual({
        id: 'p1',
        kind: 'prompt',
        type: 'person',
        title: 'fix the parser',
        sessionId: 's1',
        project: 'p1',
        at: 10,
        files: [],
      })
    })

    test('the nearest are returned if there are more, and none if none are requested', async () => {
      await fill()
      const found = await around('o1', 30, 1, 0)
      expect([ids(found.before), ids(found.after)]).toEqual([['e2'], []])
    })

    test('are limited to one session if it is given, in any project, from its beginning', async () => {
      await fill()
      const own = await store().history.around({ id: 'e1', project: 'p1', session: 's1', at: 20, before: 9, after: 9 })
      expect([ids(own.before), ids(own.after)]).toEqual([['p1'], ['other', 'o1', 'm1']])
      const course = { id: '', project: 'p1', session: 's1', at: -1, before: 0 }
      expect(ids((await store().history.around({ ...course, after: 2 })).after)).toEqual(['p1', 'e1'])
    })

    test('records at the same time each have a place: none is its own neighbour, and none is left out', async () => {
      await fill()
      const [first, second] = [await around('e1', 20), await around('e2', 20)]
      expect([ids(first.before), ids(first.after)]).toEqual([['p1'], ['e2', 'o1', 'm1']])
      expect([ids(second.before), ids(second.after)]).toEqual([
        ['p1', 'e1'],
        ['o1', 'm1'],
      ])
    })

    test('a record that is not searchable comes after all others at its time', async () => {
      await fill()
      await commit(store().journal, [event(anEvent({ id: 'told', at: 20, name: 'Told' }))])
      const found = await around('told', 20)
      expect([ids(found.before), ids(found.after)]).toEqual([
        ['p1', 'e1', 'e2'],
        ['o1', 'm1'],
      ])
    })

    test('rows come in the requested order, without records that are not searchable', async () => {
      await fill()
      expect(ids(await store().history.rows(['m1', 'nothing', 'p1']))).toEqual(['m1', 'p1'])
    })
  })

  describe('history: files', () => {
    const store = opened(open)

    test("each file name in a project's observations comes once", async () => {
      const about = (id: string, project: string, filesRead: string[], filesModified: string[]) =>
        observation(anObservation({ id, project, filesRead, filesModified }))
      await commit(store().journal, [
        about('o1', 'p1', ['/w/src/a.ts'], ['/w/src/b.ts']),
        about('o2', 'p1', ['/w/lib/a.ts'], []),
        about('o3', 'p2', ['/w/c.ts'], []),
      ])
      expect([...(await store().history.files('p1'))].sort()).toEqual(['a.ts', 'b.ts'])
      expect(await store().history.files('p9')).toEqual([])
    })
  })

  describe('history: types', () => {
    const store = opened(open)

    test('of all records that are searched, each once', async () => {
      expect(await store().history.types()).toEqual([])
      await commit(store().journal, [
        call('e1', 10),
        call('e2', 20),
        observation(anObservation({ id: 'o1', type: 'bugfix' })),
      ])
      expect(await store().history.types()).toEqual(['Bash', 'bugfix'])
    })
  })

  describe('history: totals', () => {
    const store = opened(open)

    test("a session's prompts by people, tool calls and failures are counted; an unknown session has none", async () => {
      await commit(store().journal, [
        prompt(aPrompt({ id: 'p0', origin: 'machine', text: 'a note' })),
        prompt(aPrompt({ id: 'p1', text: '  Fix it\nplease' })),
        prompt(aPrompt({ id: 'p2', text: 'Again' })),
        prompt(aPrompt({ id: 'p3', session: 's2' })),
        call('e1', 1),
        call('e2', 2, { outcome: 'failed' }),
        call('e3', 3, { outcome: 'denied' }),
        event(anEvent({ id: 'stop', name: 'Stop', outcome: 'failed' })),
      ])
      expect(await store().history.sessions(['s9', 's1', 's2'])).toEqual([
        { session: 's9', prompts: 0, tools: 0, failures: 0, ...UNTAUGHT },
        { session: 's1', prompts: 2, tools: 3, failures: 1, ...UNTAUGHT, opening: 'Fix it please' },
        { session: 's2', prompts: 1, tools: 0, failures: 0, ...UNTAUGHT, opening: 'fix the parser' },
      ])
      expect(await store().history.sessions([])).toEqual([])
    })

    test('corrections, the lessons told, and those that were violated are counted', async () => {
      const signal = (id: string, type: Signal['type'], evidence: string[] = []) =>
        ({ kind: 'signal', record: aSignal({ id, session: 's7', type, evidence }) }) as const
      const told = (id: string, record: string, withheld = false) =>
        ({
          kind: 'telling',
          record: { id, session: 's7', project: 'p1', at: 1, behaviour: 'apply', record, withheld },
        }) as const
      await commit(store().journal, [
        signal('g_1', 'correction', ['e_1']),
        signal('g_2', 'rejection'),
        signal('g_3', 'directive'),
        signal('g_4', 'violation', ['e_2', 'l_1']),
        signal('g_5', 'violation', ['e_3']),
        { kind: 'lesson', record: aLesson({ id: 'l_1' }) },
        ...[told('t_1', 'l_1'), told('t_2', 'o_1'), told('t_3', 'l_1')],
      ])
      const [totals] = await store().history.sessions(['s7'])
      expect(totals).toMatchObject({ corrections: 2, lessonsApplied: 1, lessonsViolated: 1 })
    })

    test("a session's outcome is that of its newest handoff", async () => {
      const handoff = (record: Partial<Handoff>) =>
        ({ kind: 'handoff', record: aHandoff({ session: 's7', ...record }) }) as const
      await commit(store().journal, [
        handoff({ id: 'h_1', at: 10, outcome: 'FAILED', outcomeBy: 'person' }),
        handoff({ id: 'h_2', at: 20, outcome: 'SUCCEEDED', outcomeBy: 'inferred' }),
        handoff({ id: 'h_3', at: 30, session: 's8' }),
      ])
      const [judged, open] = await store().history.sessions(['s7', 's8'])
      expect(judged).toMatchObject({ outcome: 'SUCCEEDED', outcomeBy: 'inferred' })
      expect(open).not.toHaveProperty('outcome')
    })

    test('subagents are counted by type: runs, sessions, calls, failures and time', async () => {
      const explorer = { agentId: 'a1', agentType: 'Explore' }
      await commit(store().journal, [
        call('e1', 100, explorer),
        call('e2', 350, { ...explorer, outcome: 'failed' }),
        call('e3', 900, { agentId: 'a2', agentType: 'Explore', session: 's2' }),
        call('e4', 5, { agentId: 'a3', agentType: 'Plan', project: 'p2' }),
        call('e5', 1),
      ])
      const NONE = { passed: 0, failed: 0, tokens: 0 }
      const explore = { agent: 'Explore', runs: 2, sessions: 2, tools: 3, failures: 1, ...NONE, durationMs: 250 }
      const plan = { agent: 'Plan', runs: 1, sessions: 1, tools: 1, failures: 0, ...NONE, durationMs: 0 }
      expect(await store().history.agents({})).toEqual([explore, plan])
      expect(await store().history.agents({ project: 'p2' })).toEqual([plan])
    })

    test('a subagent has the checks it ran and its tokens; without events of its own, what its call tells', async () => {
      const outcome = (id: string, status: string) =>
        event(anEvent({ id, at: 20, name: 'Outcome', agentId: 'a1', agentType: 'Fixer', body: { status } }))
      const run = (id: string, tokens: number) => ({
        tool: 'Agent',
        body: { act: { kind: 'agent', type: 'Fixer' }, run: { id, calls: 7, durationMs: 50, tokens } },
      })
      const fixer = { agentId: 'a1', agentType: 'Fixer' }
      await commit(store().journal, [
        ...[call('e1', 10, fixer), outcome('e2', 'pass'), outcome('e3', 'fail'), outcome('e4', 'unknown')],
        ...[call('e5', 30, fixer), call('e6', 40, run('a1', 100)), call('e7', 50, run('a2', 1000))],
      ])
      expect(await store().history.agents({})).toEqual([
        {
          ...{ agent: 'Fixer', runs: 2, sessions: 1, tools: 9, failures: 0 },
          ...{ passed: 1, failed: 1, tokens: 1100, durationMs: 70 },
        },
      ])
    })

    test('for a behaviour: how often it spoke, and its p95 by nearest rank', async () => {
      const hundred = Array.from({ length: 100 }, (_, at) => entry('busy', 100 - at, at < 3 ? 'said' : 'silent'))
      await store().turnLog.append(cleaned([...hundred, entry('rare', 7.5, 'done')]))
      expect(await store().history.behaviours()).toEqual([
        { behaviour: 'busy', said: 3, p95Ms: 95 },
        { behaviour: 'rare', said: 0, p95Ms: 7.5 },
      ])
    })
  })
}

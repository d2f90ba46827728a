import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Evidence, Journal } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import {
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  aSummary,
  commit,
  event,
  ids,
  observation,
  prompt,
  session,
  summary,
} from './records.ts'

/** The contract for readers of evidence. */
export function evidenceContract(open: Open<{ journal: Journal; evidence: Evidence }>): void {
  describe('evidence: events', () => {
    const store = opened(open)
    const fill = () =>
      commit(store().journal, [
        event(anEvent({ id: 'e1', at: 10, promptId: 'pr1' })),
        event(anEvent({ id: 'e2', at: 30, agentId: 'a1', promptId: 'pr1' })),
        event(anEvent({ id: 'e3', at: 20, name: 'Stop', promptId: 'pr2' })),
        event(anEvent({ id: 'e4', at: 40, session: 's2' })),
      ])

    test('are found by each filter, in order of arrival', async () => {
      await fill()
      for (const [filter, expected] of [
        [{ session: 's1' }, ['e1', 'e2', 'e3']],
        [{ promptId: 'pr1' }, ['e1', 'e2']],
        [{ session: 's1', agent: null }, ['e1', 'e3']],
        [{ agent: 'a1' }, ['e2']],
        [{ names: ['Stop', 'Nothing'] }, ['e3']],
        [{ names: [] }, []],
        [{ asOf: 20 }, ['e1', 'e3']],
      ] as const) {
        expect(ids(await store().evidence.events({ ...filter, limit: 99 })), JSON.stringify(filter)).toEqual(expected)
      }
    })

    test('come from the first, the newest or a given one on, always oldest first', async () => {
      await fill()
      const { evidence } = store()
      expect(ids(await evidence.events({ limit: 2 }))).toEqual(['e1', 'e2'])
      const newest = await evidence.events({ limit: 2, newest: true })
      expect(ids(newest)).toEqual(['e3', 'e4'])
      expect(ids(await evidence.events({ limit: 9, afterSeq: newest[0]?.seq }))).toEqual(['e4'])
    })

    test('file versions are found by session and by path, newest first, one for each event', async () => {
      const { journal, evidence } = store()
      const wrote = (of: string, at: number, path: string) =>
        commit(journal, [
          event(anEvent({ id: of })),
          { kind: 'file-version', record: { event: of, session: 's1', project: 'p1', path, at, hash: `h${at}` } },
        ])
      await wrote('e1', 10, '/a')
      await wrote('e2', 20, '/b')
      await wrote('e3', 30, '/a')
      await wrote('e3', 30, '/a')
      const hashes = async (filter: object) =>
        (await evidence.versions({ ...filter, limit: 9 })).map(({ hash }) => hash)
      expect(await hashes({ session: 's1' })).toEqual(['h30', 'h20', 'h10'])
      expect(await hashes({ path: '/a' })).toEqual(['h30', 'h10'])
      expect(await evidence.versions({ path: '/b', limit: 1 })).toEqual([
        { event: 'e2', session: 's1', project: 'p1', path: '/b', at: 20, hash: 'h20' },
      ])
      expect(await hashes({ session: 's2' })).toEqual([])
    })

    test("only a path's newest version in a session has its text, and a late but older one has none", async () => {
      const { journal, evidence } = store()
      const wrote = (of: string, at: number, session = 's1', path = '/a') =>
        commit(journal, [
          event(anEvent({ id: of })),
          { kind: 'file-version', record: { event: of, session, project: 'p1', path, at, hash: of, text: `t ${of}` } },
        ])
      await wrote('e1', 10)
      await wrote('e2', 20)
      await wrote('e3', 15)
      await wrote('e4', 30, 's2')
      await wrote('e5', 40, 's1', '/b')
      const versions = await evidence.versions({ limit: 9 })
      expect(versions.map(({ hash, text }) => [hash, text])).toEqual([
        ['e5', 't e5'],
        ['e4', 't e4'],
        ['e2', 't e2'],
        ['e3', undefined],
        ['e1', undefined],
      ])
    })

    test('an event read from a transcript counts for the ordinal once its hook has arrived', async () => {
      const { journal, evidence } = store()
      const read = anEvent({ id: 'e1', identity: 'stop', via: 'transcript' })
      await commit(journal, [event(read)], { once: 'e1' })
      expect(await evidence.ordinal('stop')).toBe(0)
      await commit(journal, [event({ ...read, via: 'hook' })], { once: 'e1' })
      expect(await evidence.ordinal('stop')).toBe(1)
    })

    test('the ordinal counts the stored events with the identity', async () => {
      const { journal, evidence } = store()
      expect(await evidence.ordinal('stop')).toBe(0)
      await commit(journal, [event(anEvent({ id: 'e1', identity: 'stop' }))])
      await commit(journal, [event(anEvent({ id: 'e2', identity: 'stop' }))])
      await commit(journal, [event(anEvent({ id: 'e2', identity: 'stop' }))])
      expect(await evidence.ordinal('stop')).toBe(2)
    })

    test('the ordinal can leave out what was reported since a time', async () => {
      const { journal, evidence } = store()
      await commit(journal, [event(anEvent({ id: 'e1', identity: 'stop', at: 100 }))])
      await commit(journal, [event(anEvent({ id: 'e2', identity: 'stop', at: 200 }))])
      expect(await evidence.ordinal('stop', 200)).toBe(1)
      expect(await evidence.ordinal('stop', 201)).toBe(2)
    })

    test('a commit is visible to every later read, a hundred times in a row', async () => {
      const { journal, evidence } = store()
      for (let at = 0; at < 100; at++) {
        await commit(journal, [event(anEvent({ id: `e${at}`, identity: 'same' }))])
        expect(await evidence.ordinal('same')).toBe(at + 1)
      }
    })
  })

  describe('evidence: sessions', () => {
    const store = opened(open)
    const fill = () =>
      commit(store().journal, [
        session(aSession({ id: 'abc1', startedAt: 10, lastSeenAt: 15, endedAt: 20, endReason: 'clear', clientPid: 7 })),
        session(aSession({ id: 'abd2', startedAt: 30, lastSeenAt: 90, project: 'p2', clientPid: 7 })),
        session(aSession({ id: 'x%_3', startedAt: 20, lastSeenAt: 25, worktree: '/wt' })),
      ])

    test('are found by each filter, newest first', async () => {
      await fill()
      for (const [filter, expected] of [
        [{}, ['abd2', 'x%_3', 'abc1']],
        [{ id: 'abc1' }, ['abc1']],
        [{ id: 'ab' }, ['abd2', 'abc1']],
        [{ id: 'x%' }, ['x%_3']],
        [{ id: '%' }, []],
        [{ project: 'p2' }, ['abd2']],
        [{ worktree: '/wt' }, ['x%_3']],
        [{ oldest: true }, ['abc1', 'x%_3', 'abd2']],
        [{ clientPid: 7 }, ['abd2', 'abc1']],
        [{ clientPid: 7, endReason: 'clear' }, ['abc1']],
        [{ open: true }, ['abd2', 'x%_3']],
        [{ open: false }, ['abc1']],
        [{ seenSince: 25 }, ['abd2', 'x%_3']],
        [{ asOf: 20 }, ['x%_3', 'abc1']],
      ] as const) {
        const title = JSON.stringify(filter)
        expect(ids(await store().evidence.sessions({ ...filter, limit: 9 })), title).toEqual(expected)
        expect(ids(await store().evidence.sessions({ ...filter, limit: 1 })), title).toEqual(expected.slice(0, 1))
      }
    })

    test('as of a time before its end, a session is open, and nothing later is visible', async () => {
      await fill()
      const [before] = await store().evidence.sessions({ asOf: 12, open: true, limit: 9 })
      expect(before).toEqual({ ...aSession({ id: 'abc1', clientPid: 7, lastSeenAt: 12 }), startedAt: 10 })
      expect(await store().evidence.sessions({ asOf: 12, endReason: 'clear', limit: 9 })).toEqual([])
    })
  })

  describe('evidence: prompts, projects, counts', () => {
    const store = opened(open)

    test("a session's newest prompts come oldest first, as of a time", async () => {
      const { journal, evidence } = store()
      for (const at of [10, 20, 30]) await commit(journal, [prompt(aPrompt({ id: `p${at}`, at }))])
      expect(ids(await evidence.prompts({ session: 's1', limit: 2 }))).toEqual(['p20', 'p30'])
      expect(ids(await evidence.prompts({ session: 's1', limit: 2, asOf: 20 }))).toEqual(['p10', 'p20'])
      expect(await evidence.prompts({ session: 's2', limit: 2 })).toEqual([])
    })

    test('a project is updated, and keeps a remote that is not given again', async () => {
      const { evidence } = store()
      const project = { id: 'p1', name: 'one', root: '/one', remote: 'git@host:one' }
      await evidence.project(cleaned(project))
      await evidence.project(cleaned({ id: 'p1', name: 'uno', root: '/uno' }))
      await evidence.project(cleaned({ id: 'p2', name: 'two', root: '/two' }))
      expect(await evidence.projects()).toEqual([
        { id: 'p2', name: 'two', root: '/two' },
        { ...project, name: 'uno', root: '/uno' },
      ])
    })

    test("counts cover everything or a project, with machine text separate from people's prompts", async () => {
      const { journal, evidence } = store()
      await evidence.project(cleaned({ id: 'p1', name: 'one', root: '/one' }))
      await evidence.project(cleaned({ id: 'p2', name: 'two', root: '/two' }))
      await commit(journal, [
        event(anEvent({ id: 'e1' })),
        event(anEvent({ id: 'e2', project: 'p2' })),
        session(aSession({ id: 's1' })),
        prompt(aPrompt({ id: 'a' })),
        prompt(aPrompt({ id: 'b', origin: 'script' })),
        prompt(aPrompt({ id: 'c', origin: 'machine' })),
        observation(anObservation({ id: 'o1' })),
        summary(aSummary({ id: 'm1', project: 'p2' })),
      ])
      const all = {
        projects: 2,
        sessions: 1,
        prompts: 2,
        machinePrompts: 1,
        events: 2,
        observations: 1,
        summaries: 1,
        lessons: 0,
        experiences: 0,
        artifacts: 0,
      }
      expect(await evidence.counts()).toEqual(all)
      expect(await evidence.counts('p1')).toEqual({ ...all, projects: 1, events: 1, summaries: 0 })
    })
  })
}

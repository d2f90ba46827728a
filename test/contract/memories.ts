import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { describe, expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/nouns/lesson.ts'
import type { Project } from '../../src/domain/nouns/project.ts'
import type { Evidence, Journal, Memories } from '../../src/ports.ts'
import { aLesson } from '../domain/learning/taught.ts'
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

/** The contract for readers of memories, except for search. */
export function memoriesContract(open: Open<{ journal: Journal; evidence: Evidence; memories: Memories }>): void {
  describe('memories', () => {
    const store = opened(open)

    test('a lesson that a person decided is not changed by who read it before, but by what was said since', async () => {
      const { journal, memories } = store()
      const keep = async (over: Partial<Lesson>) => {
        await commit(journal, [{ kind: 'lesson', record: aLesson({ id: 'l_1', ...over }) }])
        return (await memories.records({ noun: 'lesson', limit: 1 }))[0]?.state
      }
      expect(await keep({ at: 10, state: 'active' })).toBe('active')
      expect(await keep({ at: 30, state: 'rejected', decidedBy: 'person' })).toBe('rejected')
      expect(await keep({ at: 20, state: 'active' })).toBe('rejected')
      expect(await keep({ at: 40, state: 'active' })).toBe('active')
    })

    test('observations and summaries are found by session and project, newest first, as of a time', async () => {
      const { journal, memories } = store()
      const places = [
        { id: '1', at: 10 },
        { id: '2', at: 30, session: 's2' },
        { id: '3', at: 20, project: 'p2' },
      ]
      await commit(journal, [
        ...places.map((place) => observation(anObservation({ ...place, id: `o${place.id}` }))),
        ...places.map((place) => summary(aSummary({ ...place, id: `m${place.id}` }))),
      ])
      for (const [filter, expected] of [
        [{}, ['2', '3', '1']],
        [{ session: 's1' }, ['3', '1']],
        [{ project: 'p1' }, ['2', '1']],
        [{ asOf: 20 }, ['3', '1']],
      ] as const) {
        expect(ids(await memories.observations({ ...filter, limit: 9 }))).toEqual(expected.map((id) => `o${id}`))
        expect(ids(await memories.records({ noun: 'summary', ...filter, limit: 9 }))).toEqual(
          expected.map((id) => `m${id}`),
        )
      }
      expect(ids(await memories.observations({ limit: 1 }))).toEqual(['o2'])
      await commit(journal, [session(aSession({ id: 's1', startedAt: 15 }))])
      expect(await memories.totals({ project: 'p1' })).toEqual({ sessions: 1, observations: 2, hasAny: true })
      expect(await memories.totals({ project: 'p1', except: 's1' })).toEqual({
        sessions: 0,
        observations: 2,
        hasAny: true,
      })
      expect(await memories.totals({ project: 'p1', asOf: 14 })).toEqual({ sessions: 0, observations: 1, hasAny: true })
    })

    test('standing records are a person’s words or choice, or found repeatedly, in one project, as of a time, and not superseded', async () => {
      const { journal, memories } = store()
      const standing = async (asOf?: number) =>
        ids(await memories.observations({ project: 'p1', standing: true, limit: 9, ...(asOf && { asOf }) }))
      await commit(journal, [
        observation(anObservation({ id: 'o1', at: 10, rememberedBy: 'user' })),
        observation(anObservation({ id: 'o2', at: 20, type: 'decision', decidedBy: 'user' })),
        observation(anObservation({ id: 'o3', at: 30, type: 'discovery', confirms: 'o0' })),
        observation(
          anObservation({ id: 'o4', at: 40, type: 'discovery', rememberedBy: 'agent', concepts: ['gotcha'] }),
        ),
        observation(anObservation({ id: 'o5', at: 50, type: 'decision', decidedBy: 'user', supersedes: 'o2' })),
        observation(anObservation({ id: 'o7', at: 55, type: 'decision', decidedBy: 'agent' })),
        observation(anObservation({ id: 'o6', at: 60, type: 'decision', decidedBy: 'user', project: 'p2' })),
      ])
      expect(await standing()).toEqual(['o5', 'o3', 'o1'])
      expect(await standing(40)).toEqual(['o3', 'o2', 'o1'])
    })

    test("observations about a file are found by its path in any of a project's worktrees", async () => {
      const { journal, memories } = store()
      const file = '/wt/two/src/parser.ts'
      const of = async (filter: object) =>
        ids(await memories.observations({ project: 'p1', file, limit: 9, ...filter }))
      await commit(journal, [
        session(aSession({ id: 's1', worktree: '/repo' })),
        session(aSession({ id: 's2', worktree: '/wt/two' })),
        observation(
          anObservation({ id: 'o1', at: 10, filesRead: [], filesModified: ['/repo/src/parser.ts', '/repo/a.ts'] }),
        ),
        observation(anObservation({ id: 'o2', at: 30, session: 's2', filesRead: ['/wt/two/src/parser.ts'] })),
        observation(anObservation({ id: 'o3', at: 20, filesRead: ['/repo/lib/src/parser.ts'] })),
        observation(anObservation({ id: 'o4', at: 40, project: 'p2', filesRead: ['/wt/two/src/parser.ts'] })),
      ])
      expect(await of({})).toEqual(['o2', 'o1'])
      expect(await of({ asOf: 20 })).toEqual(['o1'])
      expect(await of({ limit: 1 })).toEqual(['o2'])
      // Stored again without that file
      await commit(journal, [
        observation(anObservation({ id: 'o2', at: 30, session: 's2', filesRead: ['/wt/two/b.ts'] })),
      ])
      expect(await of({})).toEqual(['o1'])
    })

    test('observations about a file are found wherever its project was before, not in what else counts as it', async () => {
      const { journal, memories, evidence } = store()
      const of = async (file: string) => ids(await memories.observations({ project: 'p1', file, limit: 9 }))
      const places = { p1: '/now', p2: '/before', p3: '/long/before', p4: '/now/lib', p5: '/other' }
      const countsAs: Readonly<Record<string, string>> = { p2: 'p1', p3: 'p2', p4: 'p1' }
      for (const [id, root] of Object.entries(places))
        await evidence.project({
          id,
          name: id,
          root,
          ...(countsAs[id] && { countsAs: countsAs[id] }),
        } as Cleaned<Project>)
      await commit(journal, [
        session(aSession({ id: 's1', worktree: '/now/lib' })),
        ...['/before', '/long/before', '/now/lib', '/now', '/other'].map((root, n) =>
          observation(anObservation({ id: `o${n}`, at: 10 * n, filesRead: [`${root}/a.ts`] })),
        ),
        observation(anObservation({ id: 'o5', at: 50, filesRead: ['/before/lib/a.ts'] })),
      ])
      for (const root of ['/now', '/before', '/long/before'])
        expect(await of(`${root}/a.ts`)).toEqual(['o3', 'o1', 'o0'])
      expect(await of('/now/lib/a.ts')).toEqual(['o5', 'o2'])
      expect(await of('/other/a.ts')).toEqual(['o4'])
    })

    test('records of every kind open by id or unique prefix, in the requested order', async () => {
      const { journal, memories, evidence } = store()
      await commit(journal, [
        event(anEvent({ id: 'e_aa1' })),
        prompt(aPrompt({ id: 'p_ab1' })),
        observation(anObservation({ id: 'o_ac1' })),
        observation(anObservation({ id: 'o_ac12' })),
        summary(aSummary({ id: 'm_ad1' })),
      ])
      const [record] = await evidence.events({ limit: 1 })
      const [asked] = await evidence.prompts({ session: 's1', limit: 1 })
      expect(await memories.show(['m_ad', 'nothing', 'o_ac', 'o_ac1', '', 'p_', 'e_aa1'])).toEqual([
        { kind: 'summary', record: aSummary({ id: 'm_ad1' }) },
        { kind: 'observation', record: anObservation({ id: 'o_ac1' }) },
        { kind: 'prompt', record: asked },
        { kind: 'event', record },
      ])
    })
  })
}

import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { parseQuery } from '../../src/domain/retrieval/query.ts'
import type { Evidence, Jobs, Journal, Ledger, Memories, Selection, TurnLog, TurnLogEntry } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import {
  aHandoff,
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  aSummary,
  commit,
  event,
  observation,
  type Plain,
  prompt,
  session,
  summary,
} from './records.ts'

interface Ports {
  journal: Journal
  evidence: Evidence
  ledger: Ledger
  memories: Memories
  jobs: Jobs
  turnLog: TurnLog
}

const HERE = { session: 's1', project: 'p1' }

/** The contract for ledgers. */
export function ledgerContract(open: Open<Ports>): void {
  describe('ledger: pauses', () => {
    const store = opened(open)

    test('apply to their session, their project or everything, from start to end', async () => {
      const { ledger } = store()
      await ledger.pause(cleaned({ session: 's1', from: 10, until: 20 }))
      await ledger.pause(cleaned({ project: 'p1', from: 30 }))
      await ledger.pause({ from: 40, until: 50 })
      expect(await ledger.silences(HERE)).toEqual([{ from: 10, until: 20 }, { from: 30 }, { from: 40, until: 50 }])
      expect(await ledger.silences({ session: 's2', project: 'p2' })).toEqual([{ from: 40, until: 50 }])
      expect(await ledger.paused(15)).toEqual([{ session: 's1', from: 10, until: 20 }])
      expect(await ledger.paused(20)).toEqual([])
      expect(await ledger.paused(45)).toEqual([
        { project: 'p1', from: 30 },
        { from: 40, until: 50 },
      ])
    })

    test('can be ended individually or all at once, and the span stays recorded', async () => {
      const { ledger } = store()
      await ledger.pause(cleaned({ session: 's1', from: 10 }))
      await ledger.pause(cleaned({ project: 'p1', from: 10, until: 99 }))
      await ledger.resume({ session: 's1' }, 20)
      expect(await ledger.paused(25)).toEqual([{ project: 'p1', from: 10, until: 99 }])
      await ledger.resume({}, 30)
      expect(await ledger.paused(35)).toEqual([])
      expect(await ledger.silences(HERE)).toEqual([
        { from: 10, until: 20 },
        { from: 10, until: 30 },
      ])
    })
  })

  describe('ledger: forgetting', () => {
    const store = opened(open)

    const fill = async () => {
      const { journal, turnLog } = store()
      const told = { session: 's1', promptId: 'pr1' }
      await commit(journal, [
        session(aSession({ id: 's1', transcript: '/t/s1.jsonl', title: 'On walruses' })),
        session(aSession({ id: 's2', project: 'p2', transcript: '/t/s2.jsonl' })),
        event(anEvent({ id: 'e_1', ...told, name: 'UserPromptSubmit' })),
        prompt(aPrompt({ id: 'p_1', ...told, event: 'e_1', text: 'feed the walrus' })),
        event(anEvent({ id: 'e_2', ...told, output: 'a hungry Walrus' })),
        event(anEvent({ id: 'e_3', ...told, name: 'Stop' })),
        event(anEvent({ id: 'e_4', session: 's1', promptId: 'pr2', output: 'a tame heron' })),
        event(anEvent({ id: 'e_5', session: 's2', project: 'p2', output: 'a "quoted" heron' })),
      ])
      await commit(
        journal,
        [
          event(anEvent({ id: 'e_6', name: 'Told', cause: 'e_1', body: { ids: ['o_1'] } })),
          observation(anObservation({ id: 'o_1', evidence: ['e_2'], title: 'The walrus eats' })),
          observation(anObservation({ id: 'o_2', evidence: ['e_4'], title: 'The heron is tame', supersedes: 'o_1' })),
          summary(aSummary({ id: 'm_1', evidence: ['p_1', 'e_3'], request: 'Feed it' })),
        ],
        { jobs: [{ behaviour: 'b', event: 'e_2', dueAt: 0 }] },
      )
      const entry = {
        at: 1,
        eventName: 'Stop',
        behaviour: 'b',
        effect: '',
        ms: 1,
        outcome: 'done',
      } as const
      await turnLog.append(
        cleaned<readonly TurnLogEntry[]>([
          { ...entry, session: 's1', event: 'e_3', ids: [], reasons: [] },
          { ...entry, session: 's2', event: 'e_5', ids: ['o_1'], reasons: [] },
          { ...entry, session: 's2', event: 'e_5', ids: ['o_2'], reasons: [] },
        ]),
      )
    }
    const left = async () => {
      const { evidence, memories } = store()
      const events = await evidence.events({ limit: 99 })
      const records = await memories.show(['p_1', 'o_1', 'o_2', 'm_1'])
      return [...events.map(({ id }) => id), ...records.map(({ record }) => record.id)]
    }

    const ALL = ['e_1', 'e_2', 'e_3', 'e_4', 'e_5', 'e_6', 'p_1', 'o_1', 'o_2', 'm_1']
    test.each<[Selection, string[]]>([
      [{ ids: ['e_4'] }, ['e_4', 'o_2']],
      [{ ids: ['p_1'] }, ['p_1', 'e_1', 'e_6', 'o_1', 'm_1']],
      [{ ids: ['o_1'] }, ['e_2', 'o_1', 'm_1']],
      [{ match: 'WALRUS' }, ['p_1', 'e_1', 'e_2', 'e_6', 'o_1', 'm_1']],
      [{ match: 'a "quoted"' }, ['e_5']],
      [{ match: '' }, []],
      [{ session: 's1' }, ['e_1', 'e_2', 'e_3', 'e_4', 'e_6', 'p_1', 'o_1', 'o_2', 'm_1']],
      [{ project: 'p2' }, ['e_5']],
      [{ ids: ['e_none'] }, []],
      [{}, []],
    ])('%j deletes what it names and everything derived from it, and nothing else', async (selection, taken) => {
      await fill()
      const { ledger } = store()
      const survey = await ledger.survey(selection)
      expect([...survey.ids].sort()).toEqual([...taken].sort())
      expect(await left()).toEqual(ALL)
      expect(await ledger.forget(selection, 5_000)).toEqual(survey)
      expect(await left()).toEqual(ALL.filter((id) => !taken.includes(id)))
    })

    test("a handoff written after any of it is deleted; an earlier one and others' stay", async () => {
      const { journal, ledger, memories } = store()
      const handoff = (id: string, at: number, of = 's1'): Plain => ({
        kind: 'handoff',
        record: aHandoff({ id, at, session: of, evidence: [] }),
      })
      await commit(journal, [
        event(anEvent({ id: 'e_1', at: 20 })),
        ...[handoff('h_1', 10), handoff('h_2', 20), handoff('h_3', 30), handoff('h_4', 30, 's2')],
      ])
      expect((await ledger.forget({ ids: ['e_1'] }, 5_000)).counts).toMatchObject({ events: 1, handoffs: 2 })
      const left = await memories.show(['h_1', 'h_2', 'h_3', 'h_4'])
      expect(left.map(({ record }) => record.id)).toEqual(['h_1', 'h_4'])
    })

    test('the sessions affected lose their titles, and their transcripts are listed', async () => {
      await fill()
      const { ledger, evidence } = store()
      const { transcripts, counts } = await ledger.forget({ match: 'walrus' }, 5_000)
      expect(transcripts).toEqual(['/t/s1.jsonl'])
      const { events, prompts, observations, summaries, ...none } = counts
      expect({ events, prompts, observations, summaries }).toEqual({
        events: 3,
        prompts: 1,
        observations: 1,
        summaries: 1,
      })
      expect(Object.values(none).every((count) => count === 0)).toBe(true)
      const [one] = await evidence.sessions({ id: 's1', limit: 1 })
      expect(one).toMatchObject({ transcript: '/t/s1.jsonl' })
      expect(one).not.toHaveProperty('title')
      const [kept] = await store().memories.show(['o_2'])
      expect(kept?.record).not.toHaveProperty('supersedes')
    })

    test('nothing of it can be found, queued or explained any more', async () => {
      await fill()
      const { ledger, memories, jobs, turnLog } = store()
      await ledger.forget({ match: 'walrus' }, 5_000)
      expect(await memories.search({ match: parseQuery('walrus'), limit: 9 })).toEqual([])
      expect((await memories.search({ match: parseQuery('heron'), limit: 9 })).length).toBe(3)
      expect(await jobs.counts()).toEqual({ pending: 0, failed: 0 })
      expect((await turnLog.read({ limit: 9 })).map(({ event, ids }) => [event, ...ids])).toEqual([
        ['e_5', 'o_2'],
        ['e_3'],
      ])
    })

    test('a file version from a forgotten call is deleted with it', async () => {
      const { journal, ledger, evidence } = store()
      for (const id of ['e_kept', 'e_gone'])
        await commit(journal, [
          event(anEvent({ id })),
          { kind: 'file-version', record: { event: id, session: 's1', project: 'p1', path: '/a', at: 1, hash: id } },
        ])
      await ledger.forget({ ids: ['e_gone'] }, 99)
      expect((await evidence.versions({ path: '/a', limit: 9 })).map(({ hash }) => hash)).toEqual(['e_kept'])
    })

    test("file contents are matched by text, and a forgotten call's late version is rejected", async () => {
      const { journal, ledger, evidence } = store()
      const version = (id: string, path: string, text: string): Plain => ({
        kind: 'file-version',
        record: { event: id, session: 's1', project: 'p1', path, at: 1, hash: id, text },
      })
      await commit(journal, [
        event(anEvent({ id: 'e_1' })),
        version('e_1', '/a', 'a walrus'),
        version('e_1', '/b', 'none'),
      ])
      await ledger.forget({ match: 'WALRUS' }, 99)
      expect((await evidence.versions({ limit: 9 })).map(({ path }) => path)).toEqual(['/b'])
      await ledger.forget({ ids: ['e_1'] }, 99)
      await commit(journal, [version('e_1', '/c', 'late')])
      expect(await evidence.versions({ limit: 9 })).toEqual([])
    })

    test('forgotten records are rejected, as themselves or as evidence, and others are not', async () => {
      await fill()
      const { ledger, journal } = store()
      await ledger.forget({ ids: ['e_2'] }, 5_000)
      expect(await commit(journal, [event(anEvent({ id: 'e_2' }))], { once: 'e_2' })).toEqual({
        fresh: false,
        forgotten: true,
      })
      await commit(journal, [observation(anObservation({ id: 'o_9', evidence: ['e_2', 'e_4'] }))])
      expect(await store().memories.show(['e_2', 'o_9'])).toEqual([])
      expect(await commit(journal, [event(anEvent({ id: 'e_9' }))], { once: 'e_9' })).toEqual({ fresh: true })
    })

    test('in steps, only the ids are affected: after `mark` they exist but are rejected, after `erase` they are gone', async () => {
      await fill()
      const { ledger, journal } = store()
      await ledger.forget({ session: 's1', ids: [], step: 'mark' }, 5_000)
      await ledger.forget({ ids: ['e_2'], step: 'mark' }, 5_000)
      expect(await left()).toEqual(ALL)
      expect(await ledger.silences(HERE)).toEqual([{ from: 0, until: 5_000 }])
      await commit(journal, [observation(anObservation({ id: 'o_9', evidence: ['e_2'] }))])
      expect(await store().memories.show(['o_9'])).toEqual([])
      expect((await ledger.forget({ ids: ['e_2', 'o_1'], step: 'erase' }, 5_000)).ids).toEqual(['e_2', 'o_1'])
      expect(await left()).toEqual(ALL.filter((id) => id !== 'e_2' && id !== 'o_1'))
      expect((await store().evidence.sessions({ id: 's1', limit: 1 })).length).toBe(1)
    })

    test('a forgotten session or project is silenced up to that time, and no longer', async () => {
      await fill()
      const { ledger } = store()
      await ledger.forget({ session: 's1' }, 5_000)
      expect(await ledger.silences(HERE)).toEqual([{ from: 0, until: 5_000 }])
      expect(await ledger.silences({ session: 's2', project: 'p2' })).toEqual([])
      await ledger.forget({ project: 'p2' }, 6_000)
      expect(await ledger.silences({ session: 'other', project: 'p2' })).toEqual([{ from: 0, until: 6_000 }])
    })

    test('a sweep finishes, and there is nothing to sweep if nothing was forgotten', async () => {
      await fill()
      const { ledger } = store()
      expect(await ledger.sweep()).toBe(false)
      await ledger.forget({ match: 'walrus' }, 5_000)
      let steps = 0
      while (await ledger.sweep()) steps++
      expect(steps).toBeLessThan(100)
      expect(await ledger.sweep()).toBe(false)
    })
  })
}

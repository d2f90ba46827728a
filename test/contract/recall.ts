import { describe, expect, test } from 'vitest'
import type { Handoff, HandoffOutcome } from '../../src/domain/nouns/handoff.ts'
import type { Journal, Memories } from '../../src/ports.ts'
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
  ids,
  observation,
  type Plain,
  prompt,
  session,
  summary,
} from './records.ts'

const HOSTILE = ['', ' ', 'the of', '"', 'unheard" OR (', 'NEAR(unheard', '\0', '\ud800', 'col : "unheard', '^a']

/** The contract for recall and handoffs. */
export function recallContract(open: Open<{ journal: Journal; memories: Memories }>): void {
  describe('recall', () => {
    const store = opened(open)
    const put = (...changes: Plain[]) => commit(store().journal, changes)
    const TEXT = 'do you remember why the uploader retries with exponential backoff?'
    const PLACE = { text: TEXT, project: 'p1', notSession: 's9', limit: 10 }
    const recalled = async (filter: object = {}) => ids(await store().memories.recall({ ...PLACE, ...filter }))
    const fits = { title: 'Add exponential backoff to the uploader', narrative: 'It retries five times.' }

    test('finds matching observations, summaries and prompts, and none if nothing matches', async () => {
      await put(
        observation(anObservation({ id: 'o_1', ...fits })),
        observation(anObservation({ id: 'o_2' })),
        summary(aSummary({ id: 'm_1', request: 'Make the uploader retry with exponential backoff' })),
        prompt(aPrompt({ id: 'p_1', text: 'make the uploader retry with exponential backoff' })),
      )
      expect((await recalled()).sort()).toEqual(['m_1', 'o_1'])
      expect(await recalled({ text: 'draw purple lighthouses as watercolour sketches' })).toEqual([])
      expect(await recalled({ text: 'what about the other one of these?' })).toEqual([])
      expect(await recalled({ limit: 1 })).toHaveLength(1)
      for (const text of HOSTILE) expect(await recalled({ text }), JSON.stringify(text)).toEqual([])
    })

    test('skips other projects, the current session, later records, events and machine text', async () => {
      await put(
        observation(anObservation({ id: 'o_1', at: 10, ...fits })),
        observation(anObservation({ id: 'o_2', project: 'p2', ...fits })),
        observation(anObservation({ id: 'o_3', session: 's9', ...fits })),
        event(anEvent({ id: 'e_1', tool: 'Bash', target: TEXT, output: TEXT })),
        prompt(aPrompt({ id: 'p_1', text: TEXT, origin: 'machine' })),
      )
      expect(await recalled()).toEqual(['o_1'])
      expect(await recalled({ asOf: 9 })).toEqual([])
    })

    test('finds what was done in a session by the title that a person gave it, of several words', async () => {
      await put(
        session(aSession({ id: 's1', named: 'Evening lamp' })),
        session(aSession({ id: 's2', named: 'Uploader' })),
        observation(anObservation({ id: 'o_1', session: 's1', title: 'Halve the level' })),
        observation(anObservation({ id: 'o_2', session: 's2', title: 'Rename the level' })),
      )
      expect(await recalled({ text: 'go on with the evening lamp, please' })).toEqual(['o_1'])
      expect(await recalled({ text: 'what does the uploader need an evening or a lamp for?' })).toEqual([])
    })

    test.each([
      ['code review', 'please do a code review of the lighthouse parser'],
      ['Fix tests', 'the linter is unhappy, fix tests and the lighthouse'],
      ['New API', 'continue the new api'],
      ['Release tests', 'do the release tests pass on the lighthouse?'],
    ])('a session titled %s, in words of all work, is not asked for by "%s"', async (named, text) => {
      await put(
        session(aSession({ id: 's1', named })),
        observation(anObservation({ id: 'o_1', session: 's1', title: 'Halve the level' })),
      )
      expect(await recalled({ text })).toEqual([])
    })

    test('finds a session by its title though the prompt has no other word, and beside a branch that has this name', async () => {
      await put(
        session(aSession({ id: 's1', branch: 'feat/late-tides' })),
        session(aSession({ id: 's2', named: 'feat/late-tides' })),
        session(aSession({ id: 's3', named: 'Evening lamp' })),
        observation(anObservation({ id: 'o_1', session: 's1', title: 'Take the lock first' })),
        observation(anObservation({ id: 'o_2', session: 's2', title: 'Rename the pier' })),
        observation(anObservation({ id: 'o_3', session: 's3', title: 'Halve the level' })),
      )
      expect((await recalled({ text: 'continue on feat/late-tides' })).sort()).toEqual(['o_1', 'o_2'])
      expect(await recalled({ text: '/next evening lamp' })).toEqual(['o_3'])
    })

    test('finds what came of a prompt that named the same issue, however often the branch or the words differ', async () => {
      await put(
        prompt(aPrompt({ id: 'p_1', text: 'see https://github.com/moorings/berth/pull/212, please' })),
        observation(anObservation({ id: 'o_1', title: 'Take the lock first', evidence: ['p_1'] })),
        observation(anObservation({ id: 'o_2', title: 'Rename the pier', evidence: ['p_2'] })),
      )
      expect(await recalled({ text: 'answer the reviewer of #212' })).toContain('o_1')
      expect(await recalled({ text: 'answer the reviewer of #212' })).not.toContain('o_2')
      expect(await recalled({ text: 'answer the reviewer of #2120' })).toEqual([])
      expect(await recalled({ text: 'answer the reviewer of other/berth#212' })).toEqual([])
    })

    test('finds a commit by any length of its hash, and the work on a branch by its name', async () => {
      await put(
        session(aSession({ id: 's1', branch: 'fix/late-tides' })),
        observation(anObservation({ id: 'o_1', title: 'Take the lock first', facts: ['Commit: 4be19f0 Take it'] })),
      )
      for (const text of ['revert 4be19f0', 'revert 4be19f0aa31c77', 'continue on fix/late-tides'])
        expect(await recalled({ text }), text).toEqual(['o_1'])
      expect(await recalled({ text: 'revert 4be19f1' })).toEqual([])
    })

    test('skips an observation once a later one supersedes it', async () => {
      await put(
        observation(anObservation({ id: 'o_1', at: 10, ...fits })),
        observation(anObservation({ id: 'o_2', at: 20, supersedes: 'o_1', ...fits })),
      )
      expect(await recalled()).toEqual(['o_2'])
      expect(await recalled({ asOf: 15 })).toEqual(['o_1'])
    })
  })

  describe('handoffs', () => {
    const store = opened(open)
    const put = (...given: Partial<Handoff>[]) =>
      commit(
        store().journal,
        given.map((each) => ({ kind: 'handoff', record: aHandoff(each) }) as const),
      )

    test('are found by session and project, newest first, as of a time; show opens one', async () => {
      const { memories } = store()
      await put({ id: 'h_1', at: 10 }, { id: 'h_2', at: 20, session: 's2' }, { id: 'h_3', at: 30, project: 'p2' })
      expect(ids(await memories.records({ noun: 'handoff', limit: 9 }))).toEqual(['h_3', 'h_2', 'h_1'])
      expect(ids(await memories.records({ noun: 'handoff', project: 'p1', limit: 1 }))).toEqual(['h_2'])
      expect(ids(await memories.records({ noun: 'handoff', session: 's1', asOf: 15, limit: 9 }))).toEqual(['h_1'])
      expect(await memories.show(['h_1'])).toEqual([{ kind: 'handoff', record: aHandoff({ id: 'h_1', at: 10 }) }])
    })

    test('are updated, and keep their reported outcome', async () => {
      const { memories } = store()
      await put({ id: 'h_1' })
      expect(await memories.mark('h_1', 'PARTIAL_PLUS', 'agent')).toBe(true)
      expect(await memories.mark('h_9', 'FAILED', 'person')).toBe(false)
      await put({ id: 'h_1', now: 'further', sealed: true })
      const marked = { outcome: 'PARTIAL_PLUS', outcomeBy: 'agent' } as const
      expect(await memories.records({ noun: 'handoff', limit: 9 })).toEqual([
        aHandoff({ now: 'further', sealed: true, ...marked }),
      ])
    })

    test('follow the inferred outcome until somebody reports one', async () => {
      const { memories } = store()
      const inferred = (outcome: HandoffOutcome) => ({ id: 'h_1', outcome, outcomeBy: 'inferred' }) as const
      const kept = async () => (await memories.records({ noun: 'handoff', limit: 9 }))[0]
      await put(inferred('SUCCEEDED'))
      await put(inferred('FAILED'))
      expect(await kept()).toMatchObject(inferred('FAILED'))
      await memories.mark('h_1', 'PARTIAL_PLUS', 'person')
      await put(inferred('SUCCEEDED'))
      expect(await kept()).toMatchObject({ outcome: 'PARTIAL_PLUS', outcomeBy: 'person' })
    })
  })
}

import { describe, expect, test } from 'vitest'
import type { Evidence, Jobs, Journal, Ledger, Memories } from '../../src/ports.ts'
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
  withoutSeq,
} from './records.ts'

/** The contract for journals. */
export function journalContract(
  open: Open<{ journal: Journal; evidence: Evidence; ledger: Ledger; memories: Memories; jobs: Jobs }>,
): void {
  describe('journal: events', () => {
    const store = opened(open)
    const events = () => store().evidence.events({ session: 's1', limit: 100 })

    test('an event is returned exactly as committed', async () => {
      const full = anEvent({
        id: 'e1',
        agentId: 'a1',
        agentType: 'Explore',
        promptId: 'pr1',
        cause: 'e0',
        tool: 'Bash',
        target: 'npm test',
        outcome: 'failed',
        exitCode: 1,
        durationMs: 12.5,
        filesRead: ['/a b/ü.ts'],
        filesModified: ['/c'],
        input: 'npm test',
        output: 'not ok "1"\n\t✓ \u{1f600}',
        body: { deep: { list: [1, null, 'x'], no: false } },
      })
      const bare = anEvent({ id: 'e2' })
      await commit(store().journal, [event(full), event(bare)])
      expect((await events()).map(withoutSeq)).toEqual([full, bare])
    })

    test('the same event twice is one row, as first committed', async () => {
      await commit(store().journal, [event(anEvent({ id: 'e1', output: 'first' }))])
      await commit(store().journal, [event(anEvent({ id: 'e1', output: 'second' }))])
      expect((await events()).map(({ output }) => output)).toEqual(['first'])
    })

    test('if `once` already exists, the whole commit is skipped', async () => {
      const { journal, evidence } = store()
      const changes = [event(anEvent({ id: 'e1' }))]
      expect(await commit(journal, changes, { once: 'e1' })).toEqual({ fresh: true })
      const again = [...changes, prompt(aPrompt({ id: 'p1' })), event(anEvent({ id: 'e2' }))]
      expect(await commit(journal, again, { once: 'e1' })).toEqual({ fresh: false })
      expect(ids(await events())).toEqual(['e1'])
      expect(await evidence.prompts({ session: 's1', limit: 9 })).toEqual([])
    })

    test('a failed commit leaves nothing behind', async () => {
      const broken = aPrompt({ id: 'p1', text: null as unknown as string })
      await expect(commit(store().journal, [event(anEvent({ id: 'e1' })), prompt(broken)])).rejects.toThrow()
      expect(await events()).toEqual([])
      await commit(store().journal, [event(anEvent({ id: 'e2' }))])
      expect(ids(await events())).toEqual(['e2'])
    })

    test('a score updates its event and nothing else in it', async () => {
      await commit(store().journal, [event(anEvent({ id: 'e1' })), { kind: 'score', event: 'e1', significance: 0.7 }])
      const [kept] = await events()
      expect(kept).toMatchObject({ id: 'e1', significance: 0.7 })
    })

    test('NUL and lone surrogates lose neither the surrounding text nor the event', async () => {
      const odd = anEvent({ id: 'e1', output: 'before\0after \ud800 end', body: { text: 'x\0y\udfff' } })
      await commit(store().journal, [event(odd)])
      const [kept] = await events()
      expect(kept?.output).toMatch(/^before.after . end$/)
      expect(kept?.body.text).toMatch(/^x.y.$/)
      expect(kept?.output).not.toMatch(/\p{Surrogate}/u)
    })

    test('a prompt is excluded only in its own session', async () => {
      await commit(store().journal, [{ kind: 'exclude', session: 's1', promptId: 'pr1' }])
      await commit(store().journal, [{ kind: 'exclude', session: 's1', promptId: 'pr1' }])
      expect(await store().ledger.excluded('s1', 'pr1')).toBe(true)
      expect(await store().ledger.excluded('s2', 'pr1')).toBe(false)
      expect(await store().ledger.excluded('s1', 'pr2')).toBe(false)
    })
  })

  describe('journal: sessions', () => {
    const store = opened(open)
    const kept = async () => (await store().evidence.sessions({ limit: 9 }))[0]

    test('absent fields are kept, present ones are updated', async () => {
      const first = aSession({ id: 's1', source: 'startup', branch: 'main', clientPid: 7, attended: false })
      await commit(store().journal, [session(first)])
      await commit(store().journal, [
        session(aSession({ id: 's1', branch: 'fix', title: 'Commas', lastSeenAt: 2_000 })),
      ])
      expect(await kept()).toEqual({ ...first, branch: 'fix', title: 'Commas', startedAt: 1_000, lastSeenAt: 2_000 })
    })

    test('a session has its earliest start and latest activity, in whatever order they arrive', async () => {
      for (const at of [2_000, 1_000, 3_000]) {
        await commit(store().journal, [session(aSession({ id: 's1', startedAt: at, lastSeenAt: at }))])
      }
      expect(await kept()).toMatchObject({ startedAt: 1_000, lastSeenAt: 3_000 })
      await commit(store().journal, [session(aSession({ id: 's1', lastSeenAt: 500 }))])
      expect(await kept()).toMatchObject({ startedAt: 1_000, lastSeenAt: 3_000 })
    })

    test('an ended session is reopened only by something later', async () => {
      const change = (fields: object) => commit(store().journal, [session(aSession({ id: 's1', ...fields }))])
      await change({ lastSeenAt: 1_500, endedAt: 1_500, endReason: 'clear' })
      await change({ lastSeenAt: 1_200, endedAt: null })
      await change({ lastSeenAt: 1_600 })
      expect(await kept()).toMatchObject({ endedAt: 1_500, endReason: 'clear' })
      await change({ lastSeenAt: 1_700, endedAt: null })
      expect(await kept()).toEqual({ ...aSession({ id: 's1' }), startedAt: 1_500, lastSeenAt: 1_700 })
    })

    test('an end followed by a prompt, a start or a later end is not the end', async () => {
      const ends = (id: string, at: number) =>
        commit(store().journal, [session(aSession({ id, lastSeenAt: at, endedAt: at, endReason: 'exit' }))])
      const endOf = async (id: string) => (await store().evidence.sessions({ id, limit: 1 }))[0]?.endedAt
      await commit(store().journal, [
        session(aSession({ id: 's1' })),
        prompt(aPrompt({ id: 'p1', session: 's1', at: 2_000 })),
        session(aSession({ id: 's2' })),
        event(anEvent({ id: 'e1', name: 'SessionStart', session: 's2', at: 2_000 })),
      ])
      for (const id of ['s1', 's2']) {
        await ends(id, 1_500)
        expect(await endOf(id), id).toBeUndefined()
        await ends(id, 3_000)
        await ends(id, 2_500)
        expect(await endOf(id), id).toBe(3_000)
      }
    })
  })

  describe('journal: prompts', () => {
    const store = opened(open)

    test('prompts are numbered by arrival in each session, and a repeated one keeps its number', async () => {
      for (const [id, where] of [
        ['p1', 's1'],
        ['p2', 's2'],
        ['p3', 's1'],
        ['p1', 's1'],
        ['p4', 's1'],
      ] as const) {
        await commit(store().journal, [prompt(aPrompt({ id, session: where }))])
      }
      const numbers = (await store().evidence.prompts({ session: 's1', limit: 9 })).map(({ id, number }) => [
        id,
        number,
      ])
      expect(numbers).toEqual([
        ['p1', 1],
        ['p3', 2],
        ['p4', 3],
      ])
    })

    test('fifty concurrent prompts get fifty numbers', async () => {
      const all = Array.from({ length: 50 }, (_, at) => commit(store().journal, [prompt(aPrompt({ id: `p${at}` }))]))
      await Promise.all(all)
      const kept = await store().evidence.prompts({ session: 's1', limit: 99 })
      expect(kept.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    })
  })

  describe('journal: derived records', () => {
    const store = opened(open)

    test('an observation is returned as stored, and one with the same id replaces it', async () => {
      const first = anObservation({ id: 'o1', agentId: 'a1', promptId: 'pr1', supersedes: 'o0' })
      await commit(store().journal, [observation(first)])
      expect(await store().memories.observations({ limit: 9 })).toEqual([first])
      const rebuilt = anObservation({ id: 'o1', title: 'Rebuilt' })
      await commit(store().journal, [observation(rebuilt)])
      expect(await store().memories.observations({ limit: 9 })).toEqual([rebuilt])
    })

    test('a summary is returned as stored, and one with the same id replaces it', async () => {
      await commit(store().journal, [summary(aSummary({ id: 'm1' }))])
      const rebuilt = aSummary({ id: 'm1', completed: 'all of it' })
      await commit(store().journal, [summary(rebuilt)])
      expect(await store().memories.records({ noun: 'summary', limit: 9 })).toEqual([rebuilt])
    })
  })

  describe('journal: jobs', () => {
    const store = opened(open)
    const add = (behaviour: string, id: string) =>
      commit(store().journal, [event(anEvent({ id }))], { jobs: [{ behaviour, event: id, dueAt: 0 }] })
    const lease = () => store().jobs.lease({ now: 10, leaseMs: 100, limit: 9 })

    test('a job is stored with its event, once for each behaviour', async () => {
      await add('summary', 'e1')
      await add('summary', 'e1')
      await add('significance', 'e1')
      expect((await lease()).map(({ behaviour, event }) => [behaviour, event.id])).toEqual([
        ['summary', 'e1'],
        ['significance', 'e1'],
      ])
    })

    test("a job's results and its completion are one commit", async () => {
      await add('summary', 'e1')
      const done = (await lease()).map(({ id }) => id)
      const bad = prompt(aPrompt({ id: 'p1', text: null as unknown as string }))
      await expect(commit(store().journal, [bad], { done })).rejects.toThrow()
      expect(await store().jobs.counts()).toEqual({ pending: 1, failed: 0 })
      await commit(store().journal, [summary(aSummary({ id: 'm1' }))], { done })
      expect(await store().jobs.counts()).toEqual({ pending: 0, failed: 0 })
    })

    test('a job for an event that is not stored is refused together with its commit', async () => {
      const orphan = { jobs: [{ behaviour: 'summary', event: 'nowhere', dueAt: 0 }] }
      await expect(commit(store().journal, [event(anEvent({ id: 'e1' }))], orphan)).rejects.toThrow()
      expect(await store().evidence.events({ limit: 9 })).toEqual([])
    })
  })
}

import { redactDeep } from '@hindcast/redaction/clean.ts'
import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Change, Journal, Ledger, SourceCursor, Sources } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import { anEvent, aSession, commit, event, session } from './records.ts'

const cursor = (over: Partial<SourceCursor> = {}) =>
  cleaned<SourceCursor>({
    path: '/t/a.jsonl',
    seal: 'seal',
    offset: 10,
    line: 2,
    sessions: ['s1'],
    state: { queue: [], counts: { p1: { Stop: 1 } } },
    skipped: 3,
    kinds: { user: 2 },
    errors: [{ path: '/t/a.jsonl', line: 1, why: 'torn' }],
    ...over,
  })

const commitOf = async (id: string) => {
  const change = await redactDeep(event(anEvent({ id })), async () => [])
  return { changes: [change as Change], once: cleaned(id) }
}

/** The contract for stores of sources. */
export function sourcesContract(open: Open<{ sources: Sources; journal: Journal; ledger: Ledger }>): void {
  describe('sources', () => {
    const store = opened(open)

    test('a file that was never read has no cursor', async () => {
      expect(await store().sources.cursor(cleaned('/t/a.jsonl'))).toBeUndefined()
      expect(await store().sources.paths()).toEqual([])
    })

    test('the newest cursor is returned as stored', async () => {
      const { journal, sources } = store()
      await journal.commitAll([], { cursor: cursor(), lines: [] })
      await journal.commitAll([], { cursor: cursor({ offset: 20, state: [1] }), lines: [] })
      expect(await sources.cursor(cleaned('/t/a.jsonl'))).toEqual(cursor({ offset: 20, state: [1] }))
      expect(await sources.paths()).toEqual(['/t/a.jsonl'])
    })

    test('rewound files have no cursor, and their lines keep their sessions', async () => {
      const { journal, sources } = store()
      await journal.commitAll([], { cursor: cursor(), lines: cleaned([{ uuid: 'u1', session: 's1' }]) })
      await sources.rewind()
      expect(await sources.paths()).toEqual([])
      expect(await sources.owners(['u1'])).toEqual({ u1: 's1' })
    })

    test('a line stays with the session in which it was first read', async () => {
      const { journal, sources } = store()
      await journal.commitAll([], { cursor: cursor(), lines: cleaned([{ uuid: 'u1', session: 's1' }]) })
      const lines = cleaned(['u1', 'u2'].map((uuid) => ({ uuid, session: 's2' })))
      await journal.commitAll([], { cursor: cursor(), lines })
      expect(await sources.owners(['u1', 'u2', 'u3'])).toEqual({ u1: 's1', u2: 's2' })
    })

    test('events and cursor are stored together, and each event once', async () => {
      const { journal, sources } = store()
      expect(await journal.commitAll([await commitOf('e_1')], { cursor: cursor(), lines: [] })).toEqual([true])
      const again = await journal.commitAll([await commitOf('e_1'), await commitOf('e_2')], {
        cursor: cursor({ offset: 30 }),
        lines: [],
      })
      expect(again).toEqual([false, true])
      expect(await sources.tally(['s1'])).toMatchObject({ events: 2 })
    })

    test('context usage is stored with its session, only the newest, and only for stored sessions', async () => {
      const { journal, sources } = store()
      const mark = (of: string, at: number, tokens: number, agent = '') =>
        journal.commitAll([], {
          cursor: cursor(),
          lines: [],
          usage: cleaned({ session: of, agent, at, tokens, window: 200_000 }),
        })
      await commit(journal, [session(aSession({ id: 's1' }))])
      await mark('s1', 10, 500)
      await mark('s1', 20, 300)
      await mark('s1', 15, 400)
      await mark('unknown', 15, 400)
      await mark('s1', 30, 900, 'a1')
      expect(await sources.usage('s1')).toEqual({ session: 's1', agent: '', at: 20, tokens: 300, window: 200_000 })
      expect(await sources.usage('unknown')).toBeUndefined()
    })

    test('records excluded meanwhile are rejected, although the reader did not know', async () => {
      const { journal, sources, ledger } = store()
      await ledger.pause(cleaned({ session: 's1', from: 500, until: 1_500 }))
      const later = await redactDeep(event(anEvent({ id: 'e_2', at: 2_000 })), async () => [])
      const commits = [await commitOf('e_1'), { changes: [later as Change], once: cleaned('e_2') }]
      expect(await journal.commitAll(commits, { cursor: cursor(), lines: [] })).toEqual([false, true])
      await ledger.forget({ session: 's1' }, 3_000)
      expect(await journal.commitAll([await commitOf('e_3')], { cursor: cursor(), lines: [] })).toEqual([false])
      expect(await sources.tally(['s1'])).toMatchObject({ events: 0 })
    })

    test('a file that contained a forgotten session is read again, others continue where they were', async () => {
      const { journal, sources, ledger } = store()
      const read = (path: string, sessions: string[]) => ({ cursor: cursor({ path, sessions }), lines: [] })
      await journal.commitAll([await commitOf('e_1')], read('/t/a.jsonl', ['s0', 's1']))
      await journal.commitAll([], read('/t/b.jsonl', ['s2']))
      await ledger.forget({ session: 's1' }, 3_000)
      expect(await sources.cursor(cleaned('/t/a.jsonl'))).toBeUndefined()
      expect(await sources.paths()).toEqual(['/t/b.jsonl'])
    })

    test('a file is read again even if only one event of a session is forgotten', async () => {
      const { journal, sources, ledger } = store()
      await journal.commitAll([await commitOf('e_1'), await commitOf('e_2')], { cursor: cursor(), lines: [] })
      await ledger.forget({ ids: ['e_1'] }, 3_000)
      expect(await sources.cursor(cleaned('/t/a.jsonl'))).toBeUndefined()
    })

    test("a folder's permission is stored once", async () => {
      const { sources } = store()
      expect(await sources.consented()).toEqual([])
      await sources.consent(cleaned('/t'))
      await sources.consent(cleaned('/t'))
      expect(await sources.consented()).toEqual(['/t'])
    })

    test('if one commit of a batch fails, neither the others nor the cursor are stored', async () => {
      const { journal, sources } = store()
      const good = await commitOf('e_1')
      const bad = { changes: [{ kind: 'no such change' }] as never }
      await expect(journal.commitAll([good, bad], { cursor: cursor(), lines: [] })).rejects.toThrow()
      expect(await sources.cursor(cleaned('/t/a.jsonl'))).toBeUndefined()
      expect(await sources.tally(['s1'])).toMatchObject({ events: 0 })
    })
  })
}

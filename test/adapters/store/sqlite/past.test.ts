import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleaned } from '../../../../packages/redaction/test/cleaned.ts'
import { openStore, type Store } from '../../../../src/adapters/store/sqlite/store.ts'
import { parseSearch } from '../../../../src/domain/retrieval/query.ts'
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
  prompt,
  session,
  summary,
} from '../../../contract/records.ts'
import { scratch, workerUrl } from './fresh.ts'

const open = async (file: string): Promise<Store> => openStore({ file, readers: 1, workerUrl })

/** A store with records from three sessions, and an empty one. */
async function twoStores() {
  const [file, folder] = [join(scratch(), 'hindcast.db'), scratch()]
  const [from, to] = [await open(file), await open(join(folder, 'store.db'))]
  await commit(from.journal, [
    session(aSession({ id: 's1', startedAt: 10 })),
    session(aSession({ id: 's2', startedAt: 15 })),
    session(aSession({ id: 'elsewhere', project: 'p2', startedAt: 10 })),
    prompt(aPrompt({ id: 'p_1', session: 's1', at: 11, text: 'Brew tea beside the kettle' })),
    prompt(aPrompt({ id: 'p_2', session: 's2', at: 16, text: 'Mend the kettle' })),
    prompt(aPrompt({ id: 'p_3', session: 'elsewhere', project: 'p2', at: 11, text: 'A kettle elsewhere' })),
    observation(anObservation({ id: 'o_1', session: 's1', at: 12, title: 'The kettle leaks' })),
    observation(anObservation({ id: 'o_2', session: 's1', at: 30, title: 'The kettle is new' })),
    summary(aSummary({ id: 'm_1', session: 's1', at: 13, request: 'Mend the kettle' })),
  ])
  const close = () => Promise.all([from.close(), to.close()])
  const found = async () => {
    const hits = await to.memories.search({ match: parseSearch('kettle'), limit: 50 })
    return ids(hits).sort()
  }
  return { file, from, to, found, close }
}

test("other sessions' records appear at their own time, searchable, and no earlier", async () => {
  const { file, to, found, close } = await twoStores()
  const source = { file, project: 'p1', notSession: 's2', records: true }
  expect(await to.past.stage(source)).toBe(10)
  expect(await found()).toEqual([])
  expect(await to.past.reach(12)).toBe(13)
  expect(await found()).toEqual(['o_1', 'p_1'])
  expect(await to.past.reach(13)).toBe(30)
  expect(await found()).toEqual(['m_1', 'o_1', 'p_1'])
  expect(await to.past.reach(99)).toBeUndefined()
  expect(await found()).toEqual(['m_1', 'o_1', 'o_2', 'p_1'])
  expect(ids(await to.evidence.sessions({ limit: 9 }))).toEqual(['s1'])
  expect(await to.memories.totals({ project: 'p1', asOf: 29 })).toEqual({ sessions: 1, observations: 1, hasAny: true })
  await close()
})

test('starting from empty, only the ledger is copied', async () => {
  const { file, from, to, found, close } = await twoStores()
  await commit(from.journal, [event(anEvent({ id: 'e_gone', session: 's1' }))])
  await from.ledger.forget({ ids: ['e_gone'] }, 40)
  await from.ledger.pause(cleaned({ session: 's9', from: 5 }))
  expect(await to.past.stage({ file, project: 'p1', notSession: 's2', records: false })).toBeUndefined()
  expect(await to.past.reach(99)).toBeUndefined()
  expect(await found()).toEqual([])
  expect(await to.ledger.silences({ session: 's9', project: 'p1' })).toEqual([{ from: 5 }])
  const again = await commit(to.journal, [event(anEvent({ id: 'e_gone', session: 's1' }))], { once: 'e_gone' })
  expect(again).toEqual({ fresh: false, forgotten: true })
  await close()
})

test('the other store is only read, without changing a byte, and keeps working if staging fails', async () => {
  const { file, from, to, close } = await twoStores()
  const bytes = () => [file, `${file}-wal`].map((path) => readFileSync(path).toString('base64'))
  const before = bytes()
  await to.past.stage({ file, project: 'p1', notSession: 's2', records: true })
  await to.past.reach(99)
  expect(bytes()).toEqual(before)
  const staging = to.past.stage({ file: join(scratch(), 'nothing.db'), project: 'p1', notSession: 's2', records: true })
  await expect(staging).rejects.toThrow()
  await commit(from.journal, [prompt(aPrompt({ id: 'p_9', session: 's1', at: 50 }))])
  expect(await from.evidence.counts('p1')).toMatchObject({ prompts: 3 })
  await close()
})

test("a handoff's outcome may be from a later time, and is not copied", async () => {
  const { file, from, to, close } = await twoStores()
  await commit(from.journal, [{ kind: 'handoff', record: aHandoff({ at: 12 }) }])
  await from.memories.mark('h_1', 'FAILED', 'person')
  await to.past.stage({ file, project: 'p1', notSession: 's2', records: true })
  await to.past.reach(12)
  const [come] = await to.memories.records({ noun: 'handoff', project: 'p1', limit: 9 })
  expect(come).toMatchObject({ id: 'h_1', goal: aHandoff().goal })
  expect(come?.outcome).toBeUndefined()
  await close()
})

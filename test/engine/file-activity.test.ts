import { describe, expect, onTestFinished, test } from 'vitest'
import type { EventRecord } from '../../src/domain/nouns/event.ts'
import { FileActivity } from '../../src/engine/file-activity.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, commit, event } from '../contract/records.ts'

const FILE = '/repo/src/a.ts'

/** These sessions alone are live. */
const present = (...ids: string[]) => ({
  loaded: async () => {},
  others: () => ids.map((id) => ({ id }) as never),
  isLive: (id: string) => ids.includes(id),
})

async function watched() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  const workspace = { realPath: async (path: string) => path.replace(/^\/link\//, '/repo/') }
  const activity = new FileActivity({ evidence: store.evidence, workspace, presence: present('s1', 's2') })
  store.changes.follow(activity)
  const { journal } = store
  let n = 0
  const call = (over: Partial<EventRecord>) => {
    n++
    const base = { id: `e${n}`, at: n * 1000, session: 's1', project: 'p1', filesRead: [], filesModified: [], body: {} }
    return event(anEvent({ ...base, ...over }))
  }
  const put = (over: Partial<EventRecord>) => commit(journal, [call(over)])
  const reads = (session: string, over: Partial<EventRecord> = {}) => put({ session, filesRead: [FILE], ...over })
  const edits = (session: string, over: Partial<EventRecord> = {}) => put({ session, filesModified: [FILE], ...over })
  const unseen = (session: string, agent?: string) =>
    activity.unseen('p1', FILE, { session, agent }).map(({ session: by, event: id }) => `${by} ${id}`)
  return { store, activity, journal, put, reads, edits, unseen, call }
}

describe('what others changed since an agent saw a file', () => {
  test('is told until it reads the file again', async () => {
    const { reads, edits, unseen } = await watched()
    await reads('s1')
    expect(unseen('s1')).toEqual([])
    await edits('s2')
    await edits('s2')
    expect(unseen('s1')).toEqual(['s2 e2', 's2 e3'])
    await reads('s1')
    expect(unseen('s1')).toEqual([])
  })

  test('is nothing to one that never saw it, in this project', async () => {
    const { activity, edits, unseen, reads } = await watched()
    await edits('s2')
    expect(unseen('s1')).toEqual([])
    await reads('s1', { project: 'p2' })
    await edits('s2')
    expect(unseen('s1')).toEqual([])
    expect(activity.lastSight('p1', FILE, { session: 's1' })).toBeUndefined()
    expect(activity.changes('p3', FILE)).toEqual([])
  })

  test('counts from what its session saw for an agent that has not seen the file itself', async () => {
    const { reads, edits, unseen } = await watched()
    await reads('s1', { agentId: 'a1' })
    await edits('s2')
    await reads('s1', { agentId: 'a2' })
    await edits('s2')
    expect(unseen('s1', 'a1')).toEqual(['s2 e2', 's2 e4'])
    expect(unseen('s1', 'a3')).toEqual(['s2 e4'])
    expect(unseen('s1')).toEqual(['s2 e4'])
    expect(unseen('s')).toEqual([])
  })

  test('includes what was changed while the file was being read', async () => {
    const { reads, edits, unseen } = await watched()
    await edits('s2', { at: 500 })
    await edits('s2', { at: 1000 })
    await edits('s1', { at: 1500 })
    await reads('s1', { at: 2000, durationMs: 1000 })
    expect(unseen('s1')).toEqual([])
    await reads('s1', { at: 2000, durationMs: 1001 })
    expect(unseen('s1')).toEqual(['s2 e2', 's1 e3'])
    await reads('s1', { at: 2000 })
    expect(unseen('s1')).toEqual([])
  })

  test('is what stood before the very call that asks', async () => {
    const { activity, reads, edits } = await watched()
    await reads('s1')
    await edits('s2')
    await edits('s1')
    const at = (event?: string) => activity.unseen('p1', FILE, { session: 's1', event }).map(({ event: id }) => id)
    expect(at('e3')).toEqual(['e2', 'e3'])
    expect(at('e1')).toEqual([])
  })
})

test('a file is known by its real path, and only by an absolute one that is not the client’s own', async () => {
  const { activity, put } = await watched()
  await put({ filesRead: ['/link/src/a.ts', 'src/b.ts', '/repo/c.ts'], body: { clientsOwn: ['/repo/c.ts'] } })
  expect(activity.seen('p1', { session: 's1' })).toEqual([{ path: FILE, at: 1000 }])
  expect(activity.seen('p2', { session: 's1' })).toEqual([])
  expect(activity.seen('p1', { session: 's1', agent: 'a1' })).toEqual([])
})

test('what a shell line writes is a change; its lines are not known, those of an edit of one file are', async () => {
  const { activity, put } = await watched()
  const lines = [{ from: 1, to: 2 }]
  await put({ body: { filesWritten: [FILE, 7] } })
  await put({ filesModified: [FILE], body: { lines } })
  await put({ filesModified: [FILE, '/repo/b.ts'], body: { lines } })
  await put({ filesModified: [FILE], body: { lines: 'x' } })
  expect(activity.changes('p1', FILE).map(({ event: id, lines: which }) => [id, which])).toEqual([
    ['e1', undefined],
    ['e2', lines],
    ['e3', undefined],
    ['e4', undefined],
  ])
})

test('other events, and calls that are committed again, are not noted', async () => {
  const { activity, journal, call, put } = await watched()
  await put({ name: 'UserPromptSubmit', filesModified: [FILE] })
  expect(activity.changes('p1', FILE)).toEqual([])
  const again = call({ filesModified: [FILE] })
  await commit(journal, [again])
  await commit(journal, [again])
  expect(activity.changes('p1', FILE)).toHaveLength(1)
  await put({ name: 'PostToolUseFailure', filesModified: [FILE] })
  expect(activity.changes('p1', FILE)).toHaveLength(2)
})

test('the last 64 changes of a file are remembered, and the last hundred agents that saw it', async () => {
  const { activity, edits, reads } = await watched()
  for (let n = 0; n < 66; n++) await edits('s1')
  expect(activity.changes('p1', FILE).map(({ event: id }) => id)).toEqual(
    Array.from({ length: 64 }, (_, n) => `e${n + 3}`),
  )
  for (let n = 0; n < 100; n++) await reads(`other${n}`)
  expect(activity.lastSight('p1', FILE, { session: 's1' })).toBeUndefined()
  expect(activity.lastSight('p1', FILE, { session: 'other0' })).toBeDefined()
})

test('after a restart, what sessions saw and changed is read from the store, in order', async () => {
  const { store, reads, edits } = await watched()
  await reads('s1')
  await edits('s2')
  await edits('s3')
  const workspace = { realPath: async (path: string) => path }
  const restarted = async (...live: string[]) => {
    const again = new FileActivity({ evidence: store.evidence, workspace, presence: present(...live) })
    await again.load()
    return again
  }
  let again = await restarted('s1', 's2')
  expect(again.unseen('p1', FILE, { session: 's1' }).map(({ session }) => session)).toEqual(['s2'])
  again = await restarted('s1', 's2', 's3')
  expect(again.unseen('p1', FILE, { session: 's1' }).map(({ session }) => session)).toEqual(['s2', 's3'])
})

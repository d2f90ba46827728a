import { describe, expect, onTestFinished, test } from 'vitest'
import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import { FileClaims } from '../../src/engine/file-claims.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { aSession, commit, session } from '../contract/records.ts'

const MINUTE = 60_000
const A = '/repo/a.ts'
const B = '/repo/b.ts'

/** Claims that live for half an hour, among sessions of which some are dead. */
async function claiming() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  const dead = new Set<string>()
  let now = 1000 * MINUTE
  const live = (id: string) => (dead.has(id) ? undefined : { id })
  const presence = { isLive: (id: string) => live(id) !== undefined, live, others: () => [] }
  const ports = {
    claims: store.claims,
    workspace: { realPath: async (path: string) => path.replace('/link/', '/repo/') },
    secrets: secretlint,
    config: { settings: () => ({ claims: { minutes: 30 } }) },
    clock: { now: () => now },
  }
  const claims = new FileClaims(ports as never, presence as never)
  store.changes.follow(claims)
  const take = (by: string, path = A, isForced = false) =>
    claims.take({ session: by, project: 'p1', worktree: '/repo' }, path, isForced)
  const seen = (by: string) => commit(store.journal, [session(aSession({ id: by, project: 'p1', lastSeenAt: now }))])
  const pass = (ms: number) => {
    now += ms
  }
  const others = (of: string, project: string | undefined = 'p1') =>
    claims.others(project, of).map(({ session: by, path }) => `${by} ${path}`)
  return { claims, store, take, seen, pass, others, dead, ports, presence }
}

describe('a file', () => {
  test('belongs to the live session that took it first', async () => {
    const { take } = await claiming()
    expect(await take('s1')).toMatchObject({ claim: { session: 's1', path: A }, isFresh: true })
    expect(await take('s2')).toMatchObject({ claim: { session: 's1' }, isFresh: false })
    expect(await take('s2', B)).toMatchObject({ claim: { session: 's2' }, isFresh: true })
    expect(await take('s1')).toMatchObject({ claim: { session: 's1' }, isFresh: false })
  })

  test('is taken from a dead session, or by force', async () => {
    const { take, dead } = await claiming()
    await take('s1')
    expect(await take('s2', A, true)).toMatchObject({ claim: { session: 's2' }, isFresh: true })
    dead.add('s2')
    expect(await take('s3')).toMatchObject({ claim: { session: 's3' }, isFresh: true })
  })

  test('is free after half an hour, unless its session was heard of', async () => {
    const { take, pass, seen } = await claiming()
    await take('s1')
    await take('s1', B)
    pass(20 * MINUTE)
    await seen('s1')
    pass(20 * MINUTE)
    expect(await take('s2')).toMatchObject({ claim: { session: 's1' } })
    pass(11 * MINUTE)
    expect(await take('s2')).toMatchObject({ claim: { session: 's2' } })
  })

  test('is renewed by its own session once half of its time is over', async () => {
    const { take, pass } = await claiming()
    const first = await take('s1')
    pass(14 * MINUTE)
    expect((await take('s1')).claim.until).toBe(first.claim.until)
    pass(2 * MINUTE)
    expect((await take('s1')).claim.until).toBe(first.claim.until + 16 * MINUTE)
  })
})

test('the claims of others are those of live sessions in the project, the latest first, while they last', async () => {
  const { take, pass, others, dead } = await claiming()
  await take('s1')
  pass(1)
  await take('s2', B)
  expect(others('s3')).toEqual([`s2 ${B}`, `s1 ${A}`])
  expect(others('s1')).toEqual([`s2 ${B}`])
  expect(others('s3', 'p2')).toEqual([])
  dead.add('s2')
  expect(others('s3')).toEqual([`s1 ${A}`])
  pass(30 * MINUTE)
  expect(others('s3')).toEqual([])
})

test('what is released is free for others: one file, or all of a session', async () => {
  const { claims, take, others } = await claiming()
  await take('s1')
  await take('s1', B)
  await take('s2', '/repo/c.ts')
  await claims.release('s1', A)
  expect(others('s3').sort()).toEqual([`s1 ${B}`, 's2 /repo/c.ts'])
  expect(await take('s3')).toMatchObject({ claim: { session: 's3' } })
  await claims.release('s1')
  expect(others('s9').sort()).toEqual(['s2 /repo/c.ts', `s3 ${A}`])
})

test('a session that goes on under another id keeps its files', async () => {
  const { claims, take, others } = await claiming()
  await take('s1')
  await claims.apply({ kind: 'handOver', from: 's1', to: 's2' } as never)
  expect(others('s3')).toEqual([`s2 ${A}`])
  expect(await take('s1')).toMatchObject({ claim: { session: 's2' } })
})

test('a change that a behaviour asks for is made to the real paths', async () => {
  const { claims, others } = await claiming()
  const own = { session: 's1', project: 'p1', worktree: '/repo' }
  await claims.apply({ kind: 'take', ...own, paths: ['/link/a.ts', B] } as never)
  expect(others('s2').sort()).toEqual([`s1 ${A}`, `s1 ${B}`])
  await claims.apply({ kind: 'release', session: 's1', paths: ['/link/a.ts'] } as never)
  expect(others('s2')).toEqual([`s1 ${B}`])
  await claims.apply({ kind: 'release', session: 's1' } as never)
  expect(others('s2')).toEqual([])
})

test('after a restart the claims are those of the store', async () => {
  const { take, ports, presence } = await claiming()
  await take('s1')
  const again = new FileClaims(ports as never, presence as never)
  expect(again.others('p1', 's2')).toEqual([])
  await again.load()
  expect(again.others('p1', 's2')).toHaveLength(1)
})

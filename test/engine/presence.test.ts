import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionChange } from '../../src/domain/nouns/session.ts'
import { LiveSessions } from '../../src/engine/live-sessions.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { aSession, commit, session } from '../contract/records.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = 100 * HOUR

/** Live sessions beside a machine whose processes are these, by the time that they were started at. */
async function watched(processes: Record<number, number> = {}) {
  const store = await openFresh()
  onTestFinished(() => store.close())
  let now = START
  const machine = {
    isRunning: (pid: number) => processes[pid] !== undefined,
    startedAt: (pid: number) => processes[pid],
  }
  const ports = { evidence: store.evidence, machine, clock: { now: () => now } } as never
  const live = new LiveSessions(ports)
  store.changes.follow(live)
  const heard = (id: string, over: Partial<SessionChange> = {}) =>
    commit(store.journal, [session(aSession({ id, project: 'p1', lastSeenAt: now, ...over }))])
  const pass = (ms: number) => {
    now += ms
  }
  const others = (project?: string, own = 's0') => live.others(project, own).map(({ id }) => id)
  return { store, live, heard, pass, others, ports, processes }
}

describe('a session without a known client', () => {
  test('is live for ten minutes after it was last heard of', async () => {
    const { live, heard, pass } = await watched()
    expect(live.isLive('s1')).toBe(false)
    await heard('s1')
    pass(10 * MINUTE)
    expect([live.isLive('s1'), live.live('s1')?.id]).toEqual([true, 's1'])
    pass(1)
    expect(live.live('s1')).toBeUndefined()
    await heard('s1')
    expect(live.live('s1')?.id).toBe('s1')
  })

  test('is dead once it ended, until it starts again; an end from before its latest event is none', async () => {
    const { live, heard } = await watched()
    await heard('s1')
    await heard('s1', { endedAt: START })
    expect(live.isLive('s1')).toBe(false)
    await heard('s1', { lastSeenAt: START + 1 })
    expect(live.isLive('s1')).toBe(false)
    await heard('s1', { endedAt: null as never })
    expect(live.isLive('s1')).toBe(true)
    await heard('s1', { endedAt: START, lastSeenAt: START - 5 })
    expect(live.isLive('s1')).toBe(true)
  })
})

describe('a session whose client is known', () => {
  test('is live as long as that process runs', async () => {
    const { live, heard, pass, processes } = await watched({ 7: START - HOUR })
    await heard('s1', { clientPid: 7 })
    pass(9 * HOUR)
    expect(live.live('s1')?.clientPid).toBe(7)
    delete processes[7]
    expect(live.live('s1')).toBeUndefined()
  })

  test('is dead if the process is another one with the same id, begun more than five seconds later', async () => {
    const { live, heard, processes } = await watched({ 7: START + 5_000 })
    await heard('s1', { clientPid: 7 })
    expect(live.live('s1')?.id).toBe('s1')
    processes[7] = START + 5_001
    expect(live.live('s1')).toBeUndefined()
  })

  test('is dead once its client began another session', async () => {
    const { live, heard, pass } = await watched({ 7: START - HOUR, 8: START - HOUR })
    await heard('s1', { clientPid: 7 })
    pass(1)
    await heard('s2', { clientPid: 8 })
    expect(live.live('s1')?.id).toBe('s1')
    await heard('s3', { clientPid: 7 })
    expect([live.live('s1')?.id, live.live('s3')?.id]).toEqual([undefined, 's3'])
  })

  test('is looked at once in a tenth of a second, and again whenever it is named', async () => {
    const { live, heard, pass, processes } = await watched({ 7: START })
    await heard('s1', { clientPid: 7 })
    expect(live.isLive('s1')).toBe(true)
    delete processes[7]
    pass(99)
    expect([live.isLive('s1'), live.live('s1')]).toEqual([true, undefined])
    pass(1)
    expect(live.isLive('s1')).toBe(false)
  })
})

test('the others are those of a project, or of all, the last active first, without the asking session and the dead', async () => {
  const { heard, pass, others } = await watched()
  await heard('dead')
  pass(11 * MINUTE)
  await heard('s1')
  await heard('s0')
  pass(1)
  await heard('s2')
  await heard('s3', { project: 'p2' })
  expect(others('p1')).toEqual(['s2', 's1'])
  expect(others()).toEqual(['s2', 's3', 's1'])
  expect(others('p1', 's2').sort()).toEqual(['s0', 's1'])
})

test('what is told of a session later adds to what was told before; its start is the first and its last sign the last', async () => {
  const { live, heard } = await watched()
  await heard('s1', { branch: 'main', lastSeenAt: START })
  await heard('s1', { branch: undefined, attended: true, lastSeenAt: START - 10, startedAt: START - 10 })
  await heard('s1', { startedAt: START })
  expect(live.live('s1')).toMatchObject({ branch: 'main', attended: true, startedAt: START - 10, lastSeenAt: START })
})

test('sessions unheard of for twelve hours are not known: neither from the past, nor after another one ended', async () => {
  const { live, heard, pass, processes } = await watched({ 7: START })
  await heard('old', { clientPid: 7, lastSeenAt: START - 12 * HOUR - 1 })
  expect(live.isLive('old')).toBe(false)
  await heard('s1', { clientPid: 7 })
  pass(12 * HOUR + 1)
  expect(live.live('s1')?.id).toBe('s1')
  await heard('s2', { endedAt: START + 12 * HOUR + 1 })
  expect(live.live('s1')).toBeUndefined()
  expect(processes[7]).toBe(START)
})

test('after a restart, open sessions are read from the store, beside those heard of meanwhile', async () => {
  const { heard, ports } = await watched()
  await heard('s1')
  await heard('s2', { endedAt: START })
  const again = new LiveSessions(ports)
  expect(again.isLive('s1')).toBe(false)
  await again.load()
  expect([again.isLive('s1'), again.isLive('s2')]).toEqual([true, false])
})

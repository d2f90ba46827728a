import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import session from '../../src/behaviours/capture/session.ts'
import { configOf } from '../../src/config/live.ts'
import { retain } from '../../src/daemon/retention.ts'
import { defaults } from '../../src/domain/settings.ts'
import { Publisher } from '../../src/engine/artifacts/publisher.ts'
import { IdleGate } from '../../src/engine/idle-gate.ts'
import type { Config } from '../../src/ports.ts'
import { draft, prompt, result, world } from '../engine/world.ts'
import { makeWorld, until } from './world.ts'

const DAY_MS = 24 * 3_600_000

/** A store with one session last active `days` ago for each of these, all in the project of `cwd`. */
async function aged(days: readonly number[], config: (folder: string) => Config) {
  const made = await world([session])
  const { engine, store, ports, folder } = made
  const now = Date.now()
  const at = (name: string, ago: number) => ({ session: name, at: now - ago * DAY_MS, cwd: folder, startDir: folder })
  for (const ago of days) {
    const place = at(`d${ago}`, ago)
    await engine.take(draft('SessionStart', { source: 'startup' }, place))
    await engine.take(prompt(`Paint fence ${ago}`, place))
    await engine.take(result('ls', `fence ${ago}`, place))
  }
  await engine.drain()
  const left = async () => (await store.evidence.sessions({ limit: 99 })).map(({ id }) => id).toSorted()
  const pass = () =>
    retain(
      { ...store, ...ports, artifacts: new Publisher(), config: config(folder), pacer: new IdleGate() },
      () => false,
    )
  return { ...made, left, pass, at }
}

const withDays = (days: number): Config => {
  const snapshot = { values: { ...defaults, 'retention.days': days }, off: [], switches: [] }
  return configOf(() => snapshot)
}

test('sessions older than retention.days are deleted completely, and no newer ones', async () => {
  const { store, left, pass } = await aged([1, 9, 11, 400], () => withDays(10))
  await pass()
  expect(await left()).toEqual(['d1', 'd9'])
  const events = await store.evidence.events({ limit: 99 })
  expect([...new Set(events.map((event) => event.session))].toSorted()).toEqual(['d1', 'd9'])
})

test('nothing is deleted by age while retention.days is 0, its default', async () => {
  const { left, pass } = await aged([1, 4_000], () => withDays(0))
  await pass()
  expect(await left()).toEqual(['d1', 'd4000'])
})

test("a project's own file can shorten it there", async () => {
  const { left, pass, folder } = await aged([1, 40], () => withDays(0))
  writeFileSync(join(folder, '.hindcast.yaml'), 'retention.days: 30\n')
  await pass()
  expect(await left()).toEqual(['d1'])
})

test('a deleted session does not come back when reported again, and later events in it are stored', async () => {
  const { engine, store, left, pass, at } = await aged([40], () => withDays(30))
  await pass()
  expect(await left()).toEqual([])
  await engine.take(result('ls', 'fence 40', at('d40', 40)))
  expect(await store.evidence.events({ limit: 9 })).toEqual([])
  await engine.take(result('ls', 'a new fence', { ...at('d40', 0), at: Date.now() + 60_000 }))
  expect(await store.evidence.events({ limit: 9 })).toHaveLength(1)
})

test('a daemon deletes soon after it starts; status and doctor say so, and no import brings it back', async () => {
  const made = makeWorld({ HINDCAST_RETENTION_DAYS: '30' })
  onTestFinished(() => made.remove())
  const folder = join(made.user, '.claude/projects/-old')
  mkdirSync(folder, { recursive: true })
  const line = {
    ...{ type: 'user', uuid: 'u1', sessionId: 'old', cwd: made.project, timestamp: '2024-01-02T03:04:05.000Z' },
    ...{ parentUuid: null, isSidechain: false, userType: 'external', version: '2.1.330', promptId: 'p1' },
    message: { role: 'user', content: 'varnish the gondola' },
  }
  const transcript = join(folder, 'old.jsonl')
  writeFileSync(transcript, `${JSON.stringify(line)}\n`)
  await made.start()
  await made.api('import', { paths: [transcript] })
  const sessions = async () => (await made.api('status')).counts.sessions
  const { pid } = made.endpoint()
  await made.api('restart')
  await until('another daemon answers', async () => (await made.isAlive()) && made.endpoint().pid !== pid)
  await until('the old session is deleted', async () => (await sessions()) === 0)
  await made.api('import', { paths: [transcript] })
  expect(await sessions()).toBe(0)
  expect((await made.api('status')).retentionDays).toBe(30)
  const { checks } = await made.api('doctor', { only: 'config' })
  expect(checks[0].detail).toMatch(/^sessions are deleted 30 days after their last activity/)
})

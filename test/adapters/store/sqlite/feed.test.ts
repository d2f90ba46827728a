import { redactDeep } from '@hindcast/redaction/clean.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ANNOUNCED } from '../../../../src/adapters/store/sqlite/feed.ts'
import { ROLES } from '../../../../src/adapters/store/sqlite/protocol.ts'
import type { Change, StoreChange } from '../../../../src/ports.ts'
import { anEvent, event } from '../../../contract/records.ts'
import { openFresh } from './fresh.ts'

test('each call that writes says what it changed, or is known to change nothing that others keep', () => {
  const writers = Object.entries(ROLES).flatMap(([port, methods]) =>
    Object.entries(methods).flatMap(([method, role]) => (role === 'writer' ? [`${port}.${method}`] : [])),
  )
  const announced = Object.entries(ANNOUNCED).flatMap(([port, methods]) =>
    Object.keys(methods as object).map((method) => `${port}.${method}`),
  )
  const silent = [
    ...['evidence.project', 'memories.mark', 'switches.set', 'vectors.fill', 'turnLog.append', 'folds.save'],
    ...['jobs.lease', 'jobs.retry', 'jobs.finish', 'jobs.abandon', 'jobs.hasten', 'jobs.release'],
    ...['failures.note', 'failures.clear', 'grants.take', 'grants.giveBack', 'sources.consent', 'sources.rewind'],
    ...['claims.take', 'claims.renew', 'claims.release', 'claims.handOver'],
    ...['health.copy', 'health.probe', 'health.retryFailed'],
  ]
  expect([...announced, ...silent].sort()).toEqual(writers.sort())
})

test('changes are heard in the order in which they were made, before whoever made them gets the answer', async () => {
  const { journal, ledger, changes, close } = await openFresh()
  onTestFinished(close)
  const heard: StoreChange['kind'][] = []
  const atAnswer: number[] = []
  changes.follow({ hear: ({ kind }) => void heard.push(kind) })
  const [one, other] = await redactDeep([event(anEvent({ id: 'e_1' })), event(anEvent({ id: 'e_2' }))], async () => [])
  await Promise.all(
    [
      journal.commit({ changes: [one as Change] }),
      ledger.forget({ ids: ['e_1'] }, 1),
      journal.commit({ changes: [other as Change] }),
      ledger.pause({ from: 1 }),
    ].map((call) => call.then(() => atAnswer.push(heard.length))),
  )
  expect(heard).toEqual(['committed', 'forgotten', 'committed', 'paused'])
  expect(atAnswer.every((known, n) => known > n)).toBe(true)
})

test('an answer waits for whoever hears of it; one that fails keeps nobody else from hearing, and fails the call', async () => {
  const { ledger, changes, close } = await openFresh()
  onTestFinished(close)
  const heard: string[] = []
  changes.follow({ hear: () => Promise.reject(new Error('it is ill')) })
  const leave = changes.follow({ hear: async ({ kind }) => void heard.push(await Promise.resolve(kind)) })
  await expect(ledger.pause({ from: 1 })).rejects.toThrow('it is ill')
  expect(heard).toEqual(['paused'])
  leave()
  await expect(ledger.resume({}, 2)).rejects.toThrow('it is ill')
  expect(heard).toEqual(['paused'])
})

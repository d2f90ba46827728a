import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { anEvent, aSession, commit, event, session } from '../../../contract/records.ts'
import { openOwn } from './fresh.ts'

const DAY_MS = 24 * 3_600_000

test('texts of files are deleted a week after their session ended, and their hashes stay', async () => {
  const store = await openOwn()
  onTestFinished(() => store.close())
  const now = Date.now()
  const ended = [
    ['s-old', now - 8 * DAY_MS],
    ['s-new', now - 6 * DAY_MS],
  ] as const
  const lasting = [
    ['s-idle', now - 8 * DAY_MS],
    ['s-open', now],
  ] as const
  for (const [id, endedAt] of ended)
    await commit(store.journal, [session(aSession({ id, startedAt: 1, lastSeenAt: 2, endedAt, endReason: 'other' }))])
  for (const [id, lastSeenAt] of lasting)
    await commit(store.journal, [session(aSession({ id, startedAt: 1, lastSeenAt }))])
  const all = [...ended, ...lasting].map(([id]) => id)
  await commit(
    store.journal,
    all.flatMap((id) => [
      event(anEvent({ id: `e_${id}`, session: id })),
      {
        kind: 'file-version' as const,
        record: { event: `e_${id}`, session: id, project: 'p1', path: '/a', at: 1, hash: id, text: 'x' },
      },
    ]),
  )
  const withText = async () =>
    (await store.evidence.versions({ limit: 9 })).flatMap(({ session: of, text }) => (text === 'x' ? [of] : [])).sort()
  while ((await withText()).length > 2) await sleep(20)
  expect(await withText()).toEqual(['s-new', 's-open'])
  expect(await store.evidence.versions({ limit: 9 })).toHaveLength(all.length)
})

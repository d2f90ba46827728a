import { expect, test } from 'vitest'
import session from '../../src/behaviours/capture/session.ts'
import fileClaims from '../../src/behaviours/coordinate/file-claims.ts'
import { draft, scratch, world } from './world.ts'

test('calls that edit are asked about before they run only while two sessions share a project', async () => {
  const { engine } = await world([session, fileClaims])
  let changes = 0
  engine.demands.watch(() => {
    changes++
  })
  const isAsked = () => engine.wanted().some(({ event, acts }) => event === 'PreToolUse' && acts?.includes('edit'))
  const [shared, other] = [scratch(), scratch()]
  const start = (id: string, dir: string) =>
    engine.take(draft('SessionStart', { source: 'startup' }, { session: id, cwd: dir, startDir: dir }))
  await start('s1', shared)
  await start('s2', other)
  expect(isAsked()).toBe(false)
  await start('s3', shared)
  expect([isAsked(), changes]).toEqual([true, 1])
  await engine.take(draft('SessionEnd', { reason: 'other' }, { session: 's3', cwd: shared }))
  expect([isAsked(), changes]).toEqual([false, 2])
})

import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { bufferedLog } from '../../src/engine/buffered-log.ts'
import type { TurnLogEntry } from '../../src/ports.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'

const entry = (event: string, outcome: TurnLogEntry['outcome']): Cleaned<TurnLogEntry> =>
  cleaned({
    ...{ at: 1, session: 's1', event, eventName: 'PreToolUse', behaviour: 'file-recall' },
    ...{ effect: '', ids: [], reasons: [], ms: 1, outcome },
  })

async function logs() {
  const { turnLog, close } = await openFresh()
  onTestFinished(close)
  const written = async () => (await turnLog.read({ limit: 99 })).map(({ event }) => event).reverse()
  return { log: bufferedLog(turnLog), written }
}

test('silent entries are buffered, and written in order with the next urgent one', async () => {
  const { log, written } = await logs()
  await log.append([entry('e1', 'silent')])
  await log.append([entry('e2', 'done')])
  expect(await written()).toEqual([])
  await log.append([entry('e3', 'said')])
  expect(await written()).toEqual(['e1', 'e2', 'e3'])
})

test('the buffer is written after a moment anyway, before reads, and on closing', async () => {
  const { log, written } = await logs()
  await log.append([entry('e1', 'silent')])
  await expect.poll(written).toEqual(['e1'])
  await log.append([entry('e2', 'silent')])
  expect(await log.read({ limit: 9 })).toHaveLength(2)
  await log.append([entry('e3', 'silent')])
  await log.close()
  expect(await written()).toEqual(['e1', 'e2', 'e3'])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redactDeep } from '@hindcast/redaction/clean.ts'
import { expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../../../packages/redaction/test/cleaned.ts'
import { pack } from '../../../../src/adapters/store/sqlite/protocol.ts'
import { openReading } from '../../../../src/adapters/store/sqlite/reading.ts'
import { openStore } from '../../../../src/adapters/store/sqlite/store.ts'
import type { Change, SourceMark } from '../../../../src/ports.ts'
import { anEvent, event } from '../../../contract/records.ts'
import { workerUrl } from './fresh.ts'

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-packed-'))
  const file = join(folder, 'hindcast.db')
  const store = await openStore({ file, readers: 1, workerUrl })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  return { file, store }
}

const mark = cleaned<SourceMark>({
  cursor: {
    path: '/t',
    seal: '',
    offset: 1,
    line: 1,
    sessions: ['s1'],
    state: { at: 1 },
    skipped: 0,
    kinds: {},
    errors: [],
  },
  lines: [{ uuid: 'u1', session: 's1' }],
})
const packed = async (...ids: string[]) => {
  const changes = ids.map((id) => redactDeep(event(anEvent({ id })), async () => []))
  const commits = (await Promise.all(changes)).map((change, n) => ({
    changes: [change as Change],
    once: cleaned(ids[n] ?? ''),
  }))
  return new Uint8Array(pack(commits, mark)).buffer
}

test('commits packed by another process are stored like local ones, each event once, and are visible to its reader', async () => {
  const { file, store } = await open()
  expect(await store.journal.commitPacked(await packed('e_1'))).toMatchObject({ fresh: 1 })
  expect(await store.journal.commitPacked(await packed('e_1', 'e_2'))).toMatchObject({ fresh: 1 })
  const reading = await openReading(file)
  expect(await reading.sources.cursor(cleaned('/t'))).toEqual(mark.cursor)
  expect(await reading.sources.owners(['u1'])).toEqual({ u1: 's1' })
  expect(await reading.evidence.events({ limit: 10 })).toHaveLength(2)
  await expect(reading.ledger.pause({ from: 1 })).rejects.toThrow()
})

test('invalid bytes are refused, and nothing is stored', async () => {
  const { store } = await open()
  await expect(store.journal.commitPacked(new ArrayBuffer(3))).rejects.toThrow()
  expect(await store.evidence.counts()).toMatchObject({ events: 0 })
})

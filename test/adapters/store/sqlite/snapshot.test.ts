import { expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../../../packages/redaction/test/cleaned.ts'
import { aPrompt, commit, prompt } from '../../../contract/records.ts'
import { openOwn } from './fresh.ts'

const asked = (n: number) => prompt(aPrompt({ id: `p_${n}`, text: `question ${n}` }))

test('a snapshot stays as it was opened, page by page, while the writer continues', async () => {
  const store = await openOwn()
  onTestFinished(() => store.close())
  await commit(
    store.journal,
    Array.from({ length: 100 }, (_, n) => asked(n)),
  )
  const snapshot = await store.snapshot()
  const first = await snapshot.page({ kind: 'prompt', asOf: 1 })
  await commit(store.journal, [asked(100), asked(101)])
  expect((await store.evidence.counts()).prompts).toBe(102)
  const second = await snapshot.page({ kind: 'prompt', asOf: 1, after: first.after })
  const ids = `${first.text}${second.text}`.split('\n').flatMap((line) => (line ? [JSON.parse(line).record.id] : []))
  expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => `p_${n}`))
  expect([first.records < 100, second.after, (await snapshot.counts()).prompt]).toEqual([true, undefined, 100])
  await snapshot.close()
  const later = await store.snapshot()
  expect((await later.counts()).prompt).toBe(102)
  await later.close()
})

test("a pause still in effect is archived as ending at the archive's time", async () => {
  const store = await openOwn()
  onTestFinished(() => store.close())
  await store.ledger.pause(cleaned({ session: 's1', from: 100 }))
  await store.ledger.pause(cleaned({ project: 'p1', from: 100, until: 150 }))
  const snapshot = await store.snapshot()
  const { text } = await snapshot.page({ kind: 'pause', asOf: 200 })
  await snapshot.close()
  expect(text.split('\n').flatMap((line) => (line ? [JSON.parse(line).record] : []))).toEqual([
    { session: 's1', since: 100, until: 200 },
    { project: 'p1', since: 100, until: 150 },
  ])
})

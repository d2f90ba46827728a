import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stillIn } from '../../../src/adapters/workspace/transcripts.ts'

test('a transcript and its subagents’ are listed if they exist and contain a text, ignoring case, escaped or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-transcripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [main, agent] = [join(folder, 's1.jsonl'), join(folder, 's1/subagents/agent-a.jsonl')]
  mkdirSync(join(folder, 's1/subagents'), { recursive: true })
  writeFileSync(main, JSON.stringify({ text: 'Say "Heron"\nand Ostrich' }))
  writeFileSync(agent, JSON.stringify({ text: 'an ostrich' }))
  expect(await stillIn(main)).toEqual([main, agent])
  expect(await stillIn(main, 'OSTRICH')).toEqual([main, agent])
  expect(await stillIn(main, '"heron"\nand')).toEqual([main])
  expect(await stillIn(main, 'stork')).toEqual([])
  expect(await stillIn(join(folder, 's2.jsonl'))).toEqual([])
})

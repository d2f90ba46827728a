import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import { Transcripts, type TranscriptsParts } from '../../src/sources/transcripts/transcripts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { world } from '../engine/world.ts'

/** Real sessions of versions 2.0.76 to 2.1.2, which are no part of the repository. */
const folder = resolve(import.meta.dirname, '../../../shared/data/transcripts')

test.runIf(existsSync(folder))('real sessions are counted as their people would, the second time too', async () => {
  const { engine, store, ports } = await world(behaviours, { start: false })
  const absorb: TranscriptsParts['absorb'] = (batch) => engine.absorb(batch)
  const { sources, evidence } = store
  const { secrets, clock, log } = ports
  const parts = { sources, evidence, secrets, clock, log, absorb, wake: () => {} }
  const transcripts = new Transcripts({ ...parts, places: [{ host: claudeCode, folder }], exclude: () => [] })
  const first = await transcripts.run([])
  expect(first).toMatchObject({ files: 24, sessions: 24, errors: [] })
  expect(first.prompts).toBeGreaterThanOrEqual(115)
  expect(first.prompts).toBeLessThanOrEqual(121)
  const names = ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied']
  expect(await evidence.events({ names, limit: 10_000 })).toHaveLength(1_218)
  expect(await transcripts.run([])).toEqual({ ...first, added: 0, known: first.sessions })
})

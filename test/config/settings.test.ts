import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { liveConfig } from '../../src/config/live.ts'

test('a configuration reaches behaviours as settings', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-settings-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'config.yaml')
  const budget = 'tokenBudget: { sessionStart: 11, prompt: 12 }'
  writeFileSync(file, `${budget}\nprompt: { depth: light }\nskipTools: [X]\nsignificance: { min: 0 }\n`)
  expect((await liveConfig(file, {})).config.settings()).toEqual({
    tokenBudget: { sessionStart: 11, prompt: 12 },
    prompt: { depth: 'light', limit: 3 },
    contextObservations: 50,
    contextSummaries: 10,
    standing: { enabled: true },
    subagents: { context: 'rules' },
    recall: { withhold: 0.05 },
    artifacts: expect.objectContaining({ mode: 'auto', occurrences: 3, claudeMd: true, skills: true }),
    learn: { enabled: true, sessions: 2, confidence: 0.9, scripts: 'propose' },
    skipTools: ['X'],
    significance: { min: 0 },
    checkIn: { every: 10 },
    claims: { mode: 'ask', minutes: 10 },
    outcome: { extraCommands: [], autoCapture: true },
    limits: { memoryMb: 512, agents: 10 },
  })
})

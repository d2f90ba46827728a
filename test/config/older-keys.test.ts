import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'

const read = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'hindcast-config-')), 'config.yaml')
  writeFileSync(file, text)
  return loadConfig(file, {})
}

const DOCUMENTED = `hooks:
  session_start:
    enabled: true
    script: .claude/hooks/session_start.sh
    timeout_ms: 5000
    inject_light_context: false
  user_prompt_submit:
    enabled: false
    script: .claude/hooks/user_prompt_submit.sh
    timeout_ms: 500
    context_depth: light
    token_budget: 900
    include_code: true
  ghap_checkin:
    enabled: true
    frequency: 7
  outcome_capture:
    matchers: ["pytest", "make test"]
    auto_capture: false
  session_end:
    enabled: false
    script: .claude/hooks/session_end.sh
`

test('the keys of older documents are taken for the settings that took their place, and none is refused', async () => {
  const { values, off, complaints, notices } = await read(DOCUMENTED)
  expect(complaints).toEqual([])
  expect(values).toMatchObject({
    'standing.enabled': false,
    'prompt.depth': 'light',
    'tokenBudget.prompt': 900,
    'checkIn.every': 7,
    'outcome.extraCommands': ['pytest', 'make test'],
    'outcome.autoCapture': false,
  })
  expect([...off]).toEqual(['prompt-recall'])
  expect(notices).toContain('hooks.session_start.script is ignored: no setting corresponds to it')
})

test('where a file has an older key and the one of today, that of today holds', async () => {
  const { values } = await read('hooks:\n  ghap_checkin:\n    frequency: 7\ncheckIn:\n  every: 3\n')
  expect(values['checkIn.every']).toBe(3)
})

test('a key that no document ever had is still named as unknown', async () => {
  const { complaints } = await read('hooks:\n  ghap_checkin:\n    freqency: 7\n')
  expect(complaints).toEqual([expect.stringContaining("unknown setting 'hooks.ghap_checkin.freqency'")])
})

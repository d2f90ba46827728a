import { expect, test } from 'vitest'
import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { cleanEntries } from '../../../src/engine/perform/redact.ts'
import type { TurnLogEntry } from '../../../src/ports.ts'

const entry = (over: Partial<TurnLogEntry> = {}): TurnLogEntry => ({
  ...{ at: 1, session: 's1', event: 'e_1', eventName: 'Stop', behaviour: 'handoff', effect: 'context,telling' },
  ...{ ids: ['o_1', 'h_1'], reasons: ['o_1 names #7'], ms: 0.5, deadlineMs: 450, outcome: 'said', ...over },
})

test('entries of the turn log come back as they are, the same texts in each', async () => {
  const entries = [entry(), entry({ behaviour: 'apply', effect: '', ids: [], outcome: 'silent' })]
  expect(await cleanEntries(entries, secretlint)).toEqual(entries)
  expect(await cleanEntries([], secretlint)).toEqual([])
})

test('of an error, the first line is kept, at most 300 characters of it, and no secret', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const errors = [`no such table\n  at run (file.ts:1)`, `${'x'.repeat(400)}\nmore`, `refused: ${token}`]
  const [first, second, third] = await cleanEntries(
    errors.map((error) => entry({ outcome: 'failed', error })),
    secretlint,
  )
  expect(first?.error).toBe('no such table')
  expect(second?.error?.length).toBeLessThanOrEqual(300)
  expect(second?.error).toContain('characters cut')
  expect(third?.error).toMatch(/^refused: \[redacted:\w+\]$/)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { handoffPage, handoffYaml } from '../../../src/domain/archive/handoff.ts'
import { scalar } from '../../../src/domain/archive/markdown.ts'
import { aHandoff } from '../../contract/records.ts'

const shown = { ...aHandoff(), sessionId: 's1', outcome: null, outcomeBy: null, outcomeReason: null }

test('as YAML has the documented names, paths relative to its folder, and no empty fields', () => {
  expect(parse(handoffYaml({ ...shown, outcome: 'SUCCEEDED', outcomeBy: 'person' }))).toEqual({
    id: 'h_1',
    session: 's1',
    date: '1970-01-01T00:00:01.000Z',
    outcome: 'SUCCEEDED',
    outcomeBy: 'person',
    goal: 'Make the parser accept trailing commas',
    now: 'the tokenizer is done',
    next: 'a release',
    worked: ['the fix'],
    files: ['src/parser.ts'],
    root: '/repo',
  })
})

test('as YAML parses back to the same lines of text, whatever they hold', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (goal, worked) => {
      const fields = parse(handoffYaml({ ...shown, goal, worked }))
      const line = (text: string) => JSON.parse(scalar(text))
      expect(fields.goal ?? '').toBe(line(goal))
      expect(fields.worked ?? []).toEqual(worked.map(line))
      expect(fields.now).toBe(shown.now)
    }),
  )
})

test('as a page has a ledger with the goal and what is done now, which no text breaks out of', () => {
  expect(handoffPage({ ...shown, worked: ['run `npm test`'], now: '## Ledger\n---' })).toBe(`# Handoff \`h_1\`

session \`s1\` · 1970-01-01T00:00:01.000Z · outcome \`unknown\`

## Ledger

**Goal:** Make the parser accept trailing commas

### Now

\\#\\# Ledger ---

### Next

a release

### Worked

- \`\` run \`npm test\` \`\`

### Files

- \`src/parser.ts\``)
})

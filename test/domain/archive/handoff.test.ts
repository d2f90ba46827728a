import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { handoffPage, handoffYaml } from '../../../src/domain/archive/handoff.ts'
import { scalar } from '../../../src/domain/archive/markdown.ts'
import handoffNoun from '../../../src/domain/nouns/handoff.ts'
import { aHandoff } from '../../contract/records.ts'

const { session: sessionId, project: _p, evidence: _e, sealed: _s, ...kept } = aHandoff()
const shown = { ...kept, sessionId, outcome: null, outcomeBy: null, outcomeReason: null }

test('as YAML has the documented names, paths relative to its folder, and no empty fields', () => {
  expect(parse(handoffYaml({ ...shown, outcome: 'SUCCEEDED', outcomeBy: 'person' }))).toEqual({
    id: 'h_1',
    session: 's1',
    date: '1970-01-01T00:00:01.000Z',
    outcome: 'SUCCEEDED',
    outcomeBy: 'person',
    goal: 'Make the parser accept trailing commas',
    goalBy: 'user',
    now: 'the tokenizer is done',
    next: 'a release',
    worked: ['the fix'],
    files: ['src/parser.ts'],
    root: '/repo',
  })
})

test('as YAML has every field that is kept of it, but what it was made from', () => {
  const { fields } = handoffNoun
  const value = (name: string): unknown =>
    name.endsWith('At') ? 5 : ['text', 'text?', 'path?'].includes(String(fields[name as 'goal'])) ? 'said' : ['said']
  const made = ['id', 'session', 'project', 'at', 'evidence', 'sealed', 'root', 'outcome', 'outcomeBy']
  const names = Object.keys(fields).filter((name) => !made.includes(name))
  const all = { ...shown, ...Object.fromEntries(names.map((name) => [name, value(name)])) }
  expect(Object.keys(parse(handoffYaml(all as typeof shown)))).toEqual(expect.arrayContaining(names))
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

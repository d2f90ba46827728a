import { expect, test } from 'vitest'
import { readWhole } from './reading.ts'

const line = (type: string, message: object, fields: object = {}): string =>
  JSON.stringify({
    ...{ type, uuid: crypto.randomUUID(), sessionId: 's', cwd: '/w', timestamp: '2026-01-09T10:00:00.000Z' },
    ...{ message, ...fields },
  })

/** What the reader says of a call that did not run: whose words, if a person refused it. */
function said(content: string, fields: object = {}): readonly (string | undefined)[] {
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }
  const result = { type: 'tool_result', tool_use_id: 't', is_error: true, content }
  const lines = [
    line('user', { role: 'user', content: 'Go' }),
    line('assistant', { role: 'assistant', content: [call], stop_reason: 'tool_use' }),
    line('user', { role: 'user', content: [result] }, fields),
  ]
  const { told } = readWhole(lines.join('\n'))
  return told.flatMap(({ draft }) => (draft.name === 'PermissionDenied' ? [draft.said] : []))
}

const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file)."

test("a person's refusal has the words that they typed, and no words of the client", () => {
  expect(said(`${rejected} To tell you how to proceed, the user said:\nnot like this`)).toEqual(['not like this'])
  expect(said(rejected)).toEqual([''])
  const denial = { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true }
  expect(said(rejected, { ...denial, userFeedback: 'use pnpm' })).toEqual(['use pnpm'])
})

test('a refusal by a rule, or where nobody could answer, is no word of a person', () => {
  expect(said('Permission to use Bash has been denied.', { toolDenialKind: 'permission-rule' })).toEqual([undefined])
  const unanswered = { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true, toolDenialUnanswered: true }
  expect(said(rejected, unanswered)).toEqual([undefined])
})

import { expect, test } from 'vitest'
import { hostFields } from './host-fields.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('the project spells the fields of a host in wire/ alone', () => {
  expect(hostFields(PROJECT)).toEqual([])
})

test('a field is found as a property, a string, in SQL and in a template, but not in wire/ or a comment', () => {
  const text = [
    '// tool_input is decoded elsewhere',
    'export const a = (event: { tool_input: unknown }) => event.tool_input',
    "export const b = 'hook_event_name'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample's own
    'export const c = `select session_id, ${b} from my_session_ids`',
    'export const d = /transcript_path/',
    '',
  ].join('\n')
  const files = { 'src/wire/host/a.ts': text, 'src/engine/a.ts': text, 'src/http/a.txt': 'fine\nsession_id\n' }
  expect(hostFields(sample(files))).toEqual([
    'src/engine/a.ts:2 tool_input',
    'src/engine/a.ts:2 tool_input',
    'src/engine/a.ts:3 hook_event_name',
    'src/engine/a.ts:4 session_id',
    'src/engine/a.ts:5 transcript_path',
    'src/http/a.txt:2 session_id',
  ])
})

test('a store may call its columns as a host calls its ids, and nothing else so', () => {
  const text = 'export const a = `\n  select session_id, prompt_id,\n  tool_input from events`\n'
  expect(hostFields(sample({ 'src/adapters/store/sqlite/a.ts': text }))).toEqual([
    'src/adapters/store/sqlite/a.ts:3 tool_input',
  ])
})

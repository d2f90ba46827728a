import { expect, test } from 'vitest'
import { undescribed } from './docstrings.ts'
import { duplicateTypes } from './duplicates.ts'
import { hostFields } from './host-fields.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('everything that the project exports has a docstring', () => {
  expect(undescribed(PROJECT)).toEqual([])
})

test('undocumented exports of any kind are found; documented, private and default ones are not', () => {
  const text = `// The head of the file.

export const bare = 1
export interface Bare {}
export type B = 1
export function f(): void {}
/** For a test. */
export const described = 1
// For a test.
export class Described {}
/** Far above. */

export const far = 1
const own = 1
/** Two forms. */
export function g(a: string): void
export function g(a: number): void
export function g(a: unknown): void {}
/** A run. */
export const r = 1
export type R = 1
export function h(): void {}
export { own }
export default own
`
  const bare = [3, 4, 5, 6, 13, 22].map((line) => `src/a.ts:${line}`)
  expect(undescribed(sample({ 'src/a.ts': text, 'test/b.ts': 'export const b = 1\n' }))).toEqual(bare)
})

test('no two exported types in src/ share a name', () => {
  expect(duplicateTypes(PROJECT)).toEqual([])
})

test('interfaces, aliases and classes count; private, re-exported and test types do not', () => {
  const files = {
    'src/a.ts': 'export interface Line {}\nexport type Told = 1\ntype Own = 1\nexport const line = 1\n',
    'src/b.ts': 'export class Line {}\ntype Told = 2\ntype Own = 2\nexport const line = 2\n',
    'src/c.ts': "export type { Line } from './a.ts'\n",
    'test/d.ts': 'export type Line = 1\n',
  }
  expect(duplicateTypes(sample(files))).toEqual(['Line: src/a.ts, src/b.ts'])
})

test("a host's field names appear only in wire/", () => {
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

test("a store may name its columns like a host's ids, and nothing else may", () => {
  const text = 'export const a = `\n  select session_id, prompt_id,\n  tool_input from events`\n'
  expect(hostFields(sample({ 'src/adapters/store/sqlite/a.ts': text }))).toEqual([
    'src/adapters/store/sqlite/a.ts:3 tool_input',
  ])
})

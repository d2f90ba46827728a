import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '../../src/domain/retrieval/query.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { hookEntries } from '../../src/wire/claude-code/settings/entries.ts'
import { addEntries, removeEntries } from '../../src/wire/claude-code/settings/hooks.ts'
import { nextValue } from '../../src/wire/claude-code/transcript/reader.ts'
import { splitValues } from '../../src/wire/claude-code/transcript/split.ts'
import { beforeFirstLine } from '../../src/wire/claude-code/transcript/state.ts'
import { someWanted } from '../wire/claude-code/settings/wanted.ts'

/** CPU time of this process in milliseconds, the least of three runs. */
function costOf(work: () => unknown): number {
  const costs = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    work()
    return process.cpuUsage(start).user / 1_000
  })
  return Math.min(...costs)
}

const [LITTLE, MUCH] = [8_192, 131_072]

/** Pieces of the syntaxes that these parsers read. */
const PIECES = [
  ...['<private>', '</private>', '<private', '<command-name>', '<system-reminder>', '[Pasted text', '```', '$(', '\\'],
  ...['"', "'", '{', '}', '[', ']', ':', ',', '{"type":', '/', '//', '/*', '#', '.', '..', '-', '_', '|', '&&', ';'],
  ...['\n', '\r\n', '\t', ' ', '\0', '\u2028', '\uFEFF', '\ud800', 'é', '错', '😀', 'a', 'A', 'aB', '1', 'x9', 'AND'],
]
const unit = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((all) => all.join(''))

const entries = hookEntries({
  ...{ port: 37_777, token: 'T', launcher: '/h/hindcast-run', transport: 'http', wanted: someWanted },
})
const context = { now: 0, via: 'hook', client: undefined } as const
const payload = (name: string, more: object) => ({ hook_event_name: name, session_id: 's', cwd: '/', ...more })

/** What reads text that others wrote, given text of any length. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the decoder, of a prompt': (text) => claudeCode.decode(payload('UserPromptSubmit', { prompt: text }), context),
  'the decoder, of a command and its output': (text) =>
    claudeCode.decode(
      payload('PostToolUse', { tool_name: 'Bash', tool_input: { command: text }, tool_response: { stdout: text } }),
      context,
    ),
  'the decoder, of many keys': (text) =>
    claudeCode.decode(
      payload('New', Object.fromEntries(Array.from({ length: text.length / 8 }, (_, n) => [`${text[n]}${n}`, n]))),
      context,
    ),
  'the transcript reader, of a line': (text) => {
    for (const value of splitValues(text).values) nextValue(beforeFirstLine(), value)
  },
  'the transcript reader, of a prompt': (text) =>
    nextValue(beforeFirstLine(), { type: 'user', uuid: 'u', message: { role: 'user', content: text } }),
  'the query parser': parseSearch,
  'the settings editor, of a foreign value': (text) => edited({ note: text, hooks: { Stop: [{ hooks: [] }] } }),
  'the settings editor, of many foreign hooks': (text) =>
    edited({ hooks: { Stop: Array.from({ length: text.length / 64 }, () => ({ hooks: [{ command: 'x' }] })) } }),
  'the settings editor, of a file that is no JSON': (text) => addEntries(text, entries),
}

function edited(settings: object): void {
  const added = addEntries(JSON.stringify(settings, null, 2), entries)
  if (!added.ok || !removeEntries(added.text, added.created).ok) throw new Error('the settings were refused')
}

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test('takes any text, and sixteen times as much nowhere near sixteen times sixteen times as long', () => {
    fc.assert(
      fc.property(unit, (one) => {
        const text = one.repeat(Math.ceil(MUCH / one.length))
        const [little, much] = [LITTLE, MUCH].map((size) => costOf(() => read(text.slice(0, size))))
        expect(much, JSON.stringify(one)).toBeLessThan(80 * (little ?? 0) + 150)
      }),
      { numRuns: 25 },
    )
  })
})

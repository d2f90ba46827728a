import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visible, visibleJson } from '../../src/domain/quote.ts'
import { operations } from '../../src/operations/registry.ts'
import { plainScreen, renderedText } from '../../src/operations/verb/operation.ts'
import { commandLine } from '../cli/command-line.ts'
import { dist, makeWorld, type World } from '../daemon/world.ts'
import { character } from '../domain/characters.ts'
import { runs } from '../runs.ts'
import { live, turn } from './turns.ts'

/** Characters that a terminal interprets, or that are invisible. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}]/u
const HOSTILE = [
  '\u001b[2J\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u009b31m\u0085\u007f\b\b\u0000',
  'a\u202eb\u2066c\u2069\u200b\u200d\ufeff',
]
const hostile = HOSTILE.join(' ')

let world: World
let client: Client
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  const dir = join(world.root, `pro\u001b[31mject\u202e`)
  mkdirSync(dir)
  const path = join(dir, `kettle\u001b[2J\u200b.ts`)
  const failure = {
    hook_event_name: 'PostToolUseFailure',
    ...{ prompt_id: 'p1', tool_name: 'Bash', tool_use_id: 'f1', tool_input: { command: `npm test ${hostile}` } },
    ...{ error: `Exit code 1\n${hostile} kettle failed`, is_interrupt: false },
  }
  const edit = {
    hook_event_name: 'PostToolUse',
    ...{ prompt_id: 'p1', tool_name: 'Write', tool_use_id: 'w1', tool_input: { file_path: path, content: hostile } },
    tool_response: { type: 'create', filePath: path, content: hostile, structuredPatch: [] },
  }
  const start = { hook_event_name: 'SessionStart', source: 'startup', model: hostile }
  const asked = turn('kettle', `mend the kettle ${hostile}`)
  const answer = { hook_event_name: 'Stop', prompt_id: 'p1', stop_hook_active: false }
  const said = { ...answer, last_assistant_message: `## Mended the kettle ${hostile}\n\nIt works: ${hostile}` }
  const all = [start, ...asked, edit, failure, said, { hook_event_name: 'SessionEnd', reason: 'other' }]
  await live(
    world,
    'earlier',
    all.map((each) => ({ ...each, cwd: dir })),
  )
  await commandLine(world, 'remember', `the kettle ${hostile} whistles`, '--project', dir)
  const relay = { command: process.execPath, args: [join(dist, 'mcp-relay.js')], env: world.env, cwd: dir }
  client = new Client({ name: 'inspector', version: '1' })
  await client.connect(new StdioClientTransport(relay))
})
afterAll(async () => {
  await client.close()
  world.remove()
})

/** Ids of everything that was recorded. */
const ids = async (): Promise<string[]> =>
  (await world.api('timeline', { anchor: 'kettle', before: 200, after: 200 })).items.map(({ id }: { id: string }) => id)

describe('terminal control and invisible characters', () => {
  test('are in the recorded data, or the other tests prove nothing', async () => {
    const { items } = await world.api('show', { ids: await ids() })
    expect(JSON.stringify(items)).toMatch(/\\u001b/)
    expect(items.length).toBeGreaterThan(5)
  })

  test.each([
    ...operations.filter(({ reads, positional = [] }) => reads && positional.length === 0).map(({ name }) => [name]),
    ['search', 'kettle', '--limit', '50'],
    ['search', `${hostile} nothing`],
    ['timeline', 'kettle'],
    ['timeline', 'earlier', '--after', '100'],
    ['summary', 'earlier'],
    ['why', 'earlier'],
    ['handoff', 'list'],
    ['handoff', 'show', '--all-projects'],
    ['sessions'],
    ['logs'],
    ['context', '--event', 'UserPromptSubmit', '--prompt', 'mend the kettle again'],
    ['show', 'earlier'],
    ['show', hostile],
    ['config', 'get', hostile],
    ['behaviours', 'off', hostile],
    ['forget', '--match', 'kettle'],
    ['export', `/nowhere/${hostile}/x`],
    ['import', `/nowhere/${hostile}`],
    [hostile],
  ])('never reach the terminal from %j', async (...words) => {
    const { stdout, stderr } = await commandLine(world, ...words.map((word) => word.replaceAll('\u0000', '')))
    expect(stdout + stderr).not.toBe('')
    expect(stdout).not.toMatch(UNSEEN)
    expect(stderr).not.toMatch(UNSEEN)
  })

  test('never reach it from a whole record of any noun; its JSON parses to the same document', async () => {
    const all = await ids()
    const { stdout } = await commandLine(world, 'show', ...all, '--evidence')
    expect(stdout).toContain('kettle')
    expect(stdout).not.toMatch(UNSEEN)
    const json = await commandLine(world, 'show', ...all, '--json')
    expect(json.stdout).not.toMatch(UNSEEN)
    expect(JSON.parse(json.stdout)).toEqual(await world.api('show', { ids: all }))
  })

  test.each([
    ['search', { query: 'kettle' }],
    ['timeline', { anchor: 'kettle' }],
    ['context', { event: 'SessionStart' }],
    ['handoff', {}],
    ['show', { ids: ['earlier'] }],
    ['show', { ids: [`o_${HOSTILE[0]}`] }],
  ])('never reach a model through the tool %s', async (name, given) => {
    expect(JSON.stringify((await client.callTool({ name, arguments: given })).content)).not.toMatch(/\\u00[019]|\\b/)
    const { content, structuredContent = {} } = await client.callTool({ name, arguments: given })
    for (const { text } of content as { text: string }[]) expect(text).not.toMatch(UNSEEN)
    expect(visibleJson(structuredContent)).toBe(JSON.stringify(structuredContent, null, 2))
  })

  test('never reach the person or the model when a session starts', async () => {
    const start = { hook_event_name: 'SessionStart', session_id: 'later', source: 'startup' }
    const cwd = join(world.root, `pro\u001b[31mject\u202e`)
    const { body } = await world.post('/hook', JSON.stringify({ ...start, cwd }))
    const texts = JSON.parse(body)
    expect(texts.systemMessage).not.toMatch(UNSEEN)
    expect(texts.hookSpecificOutput.additionalContext).not.toMatch(UNSEEN)
  })
})

test('a text without them is unchanged, and no text keeps any', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      expect(visible(text)).not.toMatch(UNSEEN)
      expect(visible(visible(text))).toBe(visible(text))
    }),
  )
  expect(visible('plain\ttext\nof two lines: “ä” 日本 🦓')).toBe('plain\ttext\nof two lines: “ä” 日本 🦓')
})

test('JSON for a terminal parses to the same document', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: character }), (document) => {
      expect(JSON.parse(visibleJson(document))).toEqual(JSON.parse(JSON.stringify(document)))
      expect(visibleJson(document)).not.toMatch(UNSEEN)
    }),
  )
})

test('no search result contains any of them', () => {
  const search = operations.find(({ name }) => name === 'search')
  const text = fc.string({ unit: character })
  const hit = fc.record({
    ...{ id: text, kind: text, type: text, title: text, snippet: text, sessionId: text, project: text, why: text },
    ...{ projectName: text, files: fc.array(text), at: fc.integer({ min: 0 }), score: fc.constant(1) },
  })
  fc.assert(
    fc.property(text, fc.array(hit, { maxLength: 3 }), (query, results) => {
      if (search === undefined) throw new Error('no search')
      const input = { query, limit: 10 }
      expect(renderedText(search, { query, results }, plainScreen(0), input)).not.toMatch(UNSEEN)
    }),
    { numRuns: runs(50) },
  )
})

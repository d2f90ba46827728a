import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Act } from '../../../src/domain/tool.ts'
import { failureOf, toolResult } from '../../../src/wire/claude-code/tool-results.ts'
import { rewrittenFields, toolAct } from '../../../src/wire/claude-code/tools.ts'
import { draftAs } from './payloads.ts'

describe('the act of a call', () => {
  test.each([
    [
      'Bash',
      { command: 'ls', description: 'List', run_in_background: true },
      { kind: 'shell', command: 'ls', description: 'List', background: true },
    ],
    ['Bash', { command: 7 }, { kind: 'shell', command: '' }],
    ['BashOutput', { bash_id: 'b1' }, { kind: 'other', text: 'b1' }],
    ['KillShell', { shell_id: 'b1' }, { kind: 'other', text: 'b1' }],
    ['Read', { file_path: '/a' }, { kind: 'read', path: '/a' }],
    ['Read', { file_path: '/a', limit: 5 }, { kind: 'read', path: '/a', range: { from: 1, lines: 5 } }],
    ['Read', { file_path: '/a', offset: 9 }, { kind: 'read', path: '/a', range: { from: 9 } }],
    [
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: true },
      { kind: 'edit', path: '/a', changes: [{ old: 'x', new: 'y' }] },
    ],
    [
      'MultiEdit',
      { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }, 5, { new_string: 'z' }] },
      {
        kind: 'edit',
        path: '/a',
        changes: [
          { old: 'x', new: 'y' },
          { old: '', new: 'z' },
        ],
      },
    ],
    ['Write', { file_path: '/a', content: 'c' }, { kind: 'write', path: '/a', text: 'c' }],
    [
      'NotebookEdit',
      { notebook_path: '/n.ipynb', new_source: 'c' },
      { kind: 'edit', path: '/n.ipynb', changes: [{ old: '', new: 'c' }] },
    ],
    ['Grep', { pattern: 'f', path: 'src' }, { kind: 'search', pattern: 'f', path: 'src', over: 'content' }],
    ['Glob', { pattern: '*.ts' }, { kind: 'search', pattern: '*.ts', over: 'names' }],
    ['LS', { path: '/a' }, { kind: 'search', pattern: '*', path: '/a', over: 'names' }],
    [
      'Agent',
      { subagent_type: 'Explore', description: 'd', prompt: 'p' },
      { kind: 'agent', type: 'Explore', description: 'd', prompt: 'p' },
    ],
    ['Task', { description: 'd', prompt: 'p' }, { kind: 'agent', type: '', description: 'd', prompt: 'p' }],
    ['WebFetch', { url: 'https://example.org', prompt: 'p' }, { kind: 'web', target: 'https://example.org' }],
    ['WebSearch', { query: 'q' }, { kind: 'web', target: 'q' }],
    ['Skill', { skill: 'pdf', args: 'x' }, { kind: 'other', text: 'pdf x' }],
    [
      'mcp__my_db__run__query',
      { sql: 'select 1' },
      { kind: 'mcp', server: 'my_db', method: 'run__query', text: '{"sql":"select 1"}' },
    ],
    ['ToolSearch', { query: 'q' }, { kind: 'other', text: '{"query":"q"}' }],
    ['constructor', { a: 1 }, { kind: 'other', text: '{"a":1}' }],
    ['Bash', 'ls', { kind: 'other', text: 'ls' }],
    ['Bash', ['ls'], { kind: 'other', text: '["ls"]' }],
    ['Bash', undefined, { kind: 'other', text: '' }],
    ['', {}, { kind: 'other', text: '{}' }],
  ])('%s %j', (tool, input, act) => {
    expect(toolAct(tool, input)).toEqual(act)
  })
})

describe('the result of a call', () => {
  const structuredPatch = [{ oldStart: 1, lines: [' a', '-b', '', '+c'] }, { lines: ['+d'] }]
  const patch = ' a\n-b\n\n+c\n+d'

  test.each([
    ['Bash', { stdout: 'out', stderr: 'err', interrupted: false }, { text: 'out\nerr' }],
    ['Bash', { stdout: '', stderr: 'err', interrupted: true }, { text: 'err', interrupted: true }],
    [
      'Agent',
      { agentId: 'a1', content: 'Done.', totalTokens: 9, totalToolUseCount: 2, totalDurationMs: 5 },
      { text: 'Done.', run: { id: 'a1', tokens: 9, calls: 2, durationMs: 5 } },
    ],
    ['Agent', { agentId: 'a1', status: 'async_launched' }, { text: 'async_launched\na1', started: { id: 'a1' } }],
    ['Bash', { stdout: '', stderr: '' }, { text: '' }],
    ['Bash', { stdout: 'data:image/png;base64,AAAA', stderr: '', isImage: true }, { text: '[image]' }],
    ['Bash', 'out', { text: 'out' }],
    ['TaskOutput', { retrieval_status: 'success', task: { task_id: 'b1', output: 'out' } }, { text: 'out' }],
    ['Read', { type: 'text', file: { filePath: '/a', content: 'c\n' } }, { text: 'c\n' }],
    ['Read', { type: 'image', file: { base64: 'AAAA', type: 'image/png' } }, { text: '[binary]' }],
    ['Read', { type: 'notebook', file: { cells: [{ source: 'a' }, { source: ['b', 'c'] }, 4] } }, { text: 'a\nbc' }],
    [
      'Edit',
      { filePath: '/a', originalFile: 'o', structuredPatch, userModified: true },
      { text: patch, patch, userModified: true },
    ],
    ['Write', { type: 'create', content: 'c', structuredPatch: [], userModified: false }, { text: '' }],
    ['Write', { type: 'update', content: 'c', structuredPatch }, { text: patch, patch }],
    ['NotebookEdit', { new_source: 'c', notebook_path: '/n' }, { text: 'c' }],
    ['Grep', { mode: 'content', content: 'a:1:f', filenames: [] }, { text: 'a:1:f' }],
    ['Grep', { mode: 'files_with_matches', filenames: ['a', 'b'] }, { text: 'a\nb' }],
    ['Glob', { filenames: ['a', 'b'], numFiles: 2 }, { text: 'a\nb' }],
    [
      'Agent',
      {
        status: 'completed',
        content: [
          { type: 'text', text: 'x' },
          { type: 'text', text: 'y' },
        ],
      },
      { text: 'x\ny' },
    ],
    [
      'Agent',
      { status: 'async_launched', agentId: 'a1', prompt: 'p' },
      { text: 'async_launched\na1', started: { id: 'a1' } },
    ],
    ['AskUserQuestion', { answers: { 'Which\nstore?': 'The browser' } }, { text: 'Which store? → The browser' }],
    [
      'AskUserQuestion',
      {
        questions: [
          {
            question: 'Which?',
            options: [
              { label: 'All four (Recommended)', description: 'Every\nfinding' },
              { label: 'None', description: 'Nothing' },
            ],
          },
          { question: 'How?', options: [{ label: 'A', description: 'Fast' }, { label: 'B', description: 'Small' }, 5] },
          'else',
        ],
        answers: { 'Which?': 'All four (Recommended)', 'How?': 'A, B', 'What?': 'mine' },
      },
      { text: 'Which? → All four: Every finding\nHow? → A, B: Fast; Small\nWhat? → mine' },
    ],
    ['WebFetch', { result: 'page', code: 200 }, { text: 'page' }],
    ['WebSearch', { query: 'q', results: [{ content: [{ title: 'T', url: 'U' }] }, 'so'] }, { text: 'T\nU\nso' }],
    [
      'mcp__db__run',
      [
        { type: 'text', text: 'x' },
        { type: 'image', data: 'AAAA' },
      ],
      { text: 'x\n[image]' },
    ],
    ['mcp__db__run', { content: [{ type: 'text', text: 'x' }] }, { text: 'x' }],
    ['mcp__db__run', { rows: 3 }, { text: '{"rows":3}' }],
    ['Bash', { of_tomorrow: 1 }, { text: '{"of_tomorrow":1}' }],
    ['constructor', 5, { text: '5' }],
    ['Bash', null, { text: '' }],
  ])('%s %j', (tool, response, result) => {
    expect(toolResult(tool, response)).toEqual(result)
  })

  test.each([
    ['Exit code 1\n1 failed\nE', { error: '1 failed\nE', exitCode: 1 }],
    ['Exit code 127', { error: 'Exit code 127', exitCode: 127 }],
    ['Exit code 1x', { error: 'Exit code 1x' }],
    ['File does not exist.', { error: 'File does not exist.' }],
    ['said: Exit code 1\n', { error: 'said: Exit code 1\n' }],
  ])('failure %j', (error, expected) => {
    expect(failureOf(error)).toEqual(expected)
  })
})

test('a rewrite starts from the original input, while the record has none of its private passages', () => {
  const tool_input = { command: 'echo <private>x</private>y', timeout: 5 }
  const before = draftAs('PreToolUse', { tool_name: 'Bash', tool_input })
  expect(before.input).toEqual(tool_input)
  expect(before.act).toEqual({ kind: 'shell', command: 'echo y' })
  const after = draftAs('PostToolUse', { tool_name: 'Bash', tool_input })
  expect(after.input).toEqual({ command: 'echo y', timeout: 5 })
})

describe('a rewrite', () => {
  const text = fc.string()
  const word = fc.string({ minLength: 1 })
  const change = fc.record({ old_string: text, new_string: text })
  const json = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 2 }), {
    noNullPrototype: true,
  })
  /** Fields of a tool that no act models. */
  const extra = fc.record({ timeout: fc.nat(), mode: text, dangerous: fc.boolean() }, { requiredKeys: [] })
  const number = fc.integer({ min: 1, max: 9_999 })
  const searched = fc.record({ pattern: text, path: word }, { requiredKeys: ['pattern'] })
  const asked = fc.record({ subagent_type: word, description: word, prompt: word })
  const inputs: Readonly<Record<string, fc.Arbitrary<object>>> = {
    Bash: fc.record(
      { command: text, description: word, run_in_background: fc.boolean() },
      { requiredKeys: ['command'] },
    ),
    Read: fc.record({ file_path: word, offset: number, limit: number }, { requiredKeys: ['file_path'] }),
    Edit: fc
      .tuple(change, fc.record({ file_path: word, replace_all: fc.boolean() }))
      .map((parts) => Object.assign({}, ...parts)),
    Write: fc.record({ file_path: word, content: text }),
    NotebookEdit: fc.record({ notebook_path: word, new_source: text, cell_id: text }),
    Grep: searched,
    Glob: searched,
    LS: fc.record({ path: word }),
    Agent: asked,
    Task: asked,
    WebFetch: fc.record({ url: text, prompt: text }),
    WebSearch: fc.record({ query: text }),
  }
  const editsOf = (length: number) =>
    fc.record({
      file_path: word,
      edits: fc.array(
        fc.tuple(change, fc.boolean()).map(([fields, replace_all]) => ({ ...fields, replace_all })),
        { minLength: length, maxLength: length },
      ),
    })
  const pair = (tool: string, input: fc.Arbitrary<object>) =>
    fc.tuple(
      fc.constant(tool),
      fc.tuple(input, extra).map(([own, more]) => ({ ...more, ...own })),
      input,
    )
  const pairs: fc.Arbitrary<[string, object, object]> = fc.oneof(
    ...Object.entries(inputs).map(([tool, input]) => pair(tool, input)),
    ...[1, 3].map((length) => pair('MultiEdit', editsOf(length))),
    pair('mcp__db__query', json),
  )
  const parsed = (act: Act) => (act.kind === 'mcp' ? { ...act, text: JSON.parse(act.text) } : act)

  test('decodes to the requested act, and keeps fields that the act does not model', () => {
    fc.assert(
      fc.property(pairs, ([tool, input, other]) => {
        const [act, wanted] = [toolAct(tool, input), toolAct(tool, other)]
        const made = rewrittenFields({ name: 'PreToolUse', tool, act, input }, wanted)
        if (made === undefined) {
          expect(act).toEqual(wanted)
          return
        }
        expect(parsed(toolAct(tool, made))).toEqual(parsed(wanted))
        const unmodelled = Object.entries(input).filter(([key]) => !tool.startsWith('mcp') && !(key in other))
        for (const [key, value] of unmodelled.filter(([key]) => /^(timeout|mode|dangerous)$/.test(key)))
          expect(made).toHaveProperty([key], value)
      }),
      { examples: [[['WebSearch', { query: '' }, { query: '' }]]] },
    )
  })

  const of = (tool: string, input: object, wanted: Act, act = toolAct(tool, input)) =>
    rewrittenFields({ name: 'PreToolUse', tool, act, input }, wanted)

  test('leaves everything else unchanged', () => {
    const input = { command: 'pip install x', timeout: 5, run_in_background: false }
    expect(of('Bash', input, { kind: 'shell', command: 'uv pip install x' })).toEqual({
      ...input,
      command: 'uv pip install x',
    })
    expect(of('Read', { file_path: '/a', limit: 9 }, { kind: 'read', path: '/a' })).toEqual({ file_path: '/a' })
    const edits = [{ old_string: 'a', new_string: 'b', replace_all: true }]
    const wanted: Act = { kind: 'edit', path: '/a', changes: [{ old: 'a', new: 'c' }] }
    expect(of('MultiEdit', { file_path: '/a', edits }, wanted)).toEqual({
      file_path: '/a',
      edits: [{ old_string: 'a', new_string: 'c', replace_all: true }],
    })
  })

  test('is undefined if the tool cannot express it', () => {
    const read: Act = { kind: 'read', path: '/a' }
    expect(of('Bash', { command: 'cat /a' }, read)).toBeUndefined()
    expect(of('TodoWrite', { todos: [] }, { kind: 'other', text: 'x' })).toBeUndefined()
    expect(of('NewTool', { x: 1 }, { kind: 'other', text: '{}' })).toBeUndefined()
    expect(of('LS', { path: '/a' }, { kind: 'search', pattern: 'x', path: '/a', over: 'names' })).toBeUndefined()
    expect(of('Read', { file_path: '/a' }, { ...read, range: { from: 1, lines: 0 } })).toBeUndefined()
    const changes = ['a', 'b'].map((old) => ({ old, new: 'c' }))
    const edit = { file_path: '/a', old_string: 'a', new_string: 'b' }
    expect(of('Edit', edit, { kind: 'edit', path: '/a', changes })).toBeUndefined()
    expect(of('mcp__a__b', { x: 1 }, { kind: 'mcp', server: 'a', method: 'c', text: '{}' })).toBeUndefined()
    expect(of('mcp__a__b', { x: 1 }, { kind: 'mcp', server: 'a', method: 'b', text: 'no JSON' })).toBeUndefined()
  })

  test('neither loses nor reveals a private passage', () => {
    const command = 'deploy <private>secret</private>'
    const draft = draftAs('PreToolUse', {
      tool_name: 'Bash',
      tool_use_id: 't',
      tool_input: { command, description: 'd' },
    })
    if (draft.act.kind !== 'shell') throw new Error(draft.act.kind)
    expect(draft.act.command).not.toContain('secret')
    expect(rewrittenFields(draft, { ...draft.act, command: 'deploy --dry-run' })).toBeUndefined()
    expect(rewrittenFields(draft, { ...draft.act, description: 'Deploys' })).toEqual({
      command,
      description: 'Deploys',
    })
  })
})

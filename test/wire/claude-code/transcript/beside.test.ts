import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindSaid } from '../../../../src/wire/claude-code/transcript/reader.ts'
import { idOf, readWhole } from './reading.ts'

const SESSION = '0b5f2c1e-0000-4000-8000-000000000001'

type Fields = Readonly<Record<string, unknown>>

let counted = 0
const line = (type: string, fields: Fields): Fields => ({ type, sessionId: SESSION, ...fields })
const message = (type: string, fields: Fields): Fields => ({
  ...line(type, fields),
  uuid: `u${counted++}`,
  timestamp: '2026-03-02T10:00:00.000Z',
  cwd: '/home/sam/lamp',
})
const prompt = (text: string, more: Fields = {}) =>
  message('user', { promptId: 'p1', message: { role: 'user', content: text }, ...more })
const recap = (content: unknown) => message('system', { subtype: 'away_summary', content })
const attachment = (type: string, fields: Fields) => message('attachment', { attachment: { type, ...fields } })

const read = (...lines: readonly Fields[]) => {
  const { told, ignored } = readWhole(lines.map((each) => JSON.stringify(each)).join('\n'))
  const events = told
    .map(({ draft }) => draft)
    .filter(({ name }) => !['SessionStart', 'UserPromptSubmit', 'Stop'].includes(name))
  return { events, ignored, told }
}
const begun = prompt('Dim the lamp slowly')

describe('a line beside messages', () => {
  test.each([
    [
      'a recap, without the advice for the person',
      recap('Dimming the lamp; the curve is done. Next: the test. (disable recaps in /config)'),
      { name: 'Recap', text: 'Dimming the lamp; the curve is done. Next: the test.', promptId: 'p1' },
    ],
    ['a title', line('ai-title', { aiTitle: 'Dim the lamp' }), { name: 'Titled', title: 'Dim the lamp', by: 'client' }],
    [
      'a title that the client saved',
      line('custom-title', { customTitle: 'dim' }),
      { name: 'Titled', title: 'dim', by: 'client' },
    ],
    [
      'a pull request',
      line('pr-link', { prNumber: 7, prUrl: 'https://forge.test/sam/lamp/pull/7', prRepository: 'sam/lamp' }),
      { name: 'PullRequest', number: 7, repository: 'sam/lamp', url: 'https://forge.test/sam/lamp/pull/7' },
    ],
    [
      'a file that changed behind the agent',
      attachment('edited_text_file', { filename: '/home/sam/lamp/dim.ts', snippet: '1\tx' }),
      { name: 'FileChanged', path: '/home/sam/lamp/dim.ts', change: 'edited' },
    ],
    [
      'a report of the editor',
      attachment('diagnostics', {
        files: [
          {
            uri: 'file:///home/sam/lamp/dim.ts',
            diagnostics: [
              {
                message: 'Cannot find name',
                severity: 'Error',
                source: 'ts',
                range: { start: { line: 4, character: 1 } },
              },
              { message: 5 },
            ],
          },
          'odd',
        ],
      }),
      {
        name: 'Diagnostics',
        problems: [
          { path: '/home/sam/lamp/dim.ts', message: 'Cannot find name', severity: 'Error', source: 'ts', line: 5 },
        ],
      },
    ],
    [
      'selected lines',
      attachment('selected_lines_in_ide', { filename: '/a.ts', lineStart: 1 }),
      { name: 'FilesShown', path: '/a.ts', how: 'selected' },
    ],
    [
      'an open file',
      attachment('opened_file_in_ide', { filename: '/a.ts' }),
      { name: 'FilesShown', path: '/a.ts', how: 'opened' },
    ],
    [
      'a file named with @',
      attachment('file', { filename: '/a.ts', content: {} }),
      { name: 'FilesShown', path: '/a.ts', how: 'named' },
    ],
    [
      'a folder named with @',
      attachment('directory', { path: '/src' }),
      { name: 'FilesShown', path: '/src', how: 'named' },
    ],
  ])('is an event: %s', (_, said, event) => {
    const { events, ignored } = read(begun, said)
    expect(events).toMatchObject([event])
    expect(ignored).toEqual({})
  })

  test('is never a prompt, whatever it says', () => {
    const loud = 'From now on always use tabs'
    const { told } = read(
      begun,
      recap(loud),
      line('ai-title', { aiTitle: loud }),
      attachment('edited_text_file', { filename: '/a', snippet: loud }),
      attachment('diagnostics', { files: [{ uri: '/a', diagnostics: [{ message: loud, severity: 'Error' }] }] }),
    )
    expect(told.filter(({ draft }) => draft.name === 'UserPromptSubmit')).toHaveLength(1)
  })

  test('with missing, wrong or huge fields is read without an error; what says nothing is only counted', () => {
    const kinds = ['ai-title', 'custom-title', 'pr-link', 'agent-name', 'summary', 'goal', 'system', 'attachment']
    const subs = [
      'away_summary',
      'edited_text_file',
      'diagnostics',
      'selected_lines_in_ide',
      'file',
      'goal_status',
      'odd',
    ]
    const names = ['aiTitle', 'customTitle', 'prNumber', 'prUrl', 'content', 'filename', 'files', 'path', 'snippet']
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant('x'.repeat(100_000)),
      fc.constant([{ uri: 1, diagnostics: [{}] }]),
    )
    const fields = fc.dictionary(fc.constantFrom(...names), value)
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.constantFrom(...subs), fields, (type, kind, found) => {
        const said = message(type, { ...found, subtype: kind, attachment: { ...found, type: kind } })
        const { events, ignored } = read(begun, said)
        expect(events.length + Object.values(ignored).reduce((sum, n) => sum + n, 0)).toBe(1)
      }),
    )
    expect(
      read(begun, recap(undefined), recap(7), line('ai-title', {}), line('pr-link', { prNumber: '7' })).ignored,
    ).toEqual({
      'system/away_summary': 2,
      'ai-title': 1,
      'pr-link': 1,
    })
  })
})

describe('what the client repeats', () => {
  const title = (aiTitle: string) => line('ai-title', { aiTitle })
  const link = (prNumber: number) => line('pr-link', { prNumber, prRepository: 'sam/lamp' })

  test('a title counts when it changes, also back to what it was', () => {
    const { events } = read(begun, title('One'), title('One'), title('Two'), title('Two'), title('One'))
    expect(events).toMatchObject([{ title: 'One' }, { title: 'Two' }, { title: 'One' }])
  })

  test('a title from before the session began is given to it once it has; a file of titles alone is no session', () => {
    expect(
      read(title('One'), title('Two'), begun)
        .told.map(({ draft }) => draft.name)
        .slice(0, 3),
    ).toEqual(['SessionStart', 'UserPromptSubmit', 'Titled'])
    expect(read(title('One'), begun).events).toMatchObject([{ title: 'One' }])
    expect(read(title('One'), title('Two')).told).toEqual([])
  })

  test('a pull request is told once in a session', () => {
    const { told } = read(begun, link(7), link(7), link(8), link(7))
    const links = told.filter(({ draft }) => draft.name === 'PullRequest')
    expect(links.map(({ draft }) => draft)).toMatchObject([{ number: 7 }, { number: 8 }])
    expect(new Set(links.map(idOf)).size).toBe(2)
  })
})

describe("a title is a person's", () => {
  const command =
    '<command-name>/rename</command-name>\n<command-message>rename</command-message>\n<command-args>my lamp</command-args>'
  const saved = line('custom-title', { customTitle: 'my lamp' })

  test.each([
    ['before it is saved', [prompt(command), saved]],
    ['after it is saved', [saved, prompt(command)]],
    ['in the form of newer clients', [message('system', { subtype: 'local_command', content: command }), saved]],
  ])('if a command of the person chose it: %s', (_, lines) => {
    const { events } = read(begun, ...lines)
    expect(events.filter((event) => event.name === 'Titled' && event.by === 'person')).toMatchObject([
      { title: 'my lamp' },
    ])
  })

  test("and nobody else's words make it so", () => {
    const { events } = read(
      begun,
      saved,
      message('assistant', { message: { content: [{ type: 'text', text: command }] } }),
    )
    expect(events.filter((event) => event.name === 'Titled' && event.by === 'person')).toEqual([])
  })
})

describe('whose a prompt is', () => {
  const queued = (more: Fields) => attachment('queued_command', { prompt: 'Push it', ...more })

  test.each([
    [{ origin: { kind: 'human' } }, 'person'],
    [{ promptSource: 'typed' }, 'person'],
    [{ commandMode: 'prompt', origin: { kind: 'human' } }, 'person'],
    [{}, 'person'],
    [{ origin: 'odd' }, 'person'],
    [{ origin: { kind: 'task-notification' } }, 'machine'],
    [{ origin: { kind: 'of-tomorrow' } }, 'machine'],
    [{ promptSource: 'system' }, 'machine'],
    [{ commandMode: 'task-notification' }, 'machine'],
    [{ commandMode: 'of-tomorrow', promptSource: 'queued' }, 'machine'],
  ])('is what the client says of it, before its words: %j', (more, origin) => {
    const { told } = readWhole([begun, queued(more)].map((each) => JSON.stringify(each)).join('\n'))
    expect(told.at(-1)?.draft).toMatchObject({ name: 'UserPromptSubmit', prompt: 'Push it', origin })
  })
})

describe('a kind of line', () => {
  test('that nobody reads is known; any other is unknown, and counted under its name', () => {
    expect(['user', 'assistant', 'mode', 'attachment/task_reminder', 'attachment/hook_anything'].map(kindSaid)).toEqual(
      ['', '', '', '', ''],
    )
    expect(kindSaid('system/away_summary')).toBe('recaps')
    expect(['prophecy', 'system/prophecy', 'attachment/prophecy', '__proto__', ''].map(kindSaid)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(read(begun, attachment('prophecy', {}), message('system', { subtype: 'prophecy' })).ignored).toEqual({
      'attachment/prophecy': 1,
      'system/prophecy': 1,
    })
  })
})

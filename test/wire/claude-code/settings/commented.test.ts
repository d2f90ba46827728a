import fc from 'fast-check'
import { parse, parseTree } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { hookEntries } from '../../../../src/wire/claude-code/settings/entries.ts'
import { addEntries, removeEntries } from '../../../../src/wire/claude-code/settings/hooks.ts'
import { addServer, removeServer } from '../../../../src/wire/claude-code/settings/servers.ts'
import { runs } from '../../../runs.ts'
import { printed, settings } from './documents.ts'
import { someWanted } from './wanted.ts'

const launcher = '/home/a b/.hindcast/app/1/hindcast-run'
const entries = hookEntries({ port: 37777, token: 'T0ken', launcher, transport: 'http', wanted: someWanted })
const server = { type: 'stdio', command: launcher, args: ['mcp'], env: {} } as const

/** A text with a comment before each member of its root and of `hooks`, and trailing commas in both. */
function commented(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const body = text.replace(/^\uFEFF/, '')
  const root = parseTree(body)
  const hooks = root?.children?.find(({ children: [key] = [] }) => key?.value === 'hooks')?.children?.[1]
  const containers = [root, hooks].filter((each) => each !== undefined)
  const at = containers.flatMap(({ children = [] }) => children.map(({ offset }) => offset))
  const ends = containers.flatMap(({ children = [] }) =>
    children.slice(-1).map(({ offset, length }) => offset + length),
  )
  const comments = at.map((_, n) => (n % 2 === 0 ? `/* mine, {${n}} */` : `// mine, [${n}]`))
  const inserts = [
    ...at.map((offset, n) => ({ offset, by: `${comments[n]}${n % 2 === 0 ? ' ' : '\n'}` })),
    ...ends.map((offset) => ({ offset, by: ',' })),
  ].toSorted((a, b) => b.offset - a.offset)
  return {
    text: inserts.reduce((all, { offset, by }) => all.slice(0, offset) + by + all.slice(offset), body),
    comments,
  }
}

const read = (text: string | undefined): unknown => {
  const errors: never[] = []
  const value = parse((text ?? '').replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return value
}

describe('a settings file into which somebody wrote comments and trailing commas', () => {
  test('loses our hooks and nothing else: its settings and every comment stay', () => {
    fc.assert(
      fc.property(printed(settings), (before) => {
        const added = addEntries(before, entries)
        if (!added.ok) throw new Error(added.why)
        const { text, comments } = commented(added.text)
        const done = removeEntries(text, added.created)
        if (!done.ok) throw new Error(done.why)
        const { hooks = {}, ...others } = read(done.text) as Record<string, object>
        const { hooks: were = {}, ...rest } = JSON.parse(before.replace(/^\uFEFF/, ''))
        expect(others).toEqual(rest)
        // What a comment stands in stays, although it is empty
        const isFull = ([, groups]: [string, unknown]) => (groups as unknown[]).length > 0
        expect(Object.entries(hooks).filter(isFull)).toEqual(Object.entries(were).filter(isFull))
        expect(comments.filter((comment) => !done.text?.includes(comment))).toEqual([])
        expect(done.text).not.toContain(launcher)
      }),
      { numRuns: runs(80) },
    )
  })

  test('is as it was before, with its comments, where they stand apart from our entries', () => {
    const before = '{\n  // mine\n  "model": "sonnet", /* too */\n  "env": {},\n}\n'
    const strict = '{\n  "model": "sonnet",\n  "env": {}\n}\n'
    const added = addEntries(strict, entries)
    if (!added.ok) throw new Error(added.why)
    const edited = added.text
      .replace('  "model"', '  // mine\n  "model"')
      .replace('"sonnet",', '"sonnet", /* too */')
      .replace(/\n}\n$/, ',\n}\n')
    const done = removeEntries(edited, added.created)
    expect(read(done.ok ? done.text : '')).toEqual(read(before))
    expect(done).toMatchObject({ ok: true, text: before })
  })

  test('loses our server, but not one of that name that is not ours', () => {
    const added = addServer('{"a": 1, "mcpServers": {"other": {"command": "x"}}}', 'hindcast', server)
    if (!added.ok) throw new Error(added.why)
    const done = removeServer(added.text.replace('"a": 1', '/* mine */ "a": 1'), 'hindcast', added.created)
    expect(done).toEqual({ ok: true, text: '{/* mine */ "a": 1, "mcpServers": {"other": {"command": "x"}}}' })
    const foreign = '{"mcpServers": {"hindcast": {"command": "mine", "args": ["mcp"]}}} // mine'
    expect(removeServer(foreign, 'hindcast', undefined)).toEqual({ ok: true, text: foreign })
  })
})

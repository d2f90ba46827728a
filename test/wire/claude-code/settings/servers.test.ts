import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addServer, hasServer, removeServer, type Server } from '../../../../src/wire/claude-code/settings/servers.ts'
import { printed } from './documents.ts'

const server: Server = { type: 'stdio', command: '/opt/hindcast-run', args: ['mcp'], env: {} }
const others = fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
const projects = fc.dictionary(
  fc.constantFrom('/p', '/q'),
  fc.oneof(others, fc.record({ mcpServers: others, allowedTools: fc.constant([]) })),
  { maxKeys: 2 },
)
const state = fc
  .record({ numStartups: fc.nat(), mcpServers: others, projects, userID: fc.string() }, { requiredKeys: [] })
  .map((value) => value as Record<string, unknown>)
const texts = fc.oneof({ weight: 6, arbitrary: printed(state) }, fc.constantFrom('', '{}', '{ }', '{"mcpServers":{ }}'))
const scopes = fc.constantFrom(undefined, '/p', '/p/with "quote"')

const added = (text: string | undefined, projectDir?: string, by = server) => {
  const done = addServer(text, 'hindcast', by, { projectDir })
  if (!done.ok) throw new Error(done.why)
  return done
}
const removed = (text: string, created?: ReturnType<typeof added>['created'], projectDir?: string) => {
  const done = removeServer(text, 'hindcast', created, { projectDir })
  if (!done.ok) throw new Error(done.why)
  return done.text
}

describe('the MCP entry', () => {
  test('is removed again without changing a byte, at user scope and for a project', () => {
    fc.assert(
      fc.property(texts, scopes, (text, projectDir) => {
        const done = added(text, projectDir)
        expect(hasServer(done.text, 'hindcast', projectDir)).toBe(true)
        expect(removed(done.text, done.created, projectDir)).toBe(text)
      }),
    )
  })

  test('is where the client reads it', () => {
    expect(JSON.parse(added(undefined).text)).toEqual({ mcpServers: { hindcast: server } })
    expect(JSON.parse(added('{"projects":{"/p":{"x":1}}}', '/p').text)).toEqual({
      projects: { '/p': { x: 1, mcpServers: { hindcast: server } } },
    })
  })

  test('is safe to add twice, and another path replaces the old one', () => {
    const once = added('{\n  "a": 1\n}')
    expect(added(once.text)).toEqual({ ok: true, text: once.text, created: {} })
    expect(added(once.text, undefined, { ...server, command: '/new/hindcast-run' }).text).toBe(
      once.text.replace('/opt/hindcast-run', '/new/hindcast-run'),
    )
  })

  test('is removed by name after the client has rewritten the file, and nothing else is', () => {
    const done = added('{"projects":{}}', '/p')
    const rewritten = JSON.parse(done.text)
    rewritten.projects['/p'].allowedTools = []
    const text = JSON.stringify({ ...rewritten, numStartups: 3 }, null, 2)
    expect(JSON.parse(removed(text, done.created, '/p') ?? '')).toEqual({
      projects: { '/p': { allowedTools: [] } },
      numStartups: 3,
    })
  })

  test('is removed without a record, too, and its neighbours stay', () => {
    expect(removed(added('{"mcpServers":{"other":{}}}').text)).toBe('{"mcpServers":{"other":{}}}')
  })

  test('a missing file is missing again', () => {
    const done = added(undefined, '/p')
    expect(removed(done.text, done.created, '/p')).toBeUndefined()
  })

  test("a person's own server with the same name is refused with its line, and stays", () => {
    for (const own of [
      { command: 'mine' },
      { type: 'http', url: 'https://x.example/mcp' },
      'mine',
      { command: 'hindcast', args: ['mcp'] },
    ]) {
      const text = JSON.stringify({ mcpServers: { hindcast: own } }, null, 2)
      expect(addServer(text, 'hindcast', server)).toMatchObject({
        ok: false,
        line: 3,
        why: expect.stringContaining('not ours'),
      })
      expect(removeServer(text, 'hindcast', undefined)).toEqual({ ok: true, text })
      expect(hasServer(text, 'hindcast')).toBe(false)
    }
  })

  test.each([
    ['{\n"mcpServers": []}', 2, 'not an object'],
    ['{"mcpServers": {},\n"mcpServers": {}}', 2, 'twice'],
    ['{// c\n}', 1, 'comment'],
  ])('%j is refused with its line', (text, line, why) => {
    expect(addServer(text, 'hindcast', server)).toMatchObject({ ok: false, line, why: expect.stringContaining(why) })
  })
})

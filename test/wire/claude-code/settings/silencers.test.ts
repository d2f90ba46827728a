import { describe, expect, test } from 'vitest'
import { silencers } from '../../../../src/wire/claude-code/settings/silencers.ts'

const http = { port: 37777, transport: 'http' } as const
const file = (settings: unknown, managed = false) => ({ path: '/s.json', text: JSON.stringify(settings), managed })
const reasons = (
  files: ReturnType<typeof file>[],
  env: Record<string, string> = {},
  to: Parameters<typeof silencers>[2] = http,
) => silencers(files, env, to).map(({ why }) => why.split(' ')[0])

describe('what can silence hooks', () => {
  test('nothing, with default settings', () => {
    expect(reasons([file({ a: 1 }), file({}, true)], { PATH: '/bin' })).toEqual([])
  })

  test('disableAllHooks, in any file', () => {
    expect(reasons([file({}), file({ disableAllHooks: true })])).toEqual(['disableAllHooks'])
    expect(reasons([file({ disableAllHooks: false })])).toEqual([])
  })

  test("allowManagedHooksOnly, only in the administrator's file", () => {
    expect(reasons([file({ allowManagedHooksOnly: true }, true)])).toEqual(['allowManagedHooksOnly'])
    expect(reasons([file({ allowManagedHooksOnly: true })])).toEqual([])
  })

  test.each([
    [true, ['strictPluginOnlyCustomization', 'strictPluginOnlyCustomization']],
    [['hooks'], ['strictPluginOnlyCustomization']],
    [['agents'], []],
  ])(
    "strictPluginOnlyCustomization %j, only in the administrator's file",
    (strictPluginOnlyCustomization, expected) => {
      expect(reasons([file({ strictPluginOnlyCustomization }, true)])).toEqual(expected)
      expect(reasons([file({ strictPluginOnlyCustomization })])).toEqual([])
    },
  )

  test('a file that the client downloaded, which it may not apply', () => {
    const fetched = { ...file({ allowManagedHooksOnly: true }, true), fetched: true }
    expect(silencers([fetched], {}, http)).toMatchObject([{ isSure: false, stops: 'hooks' }])
    expect(silencers([file({ allowManagedHooksOnly: true }, true)], {}, http)).toMatchObject([{ isSure: true }])
  })

  test.each([
    [{ CLAUDE_CODE_SIMPLE: '1' }, ['CLAUDE_CODE_SIMPLE']],
    [{ CLAUDE_CODE_SAFE_MODE: 'true' }, ['CLAUDE_CODE_SAFE_MODE']],
    [{ CLAUDE_CODE_SIMPLE: '0' }, []],
  ])('a mode without hooks: %j', (env, expected) => {
    expect(reasons([], env as Record<string, string>)).toEqual(expected)
    expect(reasons([file({ env })])).toEqual(expected)
  })

  test.each([
    [{ deniedMcpServers: [{ serverName: 'hindcast' }] }, true],
    [{ deniedMcpServers: [{ serverCommand: ['/h/app/1/hindcast-run', 'mcp'] }] }, true],
    [{ deniedMcpServers: [{ serverName: 'other' }, 7, null] }, false],
    [{ allowedMcpServers: [] }, true],
    [{ allowedMcpServers: [{ serverName: 'hindcast' }] }, false],
    [{ projects: { '/app': { disabledMcpServers: ['hindcast'] } } }, true],
    [{ projects: { '/else': { disabledMcpServers: ['hindcast'] } } }, false],
  ])('the MCP server, by %j', (settings, isStopped) => {
    const found = silencers([file(settings)], {}, { ...http, projectDir: '/app' })
    expect(found.map(({ stops }) => stops)).toEqual(isStopped ? ['server'] : [])
  })

  test.each([
    [[[]], true],
    [[['https://hooks.example.com/*']], true],
    [[['http://127.0.0.1:*']], false],
    [[['http://127.0.0.1:37777/hook']], false],
    [[['http://127.0.0.1:3777?/hook']], true],
    [[[], ['*']], false],
  ])('allowedHttpHookUrls %j', (lists, silent) => {
    const files = lists.map((allowedHttpHookUrls) => file({ allowedHttpHookUrls }))
    expect(reasons(files)).toEqual(silent ? ['allowedHttpHookUrls'] : [])
  })

  test.each([
    [{ HTTP_PROXY: 'http://p:1' }, true],
    [{ https_proxy: 'http://p:1' }, true],
    [{ ALL_PROXY: 'http://p:1' }, false],
    [{ HTTP_PROXY: 'http://p:1', NO_PROXY: 'localhost,127.0.0.1' }, false],
    [{ HTTP_PROXY: 'http://p:1', no_proxy: '*' }, false],
    [{ HTTP_PROXY: 'http://p:1', NO_PROXY: '127.0.0.0/8' }, true],
    [{ HTTP_PROXY: '' }, false],
  ])('a proxy in the environment: %j', (env, silent) => {
    const found = silencers([], env as Record<string, string>, http)
    expect(found.map(({ stops }) => stops)).toEqual(silent ? ['requests'] : [])
  })

  test('a proxy in the env of the settings, unless there is an exception there', () => {
    expect(silencers([file({ env: { HTTP_PROXY: 'http://p:1' } })], {}, http)).toMatchObject([{ where: '/s.json' }])
    expect(reasons([file({ env: { NO_PROXY: '127.0.0.1' } })], { HTTP_PROXY: 'http://p:1' })).toEqual([])
  })

  test('the command transport needs neither the list nor the network', () => {
    const to = { port: 37777, transport: 'command' } as const
    expect(reasons([file({ allowedHttpHookUrls: [] })], { HTTP_PROXY: 'http://p:1' }, to)).toEqual([])
    expect(reasons([file({ disableAllHooks: true })], {}, to)).toEqual(['disableAllHooks'])
  })

  test('not a file that the client cannot read', () => {
    expect(silencers([{ path: '/s.json', text: '{"disableAllHooks": true, // no\n}' }], {}, http)).toEqual([])
  })
})
